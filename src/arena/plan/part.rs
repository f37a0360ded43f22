//! Which blocks of a run a plan covers: all of them, or a part.

/// Which blocks of a run are played.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Part {
    /// All.
    #[default]
    Whole,
    /// One of several parts of about the same size.
    Shard(Shard),
    /// Only these, for each table size: from the first up to, but not including, the last.
    Ranges(Vec<(u64, u64)>),
}

/// One of several parts of about the same size, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// The `index`-th of `count` parts, counted from 1; `None` if there is no such part.
    pub const fn new(index: u64, count: u64) -> Option<Shard> {
        if index >= 1 && index <= count { Some(Shard { index, count }) } else { None }
    }

    /// Which part, counted from 1.
    pub const fn index(self) -> u64 {
        self.index
    }

    /// How many parts there are.
    pub const fn count(self) -> u64 {
        self.count
    }

    /// The part of this many blocks: from the first up to, but not including, the last.
    pub(super) const fn of(self, blocks: u64) -> (u64, u64) {
        (self.cut(blocks, self.index - 1), self.cut(blocks, self.index))
    }

    const fn cut(self, blocks: u64, parts_before: u64) -> u64 {
        (blocks as u128 * parts_before as u128 / self.count as u128) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_the_whole_without_overlap() {
        for blocks in [0, 1, 2, 7, 100, u64::MAX] {
            for count in [1, 2, 3, 40] {
                let mut next = 0;
                for index in 1..=count {
                    let (first, last) = Shard::new(index, count).expect("there is such a part").of(blocks);
                    assert_eq!(first, next, "{index}/{count} of {blocks}");
                    next = last;
                }
                assert_eq!(next, blocks);
            }
        }
        assert_eq!([Shard::new(0, 3), Shard::new(4, 3), Shard::new(1, 0)], [None; 3]);
    }
}

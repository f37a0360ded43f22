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
    /// Some of several parts of about the same size: a partial result, which is merged and never played.
    Partial(ShardSet),
}

/// Some of several parts of about the same size, but not all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShardSet {
    count: u64,
    /// From the first to the last of parts that follow one another, counted from 1.
    present: Vec<(u64, u64)>,
}

impl ShardSet {
    /// These of `count` parts, counted from 1 and in order; `None` if there are none of them, all, or others.
    pub fn new(indices: impl IntoIterator<Item = u64>, count: u64) -> Option<ShardSet> {
        let mut present: Vec<(u64, u64)> = Vec::new();
        for index in indices {
            match present.last_mut() {
                Some((_, last)) if *last + 1 == index => *last = index,
                _ => present.push((index, index)),
            }
        }
        ShardSet::of_ranges(present, count)
    }

    /// Parts that follow one another, from the first to the last of each list, in order.
    pub(super) fn of_ranges(present: Vec<(u64, u64)>, count: u64) -> Option<ShardSet> {
        let mut after = 0;
        let is_in_order = present.iter().enumerate().all(|(number, &(first, last))| {
            let is_next = first > after && (number == 0 || first > after + 1) && first <= last && last <= count;
            after = last;
            is_next
        });
        let is_some = !present.is_empty() && present[..] != [(1, count)];
        (is_in_order && is_some).then_some(ShardSet { count, present })
    }

    /// How many parts there are in all.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// From the first to the last of parts that follow one another, in order.
    pub fn present(&self) -> &[(u64, u64)] {
        &self.present
    }

    /// From the first to the last of missing parts that follow one another, in order.
    pub fn missing(&self) -> Vec<(u64, u64)> {
        let starts = std::iter::once(1).chain(self.present.iter().map(|(_, last)| last + 1));
        let ends = self.present.iter().map(|(first, _)| first - 1).chain([self.count]);
        starts.zip(ends).filter(|(first, last)| first <= last).collect()
    }

    /// The blocks of all of them together, of this many: from the first up to, but not including, the last; without empty ranges, and
    /// joined where only empty parts lie between.
    pub(super) fn of(&self, blocks: u64) -> Vec<(u64, u64)> {
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        for &(first, last) in &self.present {
            let cut = |parts_before| cut(blocks, self.count, parts_before);
            match (cut(first - 1), cut(last), ranges.last_mut()) {
                (start, end, _) if start == end => {}
                (start, end, Some((_, before))) if *before == start => *before = end,
                (start, end, _) => ranges.push((start, end)),
            }
        }
        ranges
    }
}

/// The first block of the part that follows `parts_before` of `count` parts.
const fn cut(blocks: u64, count: u64, parts_before: u64) -> u64 {
    (blocks as u128 * parts_before as u128 / count as u128) as u64
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
        (cut(blocks, self.count, self.index - 1), cut(blocks, self.count, self.index))
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

    #[test]
    fn some_parts_have_the_blocks_of_each_and_no_other() {
        let some = ShardSet::new([1, 2, 5, 9], 10).expect("some of ten");
        assert_eq!(some.present(), [(1, 2), (5, 5), (9, 9)]);
        assert_eq!(some.missing(), [(3, 4), (6, 8), (10, 10)]);
        assert_eq!(some.of(100), [(0, 20), (40, 50), (80, 90)]);
        // Three blocks: the parts 4, 7 and 10 have one each.
        assert_eq!(some.of(3), []);
        assert_eq!(ShardSet::new([1, 4, 7], 10).expect("some of ten").of(3), [(0, 2)]);
        for (indices, count) in [(&[][..], 3), (&[1, 2, 3], 3), (&[2, 1], 3), (&[2, 2], 3), (&[4], 3), (&[0], 3)] {
            assert_eq!(ShardSet::new(indices.iter().copied(), count), None, "{indices:?}");
        }
        assert_eq!(ShardSet::of_ranges(vec![(1, 1), (2, 2)], 3), None, "ranges that follow one another are one");
    }
}

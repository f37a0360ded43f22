//! Several small counts in one word.

/// Eight counts of at most 255 each, for one seat in one game: to count is one addition, without a list to look into.
///
/// Nothing happens to a seat 256 times in a game: there are at most nine rounds, in each of which it lays at most six times
/// (rule 4.2), passes once, and loses at most one portion to each of five others.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct PackedCounts(u64);

/// Counts in a word.
pub(super) const PACKED: usize = 8;

impl PackedCounts {
    /// Counts something `times` more.
    #[inline]
    pub(super) const fn add(&mut self, index: usize, times: u64) {
        debug_assert!(index < PACKED && self.get(index) + times < 256);
        self.0 += times << (8 * index);
    }

    /// One of the counts.
    #[inline]
    pub(super) const fn get(self, index: usize) -> u64 {
        self.0 >> (8 * index) & 0xff
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_do_not_disturb_each_other() {
        let mut counts = PackedCounts::default();
        for round in 1..=5 {
            (0..PACKED).for_each(|index| counts.add(index, 7 * index as u64));
            assert!((0..PACKED).all(|index| counts.get(index) == 7 * round * index as u64), "{counts:?}");
        }
        counts.add(PACKED - 1, 10);
        assert_eq!(counts.get(PACKED - 1), 255);
    }
}

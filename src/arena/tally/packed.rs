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

    /// The bits of sizes that are too large for [`PackedCounts::add_each`].
    pub(super) const LARGE: u64 = 0xf8f8_f8f8_f8f8;

    /// Counts six sizes below 8, one in each of the lowest bytes: each is the index of a count.
    #[inline]
    pub(super) const fn add_each(&mut self, sizes: u64) {
        debug_assert!(sizes & Self::LARGE == 0 && sizes >> 48 == 0);
        // Eight times the size is the place of its count.
        let mut places = sizes << 3;
        let mut left = 6;
        while left > 0 {
            self.0 += 1 << (places & 63);
            places >>= 8;
            left -= 1;
        }
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
        let mut sizes = PackedCounts::default();
        sizes.add_each(0x07_03_00_03_01_00);
        sizes.add_each(0x03_00_00_00_00_00);
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(|size| sizes.get(size)), [7, 1, 0, 3, 0, 0, 0, 1]);
        counts.add(PACKED - 1, 10);
        assert_eq!(counts.get(PACKED - 1), 255);
    }
}

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
    pub(super) fn add_each(&mut self, sizes: u64) {
        debug_assert!(sizes & Self::LARGE == 0 && sizes >> 48 == 0);
        // Two sizes side by side are six bits.
        let twos = sizes | sizes >> 5;
        let of_two = |shift: u32| TWO_SIZES[(twos >> shift) as usize % TWO_SIZES.len()];
        self.0 += of_two(0) + of_two(16) + of_two(32);
    }

    /// One of the counts.
    const fn get(self, index: usize) -> u64 {
        self.0 >> (8 * index) & 0xff
    }
}

/// What two sizes count together, by both of them, three bits each.
static TWO_SIZES: [u64; PACKED * PACKED] = two_sizes();

const fn two_sizes() -> [u64; PACKED * PACKED] {
    let mut table = [0; PACKED * PACKED];
    let mut index = 0;
    while index < table.len() {
        table[index] = (1 << (8 * (index % PACKED))) + (1 << (8 * (index / PACKED)));
        index += 1;
    }
    table
}

/// The sums of packed counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PackedSums {
    /// The sums of counts 0, 2, 4 and 6, and of those between them: sixteen bits each.
    even: u64,
    odd: u64,
}

impl PackedSums {
    pub(super) const NONE: PackedSums = PackedSums { even: 0, odd: 0 };

    /// So many terms fit, however large they are.
    pub(super) const MAX_TERMS: u32 = u16::MAX as u32 / u8::MAX as u32;

    /// The lower byte of every sixteen bits.
    const BYTES: u64 = 0x00ff_00ff_00ff_00ff;

    #[inline]
    pub(super) const fn add(&mut self, counts: PackedCounts) {
        self.even += counts.0 & Self::BYTES;
        self.odd += counts.0 >> 8 & Self::BYTES;
    }

    /// One of the sums.
    pub(super) const fn get(self, index: usize) -> u64 {
        debug_assert!(index < PACKED);
        let four = if index.is_multiple_of(2) { self.even } else { self.odd };
        four >> (16 * (index / 2)) & 0xffff
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_hold_as_many_terms_as_they_promise() {
        let mut largest = PackedCounts::default();
        (0..PACKED).for_each(|index| largest.add(index, 255 - index as u64));
        let mut sums = PackedSums::NONE;
        (0..PackedSums::MAX_TERMS).for_each(|_| sums.add(largest));
        assert!((0..PACKED).all(|index| sums.get(index) == 257 * (255 - index as u64)), "{sums:?}");
    }

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

//! How often each portion was in a set.

use super::entrant::value_index;
use crate::game::{MAX_PLAYERS, Portions};

/// A one in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// How often each portion was in one of many sets: a byte for each of them, in the order of their indices, so that a set is added with
/// a few instructions and without a loop over its portions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PortionSums {
    words: [u64; 4],
    /// The most that a byte can be.
    most: usize,
}

impl PortionSums {
    pub(super) const NONE: PortionSums = PortionSums { words: [0; 4], most: 0 };

    /// Adds a set so many times, once for each player at most.
    #[inline]
    pub(super) fn add(&mut self, portions: Portions, times: usize) {
        debug_assert!(times <= MAX_PLAYERS && !self.is_full());
        self.most += times;
        for (word, bits) in self.words.iter_mut().zip(portions.bits().to_le_bytes()) {
            *word += spread(bits) * times as u64;
        }
    }

    /// Whether a byte may be too small for the next set.
    #[inline]
    pub(super) const fn is_full(&self) -> bool {
        self.most + MAX_PLAYERS > u8::MAX as usize
    }

    /// Adds the sums to counts by value, and starts again.
    pub(super) fn move_to(&mut self, counts: &mut [u64]) {
        for portion in Portions::ALL.iter() {
            let bytes = self.words[portion.index() / 8].to_le_bytes();
            counts[value_index(portion)] += u64::from(bytes[portion.index() % 8]);
        }
        *self = PortionSums::NONE;
    }
}

/// A byte for each bit. The factor puts copies of seven bits seven bits apart, so that bit i of copy i is the lowest of byte i.
#[inline]
fn spread(bits: u8) -> u64 {
    let bits = u64::from(bits);
    (bits & 0x7f).wrapping_mul(0x02_0408_1020_4081) & ONES | (bits & 0x80) << 49
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::PORTION_VALUES;

    #[test]
    fn sums_are_those_of_single_portions_until_they_are_full() {
        let (mut sums, mut counts, mut expected) = (PortionSums::NONE, [0; PORTION_VALUES], [0; PORTION_VALUES]);
        for (number, times) in (0_u32..300).zip((0..).map(|number| 1 + number % MAX_PLAYERS)) {
            let is_in = |index: usize| (number.wrapping_mul(0x9e37_79b9) >> (index % 16)) & 1 == 1;
            let set = Portions::ALL.iter().filter(|portion| is_in(portion.index() + number as usize));
            let set = set.fold(Portions::NONE, |set, portion| {
                expected[value_index(portion)] += times as u64;
                set.with(portion)
            });
            sums.add(set, times);
            if sums.is_full() {
                sums.move_to(&mut counts);
            }
        }
        sums.move_to(&mut counts);
        assert_eq!(counts, expected);
    }
}

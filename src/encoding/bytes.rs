//! Writes numbers one after the other into an observation.

use crate::game::{Cards, Portions, ZEROS};

/// Bytes of a set of cards: five counts and 25 worms.
pub(super) const CARDS_LEN: usize = 30;
/// Bytes of a set of portions: the number of zeros, and the portions 16 to 42.
pub(super) const PORTIONS_LEN: usize = 28;

/// What is not written yet.
pub(super) struct Bytes<'a>(pub(super) &'a mut [u8]);

impl Bytes<'_> {
    /// The next bytes.
    ///
    /// # Panics
    /// If there are fewer left: the length of an observation is checked before.
    #[inline]
    pub(super) fn next<const N: usize>(&mut self) -> &mut [u8; N] {
        let (next, rest) =
            std::mem::take(&mut self.0).split_first_chunk_mut().expect("an observation has room for all");
        self.0 = rest;
        next
    }

    #[inline]
    pub(super) fn number(&mut self, number: u8) {
        *self.next() = [number];
    }

    #[inline]
    pub(super) fn flag(&mut self, flag: bool) {
        self.number(u8::from(flag));
    }

    /// How many cards of each number, then which worms.
    #[inline]
    pub(super) fn cards(&mut self, cards: Cards) {
        let out: &mut [u8; CARDS_LEN] = self.next();
        let bits = cards.signposts().bits();
        out[..8].copy_from_slice(&cards.number_counts().to_le_bytes());
        out[5..13].copy_from_slice(&spread(bits));
        out[13..21].copy_from_slice(&spread(bits >> 8));
        out[21..29].copy_from_slice(&spread(bits >> 16));
        out[29] = (bits >> 24) as u8;
    }

    /// How many zeros, which are alike, then which of the others.
    #[inline]
    pub(super) fn portions(&mut self, portions: Portions) {
        let out: &mut [u8; PORTIONS_LEN] = self.next();
        let bits = portions.bits();
        let others = bits >> ZEROS;
        out[0] = (bits & ((1 << ZEROS) - 1)).count_ones() as u8;
        out[1..9].copy_from_slice(&spread(others));
        out[9..17].copy_from_slice(&spread(others >> 8));
        out[17..25].copy_from_slice(&spread(others >> 16));
        out[25..28].copy_from_slice(&spread(others >> 24)[..3]);
    }
}

/// The lowest eight bits, a byte each.
#[inline]
fn spread(bits: u32) -> [u8; 8] {
    // The factor puts copies of seven bits seven bits apart, so that bit i of copy i is the lowest of byte i.
    let lowest = (u64::from(bits) & 0x7f).wrapping_mul(0x02_0408_1020_4081) & 0x0101_0101_0101_0101;
    (lowest | (u64::from(bits) & 0x80) << 49).to_le_bytes()
}

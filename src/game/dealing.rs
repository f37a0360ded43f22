//! Dealing many cards at once.
//!
//! [`Cards::move_nth`] finds the n-th card of a set and takes it out; the next search has to wait for that. Here a set is the
//! running sums over its cards in kind order: the n-th card is the first one whose sum is above n, and to take it out is to
//! lower all sums above n by one, two instructions for all of them. Which cards have been taken since a moment follows from the
//! differences of the sums since then.

use super::cards::Cards;
use super::random::Stream;
use crate::vectors::ByteLanes;

/// Cards to deal from.
#[derive(Clone, Copy)]
pub(super) struct CardsLeft {
    /// Running sums: a byte for each number, three that do not count, and one for each of the worms 1 to 24. The sum up to
    /// the last worm is that of all cards.
    sums: ByteLanes,
    len: u32,
}

impl CardsLeft {
    /// All of these cards.
    #[inline]
    pub(super) fn new(cards: Cards) -> CardsLeft {
        CardsLeft { sums: ByteLanes::new(cards.running_sums_of_cards()), len: cards.len() }
    }

    /// Deals a hand: each card by a number below the number of cards left, in kind order.
    #[inline]
    pub(super) fn deal(&mut self, size: u32, stream: &mut Stream) -> Cards {
        let before = *self;
        // A copy of the stream stays in registers.
        let mut luck = stream.clone();
        for _ in 0..size {
            self.sums = self.sums.lower_those_above(luck.below(self.len) as u8);
            self.len -= 1;
        }
        *stream = luck;
        CardsLeft { sums: before.sums.minus(self.sums), len: size }.cards()
    }

    /// The cards as a set.
    #[inline]
    pub(super) fn cards(self) -> Cards {
        Cards::from_running_sums(self.sums.words(), self.sums.changes(), self.len)
    }
}

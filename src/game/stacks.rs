//! Every seat's stack of portions, as one linked list through the thirty portions.
//!
//! A portion lies in at most one stack, so "what lies below it" is one byte per portion and a steal is two writes.

use super::portion::{PORTIONS, Portion};
use super::seat::{MAX_PLAYERS, Seat};

/// Stands for "no portion".
const NOTHING: u8 = u8::MAX;
const LANES: u64 = 0x0101_0101_0101_0101;

/// The stacks of all seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Stacks {
    /// The top portion of each seat.
    tops: [u8; MAX_PLAYERS],
    /// Its value, 0 for nothing; eight bytes so that one word compares them all.
    top_values: u64,
    /// The portion below each portion in a stack.
    below: [u8; PORTIONS],
}

impl Stacks {
    pub(super) const EMPTY: Stacks = Stacks { tops: [NOTHING; MAX_PLAYERS], top_values: 0, below: [NOTHING; PORTIONS] };

    #[inline]
    pub(super) fn top(&self, seat: Seat) -> Option<Portion> {
        portion(self.tops[seat.index()])
    }

    #[inline]
    pub(super) fn push(&mut self, seat: Seat, portion: Portion) {
        self.below[portion.index()] = self.tops[seat.index()];
        self.tops[seat.index()] = portion.index() as u8;
        self.set_top_value(seat, portion.value());
    }

    /// Takes the top portion off; a portion in no stack has nothing below it, so that equal stacks are equal bytes.
    #[inline]
    pub(super) fn pop(&mut self, seat: Seat) -> Option<Portion> {
        let top = self.top(seat)?;
        self.tops[seat.index()] = self.below[top.index()];
        self.below[top.index()] = NOTHING;
        self.set_top_value(seat, self.top(seat).map_or(0, Portion::value));
        Some(top)
    }

    /// Writes the whole word: the next read is of the whole word, and a read that spans a smaller write has to wait.
    #[inline]
    fn set_top_value(&mut self, seat: Seat, value: u8) {
        let lane = 8 * seat.index();
        self.top_values = self.top_values & !(0xff << lane) | u64::from(value) << lane;
    }

    /// The seat other than `thief` whose top portion has this value, which must not be 0 (rules 6.1, 6.3).
    #[inline]
    pub(super) fn holder_of_top(&self, value: u8, thief: Seat) -> Option<Seat> {
        // A byte of `differing` is zero where a top has the wanted value; values but 0 are unique, so at most one is.
        let mine = 0xff << (8 * thief.index());
        let differing = (self.top_values ^ (u64::from(value) * LANES)) | mine;
        let zeros = differing.wrapping_sub(LANES) & !differing & (0x80 * LANES);
        if zeros == 0 { None } else { Some(Seat::at(zeros.trailing_zeros() / 8)) }
    }

    /// A seat's portions from the top down.
    pub(super) fn downwards(&self, seat: Seat) -> impl Iterator<Item = Portion> + Clone {
        std::iter::successors(self.top(seat), |above| portion(self.below[above.index()]))
    }
}

#[inline]
fn portion(byte: u8) -> Option<Portion> {
    if byte == NOTHING { None } else { Some(Portion::at(u32::from(byte))) }
}

const _: () = assert!(MAX_PLAYERS <= 8, "the tops of all seats fit one word");

#[cfg(test)]
mod tests {
    use super::*;

    fn portion_of(value: u8) -> Portion {
        Portion::of_value(value).expect("a portion")
    }

    #[test]
    fn stacks_are_last_in_first_out() {
        let (mut stacks, seat) = (Stacks::EMPTY, Seat::at(3));
        for value in [16, 42, 0, 30] {
            stacks.push(seat, portion_of(value));
        }
        let values: Vec<u8> = stacks.downwards(seat).map(Portion::value).collect();
        assert_eq!(values, [30, 0, 42, 16]);
        while stacks.pop(seat).is_some() {}
        assert_eq!(stacks, Stacks::EMPTY);
    }

    #[test]
    fn rule_6_3_only_the_top_is_found_and_never_a_zero() {
        let (mut stacks, seat) = (Stacks::EMPTY, Seat::at(5));
        stacks.push(seat, portion_of(31));
        assert_eq!(stacks.holder_of_top(31, Seat::at(0)), Some(seat));
        assert_eq!(stacks.holder_of_top(31, seat), None, "rule 6.1: of another player");
        assert!((1..=255).filter(|&value| value != 31).all(|value| stacks.holder_of_top(value, Seat::at(0)).is_none()));
        stacks.push(seat, portion_of(0));
        assert!((1..=255).all(|value| stacks.holder_of_top(value, Seat::at(0)).is_none()));
    }
}

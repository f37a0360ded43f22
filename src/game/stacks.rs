//! Every seat's stack of portions, as one linked list through the thirty portions.
//!
//! A portion lies in at most one stack, so "what lies below it" is one byte per portion and a steal is two writes.

use super::portion::{Edition, PORTIONS, Portion, ZEROS};
use super::seat::{MAX_PLAYERS, Seat};

/// Stands for "no portion".
const NOTHING: u8 = u8::MAX;

/// The stacks of all seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Stacks {
    /// The values of all top portions except zeros, as a bit set: every decision asks whether there is anything to
    /// steal, and the answer is rarely yes.
    top_values: u64,
    /// The top portion of each seat.
    tops: [u8; MAX_PLAYERS],
    /// The portion below each portion in a stack.
    below: [u8; PORTIONS],
}

impl Stacks {
    pub(super) const EMPTY: Stacks = Stacks { top_values: 0, tops: [NOTHING; MAX_PLAYERS], below: [NOTHING; PORTIONS] };

    #[inline]
    pub(super) fn top(&self, seat: Seat) -> Option<Portion> {
        portion(self.tops[seat.index()])
    }

    /// The value of a seat's top portion; 0 if there is none.
    #[inline]
    pub(super) fn top_value(&self, seat: Seat) -> u8 {
        VALUES[usize::from(self.tops[seat.index()] & 31)]
    }

    /// The worms on a seat's top portion; 0 if there is none.
    #[inline]
    pub(super) fn top_worms(&self, seat: Seat, edition: &Edition) -> u8 {
        // Nothing looks like the last of two portions that do not exist, and have no worms.
        edition.worms_at(usize::from(self.tops[seat.index()]))
    }

    #[inline]
    pub(super) fn push(&mut self, seat: Seat, portion: Portion) {
        let covered = self.tops[seat.index()];
        self.top_values ^= value_bit(covered) | value_bit(portion.index() as u8);
        self.below[portion.index()] = covered;
        self.tops[seat.index()] = portion.index() as u8;
    }

    /// Removes the top portion; a portion in no stack has nothing below it, so that equal stacks are equal bytes.
    #[inline]
    pub(super) fn pop(&mut self, seat: Seat) -> Option<Portion> {
        let top = self.top(seat)?;
        let uncovered = self.below[top.index()];
        self.top_values ^= value_bit(top.index() as u8) | value_bit(uncovered);
        self.tops[seat.index()] = uncovered;
        self.below[top.index()] = NOTHING;
        Some(top)
    }

    /// The values of all top portions except zeros: bit v for value v.
    #[inline]
    pub(super) const fn top_values(&self) -> u64 {
        self.top_values
    }

    /// The seat other than `thief` whose top portion has this value; none for 0 (rules 6.1, 6.3).
    #[inline]
    pub(super) fn holder_of_top(&self, value: u8, thief: Seat) -> Option<Seat> {
        // A value of 64 or more may look like a lower one here, but not in the exact check that follows.
        if self.top_values >> (value & 63) & 1 == 0 { None } else { self.find_holder(value, thief) }
    }

    #[cold]
    fn find_holder(&self, value: u8, thief: Seat) -> Option<Seat> {
        let wanted = Portion::of_value(value).filter(|portion| !portion.is_zero())?;
        let holder = self.tops.iter().position(|&top| usize::from(top) == wanted.index())?;
        Seat::new(holder).filter(|&holder| holder != thief)
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

/// The bit of a portion's value; none for a zero or for nothing.
#[inline]
fn value_bit(byte: u8) -> u64 {
    VALUE_BITS[usize::from(byte & 31)]
}

/// Indexed by the lowest five bits of a portion's byte, which are all ones for `NOTHING`.
static VALUE_BITS: [u64; 32] = value_bits();

/// The values, by the same index.
static VALUES: [u8; 32] = values();

const fn values() -> [u8; 32] {
    let mut values = [0; 32];
    let mut index = 0;
    while index < PORTIONS {
        values[index] = Portion::at(index as u32).value();
        index += 1;
    }
    values
}

const fn value_bits() -> [u64; 32] {
    let mut bits = [0; 32];
    let mut index = ZEROS;
    while index < PORTIONS {
        bits[index] = 1 << Portion::at(index as u32).value();
        index += 1;
    }
    bits
}

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
        assert!((0..=255).filter(|&value| value != 31).all(|value| stacks.holder_of_top(value, Seat::at(0)).is_none()));
        stacks.push(seat, portion_of(0));
        assert!((0..=255).all(|value| stacks.holder_of_top(value, Seat::at(0)).is_none()));
    }
}

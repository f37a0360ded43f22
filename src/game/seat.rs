//! Who sits where: a seat, a set of seats, one value per seat, and the number of players.

use std::fmt;
use std::ops::{Index, IndexMut};

/// The most players at one table (rule 1.4).
pub const MAX_PLAYERS: usize = 6;

/// A place at the table, counted clockwise from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number, if a table can have it.
    pub const fn new(index: usize) -> Option<Seat> {
        if index < MAX_PLAYERS { Some(Seat(index as u8)) } else { None }
    }

    #[inline]
    pub(super) const fn at(index: u32) -> Seat {
        debug_assert!(index < MAX_PLAYERS as u32);
        Seat(index as u8)
    }

    /// The first `N` seats other than this one, in order: all others at a table for `N` + 1.
    #[inline]
    pub fn others<const N: usize>(self) -> [Seat; N] {
        std::array::from_fn(|i| Seat::at((i + usize::from(i >= self.index())) as u32))
    }

    /// The seat clockwise after this one.
    #[must_use]
    #[inline]
    pub const fn next(self, players: Players) -> Seat {
        if self.0 + 1 < players.0 { Seat(self.0 + 1) } else { Seat(0) }
    }

    /// The seat's number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Seats(u8);

impl Seats {
    /// No seat.
    pub const NONE: Seats = Seats(0);

    #[inline]
    pub(super) const fn first(count: usize) -> Seats {
        Seats((1 << count) - 1)
    }

    /// Whether the seat is in the set.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Whether the set has no seat.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The set with this seat in it.
    #[must_use]
    #[inline]
    pub const fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | 1 << seat.0)
    }

    /// The set without this seat.
    #[must_use]
    #[inline]
    pub const fn without(self, seat: Seat) -> Seats {
        Seats(self.0 & !(1 << seat.0))
    }

    #[inline]
    pub(super) const fn except(self, other: Seats) -> Seats {
        Seats(self.0 & !other.0)
    }

    /// The set as bits, the lowest for seat 0.
    #[inline]
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// The seats in the set, lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let seat = (left != 0).then(|| Seat::at(left.trailing_zeros()))?;
            left &= left - 1;
            Some(seat)
        })
    }

    /// The first seat of the set clockwise after `seat`; `seat` itself if it is the only one.
    ///
    /// The set must not be empty.
    #[inline]
    pub(super) fn next_after(self, seat: Seat) -> Seat {
        debug_assert!(!self.is_empty());
        NEXT[usize::from(self.0 & 63)][seat.index() & 7]
    }
}

/// `NEXT[members][seat]`: the results of [`Seats::next_after`], one load instead of a dozen shifts in every move.
static NEXT: [[Seat; 8]; 1 << MAX_PLAYERS] = next_seats();

const fn next_seats() -> [[Seat; 8]; 1 << MAX_PLAYERS] {
    let mut table = [[Seat(0); 8]; 1 << MAX_PLAYERS];
    let mut members = 1_usize;
    while members < table.len() {
        let mut seat = 0;
        while seat < MAX_PLAYERS {
            let mut next = (seat + 1) % MAX_PLAYERS;
            while members >> next & 1 == 0 {
                next = (next + 1) % MAX_PLAYERS;
            }
            table[members][seat] = Seat(next as u8);
            seat += 1;
        }
        members += 1;
    }
    table
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|seat| seat.0)).finish()
    }
}

/// The number of players: 2 to 6 (rule 1.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Players(u8);

impl Players {
    /// Every allowed number of players.
    pub const ALL: [Players; 5] = [Players(2), Players(3), Players(4), Players(5), Players(6)];

    /// This many players, if the game allows it.
    pub const fn new(count: usize) -> Option<Players> {
        if 2 <= count && count <= MAX_PLAYERS { Some(Players(count as u8)) } else { None }
    }

    /// The number of players.
    #[inline]
    pub const fn count(self) -> usize {
        self.0 as usize
    }

    /// Portions removed unseen before the game (rule 2.1).
    pub const fn removed(self) -> usize {
        [12, 6, 2, 0, 0][self.count() - 2]
    }

    /// Rounds in a game (rule 2.1).
    #[inline]
    pub const fn rounds(self) -> usize {
        11 - self.count()
    }

    /// The seats taken, in order.
    pub fn seats(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..self.0).map(Seat)
    }

    /// The seats taken, as a set.
    #[inline]
    pub const fn all(self) -> Seats {
        Seats::first(self.count())
    }

    /// Whether this seat is taken.
    pub const fn includes(self, seat: Seat) -> bool {
        seat.0 < self.0
    }
}

impl fmt::Display for Players {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One value for each seat, including the empty ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PerSeat<T>(pub [T; MAX_PLAYERS]);

impl<T: Copy> PerSeat<T> {
    /// The same value everywhere.
    pub const fn all(value: T) -> PerSeat<T> {
        PerSeat([value; MAX_PLAYERS])
    }

    /// The values of all seats, including the empty ones.
    pub fn iter(&self) -> impl Iterator<Item = T> {
        self.0.into_iter()
    }

    /// The values of the seats taken, in seat order.
    pub fn of(&self, players: Players) -> &[T] {
        &self.0[..players.count()]
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// A byte for each seat, and as many more as fill a word: all of them are read at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct SeatBytes([u8; 8]);

impl SeatBytes {
    pub(super) fn new(bytes: PerSeat<u8>) -> SeatBytes {
        SeatBytes(std::array::from_fn(|index| bytes.0.get(index).copied().unwrap_or(0)))
    }

    /// All of them, seat 0 in the lowest byte.
    #[inline]
    pub(crate) const fn word(self) -> u64 {
        u64::from_le_bytes(self.0)
    }
}

impl Index<Seat> for SeatBytes {
    type Output = u8;

    #[inline]
    fn index(&self, seat: Seat) -> &u8 {
        &self.0[seat.index()]
    }
}

impl IndexMut<Seat> for SeatBytes {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut u8 {
        &mut self.0[seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_2_1_removed_and_rounds_fit_the_thirty_portions() {
        for players in Players::ALL {
            assert_eq!(players.removed() + players.rounds() * players.count(), 30);
        }
    }

    #[test]
    fn the_next_seat_is_found_clockwise() {
        for players in Players::ALL {
            for mask in 1..1_u8 << players.count() {
                for seat in players.seats() {
                    let walk = (1..=players.count())
                        .map(|step| Seat::at(((seat.index() + step) % players.count()) as u32))
                        .find(|&next| Seats(mask).contains(next));
                    assert_eq!(Some(Seats(mask).next_after(seat)), walk, "{mask:b} after {seat}");
                }
            }
        }
    }
}

//! What every player at the table can see (rule 10.1), and nothing else.

use super::card::Signpost;
use super::cards::Cards;
use super::open_kinds::OpenKinds;
use super::portion::{Edition, Portion, Portions, Supply};
use super::seat::{PerSeat, Players, Seat, SeatBytes, Seats};
use super::stacks::Stacks;

/// The public side of a game.
///
/// It is a part of the true state, kept separate from the hidden part, so that a view can lend it to a strategy without
/// copying and without giving access to the rest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    pub(super) displays: PerSeat<Cards>,
    /// The kinds not in each display (rule 4.2).
    pub(super) open: PerSeat<OpenKinds>,
    pub(super) discard: Cards,
    pub(super) stacks: Stacks,
    /// The worms in each stack: they are asked for far more often than portions move.
    pub(super) worms: PerSeat<u16>,
    pub(super) grill: Portions,
    /// The worms on the portions of the grill, a byte each, the highest portion in the highest byte: looked at in every decision, and
    /// changed by few.
    pub(super) menu: u64,
    pub(super) unseen: Supply,
    pub(super) totals: SeatBytes,
    pub(super) hand_sizes: SeatBytes,
    pub(super) pile_len: u8,
    pub(super) players: Players,
    /// Who began this round.
    pub(super) first: Seat,
    pub(super) turn: Seat,
    /// Counted from 0.
    pub(super) round: u8,
    /// The seats that have not passed.
    pub(super) active: Seats,
    /// The seats that have passed with a valid display.
    pub(super) valid: Seats,
    pub(super) edition: Edition,
}

impl Table {
    /// The number of players.
    #[inline]
    pub const fn players(&self) -> Players {
        self.players
    }

    /// The worm table in force.
    #[inline]
    pub const fn edition(&self) -> &Edition {
        &self.edition
    }

    /// The round being played, counted from 1.
    #[inline]
    pub const fn round(&self) -> usize {
        self.round as usize + 1
    }

    /// Whether the round being played is the last one.
    #[inline]
    pub const fn is_last_round(&self) -> bool {
        self.round() == self.players.rounds()
    }

    /// Who began this round.
    #[inline]
    pub const fn first(&self) -> Seat {
        self.first
    }

    /// Whose turn it is; meaningless once the game is over.
    #[inline]
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// Whether the last round has ended (rule 9.1).
    #[inline]
    pub const fn is_over(&self) -> bool {
        self.active.is_empty()
    }

    /// The seats that have not passed in this round.
    #[inline]
    pub const fn active(&self) -> Seats {
        self.active
    }

    /// The seats that have passed in this round.
    #[inline]
    pub const fn passed(&self) -> Seats {
        self.players.all().except(self.active)
    }

    /// The seats that have passed with a worm in their display and wait for the menu (rule 5.3).
    #[inline]
    pub const fn passed_valid(&self) -> Seats {
        self.valid
    }

    /// The cards in front of a seat.
    #[inline]
    pub fn display(&self, seat: Seat) -> Cards {
        self.displays[seat]
    }

    /// The kinds not yet in a seat's display, which it may still lay (rule 4.2).
    #[inline]
    pub fn open(&self, seat: Seat) -> OpenKinds {
        self.open[seat]
    }

    /// The total of a seat's display (rule 4.3).
    #[inline]
    pub fn total(&self, seat: Seat) -> u8 {
        self.totals[seat]
    }

    /// How many cards a seat holds.
    #[inline]
    pub fn hand_size(&self, seat: Seat) -> u32 {
        u32::from(self.hand_sizes[seat])
    }

    /// The portions on the grill.
    #[inline]
    pub const fn grill(&self) -> Portions {
        self.grill
    }

    /// The worms on the portions of the grill, a byte each, the highest portion in the lowest byte.
    #[inline]
    pub(crate) const fn menu(&self) -> u64 {
        self.menu.swap_bytes()
    }

    /// The portions never turned up so far: the supply and the removed ones, which no player can tell apart (rule 10.2).
    #[inline]
    pub fn unseen_portions(&self) -> Portions {
        self.unseen.portions()
    }

    /// The portions turned up so far.
    #[inline]
    pub(crate) fn turned_up(&self) -> Portions {
        Portions::ALL.except(self.unseen.portions())
    }

    /// How many portions are left in the supply.
    pub const fn supply_len(&self) -> usize {
        self.players.count() * (self.players.rounds() - self.round())
    }

    /// The discard pile.
    #[inline]
    pub const fn discard(&self) -> Cards {
        self.discard
    }

    /// How many cards are in the draw pile.
    #[inline]
    pub const fn pile_len(&self) -> u32 {
        self.pile_len as u32
    }

    /// The worms in all stacks.
    #[inline]
    pub(crate) const fn all_worms(&self) -> PerSeat<u16> {
        self.worms
    }

    /// The totals of all displays.
    #[inline]
    pub(crate) const fn totals(&self) -> SeatBytes {
        self.totals
    }

    /// How many cards each seat holds.
    #[inline]
    pub(crate) const fn hand_sizes(&self) -> SeatBytes {
        self.hand_sizes
    }

    /// The kinds not yet in each display.
    #[inline]
    pub(crate) const fn open_kinds(&self) -> PerSeat<OpenKinds> {
        self.open
    }

    /// The portion on top of a seat's stack.
    #[inline]
    pub fn top(&self, seat: Seat) -> Option<Portion> {
        self.stacks.top(seat)
    }

    /// The value of the portion on top of a seat's stack; 0 for a zero, or if there is none.
    #[inline]
    pub fn top_value(&self, seat: Seat) -> u8 {
        self.stacks.top_value(seat)
    }

    /// The worms on the portion on top of a seat's stack; 0 if there is none.
    #[inline]
    pub fn top_worms(&self, seat: Seat) -> u8 {
        self.stacks.top_worms(seat, &self.edition)
    }

    /// A seat's stack, from the top down.
    pub fn stack(&self, seat: Seat) -> impl Iterator<Item = Portion> + Clone {
        self.stacks.downwards(seat)
    }

    /// The worms on the portions in a seat's stack (rule 9.1).
    #[inline]
    pub fn worms(&self, seat: Seat) -> u16 {
        self.worms[seat]
    }

    /// The value of the best portion in a seat's stack, 0 for none (rule 9.1).
    pub fn best(&self, seat: Seat) -> u8 {
        self.stack(seat).map(Portion::value).max().unwrap_or(0)
    }

    /// From whom `seat` could steal if it passed now with its display as it is (rule 6.1).
    #[inline]
    pub fn victim_of(&self, seat: Seat) -> Option<Seat> {
        // Without a worm, the total becomes one that no portion has, and no branch has to be predicted.
        self.stacks.holder_of_top(self.totals[seat] | self.open[seat].worm_mask(), seat)
    }

    /// The values of all top portions except zeros, as a bit set: bit v for value v.
    #[inline]
    pub const fn top_values(&self) -> u64 {
        self.stacks.top_values()
    }

    /// Turns up the grill (rule 3.1).
    #[inline]
    pub(super) fn turn_up(&mut self, grill: Portions) {
        (self.grill, self.menu) = (grill, 0);
        let mut left = grill;
        for place in (0..self.players.count() as u32).map(|place| u64::BITS - 8 * (place + 1)) {
            let portion = left.highest_or_zero();
            left = left.without(portion);
            self.menu |= u64::from(self.edition.worms(portion)) << place;
        }
    }

    /// Takes the lowest portion from the grill (rule 5.2).
    #[inline]
    pub(super) fn take_lowest(&mut self) -> Portion {
        let portion = self.grill.lowest().expect("the grill has a portion for each seat that has not passed");
        self.grill = self.grill.without(portion);
        if self.edition.worms(portion) > 0 {
            // There is nothing below it, so its byte is the lowest that is not 0.
            let place = self.menu.trailing_zeros() & 0x38;
            self.menu &= (u64::MAX << 8) << place;
        }
        portion
    }

    /// Takes the highest portion from the grill (rule 7.1).
    #[inline]
    pub(super) fn take_highest(&mut self) -> Portion {
        let portion = self.grill.highest().expect("the grill has a portion for each valid display");
        self.grill = self.grill.without(portion);
        self.menu <<= 8;
        portion
    }

    /// Puts a portion on top of a seat's stack.
    #[inline]
    pub(super) fn put(&mut self, seat: Seat, portion: Portion) {
        self.stacks.push(seat, portion);
        self.worms[seat] += u16::from(self.edition.worms(portion));
    }

    /// Takes the top portion off a seat's stack.
    #[inline]
    pub(super) fn lift(&mut self, seat: Seat) -> Option<Portion> {
        let portion = self.stacks.pop(seat)?;
        self.worms[seat] -= u16::from(self.edition.worms(portion));
        Some(portion)
    }

    /// The signpost that settles when a seat is served, if another one waits for the menu with the same total (rule 7.2).
    pub fn tie_breaker(&self, seat: Seat) -> Option<Signpost> {
        let is_tied = |other: Seat| other != seat && self.totals[other] == self.totals[seat];
        let decides = self.valid.contains(seat) && self.valid.iter().any(is_tied);
        self.displays[seat].signposts().highest().filter(|_| decides)
    }

    /// Of the seats that wait for the menu, the one that is served first: the highest total, and of equal ones the
    /// highest signpost (rules 7.1, 7.2).
    #[inline]
    pub(super) fn first_served(&self, waiting: Seats) -> Seat {
        // The highest signpost is the highest bit, and no worm is in two displays: the sets compare as numbers.
        let key = |seat: Seat| {
            let signposts = u64::from(self.displays[seat].signposts().bits());
            u64::from(self.totals[seat]) << 28 | signposts << 3 | seat.index() as u64
        };
        let best = waiting.iter().map(key).fold(0, u64::max);
        Seat::at(best as u32 & 7)
    }
}

//! What one seat may know (rule 10): the table and its own hand.

use super::cards::Cards;
use super::legal::{self, Illegal};
use super::moves::{Choices, Move};
use super::seat::Seat;
use super::table::Table;

/// A seat's view of a game: everything it may know, and no access to the rest.
///
/// It borrows the public [`Table`] and carries the seat's own hand. There is no path from here to the game it was
/// taken from, so code that is given a view cannot peek:
///
/// ```compile_fail,E0599
/// fn peek(view: &karteneck::game::View<'_>, other: karteneck::game::Seat) -> karteneck::game::Cards {
///     view.game().hand(other)
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View<'a> {
    table: &'a Table,
    hand: Cards,
    seat: Seat,
}

impl<'a> View<'a> {
    #[inline]
    pub(super) const fn new(table: &'a Table, seat: Seat, hand: Cards) -> View<'a> {
        View { table, hand, seat }
    }

    /// A copy that owns its table.
    pub const fn to_owned(&self) -> OwnedView {
        OwnedView { table: *self.table, hand: self.hand, seat: self.seat }
    }

    /// What every player can see.
    #[inline]
    pub const fn table(&self) -> &'a Table {
        self.table
    }

    /// Whose view it is.
    #[inline]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The seat's own hand.
    #[inline]
    pub const fn hand(&self) -> Cards {
        self.hand
    }

    /// The cards in the other hands or in the draw pile, as seen from this seat.
    #[inline]
    pub fn unseen_cards(&self) -> Cards {
        let mut seen = self.hand + self.table.discard;
        for &display in self.table.displays.of(self.table.players) {
            seen += display;
        }
        Cards::DECK - seen
    }

    /// The hand cards of the kinds that are still open, all of which could be laid (rule 4.2); the worms keep their signposts
    /// even if they are not open.
    #[inline]
    pub(crate) fn open_hand(&self) -> Cards {
        self.hand.of_open_kinds(self.table.open[self.seat])
    }

    /// The moves worth considering if it is this seat's turn (rule 11.2).
    #[inline]
    pub fn choices(&self) -> Choices {
        Choices::new(self.open_hand(), self.table.victim_of(self.seat).is_some())
    }

    /// Whether there is anything to lay if it is this seat's turn; otherwise it must pass (rule 5.1).
    #[inline]
    pub fn can_lay(&self) -> bool {
        !self.open_hand().is_empty()
    }

    /// Whether a move is legal for this seat now (rule 11.1).
    ///
    /// # Errors
    /// Why it is not, with the rule it breaks.
    #[inline]
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        legal::check(self, mv)
    }
}

/// A view that owns its table, for callers that keep it longer than the game stays as it is. It has no more than the view: no hidden card
/// is in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OwnedView {
    table: Table,
    hand: Cards,
    seat: Seat,
}

impl OwnedView {
    /// The view.
    #[inline]
    pub const fn view(&self) -> View<'_> {
        View::new(&self.table, self.seat, self.hand)
    }
}

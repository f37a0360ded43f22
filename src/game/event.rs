//! The consequences of a move, reported one by one to an observer.

use super::card::Card;
use super::cards::Cards;
use super::portion::{Portion, Portions};
use super::seat::Seat;

/// One consequence of a move or of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A round begins with this grill (rule 3.1).
    RoundBegan {
        /// Who begins.
        first: Seat,
        /// The portions turned up.
        grill: Portions,
    },
    /// Cards were laid (rule 4.1).
    Laid {
        /// Who laid.
        seat: Seat,
        /// The cards laid.
        cards: Cards,
        /// The display's total with them.
        total: u8,
    },
    /// A seat passed with a worm in its display (rule 5.3).
    PassedValid {
        /// Who passed.
        seat: Seat,
        /// The display's total.
        total: u8,
    },
    /// A seat passed without a worm in its display and took the lowest portion (rule 5.2).
    PassedInvalid {
        /// Who passed.
        seat: Seat,
        /// The portion taken.
        portion: Portion,
    },
    /// A top portion changed hands (rule 6).
    Stole {
        /// Who has it now.
        thief: Seat,
        /// Who had it.
        victim: Seat,
        /// The portion.
        portion: Portion,
    },
    /// The discard pile became the draw pile (rule 8.2).
    Reshuffled,
    /// A card was drawn; also the six cards dealt at the start, before the first round begins (rule 2.2).
    Drew {
        /// Who drew.
        seat: Seat,
        /// The card. Only its owner may know it.
        card: Card,
    },
    /// A portion was served in the menu (rule 7.1).
    Served {
        /// Who got it.
        seat: Seat,
        /// The portion.
        portion: Portion,
    },
}

/// An observer of a game: receives every event, in order.
pub trait Watch {
    /// An event has happened.
    fn see(&mut self, event: Event);
}

/// No observer; costs nothing.
impl Watch for () {
    #[inline]
    fn see(&mut self, _event: Event) {}
}

impl<F: FnMut(Event)> Watch for F {
    #[inline]
    fn see(&mut self, event: Event) {
        self(event);
    }
}

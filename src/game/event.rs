//! What a move brings about: the consequences, told one by one to a watcher.

use super::card::Card;
use super::cards::Cards;
use super::portion::{Portion, Portions};
use super::seat::Seat;
use super::state::Game;

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

/// A watcher that is told every event of a game, in order.
///
/// The move that ends a round goes on to the menu and to the next grill, so a caller never holds the states in between.
/// A watcher is lent them. No seat is active in them, and so [`Table::is_over`](super::Table::is_over) says nothing there.
pub trait Watch {
    /// Whether it needs to see lays and draws. If not, it may be told only what else happens, so that lays can be played where
    /// they are chosen.
    const SEES_LAYS: bool = true;

    /// An event has happened.
    fn see(&mut self, event: Event);

    /// A seat passes; nothing of that has happened yet (rule 5.5).
    #[inline]
    fn passes(&mut self, game: &Game, seat: Seat) {
        let _ = (game, seat);
    }

    /// The last seat has passed; the displays that wait for the menu (rule 7) still lie there.
    #[inline]
    fn all_passed(&mut self, game: &Game) {
        let _ = game;
    }

    /// The menu is over (rule 7.3), and the next grill is not turned up yet.
    #[inline]
    fn menu_served(&mut self, game: &Game) {
        let _ = game;
    }
}

/// No watcher; costs nothing.
impl Watch for () {
    const SEES_LAYS: bool = false;

    #[inline]
    fn see(&mut self, _event: Event) {}
}

impl<F: FnMut(Event)> Watch for F {
    #[inline]
    fn see(&mut self, event: Event) {
        self(event);
    }
}

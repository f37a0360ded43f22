//! What one seat sees of the events of a game.

use crate::game::{Card, Cards, Event, Seat};

/// An event that concerns cards, as one seat sees it: of a card that another seat draws it sees only the back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sighting {
    /// Cards were laid.
    Laid {
        /// Who laid.
        seat: Seat,
        /// The cards.
        cards: Cards,
    },
    /// The display of a seat went to the discard pile.
    Cleared(Seat),
    /// It drew this card itself.
    Drew(Card),
    /// The other seat drew a card.
    OtherDrew,
    /// The discard pile became the draw pile.
    Reshuffled,
}

impl Sighting {
    /// What a seat sees of an event, if that concerns cards.
    pub fn of(event: Event, own: Seat) -> Option<Sighting> {
        match event {
            Event::Laid { seat, cards, .. } => Some(Sighting::Laid { seat, cards }),
            Event::PassedInvalid { seat, .. } | Event::Served { seat, .. } => Some(Sighting::Cleared(seat)),
            Event::Drew { seat, card } if seat == own => Some(Sighting::Drew(card)),
            Event::Drew { .. } => Some(Sighting::OtherDrew),
            Event::Reshuffled => Some(Sighting::Reshuffled),
            Event::RoundBegan { .. } | Event::PassedValid { .. } | Event::Stole { .. } => None,
        }
    }
}

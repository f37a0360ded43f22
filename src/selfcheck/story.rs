//! A game in sentences: what the engine reports and what the model expects, in the same words, so that they can be
//! compared.

use crate::game::{Card, Event, Portion};

/// What must be reported, in order.
#[derive(Default)]
pub(super) struct Telling(pub(super) Vec<String>);

impl Telling {
    pub(super) fn round_began(&mut self, first: usize, grill: &[u8]) {
        self.0.push(format!("seat {first} begins a round with {grill:?}"));
    }

    pub(super) fn laid(&mut self, seat: usize, cards: &[Card], total: usize) {
        self.0.push(format!("seat {seat} lays {cards:?}, total {total}"));
    }

    pub(super) fn passed_valid(&mut self, seat: usize, total: usize) {
        self.0.push(format!("seat {seat} passes with {total}"));
    }

    pub(super) fn passed_invalid(&mut self, seat: usize, portion: u8) {
        self.0.push(format!("seat {seat} passes without a worm and takes {portion}"));
    }

    pub(super) fn stole(&mut self, thief: usize, victim: usize, portion: u8) {
        self.0.push(format!("seat {thief} steals {portion} from seat {victim}"));
    }

    pub(super) fn reshuffled(&mut self) {
        self.0.push("the discard pile is the new draw pile".to_owned());
    }

    pub(super) fn drew(&mut self, seat: usize, card: Card) {
        self.0.push(format!("seat {seat} draws {card:?}"));
    }

    pub(super) fn served(&mut self, seat: usize, portion: u8) {
        self.0.push(format!("seat {seat} is served {portion}"));
    }

    /// Adds an event of the engine.
    pub(super) fn event(&mut self, event: Event) {
        match event {
            Event::RoundBegan { first, grill } => {
                self.round_began(first.index(), &grill.iter().map(Portion::value).collect::<Vec<_>>());
            }
            Event::Laid { seat, cards, total } => {
                self.laid(seat.index(), &cards.iter().collect::<Vec<_>>(), usize::from(total));
            }
            Event::PassedValid { seat, total } => self.passed_valid(seat.index(), usize::from(total)),
            Event::PassedInvalid { seat, portion } => self.passed_invalid(seat.index(), portion.value()),
            Event::Stole { thief, victim, portion } => self.stole(thief.index(), victim.index(), portion.value()),
            Event::Reshuffled => self.reshuffled(),
            Event::Drew { seat, card } => self.drew(seat.index(), card),
            Event::Served { seat, portion } => self.served(seat.index(), portion.value()),
        }
    }
}

/// The engine's events in the words of the model.
pub fn tell(events: &[Event]) -> Vec<String> {
    let mut story = Telling::default();
    for &event in events {
        story.event(event);
    }
    story.0
}

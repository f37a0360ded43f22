//! What can be wrong with a described position.

use std::fmt;

use super::card::Card;
use super::seat::{Players, Seat};

/// One thing that is wrong with a description.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are what the messages print")]
pub enum Flaw {
    /// A card occurs too often or not often enough.
    CardCount { card: Card, found: u32, expected: u32 },
    /// A value that no portion has.
    NoSuchPortion { value: u8 },
    /// A portion in two places.
    PortionTwice { value: u8 },
    /// This number of portions cannot have been turned up.
    TurnedUp { found: usize, players: Players },
    /// The grill does not match the number of seats that have not passed and of valid displays.
    GrillSize { found: usize, expected: usize },
    /// No seat is left to move.
    AllPassed,
    /// The seat on turn has passed or is empty.
    NotToMove { seat: Seat },
    /// The seat that began is empty.
    NotAtTheTable { seat: Seat },
    /// An empty seat has cards or portions.
    EmptySeatUsed { seat: Seat },
    /// A seat has passed with a display without a worm, and the display is still there.
    InvalidDisplayLeft { seat: Seat },
    /// A seat has more cards than it could have drawn.
    TooManyCards { seat: Seat, found: usize, most: usize },
    /// A seat has no card, though there is always one to draw.
    EmptyHand { seat: Seat },
    /// The number of times a seat has laid does not match its turns.
    OutOfTurn { seat: Seat, found: usize, turns: usize },
    /// Cards are discarded before any seat can have discarded.
    DiscardTooEarly,
    /// A hand, display or pile that no deck can fill.
    ImpossibleCards,
}

impl Flaw {
    /// The number of the rule that the description breaks.
    pub const fn rule(&self) -> &'static str {
        match self {
            Flaw::CardCount { card: Card::Number(_), .. } | Flaw::ImpossibleCards => "1.1",
            Flaw::CardCount { card: Card::Worm(_), .. } => "1.2",
            Flaw::NoSuchPortion { .. } | Flaw::PortionTwice { .. } => "1.3",
            Flaw::EmptySeatUsed { .. } | Flaw::NotAtTheTable { .. } => "1.4",
            Flaw::TurnedUp { .. } => "2.1",
            Flaw::TooManyCards { .. } => "2.2",
            Flaw::GrillSize { .. } => "3.1",
            Flaw::AllPassed | Flaw::NotToMove { .. } | Flaw::OutOfTurn { .. } => "3.2",
            Flaw::EmptyHand { .. } => "4.3",
            Flaw::InvalidDisplayLeft { .. } | Flaw::DiscardTooEarly => "5.2",
        }
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::CardCount { card, found, expected } => {
                write!(f, "card {card} occurs {found} times, expected {expected}")
            }
            Flaw::NoSuchPortion { value } => write!(f, "there is no portion {value}, only 0 and 16 to 42"),
            Flaw::PortionTwice { value } => write!(f, "portion {value} occurs more often than it exists"),
            Flaw::TurnedUp { found, players } => {
                let (each, most) = (players.count(), players.count() * players.rounds());
                write!(f, "{found} portions are face up, expected a multiple of {each} from {each} to {most}")
            }
            Flaw::GrillSize { found, expected } => {
                write!(f, "{found} portions on the grill, expected {expected}: one for each seat that has not passed")?;
                f.write_str(" and each valid display")
            }
            Flaw::AllPassed => f.write_str("every seat has passed, none is left to move"),
            Flaw::NotToMove { seat } => write!(f, "seat {seat} is on turn, but has passed or is not at the table"),
            Flaw::NotAtTheTable { seat } => write!(f, "seat {seat} began the round, but is not at the table"),
            Flaw::EmptySeatUsed { seat } => write!(f, "seat {seat} is not at the table, but has cards or portions"),
            Flaw::InvalidDisplayLeft { seat } => {
                write!(f, "seat {seat} has passed without a worm, so its display must be on the discard pile")
            }
            Flaw::TooManyCards { seat, found, most } => {
                write!(f, "seat {seat} has {found} cards in hand and display, but can have drawn at most {most}")
            }
            Flaw::EmptyHand { seat } => write!(f, "seat {seat} has no card in hand, but draws one after every lay"),
            Flaw::OutOfTurn { seat, found, turns } => {
                write!(f, "seat {seat} has {found} kinds in its display, which does not match its {turns} turns so far")
            }
            Flaw::DiscardTooEarly => {
                f.write_str("the discard pile is not empty in round 1, but no seat has passed with an invalid display")
            }
            Flaw::ImpossibleCards => f.write_str("a hand, display or pile has more cards of a kind than the deck"),
        }
    }
}

/// Everything that is wrong with a description.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Flaws {
    list: [Flaw; Flaws::MOST],
    len: usize,
    unlisted: usize,
}

impl Flaws {
    pub(super) const NONE: Flaws = Flaws { list: [Flaw::AllPassed; Flaws::MOST], len: 0, unlisted: 0 };

    /// The maximum number of flaws listed; a description with more is beyond repair.
    const MOST: usize = 64;

    pub(super) fn add(&mut self, flaw: Flaw) {
        if self.list[..self.len].contains(&flaw) {
            return;
        }
        match self.list.get_mut(self.len) {
            Some(slot) => {
                *slot = flaw;
                self.len += 1;
            }
            None => self.unlisted += 1,
        }
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &Flaw> {
        self.list[..self.len].iter()
    }
}

impl fmt::Display for Flaws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "flaws in the position:")?;
        self.iter().try_for_each(|flaw| write!(f, "\n  rule {}: {flaw}", flaw.rule()))?;
        if self.unlisted > 0 {
            write!(f, "\n  and {} more", self.unlisted)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Flaws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl std::error::Error for Flaws {}

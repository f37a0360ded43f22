//! The record of a finished game: one JSON object on one line, format `karteneck-game/1`.
//!
//! The types are the format: keys in this order, nothing else inside rounds and moves. They hold what was written, whether
//! it is true or not; [`replay`](super::replay()) checks it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::card_name::CardName;
use super::extra::ExtraFields;
use super::record_format::{FORMAT, RecordError};
use super::seed_name::SeedName;
use crate::game::{Cards, Move};

/// A whole game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Always [`FORMAT`].
    pub format: String,
    /// The number of players.
    pub players: usize,
    /// The seed of the run.
    pub seed: SeedName,
    /// The number of the game under its seed.
    pub game: u64,
    /// The hash of the worm table, if it is not the default one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// The position that it went on from, as a position file; none if it was played from the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// What a run adds to tell its games apart.
    #[serde(flatten, skip_deserializing)]
    pub extra: ExtraFields,
    /// Who sat where.
    pub strategies: Vec<String>,
    /// The seat that began round 1, or the round of the position.
    pub first: usize,
    /// The values of the portions that were never turned up.
    pub removed: Vec<u8>,
    /// The six cards dealt to each seat, or the hands in the position.
    pub hands: Vec<Vec<CardName>>,
    /// What happened.
    pub rounds: Vec<RoundRecord>,
    /// How it ended.
    pub result: ResultRecord,
}

/// One round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundRecord {
    /// The values turned up, lowest first.
    pub grill: Vec<u8>,
    /// Who began.
    pub first: usize,
    /// The moves, in order.
    pub moves: Vec<MoveRecord>,
    /// Who was served what, in serving order.
    pub menu: Vec<MenuRecord>,
}

/// One move and its consequences: a lay, a pass with an invalid display, or a pass with a valid one.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveRecord {
    /// Who moved.
    pub seat: usize,
    /// The cards laid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lay: Option<Vec<CardName>>,
    /// `true` for a pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<bool>,
    /// The portion taken with an invalid display.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take: Option<u8>,
    /// The display's total after a lay, or at a pass with a valid display.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u8>,
    /// What was stolen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steal: Option<StealRecord>,
    /// The cards drawn, in order.
    pub draw: Vec<CardName>,
}

impl MoveRecord {
    /// The move, without its consequences; `None` if the cards laid are not a lay.
    pub fn to_move(&self) -> Option<Move> {
        match (&self.lay, &self.steal) {
            (Some(names), _) => {
                let cards = names.iter().try_fold(Cards::NONE, |cards, name| cards.checked_add(name.0));
                cards.and_then(Move::laying)
            }
            (None, Some(_)) => Some(Move::Steal),
            (None, None) => Some(Move::Pass),
        }
    }
}

/// A steal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StealRecord {
    /// The victim.
    pub from: usize,
    /// The portion's value.
    pub portion: u8,
}

impl fmt::Display for StealRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from seat {}", self.portion, self.from)
    }
}

/// One serving of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MenuRecord {
    /// Who was served.
    pub seat: usize,
    /// The portion's value.
    pub portion: u8,
}

impl fmt::Display for MenuRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to seat {}", self.portion, self.seat)
    }
}

/// The end of the game, seat by seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultRecord {
    /// Worms.
    pub worms: Vec<u16>,
    /// Value of the best portion, 0 for none.
    pub best: Vec<u8>,
    /// Places; tied seats share one.
    pub places: Vec<u8>,
    /// Who won.
    pub winner: usize,
}

impl Record {
    /// The record as one line of JSON, without the line break.
    ///
    /// # Panics
    /// Never: every part of a record has a JSON form.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("numbers, texts and lists always have a JSON form")
    }

    /// Reads one line.
    ///
    /// # Errors
    /// If the line is not a JSON object of this format. Whether the game can have happened is another question,
    /// which [`replay`](super::replay()) answers.
    pub fn from_line(line: &str) -> Result<Record, RecordError> {
        #[derive(Deserialize)]
        struct Heading {
            format: String,
        }
        let heading: Heading = read(line)?;
        if heading.format != FORMAT {
            return Err(RecordError::Format(heading.format));
        }
        let record: Record = read(line)?;
        Ok(Record { extra: read::<ExtraFields>(line)?.without_format(), ..record })
    }
}

/// Something that a line of JSON says.
fn read<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, RecordError> {
    serde_json::from_str(line).map_err(RecordError::from_json)
}

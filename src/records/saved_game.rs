//! A game that a person has started but not finished: one JSON object, format `karteneck-play/1`.
//!
//! It holds everything that determines the game, and nothing that follows from replaying it: no hands and no grill, so it
//! cannot contradict itself.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::seed_name::SeedName;
use crate::entrants::EntrantRecord;

/// The name of the format.
pub const PLAY_FORMAT: &str = "karteneck-play/1";

/// An unfinished game of a person against entrants.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    /// Always [`PLAY_FORMAT`].
    pub format: String,
    /// The version of the program, since entrants may play differently in another one.
    pub version: String,
    /// The seed of all luck. This file is needed to continue, so the seed is in it even while it is a secret.
    pub seed: SeedName,
    /// Whether the seed is a secret until the game is over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sealed: bool,
    /// The number of the deal under the seed.
    pub game: u64,
    /// The seat that begins round 1.
    pub first: usize,
    /// The seat of the person.
    pub seat: usize,
    /// The name of the person.
    pub name: String,
    /// The worms on the portions from 16 to 42, if it is not the default table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worms: Option<Vec<u8>>,
    /// The position that it goes on from, as a position file; none if it is played from the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The others, in the order of their seats.
    pub entrants: Vec<EntrantRecord>,
    /// All moves so far, of every seat.
    pub moves: Vec<String>,
    /// Faults so far.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultRecord>,
}

/// A fault of an entrant, as records write it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultRecord {
    /// Whose.
    pub seat: usize,
    /// In which round.
    pub round: usize,
    /// At which move of the game.
    #[serde(rename = "move")]
    pub turn: usize,
    /// The kind of fault.
    pub kind: String,
    /// Why, in one sentence.
    pub reason: String,
    /// The line that was said, if there was one.
    pub line: Option<String>,
}

/// A text that is not a saved game of this version.
#[derive(Debug, Error)]
pub enum SavedGameError {
    /// Not JSON, or not of the right shape.
    #[error("not a saved game of format {PLAY_FORMAT}: {0}")]
    Shape(String),
    /// Another format.
    #[error("expected a saved game of format {PLAY_FORMAT:?}, got {0}; `karteneck play` saves such files")]
    Format(String),
    /// Another version.
    #[error("saved by version {0}, in which entrants may play differently from this one ({own})", own = SavedGame::VERSION)]
    Version(String),
}

impl SavedGame {
    /// The version that writes.
    pub const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    /// As text, also for people.
    ///
    /// # Panics
    /// Never: every part has a JSON form.
    pub fn to_text(&self) -> String {
        serde_json::to_string_pretty(self).expect("numbers, texts and lists always have a JSON form") + "\n"
    }

    /// Reads such a text.
    ///
    /// # Errors
    /// If it is something else, or was written by another version. Whether the moves are legal shows only when they are
    /// played.
    pub fn from_text(text: &str) -> Result<SavedGame, SavedGameError> {
        let shape = |error: serde_json::Error| SavedGameError::Shape(error.to_string());
        let value: Value = serde_json::from_str(text).map_err(shape)?;
        if value["format"] != PLAY_FORMAT {
            return Err(SavedGameError::Format(value["format"].to_string()));
        }
        if value["version"] != SavedGame::VERSION {
            return Err(SavedGameError::Version(value["version"].as_str().unwrap_or("unknown").to_owned()));
        }
        serde_json::from_value(value).map_err(shape)
    }
}

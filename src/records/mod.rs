//! What happened, and under which conditions.
//!
//! This room owns the record of a game (format `karteneck-game/1`), its reading, writing and checking, the
//! human-readable transcript, and the files that describe conditions (editions, positions, seeds and their seals, saved
//! games). It refuses to decide anything about a game: it asks [`game`](crate::game), and it prints nothing.
//!
//! The main types: a [`Recorder`] watches a game and makes a [`Record`]; [`replay()`] plays a record again and finds any
//! rule it breaks; a [`Transcript`] is a readable record; a [`SavedGame`] is one that a person will finish later.

mod card_name;
mod edition_file;
mod extra;
mod hash;
mod new_file;
mod position_file;
mod record;
mod record_format;
mod recorder;
mod replay;
mod saved_game;
mod script;
mod seed_name;
mod toml_error;
mod transcript;
pub mod words;

pub use card_name::CardName;
pub use edition_file::{edition_hash, edition_of, parse_edition, read_edition, worms_record};
pub use extra::ExtraFields;
pub use hash::hash;
pub(crate) use new_file::{NewFile, new_file_in, private_file_in};
pub use position_file::{SeenPosition, parse_position, position_text, read_position};
pub use record::{MenuRecord, MoveRecord, Record, ResultRecord, RoundRecord, StealRecord};
pub use record_format::{FORMAT, RecordError};
pub use recorder::{Heading, Recorder};
pub use replay::{Place, ReplayError, ReplayStep, replay};
pub use saved_game::{FaultRecord, PLAY_FORMAT, SavedGame, SavedGameError};
pub use seed_name::{Seal, SeedName, seed_of, unseal_line};
pub use toml_error::{Mistakes, TomlError};
pub use transcript::{Transcript, result, transcribe};

//! The format of records: its name, its keys, and what is wrong with a line of another one.

use thiserror::Error;

/// The name of the format.
pub const FORMAT: &str = "karteneck-game/1";

/// The keys that every record may have.
pub(super) const KEYS: [&str; 12] = [
    "format",
    "players",
    "seed",
    "game",
    "edition",
    "position",
    "strategies",
    "first",
    "removed",
    "hands",
    "rounds",
    "result",
];

/// A line that is not a record.
#[derive(Debug, Error)]
pub enum RecordError {
    /// Not JSON, or not of the right shape.
    #[error("column {column}: not a record of format {FORMAT}: {problem}")]
    Shape {
        /// Where in the line.
        column: usize,
        /// What is wrong there.
        problem: String,
    },
    /// Another format.
    #[error("expected a record of format {FORMAT:?}, got {0:?}; this version reads no other")]
    Format(String),
    /// An extra field with the name of a field of the format.
    #[error("every record has a field `{0}` of its own; choose another name")]
    Taken(String),
}

impl RecordError {
    /// Leaves out the line number of the message: it counts within the record, not in its file.
    #[expect(clippy::needless_pass_by_value, reason = "`map_err` passes errors by value")]
    pub(super) fn from_json(error: serde_json::Error) -> RecordError {
        let mut problem = error.to_string();
        problem.truncate(problem.rfind(" at line ").unwrap_or(problem.len()));
        RecordError::Shape { column: error.column(), problem }
    }
}

//! Why a game cannot be played or continued.

use thiserror::Error;

/// Why a game of a person cannot be played or continued, in words.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct PlayError(String);

impl PlayError {
    pub(super) fn new(words: impl Into<String>) -> PlayError {
        PlayError(words.into())
    }
}

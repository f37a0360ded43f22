//! What can go wrong with a responder.

use thiserror::Error;

use crate::strategies::Fault;

/// Why there is no response to measure.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExploitError {
    /// The search is no tree.
    #[error("{entrant} cannot search for a response: expected a `tree`, like champion:iterations=300")]
    NoTree {
        /// What was given.
        entrant: String,
    },
    /// The model may decide by more than its view.
    #[error(
        "{entrant} may remember what it saw before: only an entrant that decides by its view alone can be asked what it would do \
         with another hand; give one that plays like it as the model"
    )]
    Remembers {
        /// The model.
        entrant: String,
    },
    /// An entrant has no answer.
    #[error("{entrant}: {fault}")]
    Fault {
        /// The entrant.
        entrant: String,
        /// What went wrong.
        fault: Fault,
    },
}

//! Why a piece or an answer is refused.

use thiserror::Error;

/// Why a piece or an answer is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PieceError {
    /// The bytes are not those of a piece or an answer.
    #[error("expected {expected}, got other bytes: {problem}")]
    Malformed {
        /// What was expected.
        expected: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// It was made by a program that plays differently.
    #[error(
        "made by a program with the fingerprint {got}, and this one has {expected}: they play differently; use the same version \
         everywhere"
    )]
    OtherProgram {
        /// The own fingerprint.
        expected: String,
        /// The other one.
        got: String,
    },
    /// The plan cannot be played here.
    #[error("the plan cannot be played here: {0}")]
    Plan(String),
    /// It answers nothing that was handed out.
    #[error("an answer to a piece that was not handed out: {0}")]
    Foreign(String),
    /// The piece has been answered already.
    #[error("piece {0} has been answered already")]
    Doubled(u64),
    /// No games have these sums.
    #[error("piece {id}: its answer cannot be right: {problem}")]
    Impossible {
        /// Which piece.
        id: u64,
        /// What is wrong.
        problem: String,
    },
    /// A worker was asked to stop.
    #[error("asked to stop before the piece was played")]
    Stopped,
}

//! The company of a learner: what does not change the result, and why there may be none.

use thiserror::Error;

use super::curve::EpochLoss;
use crate::arena::PieceExchange;
use crate::bots::BotHost;
use crate::game::Players;
use crate::runs::RunError;

/// Why nothing was learned.
#[derive(Debug, Error)]
pub enum LearnError {
    /// The request makes no sense.
    #[error("{0}")]
    Refused(String),
    /// It was asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// The entrant failed.
    #[error("{name}: {fault}; nothing can be learned from games that fail")]
    Fault {
        /// Its name.
        name: String,
        /// What happened.
        fault: String,
    },
    /// The games of the journal are not those of the manifest.
    #[error("the journal does not match the manifest next to it: {0}; start over in another folder")]
    Journal(String),
    /// No position or decision to learn from.
    #[error("there is nothing to learn from in these games; play more")]
    Nothing,
    /// The journal cannot be written.
    #[error(transparent)]
    File(#[from] RunError),
}

/// What is being done.
#[derive(Clone, Copy, Debug)]
pub struct LearningProgress<'a> {
    /// The number of players.
    pub players: Players,
    /// Games so far, for this number of players.
    pub games: u64,
    /// The losses so far, once the games are played.
    pub losses: &'a [EpochLoss],
}

/// What does not change the result.
pub struct LearningOptions<'a> {
    /// Runs programs.
    pub host: &'a BotHost,
    /// Asked now and then whether to stop.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
    /// Told about the progress.
    pub watch: &'a mut (dyn FnMut(&LearningProgress<'_>) + Send),
    /// Where workers elsewhere get the games that are to be played, if they are to play instead of threads of this process.
    pub exchange: Option<&'a PieceExchange>,
}

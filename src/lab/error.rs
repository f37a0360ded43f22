//! Why a run from code did not come to its end.

use std::path::PathBuf;

use thiserror::Error;

use crate::arena::{PlanError, ThreadsError};
use crate::entrants::EntrantError;
use crate::runs::RunError;
use crate::strategies::Fault;

/// Why a run from code did not come to its end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LabError {
    /// What was asked for makes no run.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// An entrant has a name that it cannot have.
    #[error(transparent)]
    Entrant(#[from] EntrantError),
    /// An entrant cannot play at all.
    #[error("{name} cannot play: {fault}")]
    CannotPlay {
        /// Which.
        name: String,
        /// Why.
        fault: Fault,
    },
    /// The folder cannot be used.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The folder has another run than the one described.
    #[error("{}: the run there was started with another plan; resume it with the same settings, or choose another folder", .0.display())]
    OtherPlan(PathBuf),
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// It was asked to stop before its end. What was played is saved if it has a folder.
    #[error("stopped after {games} games")]
    Stopped {
        /// Games played until then.
        games: u64,
    },
}

//! Why a run from code did not finish.

use std::path::PathBuf;

use thiserror::Error;

use crate::arena::{PlanError, ThreadsError};
use crate::entrants::EntrantError;
use crate::runs::RunError;
use crate::strategies::Fault;

/// Why a run from code did not finish.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LabError {
    /// The settings do not make a valid run.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The name of an entrant is not valid.
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
    /// The folder contains a different run.
    #[error("{}: the run there was started with a different plan; resume it with the same settings, or choose another folder", .0.display())]
    OtherPlan(PathBuf),
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// It was asked to stop early. What was played is saved if it has a folder.
    #[error("stopped after {games} games")]
    Stopped {
        /// Games played until then.
        games: u64,
    },
}

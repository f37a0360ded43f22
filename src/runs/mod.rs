//! A run as a thing: its manifest and its folder.
//!
//! This room owns what is written about a run and where: the [`Manifest`] with the plan, the names and formats of all files,
//! checkpoints, and reasons why a folder cannot be used. It refuses to play a game, to count and to print.
//!
//! The main types: a [`Manifest`] determines a run, [`plan_in`] makes a plan of it, and a [`RunFolder`] is where it lives.

mod error;
mod files;
mod folder;
mod growing;
mod limits;
mod manifest;
mod plans;
mod regular;
mod states;

pub use error::RunError;
pub use files::{
    BLOCKS, CHECKPOINT, COMPARISON, CONVERGENCE_PICTURE, GAMES, HISTORY, JOURNAL, LOGS, MANIFEST, REPORT, RESULT_FILES,
    SEALED_GAMES, SECRET, SENSITIVITY, SENSITIVITY_PICTURE, TALLY, TIMING, TRANSFER, TUNED,
};
pub use folder::RunFolder;
pub use growing::{GrowingFiles, Grown};
pub use limits::{LAST_FIRST_DEAL, MAX_BLOCKS, MAX_ENTRANTS, MAX_PARTS, check_limits, check_result};
pub use manifest::{FINGERPRINT, GoalRecord, Manifest, PlanRecord, RUN_FORMAT, RunRecord};
pub use plans::{plan_in, plan_of};

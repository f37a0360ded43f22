//! Why the folder of a run cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::arena::{PlanError, ThreadsError};

/// Why a folder cannot be used, or a run cannot be played.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// A file cannot be read or written.
    #[error("{}: {doing}", .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What was tried.
        doing: &'static str,
        /// Why it failed.
        source: io::Error,
    },
    /// The folder already exists.
    #[error("{} exists already; choose another folder, or give --force to replace it", .0.display())]
    Exists(PathBuf),
    /// The run is over.
    #[error("{}: this run is over; there is nothing left to resume", .0.display())]
    Over(PathBuf),
    /// The run is not over.
    #[error("{}: this run is not over; finish it first (`--resume`)", .0.display())]
    NotOver(PathBuf),
    /// The plan exceeds a limit.
    #[error(transparent)]
    Plan(PlanError),
    /// The parts do not make one run.
    #[error("{0}")]
    Parts(String),
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(ThreadsError),
    /// Another run is where a part was to be started again.
    #[error("{}: there is another run than the one to be played: {how}; choose another folder, or give --force to replace it", .path.display())]
    OtherRun {
        /// Where.
        path: PathBuf,
        /// What is different.
        how: String,
    },
    /// It is a partial result.
    #[error("{}: this is a partial result: {missing}; merge all parts for that", .path.display())]
    Partial {
        /// Where.
        path: PathBuf,
        /// Which parts are missing.
        missing: String,
    },
    /// There is no such folder.
    #[error("there is no folder {}", .0.display())]
    NoFolder(PathBuf),
    /// It is not a run.
    #[error("{}: {problem}", .path.display())]
    NoRun {
        /// Where.
        path: PathBuf,
        /// What is missing or wrong.
        problem: String,
    },
    /// Another process is writing there.
    #[error("{}: another process is working here; wait for it, or stop it first", .0.display())]
    Busy(PathBuf),
    /// A file is damaged or was changed.
    #[error("{}: {problem}", .path.display())]
    Damaged {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
}

pub(super) fn failed(path: &Path, doing: &'static str, source: io::Error) -> RunError {
    RunError::File { path: path.to_owned(), doing, source }
}

impl RunError {
    /// Whether what has failed may succeed later: a file could not be written, as on a full disk.
    pub fn may_pass(&self) -> bool {
        matches!(self, RunError::File { doing: "cannot be written" | "cannot be opened", .. })
    }
}

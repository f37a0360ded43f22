//! Opens existing runs.

use std::path::Path;

use anyhow::Error;

use crate::cli::Failure;
use crate::cli::catalogue::catalogue;
use crate::runs::{MANIFEST, Run, RunError};

/// Opens a run for reading, given its folder or its manifest.
pub(in crate::cli) fn open_run(path: &Path) -> Result<Run, Failure> {
    Run::open(folder_of(path), &catalogue()?).map_err(run_failure)
}

/// The folder of a run, given the folder itself or its manifest.
pub(in crate::cli) fn folder_of(path: &Path) -> &Path {
    let is_manifest = path.file_name().is_some_and(|name| name == MANIFEST);
    // The folder of a bare name is the current one.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if is_manifest { folder } else { path }
}

/// An unusable folder is the user's mistake; a damaged or unreadable file is not.
pub(in crate::cli) fn run_failure(error: RunError) -> Failure {
    match error {
        RunError::File { .. } | RunError::Threads(_) | RunError::Damaged { .. } => Failure::Failed(Error::new(error)),
        _ => Failure::Usage(Error::new(error)),
    }
}

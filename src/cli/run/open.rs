//! Opens existing runs.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Error, anyhow};

use crate::cli::Failure;
use crate::cli::catalogue::catalogue;
use crate::records::Record;
use crate::records::words::quoted;
use crate::runs::{MANIFEST, Run, RunError};

/// Opens a run for reading, given its folder or its manifest.
pub(in crate::cli) fn open_run(path: &Path) -> Result<Run, Failure> {
    let folder = folder_of(path);
    if is_file_of_records(folder) {
        let file = quoted(&path.display().to_string());
        return Err(Failure::Usage(anyhow!(
            "{} is a file of records, not the folder of a run; its games are shown by `karteneck replay {file}`, as a page with --html \
             FILE, and judged by `karteneck analyze {file}`",
            path.display()
        )));
    }
    Run::open(folder, &catalogue()?).map_err(run_failure)
}

/// Whether a file begins with the record of a game.
fn is_file_of_records(path: &Path) -> bool {
    let first_line = || {
        let mut line = String::new();
        BufReader::new(File::open(path).ok()?.take(LONGEST_RECORD)).read_line(&mut line).ok()?;
        Record::from_line(line.trim_end()).ok()
    };
    path.is_file() && first_line().is_some()
}

/// More bytes than any record has.
const LONGEST_RECORD: u64 = 1 << 20;

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

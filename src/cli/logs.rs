//! Where the stderr of programs goes, and how the user learns of it.

use std::fs;
use std::path::Path;

use anyhow::Context;

use super::failure::{Failure, say};
use crate::bots::Logs;

/// In the folder asked for, or in a temporary one.
pub(super) fn logs_in(folder: Option<&Path>) -> Result<Logs, Failure> {
    let Some(folder) = folder else {
        return Ok(Logs::temporary());
    };
    let made = fs::create_dir_all(folder).with_context(|| format!("--logs {}: expected a folder", folder.display()));
    made.map_err(Failure::Usage)?;
    Ok(Logs::in_folder(folder.to_owned()))
}

/// Says where anything was written.
pub(super) fn tell_logs(logs: &Logs) {
    for file in logs.written() {
        say(format_args!("stderr of a program is kept in {}", file.display()));
    }
}

//! Where the stderr of programs goes, and how the user learns of it.

use std::path::Path;

use super::failure::say;
use crate::strategies::Logs;

/// In the folder asked for, or in a temporary one.
pub(super) fn logs_in(folder: Option<&Path>) -> Logs {
    folder.map_or_else(Logs::temporary, |folder| Logs::in_folder(folder.to_owned()))
}

/// Says where anything was written.
pub(super) fn tell_logs(logs: &Logs) {
    for file in logs.written() {
        say(format_args!("stderr of a program is kept in {}", file.display()));
    }
}

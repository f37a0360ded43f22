//! How the programs of a command are run, and how the user learns of it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::failure::Failure;
use super::messages::note;
use crate::bots::{BotHost, Launcher, Logs, Protection};
use crate::entrants::Entrant;

/// A host with the logs in this folder, or in a temporary one.
pub(super) fn host_in(folder: Option<&Path>, denied: &[PathBuf]) -> Result<BotHost, Failure> {
    let Some(folder) = folder else {
        return Ok(host(Logs::temporary(), denied));
    };
    let made = fs::create_dir_all(folder).with_context(|| format!("--logs {}: expected a folder", folder.display()));
    made.map_err(Failure::Usage)?;
    Ok(host(Logs::in_folder(folder.to_owned()), denied))
}

/// A host for games of a run that are replayed.
pub(super) fn host_of_run(run: &Path) -> BotHost {
    host(Logs::temporary(), &[run.to_owned()])
}

/// A host with these logs. Programs are started by this executable, which enforces the denied paths where the system can.
pub(super) fn host(logs: Logs, denied: &[PathBuf]) -> BotHost {
    let host = denied.iter().fold(BotHost::new(logs), BotHost::denying);
    match Launcher::of_this_process() {
        Some(launcher) => {
            #[cfg(target_os = "linux")]
            crate::bots::adopt_orphans();
            host.with_launcher(launcher)
        }
        None => host,
    }
}

/// Warns that programs can read what they should not, if they can.
pub(super) fn tell_protection<'a>(entrants: impl IntoIterator<Item = &'a Entrant>, host: &BotHost) {
    if entrants.into_iter().any(Entrant::is_process)
        && let Protection::None { why } = host.protection()
    {
        note(format_args!(
            "note: nothing keeps the programs from reading the files of this run, since {why}; run untrusted programs as \
             another user or in a container"
        ));
    }
}

/// Says where the stderr of programs was written.
pub(super) fn tell_logs(host: &BotHost) {
    for file in host.logs().written() {
        note(format_args!("stderr of a program is kept in {}", file.display()));
    }
}

//! How programs are run: where their stderr goes, which paths are denied, and by which launcher.

use std::path::{Path, PathBuf};
use std::process::Command;
#[cfg(target_os = "linux")]
use std::process::Stdio;
use std::sync::{Arc, OnceLock};

use super::logs::Logs;
use super::program::Program;

/// How the programs of a run are run. By default: logs in a temporary folder, no launcher, and so no protection.
#[derive(Clone, Debug, Default)]
pub struct BotHost {
    logs: Logs,
    denied: Vec<PathBuf>,
    launcher: Option<Launcher>,
}

impl BotHost {
    /// A host with these logs.
    pub fn new(logs: Logs) -> BotHost {
        BotHost { logs, ..BotHost::default() }
    }

    /// Also denies programs a path and everything under it, which need not exist yet. This needs a launcher.
    #[must_use]
    pub fn denying(mut self, path: impl Into<PathBuf>) -> BotHost {
        self.denied.push(path.into());
        self
    }

    /// Starts programs through a launcher.
    #[must_use]
    pub fn with_launcher(mut self, launcher: Launcher) -> BotHost {
        self.launcher = Some(launcher);
        self
    }

    /// Whether a launcher has the first word.
    pub(super) const fn has_launcher(&self) -> bool {
        self.launcher.is_some()
    }

    /// Where their stderr goes.
    pub const fn logs(&self) -> &Logs {
        &self.logs
    }

    /// Whether programs are actually denied access.
    pub fn protection(&self) -> Protection {
        match &self.launcher {
            Some(launcher) => launcher.protection(),
            None if cfg!(target_os = "linux") => {
                Protection::None { why: "programs are started without the launcher".to_owned() }
            }
            None => Protection::None { why: "the launcher exists only on Linux".to_owned() },
        }
    }

    /// The command that starts a program.
    ///
    /// # Errors
    /// If the program has a limit that needs the launcher.
    pub(super) fn command(&self, program: &Program) -> Result<Command, String> {
        if let Some(launcher) = &self.launcher {
            return Ok(launcher.command(program, &self.denied));
        }
        if program.limits.memory.is_some() || program.limits.processes.is_some() {
            return Err("limits of `memory` and `processes` need the launcher, which the command line has on Linux; \
                        remove them from the entrant to play without"
                .to_owned());
        }
        let (first, arguments) = program.command.split_first().expect("a command has a first word");
        let mut command = Command::new(first);
        command.args(arguments);
        Ok(command)
    }
}

/// Whether programs are denied the files of the laboratory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Protection {
    /// By Landlock.
    Landlock,
    /// Not at all: they can read what the user can read.
    None {
        /// Why.
        why: String,
    },
}

impl Protection {
    /// Whether there is any protection.
    pub const fn is_there(&self) -> bool {
        matches!(self, Protection::Landlock)
    }
}

/// The program that starts the others: `karteneck launch`, on Linux.
#[derive(Clone, Debug)]
pub struct Launcher {
    executable: PathBuf,
    /// The result of the probe, which is made once.
    protection: Arc<OnceLock<Protection>>,
}

impl Launcher {
    /// The hidden command of an executable of karteneck.
    pub fn new(executable: impl Into<PathBuf>) -> Launcher {
        Launcher { executable: executable.into(), protection: Arc::default() }
    }

    /// The executable of this process itself, which must be karteneck; `None` where there is no launcher.
    pub fn of_this_process() -> Option<Launcher> {
        // Not the path of the executable: a rebuild would replace it.
        cfg!(target_os = "linux").then(|| Launcher::new("/proc/self/exe"))
    }

    #[cfg(target_os = "linux")]
    fn protection(&self) -> Protection {
        let probe = || {
            let mut command = Command::new(&self.executable);
            let asked = command.args(["launch", "--probe"]).stdin(Stdio::null()).stderr(Stdio::null()).output();
            match asked {
                Ok(answer) if answer.status.success() => Protection::Landlock,
                Ok(answer) => {
                    let why = String::from_utf8_lossy(&answer.stdout).trim().to_owned();
                    Protection::None { why: if why.is_empty() { "the launcher fails".to_owned() } else { why } }
                }
                Err(error) => Protection::None { why: format!("the launcher cannot be started: {error}") },
            }
        };
        self.protection.get_or_init(probe).clone()
    }

    #[cfg(not(target_os = "linux"))]
    fn protection(&self) -> Protection {
        let why = || Protection::None { why: "the launcher exists only on Linux".to_owned() };
        self.protection.get_or_init(why).clone()
    }

    fn command(&self, program: &Program, denied: &[PathBuf]) -> Command {
        let mut command = Command::new(&self.executable);
        command.arg("launch").arg("--parent").arg(std::process::id().to_string());
        for path in denied {
            // The program may run in a different folder from the laboratory.
            command.arg("--deny").arg(std::path::absolute(path).unwrap_or_else(|_| Path::new(path).to_owned()));
        }
        let limits = [("--memory", program.limits.memory), ("--processes", program.limits.processes)];
        for (name, limit) in limits {
            command.args(limit.into_iter().flat_map(|limit| [name.to_owned(), limit.to_string()]));
        }
        command.arg("--").args(&program.command);
        command
    }
}

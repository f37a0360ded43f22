//! `--end-with-parent`: a command that ends when the process that started it does, however that ends.

use anyhow::anyhow;
use clap::Args;

use super::failure::Failure;

/// Whether to end with the parent.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct EndWithParent {
    /// End in order, as after Ctrl-C, when the process that started this one ends, even if it is killed
    #[arg(long)]
    end_with_parent: bool,
}

impl EndWithParent {
    /// From now on the end of the parent is noticed, if that is wanted.
    pub(super) fn begin(self) -> Result<(), Failure> {
        if !self.end_with_parent {
            return Ok(());
        }
        watch::begin().map_err(|why| Failure::Usage(anyhow!("--end-with-parent: {why}")))
    }
}

#[cfg(unix)]
mod watch {
    use std::os::unix::process::parent_id;
    use std::process;
    use std::thread;
    use std::time::Duration;

    use rustix::process::{Signal, getpid, kill_process};

    use crate::cli::interrupt::Interrupt;

    /// How often the parent is looked for. The kernel's own signal is sent when the *thread* that started this process ends, which
    /// in programs with many threads is often and means nothing.
    const LOOK: Duration = Duration::from_millis(100);
    /// How long each way to end may take: in order, without waiting for programs, at once.
    const PATIENCE: Duration = Duration::from_millis(500);

    /// Watches for the end of the parent on a thread of its own.
    pub(super) fn begin() -> Result<(), String> {
        let parent = parent_id();
        let watching = thread::Builder::new().name("parent".to_owned()).spawn(move || {
            while parent_id() == parent {
                thread::sleep(LOOK);
            }
            end();
        });
        watching.map(drop).map_err(|error| format!("no thread can be started: {error}"))
    }

    /// What Ctrl-C does, once, twice and three times.
    fn end() {
        for _ in 0..3 {
            let _ = kill_process(getpid(), Signal::TERM);
            thread::sleep(PATIENCE);
        }
        process::exit(Interrupt::EXIT_CODE.into());
    }
}

#[cfg(not(unix))]
mod watch {
    /// There is no parent to look for on this system.
    pub(super) fn begin() -> Result<(), String> {
        Err("this system does not tell when a parent ends; a job object can end both together".to_owned())
    }
}

//! The thread that starts all programs. The kernel ends a program when the *thread* that started it ends, and players
//! are created on threads that come and go; this one lives as long as the laboratory.

use std::io;
use std::process::Command;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::group::{self, Process};

struct Job {
    command: Command,
    done: Sender<io::Result<Process>>,
}

static JOBS: Mutex<Option<Sender<Job>>> = Mutex::new(None);

/// Starts a program, together with which all that it starts can be ended.
pub(super) fn spawn(command: Command) -> io::Result<Process> {
    let (done, child) = channel();
    jobs().send(Job { command, done }).map_err(io::Error::other)?;
    child.recv().map_err(io::Error::other)?
}

fn jobs() -> Sender<Job> {
    let mut jobs = JOBS.lock().unwrap_or_else(PoisonError::into_inner);
    let start = || {
        let (send, to_do) = channel::<Job>();
        thread::spawn(move || {
            for Job { command, done } in to_do {
                let _ = done.send(group::spawn(command));
            }
        });
        send
    };
    jobs.get_or_insert_with(start).clone()
}

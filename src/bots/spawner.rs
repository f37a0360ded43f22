//! The thread that starts all programs. The kernel ends a program when the *thread* that started it ends, and players
//! are created on threads that come and go; this one lives as long as the laboratory.

use std::io;
use std::process::{Child, Command};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

struct Job {
    command: Command,
    done: Sender<io::Result<Child>>,
}

static JOBS: Mutex<Option<Sender<Job>>> = Mutex::new(None);

/// Starts a program.
pub(super) fn spawn(command: Command) -> io::Result<Child> {
    let (done, child) = channel();
    jobs().send(Job { command, done }).map_err(io::Error::other)?;
    child.recv().map_err(io::Error::other)?
}

fn jobs() -> Sender<Job> {
    let mut jobs = JOBS.lock().unwrap_or_else(PoisonError::into_inner);
    let start = || {
        let (send, to_do) = channel::<Job>();
        thread::spawn(move || {
            for Job { mut command, done } in to_do {
                let _ = done.send(command.spawn());
            }
        });
        send
    };
    jobs.get_or_insert_with(start).clone()
}

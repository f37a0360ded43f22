//! A program and what it starts as a group that is ended as a whole: on Unix a process group. On Windows a job object takes
//! its place (`job_object.rs`).

use std::io;
use std::process::{Child, Command};

/// A program that leads its group.
pub(super) type Process = Child;

/// Starts a program in a group of its own.
pub(super) fn spawn(mut command: Command) -> io::Result<Process> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn()
}

/// Kills a program and its group. If the group is empty, nothing happens.
pub(super) fn kill(id: u32) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = id;
}

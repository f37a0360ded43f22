//! The warden of a program: a process beside it that can end it and everything below it in one step.
//!
//! A search for processes can be outrun by those that keep starting others. `kill(-1)` cannot: the kernel signals whatever
//! the caller may signal, and no new process slips through. Landlock bounds what that is. The launcher confines its signals,
//! starts the warden, and confines itself once more before it becomes the program: so the warden reaches the program
//! and everything below it but nothing else, and the program cannot reach the warden.

use std::io::{BufRead, BufReader, Error, Result};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use nix::sys::signal::{SigSet, Signal as Order, kill};
use nix::sys::signalfd::SignalFd;
use nix::unistd::Pid as Target;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, retry_on_intr};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal, test_kill_process};

use super::descriptors::close_inherited;
use super::landlock;

/// How long to wait for a warden that was told to end its program.
const PATIENCE: Duration = Duration::from_secs(2);
/// What a warden says when it is ready.
const READY: &str = "ready";

/// A warden, as the laboratory knows it.
#[derive(Clone, Debug)]
pub(super) struct Warden {
    id: u32,
    process: Arc<OwnedFd>,
}

impl Warden {
    /// The warden with this process id; `None` if it is gone.
    pub(super) fn find(id: u32) -> Option<Warden> {
        let process = pidfd_open(pid(id)?, PidfdFlags::empty()).ok()?;
        Some(Warden { id, process: Arc::new(process) })
    }

    pub(super) const fn id(&self) -> u32 {
        self.id
    }

    /// Tells it to end everything, which is done when it ends itself.
    pub(super) fn tell(&self) {
        let _ = pidfd_send_signal(&self.process, Signal::TERM);
    }

    /// Waits until that is done, but not forever.
    pub(super) fn wait(&self) {
        let limit = Timespec { tv_sec: PATIENCE.as_secs().cast_signed(), tv_nsec: 0 };
        let _ = first_ready(&[self.process.as_fd()], Some(&limit));
    }
}

fn pid(id: u32) -> Option<Pid> {
    Pid::from_raw(id.cast_signed())
}

/// Waits until one of several descriptors has something to say.
fn first_ready(all: &[impl AsFd], limit: Option<&Timespec>) -> rustix::io::Result<usize> {
    let mut all: Vec<PollFd<'_>> = all.iter().map(|one| PollFd::new(one, PollFlags::IN)).collect();
    retry_on_intr(|| poll(&mut all, limit))
}

/// Starts a warden for this process and everything that it will start, and returns its id; `None` where the kernel cannot
/// confine signals, and processes have to be searched for.
pub(super) fn start(laboratory: u32) -> Option<u32> {
    landlock::confine_signals().ok()?;
    let mut command = Command::new("/proc/self/exe");
    command.args(["launch", "--warden", "--parent", &laboratory.to_string()]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    // Not in the group of the program, which is killed as a whole.
    let mut child = command.process_group(0).spawn().ok()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take()?).read_line(&mut line).ok()?;
    (line.trim_end() == READY).then(|| child.id())
}

/// What a warden does: waits for the order, or for the end of the laboratory, and then ends everything that it can reach.
/// `report` is told when it is ready.
///
/// # Errors
/// If it cannot wait, or if its signals are not confined.
pub fn watch(laboratory: u32, report: impl FnOnce(&str)) -> Result<()> {
    close_inherited()?;
    let laboratory = pid(laboratory).ok_or(Errno::SRCH)?;
    // The last signal reaches every process of the user if it is not confined. The laboratory is outside: if that can be
    // signalled, so can all others.
    if test_kill_process(laboratory) != Err(Errno::PERM) {
        return Err(Error::other("signals are not confined"));
    }
    let order: SigSet = [Order::SIGTERM].into_iter().collect();
    order.thread_block()?;
    let (order, laboratory) = (SignalFd::new(&order)?, pidfd_open(laboratory, PidfdFlags::empty())?);
    report(READY);
    first_ready(&[order.as_fd(), laboratory.as_fd()], None)?;
    Ok(kill(Target::from_raw(-1), Order::SIGKILL)?)
}

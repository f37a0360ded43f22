//! Waiting for the player or for work in another thread, and for Ctrl-C at the same time.

use std::io::{self, BufRead, IsTerminal};
use std::panic::resume_unwind;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::interrupt::Interrupt;

/// How often a wait checks for Ctrl-C.
const GLANCE: Duration = Duration::from_millis(30);

/// What was received.
pub(super) enum InputEvent {
    Line(String),
    /// The input has ended.
    End,
    Interrupted,
}

/// The lines of the player.
pub(super) struct Input {
    lines: Receiver<io::Result<String>>,
    interrupt: Interrupt,
    /// Whether the input echoes what is typed.
    pub(super) is_terminal: bool,
}

impl Input {
    /// Reads stdin from now on, one line ahead at most.
    pub(super) fn open(interrupt: &Interrupt) -> Input {
        let (sender, lines) = mpsc::sync_channel(0);
        thread::spawn(move || {
            let mut stdin = io::stdin().lock();
            loop {
                let mut line = Vec::new();
                let read = stdin.read_until(b'\n', &mut line);
                let is_broken = read.is_err();
                let is_end = matches!(read, Ok(0));
                let line = read.map(|_| String::from_utf8_lossy(&line).into_owned());
                if is_end || sender.send(line).is_err() || is_broken {
                    return;
                }
            }
        });
        Input { lines, interrupt: interrupt.clone(), is_terminal: io::stdin().is_terminal() }
    }

    /// The next line.
    pub(super) fn next(&self) -> io::Result<InputEvent> {
        loop {
            if self.interrupt.has_come() {
                return Ok(InputEvent::Interrupted);
            }
            match self.lines.recv_timeout(GLANCE) {
                Ok(line) => return line.map(InputEvent::Line),
                Err(RecvTimeoutError::Disconnected) => return Ok(InputEvent::End),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// Waits until some time after a moment, unless Ctrl-C comes.
pub(super) fn pause(interrupt: &Interrupt, since: Instant, time: Duration) {
    while let Some(left) = time.checked_sub(since.elapsed()).filter(|left| !left.is_zero()) {
        if interrupt.has_come() {
            return;
        }
        thread::sleep(left.min(GLANCE));
    }
}

/// Does work in another thread; `None` if Ctrl-C comes first, and then the work is abandoned.
pub(super) fn until_interrupted<T: Send + 'static>(
    interrupt: &Interrupt,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (sender, done) = mpsc::channel();
    let worker = thread::spawn(move || sender.send(work()).is_ok());
    loop {
        if interrupt.has_come() {
            return None;
        }
        match done.recv_timeout(GLANCE) {
            Ok(done) => return Some(done),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Err(panic) => resume_unwind(panic),
                Ok(_) => return None,
            },
        }
    }
}

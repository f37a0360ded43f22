//! Ctrl-C: the first time, a command ends at the next good moment; the second time, it gives up waiting for programs; the
//! third time, it exits at once.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::messages::say;
use super::progress::remove_bar;
use crate::bots::kill_all;

/// Whether the command has been asked to end.
#[derive(Clone, Default)]
pub(super) struct Interrupt(Arc<AtomicU32>);

impl Interrupt {
    /// Exit code of an interrupted command.
    pub(super) const EXIT_CODE: u8 = 130;

    /// Listens from now on for Ctrl-C and termination signals. `promise` says what the command does then.
    pub(super) fn listen(promise: &'static str) -> Interrupt {
        Interrupt::listen_and(move || {
            say(format_args!("interrupted: {promise}; once more to stop waiting for programs"));
        })
    }

    /// The same for a command that starts no programs.
    pub(super) fn listen_alone(promise: &'static str) -> Interrupt {
        Interrupt::listen_and(move || say(format_args!("interrupted: {promise}")))
    }

    /// Listens without a message, for a command that responds at once.
    pub(super) fn listen_silently() -> Interrupt {
        Interrupt::listen_and(|| {})
    }

    fn listen_and(answer: impl Fn() + Send + 'static) -> Interrupt {
        let interrupt = Interrupt::default();
        let times = interrupt.clone();
        // Without a handler the signal ends the program at once, which is what would happen anyway.
        let _ = ctrlc::set_handler(move || match times.0.fetch_add(1, Ordering::Relaxed) {
            0 => answer(),
            // A thread that waits for a program gets no answer, and sees that it is time to stop.
            1 => kill_all(),
            _ => leave(),
        });
        interrupt
    }

    /// Makes Ctrl-C end the command at once, without leaving any program behind.
    pub(super) fn leave_at_once() {
        let _ = ctrlc::set_handler(leave);
    }

    /// Whether there was an interrupt.
    pub(super) fn has_come(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}

fn leave() {
    kill_all();
    remove_bar();
    process::exit(Interrupt::EXIT_CODE.into());
}

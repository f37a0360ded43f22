//! Ctrl-C: asked once, a command ends at the next good moment; asked twice, it gives up what it waits for; asked a third
//! time, it ends where it stands.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::failure::say;
use crate::bots::kill_all;

/// Whether somebody wants the command to end.
#[derive(Clone, Default)]
pub(super) struct Interrupt(Arc<AtomicU32>);

impl Interrupt {
    /// Exit code of an interrupted command.
    pub(super) const EXIT_CODE: u8 = 130;

    /// Listens from now on to Ctrl-C and to the signals to terminate. `promise` says what the command does then.
    pub(super) fn listen(promise: &'static str) -> Interrupt {
        Interrupt::listen_and(move || say(format_args!("interrupted: {promise}; once more to wait for nobody")))
    }

    /// Listens without a word, for a command that answers at once.
    pub(super) fn listen_silently() -> Interrupt {
        Interrupt::listen_and(|| {})
    }

    fn listen_and(answer: impl Fn() + Send + 'static) -> Interrupt {
        let interrupt = Interrupt::default();
        let times = interrupt.clone();
        // Without a handler the signal ends the program at once, which is what would happen anyway.
        let _ = ctrlc::set_handler(move || match times.0.fetch_add(1, Ordering::Relaxed) {
            0 => answer(),
            // Whoever waits for a program gets no answer any more, and sees that it is time to go.
            1 => kill_all(),
            _ => leave(),
        });
        interrupt
    }

    /// Lets Ctrl-C end the command at once, but no program of somebody else stays behind.
    pub(super) fn leave_at_once() {
        let _ = ctrlc::set_handler(leave);
    }

    /// Whether it has come.
    pub(super) fn has_come(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}

fn leave() {
    kill_all();
    process::exit(Interrupt::EXIT_CODE.into());
}

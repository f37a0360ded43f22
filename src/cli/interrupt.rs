//! Ctrl-C: asked once, a command ends at the next good moment; asked twice, at once.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether somebody wants the command to end.
#[derive(Clone, Default)]
pub(super) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Exit code of an interrupted command.
    pub(super) const EXIT_CODE: u8 = 130;

    /// Listens from now on to Ctrl-C and to the signal to terminate.
    pub(super) fn listen() -> Interrupt {
        let interrupt = Interrupt::default();
        let flag = interrupt.clone();
        // Without a handler the signal ends the program at once, which is what would happen anyway.
        let _ = ctrlc::set_handler(move || {
            if flag.0.swap(true, Ordering::Relaxed) {
                crate::strategies::kill_all();
                process::exit(Interrupt::EXIT_CODE.into());
            }
        });
        interrupt
    }

    /// Whether it has come.
    pub(super) fn has_come(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

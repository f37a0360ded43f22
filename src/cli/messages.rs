//! What goes to stderr: messages for people, and how much of them is wanted.

use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::paint::{ColorChoice, Paint};
use super::progress::beside_the_bar;
use crate::records::words::harmless;

/// Whether only data and errors are wanted.
static QUIET: AtomicBool = AtomicBool::new(false);

/// The options about messages, which every command has.
#[derive(Args, Debug)]
pub(super) struct MessageOptions {
    /// No progress and no notes: only data, warnings and errors
    #[arg(long, global = true, help_heading = "Options of every command")]
    quiet: bool,
    /// When to use colours
    #[arg(long, alias = "colour", global = true, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto,
        help_heading = "Options of every command")]
    color: ColorChoice,
}

impl MessageOptions {
    /// Holds from now on, for all messages.
    pub(super) fn apply(&self) {
        QUIET.store(self.quiet, Ordering::Relaxed);
        self.color.apply();
    }
}

/// Whether only data and errors are wanted.
pub(super) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Writes a message that is always wanted: an error or a warning. If it cannot be written, it is dropped.
pub(super) fn say(words: fmt::Arguments<'_>) {
    beside_the_bar(|| {
        let _ = writeln!(io::stderr(), "{}", Paint::stderr().message(&harmless(&words.to_string())));
    });
}

/// Writes a message that is helpful to a person, unless --quiet was given.
pub(super) fn note(words: fmt::Arguments<'_>) {
    if !is_quiet() {
        say(words);
    }
}

//! `--json`: what a command has found, for scripts.

use std::io::{self, Write};

use clap::Args;

use super::failure::Failure;

/// Whether JSON is wanted instead of tables.
#[derive(Args, Clone, Copy, Default, Debug)]
pub(super) struct JsonOption {
    /// Print one JSON object instead of tables (docs/JSON.md)
    #[arg(long)]
    json: bool,
}

impl JsonOption {
    pub(super) const fn is_wanted(self) -> bool {
        self.json
    }
}

/// Prints an object on a line of its own.
pub(super) fn print_json(object: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "{object}")?;
    Ok(out.flush()?)
}

//! The `karteneck` command.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    karteneck::cli::run()
}

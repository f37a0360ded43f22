//! The `karteneck` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    karteneck::cli::run()
}

//! `karteneck launch`: starts a program for another karteneck, within limits that the program cannot escape. Hidden, since only
//! karteneck itself calls it.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::bots::{LaunchOrder, launch, probe, watch};

/// Start a program for another karteneck (used by karteneck itself)
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Only say whether programs can be denied files here
    #[arg(long, conflicts_with_all = ["parent", "command"])]
    probe: bool,
    /// Be the process that ends a program and everything below it
    #[arg(long, conflicts_with = "command")]
    warden: bool,
    /// The requesting process; the program ends with it
    #[arg(long, value_name = "PID", required_unless_present = "probe")]
    parent: Option<u32>,
    /// A path that the program must not access
    #[arg(long, value_name = "PATH")]
    deny: Vec<PathBuf>,
    /// The maximum memory of each process, in bytes
    #[arg(long, value_name = "BYTES")]
    memory: Option<u64>,
    /// The maximum number of processes and threads of the user
    #[arg(long, value_name = "N")]
    processes: Option<u64>,
    /// The program and its arguments
    #[arg(value_name = "COMMAND", last = true, required_unless_present_any = ["probe", "warden"])]
    command: Vec<OsString>,
}

/// Becomes the program; returns only if that fails.
pub(super) fn run(arguments: Arguments) -> ExitCode {
    let print = |line: String| {
        // If this is not read, nothing waits for the program either.
        let _ = writeln!(io::stdout(), "{line}");
    };
    if arguments.probe {
        return probe().map_or_else(
            |why| {
                print(why);
                ExitCode::FAILURE
            },
            |()| ExitCode::SUCCESS,
        );
    }
    let parent = arguments.parent.unwrap_or_default();
    if arguments.warden {
        let watched = watch(parent, |line| print(line.to_owned()));
        return if watched.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let order = LaunchOrder {
        parent,
        denied: arguments.deny,
        memory: arguments.memory,
        processes: arguments.processes,
        command: arguments.command,
    };
    launch(&order, print)
}

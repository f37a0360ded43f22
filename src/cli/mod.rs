//! The command line: one file for each command.
//!
//! This room owns arguments, output, progress and exit codes; it is the only one that prints. It refuses to know how
//! anything is done: every command reads as the pipeline of what the other rooms offer. Data goes to stdout, talk to
//! stderr.

mod allocations;
mod bench;
mod check;
mod edition;
mod entrants;
mod failure;
mod interrupt;
mod logs;
mod output;
mod record;
mod replay;
mod strategies;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use allocations::{CountingAllocator, allocations};
pub use failure::Failure;

/// A laboratory for the card game Heckmeck am Karteneck.
#[derive(Parser, Debug)]
#[command(name = "karteneck", version, about, max_term_width = 100, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  karteneck strategies
  karteneck record greedy steal-hunter monte-carlo --games 10 --seed 42 --out games.jsonl
  karteneck replay games.jsonl:3
  karteneck bench";

#[derive(Subcommand, Debug)]
enum Command {
    Record(record::Arguments),
    Replay(replay::Arguments),
    Strategies(strategies::Arguments),
    Check(check::Arguments),
    Bench(bench::Arguments),
}

/// Reads the command line, does what it says, and tells how that went.
pub fn run() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Record(arguments) => record::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Strategies(arguments) => strategies::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

//! The command line: one file for each command.
//!
//! This room owns arguments, output, progress and exit codes; it is the only one that prints. It refuses to know how
//! anything is done: every command reads as a pipeline of what the other rooms offer. Data goes to stdout, messages
//! to stderr.

mod allocations;
mod analyze;
mod bench;
mod bots;
mod catalogue;
mod ceiling;
mod check;
mod completions;
mod edition;
mod entrants;
mod exploit;
mod export;
mod failure;
mod fingerprint;
mod first;
mod help;
mod interrupt;
mod json;
#[cfg(target_os = "linux")]
mod launch;
mod learn;
mod man;
mod match_;
mod merge;
mod messages;
mod numbers;
mod output;
mod paint;
mod parent;
mod play;
mod players;
mod progress;
mod ratings;
mod record;
mod regret;
mod replay;
mod report;
mod rows;
mod run;
mod screen;
mod seed;
mod selfcheck;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod source;
mod strategies;
mod threads;
mod tournament;
mod trust;
mod tune;
mod verify;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

pub use allocations::{CountingAllocator, allocations};
use failure::Failure;
use messages::MessageOptions;
use paint::ColorChoice;
pub use play::resumed;

use crate::strategies::Family;

/// A laboratory for the card game Heckmeck am Karteneck.
#[derive(Parser, Debug)]
#[command(name = "karteneck", version, about, max_term_width = help::MAX_WIDTH, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    messages: MessageOptions,
}

const EXAMPLES: &str = "\
Examples:
  karteneck tournament
  karteneck match heuristic greedy --sprt 0pp:1pp
  karteneck tune heuristic --games 300000
  karteneck strategies
  karteneck record greedy steal-hunter monte-carlo --games 10 --seed 42 --out games.jsonl
  karteneck report results/tournament-001 --open
  karteneck replay games.jsonl:3
  karteneck analyze games.jsonl:3
  karteneck play monte-carlo tuned --seed 7
  karteneck bench";

#[derive(Subcommand, Debug)]
enum Command {
    Tournament(tournament::Arguments),
    Match(match_::Arguments),
    Tune(tune::Arguments),
    Learn(learn::Arguments),
    Merge(merge::Arguments),
    Verify(verify::Arguments),
    Record(record::Arguments),
    Report(report::Arguments),
    Ratings(ratings::Arguments),
    Replay(replay::Arguments),
    Analyze(analyze::Arguments),
    Solve(solve::Arguments),
    Regret(regret::Arguments),
    Exploit(exploit::Arguments),
    Ceiling(ceiling::Arguments),
    Export(export::Arguments),
    Play(play::Arguments),
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    Strategies(strategies::Arguments),
    Check(check::Arguments),
    Bench(bench::Arguments),
    Fingerprint(fingerprint::Arguments),
    Selfcheck(selfcheck::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Launch(launch::Arguments),
}

/// Parses the command line, runs the command, and returns the exit code.
pub fn run() -> ExitCode {
    run_with(&[])
}

/// Parses a command line and runs nothing: what was understood, or what is said instead. For fuzzing.
///
/// # Errors
/// What the program would print, also for `--help`.
pub fn parses(words: &[&str]) -> Result<String, String> {
    let understood = Arguments::try_parse_from(words).map_err(|error| error.render().to_string())?;
    Ok(format!("{understood:?}"))
}

/// Like [`run`], with families of the caller's own that can be named in all commands.
pub fn run_with(families: &[&'static Family]) -> ExitCode {
    catalogue::add_families(families);
    let parser = help::with_examples(Arguments::command()).color(ColorChoice::among(std::env::args_os()));
    let arguments = Arguments::from_arg_matches(&parser.get_matches());
    let Arguments { command, messages } = arguments.unwrap_or_else(|error| error.exit());
    messages.apply();
    let done = match command {
        Command::Tournament(arguments) => tournament::run(&arguments),
        Command::Match(arguments) => return match_::run(&arguments).unwrap_or_else(|failure| failure.report()),
        Command::Tune(arguments) => tune::run(&arguments),
        Command::Learn(arguments) => learn::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Selfcheck(arguments) => selfcheck::run(&arguments),
        Command::Fingerprint(arguments) => fingerprint::run(&arguments),
        Command::Record(arguments) => record::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Ratings(arguments) => ratings::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Analyze(arguments) => analyze::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Regret(arguments) => regret::run(&arguments),
        Command::Exploit(arguments) => exploit::run(&arguments),
        Command::Ceiling(arguments) => ceiling::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Strategies(arguments) => strategies::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
        #[cfg(target_os = "linux")]
        Command::Launch(arguments) => return launch::run(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

//! `karteneck merge`: joins the parts of a run.

use std::path::PathBuf;

use clap::Args;

use super::catalogue::catalogue;
use super::failure::Failure;
use super::json::JsonOption;
use super::messages::say;
use super::progress::Progress;
use super::run::{RunJob, execute, folder_of, print_summary, run_failure};
use super::threads::Threads;
use super::trust::Trust;
use crate::runs::{LiveRun, MergeOptions, Merged, Run, merge};

/// Join the parts of a run that were played with --shard
///
/// The result has the same bytes as the run played in one piece. Parts that are there twice, missing, unfinished or damaged, or belong
/// to another run or another program, are refused by name.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck merge part1 part2 part3 --out whole
  karteneck merge parts --out whole               all parts somewhere under this folder
  karteneck merge parts --out so-far --partial    what is finished so far")]
pub(super) struct Arguments {
    /// The folders of all parts, in any order, or folders with parts somewhere under them
    #[arg(value_name = "DIR", required = true)]
    parts: Vec<PathBuf>,
    /// The folder of the whole run
    #[arg(long, value_name = "DIR", required = true)]
    out: PathBuf,
    /// Replace the existing run in the folder
    #[arg(long)]
    force: bool,
    /// If parts are missing or not finished, make a result without them, which is marked as partial
    #[arg(long)]
    partial: bool,
    /// If the faults in all parts together disqualify an entrant, play what comes after that again, as in one piece
    #[arg(long)]
    settle: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    trust: Trust,
    #[command(flatten)]
    json: JsonOption,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let &Arguments { force, partial, settle, .. } = arguments;
    let parts: Vec<PathBuf> = arguments.parts.iter().map(|path| folder_of(path).to_owned()).collect();
    let progress = Progress::of("", None);
    let merged = merge(&parts, &arguments.out, MergeOptions { force, partial, settle }, &catalogue()?, &|news| {
        progress.set_all(news.of);
        progress.set(news.bytes);
    });
    drop(progress);
    let run = match merged.map_err(run_failure)? {
        Merged::Over(run) => run,
        Merged::Unsettled(run) => play_on(arguments, run)?,
    };
    print_summary(&run, arguments.json)
}

/// Plays what parts have played without knowing that an entrant was disqualified.
fn play_on(arguments: &Arguments, run: LiveRun) -> Result<Run, Failure> {
    let plan = run.run().plan();
    say(format_args!(
        "faults over all parts disqualify an entrant: {} games are right, and the others are played again",
        run.run().state().games(plan)
    ));
    arguments.trust.check(&arguments.out.display().to_string(), &plan.entrants)?;
    execute(RunJob { run, threads: arguments.threads.number() })
}

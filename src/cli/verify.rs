//! `karteneck verify`: plays a run again and compares.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::bots::host_of_run;
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::json::{JsonOption, print_json};
use super::numbers::{count, seed_number};
use super::progress::Progress;
use super::run::{open_run, run_failure};
use super::threads::Threads;
use super::trust::Trust;
use crate::arena::PlayOptions;
use crate::report::{damage_json, verified_json};
use crate::runs::{Run, RunError, Verified, VerifyScope, verify};

/// Check that a run can be played again with the same result
///
/// First the files are compared with the hashes in the manifest, and the tables with the sums. Then all blocks are played again
/// and every file is made again and compared byte for byte; with --sample only some blocks, compared by their digests and, if
/// kept, their records. The output says what was compared and what was not.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck verify results/tournament-001
  karteneck verify results/tournament-001 --sample 100")]
pub(super) struct Arguments {
    /// The folder of the run
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// Play about this many blocks again instead of all (whole groups of 64, chosen at random)
    #[arg(long, value_name = "K", value_parser = count("blocks", 1..=u64::MAX), allow_hyphen_values = true)]
    sample: Option<u64>,
    /// The seed of the random choice
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sample", value_parser = seed_number,
        allow_hyphen_values = true)]
    sample_seed: u64,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    trust: Trust,
    #[command(flatten)]
    json: JsonOption,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    Interrupt::leave_at_once();
    let verified = examine(arguments);
    if arguments.json.is_wanted() {
        tell_json(&arguments.run, &verified)?;
        return verified.map(drop);
    }
    let mut out = io::stdout().lock();
    for line in report(&arguments.run.display().to_string(), &verified?) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Plays the run again.
fn examine(arguments: &Arguments) -> Result<Verified, Failure> {
    let run = open_run(&arguments.run)?;
    arguments.trust.check(&arguments.run.display().to_string(), &run.plan().entrants)?;
    let scope = match arguments.sample {
        Some(blocks) => VerifyScope::Sample { blocks, seed: arguments.sample_seed },
        None => VerifyScope::All,
    };
    let host = host_of_run(run.path());
    let progress = Progress::of("games", games(&run, scope));
    let on_games = |games| progress.add(games);
    let options = PlayOptions { on_games: &on_games, ..PlayOptions::new(arguments.threads.number(), &host) };
    verify(&run, scope, &options).map_err(run_failure)
}

/// A run that differs is a finding too; what could not be examined at all is not.
fn tell_json(path: &Path, verified: &Result<Verified, Failure>) -> Result<(), Failure> {
    match verified {
        Ok(verified) => print_json(&verified_json(path, verified)),
        Err(Failure::Failed(error)) => match error.downcast_ref::<RunError>() {
            Some(damage @ RunError::Damaged { .. }) => print_json(&damage_json(path, &damage.to_string())),
            _ => Ok(()),
        },
        Err(_) => Ok(()),
    }
}

/// About how many games are played again.
fn games(run: &Run, scope: VerifyScope) -> u64 {
    let all = run.state().games(run.plan());
    let VerifyScope::Sample { blocks: wanted, .. } = scope else { return all };
    let ranges = run.plan().schedules.indices().map(|table_index| run.blocks(table_index));
    let blocks: u64 = ranges.map(|(first, last)| last - first).sum();
    (u128::from(all) * u128::from(wanted.min(blocks)) / u128::from(blocks.max(1))) as u64
}

/// What was compared, and what was not.
fn report(path: &str, verified: &Verified) -> Vec<String> {
    let Verified { played, blocks, same, lines, sums, ignored, .. } = verified;
    let list = |names: &[String]| names.join(", ");
    let all = played == blocks;
    let count = if all { format!("all {blocks} blocks") } else { format!("{played} of {blocks} blocks") };
    let mut text = vec![format!("{path}: {count} played again, with the same results")];
    text.push(format!("identical byte for byte: {}", list(same)));
    text.push("manifest.json agrees with them".to_owned());
    if !lines.is_empty() {
        text.push(format!("the lines of those blocks are identical in: {}", list(lines)));
    }
    if !sums {
        let why = "the sums in tally.json, from which the tables and pages are made, were compared only with the files, not counted \
                   again; omit --sample for that";
        text.push(format!("not checked: {why}"));
    }
    if !ignored.is_empty() {
        text.push(format!("not compared: {}", list(ignored)));
    }
    text
}

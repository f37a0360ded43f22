//! `karteneck verify`: plays a run again and compares.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Error, anyhow};
use clap::Args;

use super::failure::Failure;
use super::interrupt::Interrupt;
use crate::arena::{DIGEST_BLOCKS, Goal, Plan, Runner, State, Step, plan_of};
use crate::game::Key;
use crate::records::{RunError, RunFolder, TALLY, hash};
use crate::report::{Results, csv_files};
use crate::strategies::Logs;

/// Check that a run can be played again with the same result
///
/// First the files are compared with the hashes in the manifest. Then all blocks are played again and every CSV file is
/// made anew and compared byte for byte; with --sample only some blocks, compared by their digests.
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
    #[arg(long, value_name = "K")]
    sample: Option<u64>,
    /// The seed of the choice
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sample")]
    sample_seed: u64,
    /// How many threads
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    Interrupt::leave_at_once();
    let (folder, manifest) = RunFolder::open(&arguments.run).map_err(|error| Failure::Usage(Error::new(error)))?;
    let place = arguments.run.display();
    let Some(result) = &manifest.result else {
        return Err(Failure::Usage(anyhow!("{place}: this run is not over; go on with --resume")));
    };
    for (name, expected) in &result.files {
        if hash(&folder.read(name)?) != *expected {
            return Err(Failure::Failed(anyhow!("{place}: {name} was changed since the run: its hash does not fit")));
        }
    }
    let plan = plan_of(&manifest.plan).map_err(|problem| Failure::Usage(anyhow!("{place}: {problem}")))?;
    let loaded: Result<(State, _), RunError> = folder.load(TALLY, &manifest.plan.hash());
    let (state, _) = loaded?;
    let threads = arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let blocks = match arguments.sample {
        Some(sample) => verify_sample(&plan, &state, sample, arguments.sample_seed, threads)?,
        None => verify_all(&folder, &plan, &state, threads)?,
    };
    writeln!(io::stdout(), "{place}: {} files and {blocks} blocks are as they were", result.files.len())?;
    Ok(())
}

/// Plays some blocks again.
fn replay(plan: &Plan, threads: usize) -> Result<State, Failure> {
    let mut runner = Runner::new(plan, State::new(plan), threads, &Logs::temporary())?;
    while let Step::Advanced(_) = runner.step(&|| false) {}
    Ok(runner.into_state())
}

fn verify_all(folder: &RunFolder, plan: &Plan, state: &State, threads: usize) -> Result<u64, Failure> {
    let again = replay(plan, threads)?;
    for (name, bytes) in csv_files(&Results { plan, state: &again }) {
        if folder.read(name)? != bytes {
            return Err(Failure::Failed(anyhow!("{name} comes out otherwise when the run is played again")));
        }
    }
    if again != *state {
        return Err(Failure::Failed(anyhow!("{TALLY} comes out otherwise when the run is played again")));
    }
    Ok(again.sizes.iter().map(|size| size.tally.blocks.count).sum())
}

/// Plays random groups of blocks again and compares their digests.
fn verify_sample(plan: &Plan, state: &State, sample: u64, seed: u64, threads: usize) -> Result<u64, Failure> {
    let mut choose = Key::new(seed).stream();
    let mut blocks = 0;
    while blocks < sample.max(1) {
        let size = choose.below(plan.schedules.len() as u32) as usize;
        let (first, last) = (plan.range(size).0, state.sizes[size].next);
        let groups = (last.div_ceil(DIGEST_BLOCKS) - first / DIGEST_BLOCKS).max(1);
        let group = first / DIGEST_BLOCKS + u64::from(choose.below(groups as u32));
        let range = ((group * DIGEST_BLOCKS).max(first), ((group + 1) * DIGEST_BLOCKS).min(last));
        let mut ranges = vec![(0, 0); plan.schedules.len()];
        ranges[size] = range;
        let again = replay(&Plan { goal: Goal::Blocks(ranges), keep_every: 0, ..plan.clone() }, threads)?;
        let digest = |state: &State| state.sizes[size].tally.blocks.digests.get(group as usize).copied();
        if digest(&again) != digest(state) {
            let (players, (from, to)) = (plan.schedules[size].players, range);
            let what = format!("the blocks {from} to {} at {players} players", to - 1);
            return Err(Failure::Failed(anyhow!("{what} come out otherwise when they are played again")));
        }
        blocks += range.1 - range.0;
        if range.1 == range.0 {
            break;
        }
    }
    Ok(blocks)
}

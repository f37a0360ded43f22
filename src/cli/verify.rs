//! `karteneck verify`: plays a run again and compares.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Error, anyhow};
use clap::Args;

use super::bots::host_of_run;
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::run::games_text;
use super::trust::Trust;
use crate::arena::{Batch, DIGEST_BLOCKS, Goal, Plan, PlayOptions, State, play_run};
use crate::game::Key;
use crate::report::{BLOCKS_HEADER, Results, blocks_text, csv_files};
use crate::runs::{BLOCKS, GAMES, RunFolder, RunRecord, TALLY, plan_in};

/// Check that a run can be played again with the same result
///
/// First the files are compared with the hashes in the manifest. Then all blocks are played again and every file is made
/// anew and compared byte for byte; with --sample only some blocks, compared by their digests and, if they are kept, their
/// records.
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
    #[command(flatten)]
    trust: Trust,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    Interrupt::leave_at_once();
    let (folder, manifest) = RunFolder::open(&arguments.run).map_err(|error| Failure::Usage(Error::new(error)))?;
    let place = arguments.run.display();
    let Some(result) = &manifest.result else {
        return Err(Failure::Usage(anyhow!("{place}: this run is not over; go on with --resume")));
    };
    folder.check_files(result)?;
    let plan = plan_in(&manifest).map_err(|problem| Failure::Usage(anyhow!("{place}: {problem}")))?;
    arguments.trust.check(&place.to_string(), &plan.entrants)?;
    let (state, _) = folder.load_state(&manifest, &plan)?;
    let threads = arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let verifier = Verifier { folder, plan, state, threads };
    let blocks = match arguments.sample {
        Some(sample) => verifier.some(sample, arguments.sample_seed)?,
        None => verifier.all(result)?,
    };
    writeln!(io::stdout(), "{place}: {} files and {blocks} blocks are as they were", result.files.len())?;
    Ok(())
}

/// A run that is over, to be played again.
struct Verifier {
    folder: RunFolder,
    plan: Plan,
    state: State,
    threads: usize,
}

impl Verifier {
    /// Plays a plan, and hands every batch on.
    fn replay(&self, plan: &Plan, start: State, mut see: impl FnMut(&Batch)) -> Result<State, Failure> {
        let host = host_of_run(self.folder.path());
        let (state, _) = play_run::<()>(plan, start, &PlayOptions::new(self.threads, &host), |now, batch| {
            see(&batch);
            // What goes on where the run was over differs already, and may go on for ever.
            if now.is_beyond(&self.state) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(state)
    }

    /// Plays everything again and compares every byte.
    fn all(&self, result: &RunRecord) -> Result<u64, Failure> {
        let differs = |name: &str| Failure::Failed(anyhow!("{name} comes out otherwise when the run is played again"));
        let (mut games, mut blocks) = (blake3::Hasher::new(), blake3::Hasher::new());
        blocks.update(BLOCKS_HEADER.as_bytes());
        let again = self.replay(&self.plan, State::new(&self.plan), |batch| {
            games.update(games_text(batch).as_bytes());
            blocks.update(blocks_text(&self.plan, batch).as_bytes());
        })?;
        for (name, hasher) in [(GAMES, games), (BLOCKS, blocks)] {
            if result.files.get(name).is_some_and(|expected| hasher.finalize().to_hex()[..32] != **expected) {
                return Err(differs(name));
            }
        }
        for (name, bytes) in csv_files(&Results { plan: &self.plan, state: &again }) {
            if self.folder.read(name)? != bytes {
                return Err(differs(name));
            }
        }
        if again != self.state {
            return Err(differs(TALLY));
        }
        Ok(again.sizes.iter().map(|size| size.tally.blocks.count).sum())
    }

    /// Plays random groups of blocks again; compares their digests, and their lines in the files that are kept.
    fn some(&self, sample: u64, seed: u64) -> Result<u64, Failure> {
        let mut groups = self.groups();
        let mut choose = Key::new(seed).stream();
        let (mut blocks, mut lines) = (0, BTreeSet::new());
        while blocks < sample.max(1) && !groups.is_empty() {
            let (size, group, range) = groups.swap_remove(choose.below(groups.len() as u32) as usize);
            let mut ranges = vec![(0, 0); self.plan.schedules.len()];
            ranges[size] = range;
            let plan = Plan { goal: Goal::Blocks(ranges), ..self.plan.clone() };
            // Whoever was disqualified by then is so from the start.
            let disqualified = self.state.shut_out(size, range.0).iter().map(|out| out.then_some((0, 0))).collect();
            let start = State { disqualified, ..State::new(&plan) };
            let again = self.replay(&plan, start, |batch| {
                let text = games_text(batch) + &blocks_text(&plan, batch);
                lines.extend(text.lines().map(str::to_owned));
            })?;
            let digest = |state: &State| state.sizes[size].tally.blocks.digests.get(group as usize).copied();
            if digest(&again) != digest(&self.state) {
                let (players, (from, to)) = (self.plan.schedules[size].players, range);
                let what = format!("the blocks {from} to {} at {players} players", to - 1);
                return Err(Failure::Failed(anyhow!("{what} come out otherwise when they are played again")));
            }
            blocks += range.1 - range.0;
        }
        self.find(lines)?;
        Ok(blocks)
    }

    /// All groups of blocks that share a digest: the place of the number of players, the group, the blocks.
    fn groups(&self) -> Vec<(usize, u64, (u64, u64))> {
        let mut groups = Vec::new();
        for (size, state) in self.state.sizes.iter().enumerate() {
            let (first, last) = (self.plan.range(size).0, state.next);
            for group in first / DIGEST_BLOCKS..last.div_ceil(DIGEST_BLOCKS) {
                let range = ((group * DIGEST_BLOCKS).max(first), ((group + 1) * DIGEST_BLOCKS).min(last));
                groups.push((size, group, range));
            }
        }
        groups
    }

    /// Makes sure that all these lines are in the files that are kept.
    fn find(&self, mut lines: BTreeSet<String>) -> Result<(), Failure> {
        for (name, kept) in [(GAMES, self.plan.keep_every > 0), (BLOCKS, self.plan.keep_blocks)] {
            if kept {
                for line in self.folder.lines(name)? {
                    lines.remove(&line?);
                }
            }
        }
        match lines.first() {
            Some(line) => {
                Err(Failure::Failed(anyhow!("a game comes out otherwise when it is played again: {line:.100}")))
            }
            None => Ok(()),
        }
    }
}

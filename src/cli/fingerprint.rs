//! `karteneck fingerprint`: one number that changes exactly when behaviour changes.

use std::io::{self, Write};

use clap::Args;

use super::failure::Failure;
use crate::arena::{Goal, Pairing, Plan, Runner, Schedule, State, Step};
use crate::bots::BotHost;
use crate::entrants::Catalogue;
use crate::game::{Edition, Players};
use crate::records::hash;
use crate::report::{Results, csv_files};

/// Who plays the little tournament.
const FIELD: [&str; 5] = ["random", "greedy", "steal-hunter", "heuristic", "monte-carlo:rollouts=20"];
/// Blocks for each number of players.
const BLOCKS: u64 = 4;

/// Print the hash of a fixed little tournament
///
/// All numbers of players, the shipped strategies as they are in the program. Two builds that print the same play the same.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck fingerprint                                   before and after a change that should change no game")]
pub(super) struct Arguments {}

pub(super) fn run(_arguments: &Arguments) -> Result<(), Failure> {
    writeln!(io::stdout(), "{}", fingerprint(2)?)?;
    Ok(())
}

/// The hash, found with so many threads.
pub(super) fn fingerprint(threads: usize) -> Result<String, Failure> {
    let shipped = Catalogue::shipped_only();
    let entrants = FIELD.iter().map(|spec| shipped.find(spec)).collect::<Result<Vec<_>, _>>()?;
    let schedule = |&players: &Players| Schedule::new(Pairing::RoundRobin, FIELD.len(), players);
    let schedules: Vec<Schedule> = Players::ALL.iter().filter_map(schedule).collect();
    let goal = Goal::Blocks(vec![(0, BLOCKS); schedules.len()]);
    let plan = Plan {
        entrants,
        schedules,
        seed: 1_u64.into(),
        first_deal: 0,
        edition: Edition::default(),
        goal,
        keep_every: 1,
        keep_blocks: false,
    };
    let mut runner = Runner::new(&plan, State::new(&plan), threads, &BotHost::default())?;
    let mut bytes = Vec::new();
    while let Step::Advanced(batch) = runner.step(&|| false) {
        batch.records.iter().for_each(|record| bytes.extend_from_slice(record.as_bytes()));
    }
    let state = runner.into_state();
    for (_, file) in csv_files(&Results { plan: &plan, state: &state }) {
        bytes.extend_from_slice(&file);
    }
    Ok(hash(&bytes))
}

//! The fingerprint: one hash that changes exactly when behaviour changes.

use super::broken::{Broken, holds};
use super::lab::trouble;
use crate::arena::{Goal, Pairing, Plan, PlayOptions, Schedule, play_whole};
use crate::bots::BotHost;
use crate::entrants::Catalogue;
use crate::game::{Edition, Players};
use crate::records::hash;
use crate::report::{Results, csv_files};
use crate::runs::FINGERPRINT;

/// The entrants of the small tournament.
const FIELD: [&str; 5] = ["random", "greedy", "steal-hunter", "heuristic", "monte-carlo:rollouts=20"];
/// Blocks for each number of players.
const BLOCKS: u64 = 4;

/// The hash of a fixed small tournament, played with this many threads: all numbers of players, the shipped strategies as
/// they are in the program, every record and every file of results.
///
/// # Errors
/// If the threads cannot be started.
pub fn fingerprint(threads: usize) -> Result<String, Broken> {
    let shipped = Catalogue::shipped_only();
    let find = |spec: &&str| shipped.find(spec).map_err(|error| trouble("the fingerprint", error));
    let schedule = |&players: &Players| Schedule::new(Pairing::RoundRobin, FIELD.len(), players);
    let schedules: Vec<Schedule> = Players::ALL.iter().filter_map(schedule).collect();
    let plan = Plan {
        entrants: FIELD.iter().map(find).collect::<Result<_, _>>()?,
        goal: Goal::Blocks(vec![(0, BLOCKS); schedules.len()]),
        schedules,
        seed: 1_u64.into(),
        first_deal: 0,
        edition: Edition::default(),
        keep_every: 1,
        keep_blocks: false,
    };
    let mut bytes = Vec::new();
    let state = play_whole(&plan, &PlayOptions::new(threads, &BotHost::default()), |batch| {
        batch.records.iter().for_each(|record| bytes.extend_from_slice(record.as_bytes()));
    });
    let state = state.map_err(|error| trouble("threads", error))?;
    for (_, file) in csv_files(&Results { plan: &plan, state: &state }) {
        bytes.extend_from_slice(&file);
    }
    Ok(hash(&bytes))
}

/// This build plays as its version does everywhere.
pub(super) fn pinned() -> Result<String, Broken> {
    let found = fingerprint(2)?;
    let expected = format!("{FINGERPRINT}, that of version {}", env!("CARGO_PKG_VERSION"));
    holds(
        found == FINGERPRINT,
        || {
            "this build plays differently from its version, so its results cannot be compared with those of others"
                .to_owned()
        },
        &expected,
        || found.clone(),
    )?;
    Ok(found.clone())
}

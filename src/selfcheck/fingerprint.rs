//! The fingerprint: one hash that changes exactly when behaviour changes.

use super::broken::{Broken, holds};
use super::lab::trouble;
use crate::arena::{Goal, Pairing, Plan, PlayOptions, play_whole};
use crate::bots::BotHost;
use crate::entrants::Catalogue;
use crate::game::Players;
use crate::records::hash;
use crate::runs::FINGERPRINT;
use crate::tables::{ResultFile, Results, RunTables};

/// The entrants of the small tournament.
const FIELD: [&str; 6] =
    ["random", "greedy", "steal-hunter", "heuristic", "monte-carlo-1:rollouts=20", "swift:iterations=5"];
/// Blocks for each number of players.
const BLOCKS: u64 = 4;

/// The hash of a fixed small tournament, played with this many threads: all numbers of players, the shipped strategies as
/// they are in the program, every record and every file of results.
///
/// # Errors
/// If the threads cannot be started.
pub fn fingerprint(threads: usize) -> Result<String, Broken> {
    play_hashed(threads, BLOCKS)
}

/// The same of one block for each number of players: a quarter of the work for those who must ask often, like every worker of a cluster.
///
/// # Errors
/// If the thread cannot be started.
pub fn quick_fingerprint() -> Result<String, Broken> {
    play_hashed(1, 1)
}

fn play_hashed(threads: usize, blocks: u64) -> Result<String, Broken> {
    let shipped = Catalogue::shipped_only();
    let find = |spec: &&str| shipped.find(spec).map_err(|error| trouble("the fingerprint", error));
    let entrants = FIELD.iter().map(find).collect::<Result<_, _>>()?;
    let goal = Goal::Blocks(vec![blocks; Players::ALL.len()]);
    let plan = Plan::new(entrants, Pairing::RoundRobin, &Players::ALL, 1_u64, goal);
    let plan = Plan { keep_every: 1, ..plan.map_err(|error| trouble("the fingerprint", error))? };
    let mut bytes = Vec::new();
    let state = play_whole(&plan, &PlayOptions::new(threads, &BotHost::default()), |batch| {
        batch.records.iter().for_each(|record| bytes.extend_from_slice(record.as_bytes()));
    });
    let state = state.map_err(|error| trouble("threads", error))?;
    let tables = RunTables::new(Results { plan: &plan, state: &state });
    for &file in ResultFile::COUNTED {
        bytes.extend_from_slice(&tables.table(file).to_csv());
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

//! Small runs for the checks: entrants, plans, and playing them.

use super::broken::Broken;
use crate::arena::{BlockRow, Goal, Pairing, Part, Plan, PlayOptions, State, play_whole};
use crate::bots::BotHost;
use crate::entrants::{Catalogue, Entrant};
use crate::game::Players;

/// An unexpected error, as a broken promise.
#[expect(clippy::needless_pass_by_value, reason = "`map_err` passes errors by value")]
pub(super) fn trouble(place: &str, problem: impl ToString) -> Broken {
    Broken::new(place, "no error", problem.to_string())
}

/// A shipped entrant at low effort, so that no search takes long.
pub(super) fn entrant(spec: &str) -> Result<Entrant, Broken> {
    let found = Catalogue::shipped_only().find(spec).map_err(|error| trouble(spec, error))?;
    Ok(found.at_low_effort())
}

/// A plan with the same blocks for every number of players: from the first up to, but not including, the last.
pub(super) fn plan(field: &[&str], sizes: &[usize], pairing: Pairing, blocks: (u64, u64)) -> Result<Plan, Broken> {
    let players: Vec<Players> = sizes.iter().filter_map(|&size| Players::new(size)).collect();
    let entrants = field.iter().map(|spec| entrant(spec)).collect::<Result<_, _>>()?;
    let goal = Goal::Blocks(vec![blocks.1; players.len()]);
    let plan = Plan::new(entrants, pairing, &players, 7_u64, goal).map_err(|error| trouble("a plan", error))?;
    let part = Part::Ranges(vec![blocks; players.len()]);
    Ok(Plan { first_deal: 100, part, keep_every: 1, keep_blocks: true, ..plan })
}

/// The results of a run.
#[derive(PartialEq, Debug)]
pub(super) struct Ran {
    pub(super) state: State,
    pub(super) records: Vec<String>,
    /// For each block and line-up.
    pub(super) rows: Vec<BlockRow>,
}

/// Plays a plan in one piece.
pub(super) fn play(plan: &Plan, threads: usize) -> Result<Ran, Broken> {
    let (mut records, mut rows) = (Vec::new(), Vec::new());
    let state = play_whole(plan, &PlayOptions::new(threads, &BotHost::default()), |batch| {
        records.extend(batch.records);
        rows.extend(batch.rows);
    });
    Ok(Ran { state: state.map_err(|error| trouble("threads", error))?, records, rows })
}

/// The state written and read back, as after a kill.
pub(super) fn through_json(state: &State) -> Result<State, Broken> {
    let text = serde_json::to_string(state).map_err(|error| trouble("a state as JSON", error))?;
    serde_json::from_str(&text).map_err(|error| trouble("a state from JSON", error))
}

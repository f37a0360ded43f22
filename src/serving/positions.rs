//! What was known in the course of a run: the points of its curves.

use serde_json::{Value, json};

use crate::arena::TableIndex;
use crate::runs::{PROGRESS, Run, RunFolder};
use crate::tables::progress_line;

/// The most fixed positions of a run that are shown.
const MAX_POSITIONS: usize = 2000;

/// What was known at every fixed position of a table size, and in a run that goes on what is known now: as much of it as the page draws.
pub(super) fn positions(run: &Run, table: TableIndex) -> Vec<Value> {
    let (plan, size) = (run.plan(), &run.state().sizes[table]);
    let players = plan.schedules()[table].players.count();
    let lines = RunFolder::at(run.path()).lines(PROGRESS).into_iter().flatten().map_while(Result::ok);
    // The curves of a finished run are in its report, except that of its test.
    let is_drawn = |line: &String| !run.is_over() || !line.contains("\"test\":null");
    let read = lines.take(MAX_POSITIONS).filter(is_drawn).filter_map(|line| serde_json::from_str::<Value>(&line).ok());
    let mut known: Vec<Value> =
        read.filter(|line| line["players"] == players).map(|line| point(&line, run.is_over())).collect();
    let games = |point: &Value| point["games"].as_u64().unwrap_or(0);
    let last = known.last().map_or(0, games);
    if !run.is_over() {
        let now = progress_line(plan, table, &size.tally.blocks.wins, size.stopped);
        let now = serde_json::from_str(&now).ok().filter(|now| games(now) > last);
        known.extend(now.map(|now| point(&now, false)));
    }
    known
}

/// What the page draws of a line: for a run of a million games whole lines would be a hundred kilobytes.
fn point(line: &Value, is_over: bool) -> Value {
    let rate = |row: &Value| json!({ "entrant": row["entrant"], "win_rate": row["win_rate"] });
    let rates = line["standings"].as_array().into_iter().flatten().filter(|_| !is_over).map(rate);
    let standings: Vec<Value> = rates.collect();
    json!({ "blocks": line["blocks"], "games": line["games"], "standings": standings, "test": line["test"] })
}

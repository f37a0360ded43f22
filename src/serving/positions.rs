//! What was known in the course of a run: the points of its curves, and the last of them as the news of a run that goes on.

use serde_json::{Value, json};

use crate::arena::TableIndex;
use crate::runs::{PROGRESS, Run, RunFolder};
use crate::tables::progress_line;

/// The most fixed positions of a run that are shown.
const MAX_POSITIONS: usize = 2000;

/// The course of a table size.
pub(super) struct Course {
    /// What was known at every fixed position, and in a run that goes on what is known now: as much of it as the page draws.
    pub(super) points: Vec<Value>,
    /// The last position, if it is ahead of the state that was saved last.
    pub(super) news: Option<Value>,
}

impl Course {
    pub(super) fn of(run: &Run, table: TableIndex) -> Course {
        let mut lines = lines(run, table);
        let ahead = lines.last().map_or(0, games);
        let saved = state_line(run, table);
        let news = lines.last().filter(|_| !run.is_over() && ahead > games(&saved)).cloned();
        if !run.is_over() && games(&saved) > ahead {
            lines.push(saved);
        }
        Course { points: lines.iter().map(|line| point(line, run.is_over())).collect(), news }
    }
}

fn games(line: &Value) -> u64 {
    line["games"].as_u64().unwrap_or(0)
}

/// The lines of the file for a table size.
fn lines(run: &Run, table: TableIndex) -> Vec<Value> {
    let players = run.plan().schedules()[table].players.count();
    let lines = RunFolder::at(run.path()).lines(PROGRESS).into_iter().flatten().map_while(Result::ok);
    // The curves of a finished run are in its report, except that of its test.
    let is_drawn = |line: &String| !run.is_over() || !line.contains("\"test\":null");
    let read = lines.take(MAX_POSITIONS).filter(is_drawn).filter_map(|line| serde_json::from_str::<Value>(&line).ok());
    read.filter(|line| line["players"] == players).collect()
}

/// The state that was saved last, as such a line.
fn state_line(run: &Run, table: TableIndex) -> Value {
    let size = &run.state().sizes[table];
    let line = progress_line(run.plan(), table, &size.tally.blocks.wins, size.stopped);
    serde_json::from_str(&line).unwrap_or_default()
}

/// What the page draws of a line: for a run of a million games whole lines would be a hundred kilobytes.
fn point(line: &Value, is_over: bool) -> Value {
    let rate = |row: &Value| json!({ "entrant": row["entrant"], "win_rate": row["win_rate"] });
    let rates = line["standings"].as_array().into_iter().flatten().filter(|_| !is_over).map(rate);
    let standings: Vec<Value> = rates.collect();
    json!({ "blocks": line["blocks"], "games": line["games"], "standings": standings, "test": line["test"] })
}

/// Brings rows of standings up to date, as far as a position says it: games, wins, and the win rates with their intervals.
pub(super) fn update(rows: &mut [Value], news: &Value) {
    for known in news["standings"].as_array().into_iter().flatten() {
        let Some(row) = rows.iter_mut().find(|row| row["name"] == known["entrant"]) else { continue };
        row["rate"] = known["win_rate"].clone();
        row["interval"] = json!([known["win_rate_low"], known["win_rate_high"]]);
        row["games"] = known["games"].clone();
        row["wins"] = known["wins"].clone();
    }
    let rate = |row: &Value| row["rate"].as_f64().unwrap_or(-1.0);
    rows.sort_by(|one, other| rate(other).total_cmp(&rate(one)));
    for (rank, row) in (1..).zip(rows) {
        row["rank"] = json!(rank);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_bring_standings_up_to_date() {
        let mut rows = [
            json!({ "name": "a", "rank": 1, "rate": 0.6, "games": 10, "worms": 40.0 }),
            json!({ "name": "b", "rank": 2, "rate": 0.4, "games": 10, "worms": 39.0 }),
        ];
        let known = |name: &str, rate: f64| json!({ "entrant": name, "games": 20, "wins": 3, "win_rate": rate, "win_rate_low": rate - 0.1, "win_rate_high": rate + 0.1 });
        update(&mut rows, &json!({ "standings": [known("a", 0.3), known("b", 0.7)] }));
        assert_eq!((&rows[0]["name"], &rows[0]["rank"], &rows[0]["games"]), (&json!("b"), &json!(1), &json!(20)));
        assert_eq!((&rows[1]["rate"], &rows[1]["worms"]), (&json!(0.3), &json!(40.0)));
        assert!(rows[0]["interval"][0].as_f64() < rows[0]["rate"].as_f64());
    }
}

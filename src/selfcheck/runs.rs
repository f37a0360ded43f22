//! Runs: threads, interruptions, parts and pace change nothing, and a run ends where it should.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use super::broken::{Broken, holds, same};
use super::lab::{Ran, plan, play, through_json, trouble};
use crate::arena::{
    Chair, Ended, Goal, LEVEL, Pairing, Part, Plan, PlayOptions, Shard, State, Stopped, TableIndex, play_run,
    play_whole,
};
use crate::bots::BotHost;
use crate::entrants::Catalogue;
use crate::statistics::{Hypotheses, Sample, Sprt, proportion};
use crate::tables::{Results, csv_files};

const FIELD: [&str; 4] = ["random", "greedy", "heuristic", "monte-carlo"];

fn same_state(place: &str, plan: &Plan, expected: &State, found: &State) -> Result<(), Broken> {
    let equal = expected == found;
    holds(equal, || place.to_owned(), "the state of the run in one piece", || "another one".to_owned())?;
    let files = |state| csv_files(&Results { plan, state });
    holds(files(expected) == files(found), || place.to_owned(), "the same files", || "others".to_owned())
}

/// 1, 2 and 8 threads agree.
pub(super) fn threads() -> Result<String, Broken> {
    let plan = plan(&FIELD, &[2, 5], Pairing::RoundRobin, (0, 6))?;
    let one = play(&plan, 1)?;
    for threads in [2, 8] {
        let ran = play(&plan, threads)?;
        same_state(&format!("{threads} threads"), &plan, &one.state, &ran.state)?;
        same(|| format!("records of {threads} threads"), &one.records, &ran.records)?;
        same(|| format!("blocks of {threads} threads"), &one.rows, &ran.rows)?;
    }
    Ok(format!("{} games each", one.records.len()))
}

/// Saved after every batch, or stopped in the middle of one: the result is that of a run in one piece.
pub(super) fn resumption() -> Result<String, Broken> {
    let plan = plan(&FIELD[..3], &[3, 2], Pairing::RoundRobin, (0, 24))?;
    let whole = play(&plan, 2)?;
    same_run("continuing from a saved state", &plan, &whole, &play_with_breaks(&plan, 1, u64::MAX)?)?;
    // A number of decisions is allowed before each stop: the batch in progress is discarded.
    same_run("continuing after a stop", &plan, &whole, &play_with_breaks(&plan, 3, 60)?)?;
    Ok(format!("{} games, saved after every batch, stopped inside batches", whole.records.len()))
}

fn same_run(place: &str, plan: &Plan, whole: &Ran, other: &Ran) -> Result<(), Broken> {
    same(|| format!("{place}, records"), &whole.records, &other.records)?;
    same(|| format!("{place}, blocks"), &whole.rows, &other.rows)?;
    same_state(place, plan, &whole.state, &other.state)
}

/// Plays with batches of `pace` blocks, saves the state after every one, and stops after a number of decisions that grows
/// each time.
fn play_with_breaks(plan: &Plan, pace: u64, decisions: u64) -> Result<Ran, Broken> {
    let mut ran = Ran { state: State::new(plan), records: Vec::new(), rows: Vec::new() };
    let mut stops = 0;
    for attempt in 1..1000 {
        let asked = AtomicU64::new(0);
        let limit = decisions.saturating_mul(attempt);
        let should_stop = || asked.fetch_add(1, Ordering::Relaxed) > limit;
        let (host, from) = (BotHost::default(), through_json(&ran.state)?);
        let options = PlayOptions { pace: Some(pace), should_stop: &should_stop, ..PlayOptions::new(2, &host) };
        let played = play_run(plan, from, &options, |_, batch| {
            ran.records.extend(batch.records);
            ran.rows.extend(batch.rows);
            ControlFlow::Break(())
        });
        let (state, ended) = played.map_err(|error| trouble("threads", error))?;
        ran.state = state;
        stops += u64::from(ended == Ended::Interrupted);
        if ended == Ended::Finished {
            let is_tried = decisions == u64::MAX || stops > 3;
            holds(is_tried, || "stops inside batches".to_owned(), "more than 3", || stops.to_string())?;
            return Ok(ran);
        }
    }
    Err(Broken::new("a run with breaks", "an end", "none in 1000 steps"))
}

/// Parts cut by a manifest, merged in any order, equal the whole.
pub(super) fn parts() -> Result<String, Broken> {
    let whole_plan = plan(&FIELD, &[2, 4], Pairing::RoundRobin, (0, 10))?;
    let whole = play(&whole_plan, 2)?;
    let mut joined = State::new(&whole_plan);
    let mut records = Vec::new();
    for part in [3, 1, 2] {
        let part = Part::Shard(Shard::new(part, 3).ok_or_else(|| trouble("a part", "there is none"))?);
        let text = Plan { part, ..whole_plan.clone() }.to_json();
        let plan = Plan::from_json(&text, &Catalogue::shipped_only(), None);
        let plan = plan.map_err(|problem| trouble("a plan from JSON", problem))?;
        let ran = play(&plan, 2)?;
        joined.merge(&through_json(&ran.state)?, &whole_plan);
        records.extend(ran.records);
    }
    same_state("three parts merged", &whole_plan, &whole.state, &joined)?;
    let mut expected = whole.records;
    expected.sort_unstable();
    records.sort_unstable();
    same(|| "records of three parts".to_owned(), &expected, &records)?;
    let games = expected.len() as u64;
    same(|| "games of three parts".to_owned(), &games, &joined.games(&whole_plan))?;
    Ok(format!("3 parts of {games} games"))
}

/// A run that stops by itself stops at the first fixed position at which it may, at any pace.
pub(super) fn stopping() -> Result<String, Broken> {
    let base = Plan { keep_every: 0, ..plan(&["greedy", "random"], &[2], Pairing::Fixed, (0, 1))? };
    let sprt = Sprt::new(Hypotheses { null: 1.0, alternative: 1.3, alpha: 0.05, beta: 0.05 });
    let most = 2000;
    // Precise enough long before an interval is trusted, precise enough later, and a sequential test.
    let until = |half_width| Goal::Until { half_width, most };
    let goals = [until(0.2), until(0.035), Goal::Test { sprt, most }];
    let mut ends = Vec::new();
    for goal in goals {
        let plan = Plan { goal: goal.clone(), part: Part::Whole, ..base.clone() };
        let whole = play(&plan, 2)?;
        let end = whole.state.sizes[TableIndex::FIRST].next;
        let is_enough = |wins: &Sample| match &goal {
            Goal::Test { sprt, .. } => sprt.look(wins).stop.map(Stopped::Tested),
            Goal::Until { half_width, .. } => narrow(wins, *half_width).then_some(Stopped::Precise),
            Goal::Blocks(_) => None,
        };
        let expected = first_end(&whole, is_enough);
        same(
            || format!("the end of {goal:?}"),
            &expected,
            &whole.state.sizes[TableIndex::FIRST].stopped.map(|why| (end, why)),
        )?;
        for pace in [1, 7, 100] {
            let other = play_at_pace(&plan, pace)?;
            same_state(&format!("{goal:?} with batches of {pace}"), &plan, &whole.state, &other)?;
        }
        ends.push(end.to_string());
    }
    Ok(format!("after {} blocks", ends.join(", ")))
}

/// Whether both shares of a two-player match are known precisely enough.
fn narrow(wins: &Sample, half_width: f64) -> bool {
    let others = Sample {
        sum: 2 * wins.count as i64 - wins.sum,
        squares: 4 * wins.count + wins.squares - 4 * wins.sum as u64,
        ..*wins
    };
    let is_narrow = |sample| proportion(sample, 2, LEVEL).is_some_and(|interval| interval.half_width() <= half_width);
    wins.count >= 64 && is_narrow(wins) && is_narrow(&others)
}

/// The first fixed position at which a run may end, found block by block; positions are 1, 2, 4 … 32, then each is a
/// sixteenth higher, by at least 32.
fn first_end(ran: &Ran, is_enough: impl Fn(&Sample) -> Option<Stopped>) -> Option<(u64, Stopped)> {
    let (mut wins, mut position) = (Sample::default(), 1);
    for row in &ran.rows {
        wins.add(i64::from(row.wins[Chair::FIRST]));
        if row.block + 1 == position {
            if let Some(why) = is_enough(&wins) {
                return Some((position, why));
            }
            position += if position < 32 { position } else { (position / 16).max(32) };
        }
    }
    None
}

fn play_at_pace(plan: &Plan, pace: u64) -> Result<State, Broken> {
    let host = BotHost::default();
    let options = PlayOptions { pace: Some(pace), ..PlayOptions::new(1, &host) };
    play_whole(plan, &options, |_| {}).map_err(|error| trouble("threads", error))
}

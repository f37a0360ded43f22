//! What a run has found, in sentences.

use super::figures::{percent, with_interval};
use super::verdict::verdict;
use super::{Results, Standing};
use crate::runs::Manifest;

/// Entrants that a sentence names.
const NAMED: usize = 4;

/// What was played: how many games, by whom, with which seed.
pub(super) fn played_so_far(manifest: &Manifest, results: &Results<'_>) -> String {
    let plan = &manifest.plan_shown();
    let games = results.state.games(results.plan);
    let players = list(&plan.players.iter().map(ToString::to_string).collect::<Vec<_>>());
    let part = plan.shard.map_or_else(String::new, |[part, parts]| format!(" Part {part} of {parts} of a run."));
    let end = if manifest.result.is_none() { " The run is not over: these are the numbers so far." } else { "" };
    let edition = if plan.worms.is_some() { ", with another worm table than the default one" } else { "" };
    format!(
        "{} games between {} at {players} players, seed {}, {}{edition}.{part}{end}",
        grouped(games),
        entrants(plan.entrants.len()),
        plan.seed,
        plan.schedule
    )
}

/// The main results, a sentence each.
pub(super) fn findings(results: &Results<'_>, standings: &[Vec<Standing>]) -> Vec<String> {
    let mut said: Vec<String> = standings.iter().filter_map(|rows| winner(results, rows)).collect();
    for size in 0..standings.len() {
        said.extend(verdict(results, size));
    }
    let names = &results.plan.entrants;
    for (entrant, _) in results.state.disqualified.iter().enumerate().filter(|(_, from)| from.is_some()) {
        said.push(format!("{} was disqualified after too many faults.", names[entrant].name));
    }
    let faulty = results.state.faults.iter().enumerate().filter(|(_, faults)| **faults > 0);
    said.extend(faulty.map(|(entrant, faults)| {
        let games = if *faults == 1 { "game" } else { "games" };
        format!("{} committed faults in {faults} {games}.", names[entrant].name)
    }));
    said
}

/// Who wins most at one number of players, and how surely.
fn winner(results: &Results<'_>, rows: &[Standing]) -> Option<String> {
    // One alone cannot win most.
    let first = rows.first().filter(|_| rows.iter().filter(|row| row.games > 0).count() > 1)?;
    let (name, fair) = (name(results, first), percent(1.0 / first.players as f64));
    let share = with_interval(first.win_rate.unwrap_or(0.0), first.interval);
    let words = format!(
        "At {} players {name} wins most: {share} of its games, where {fair} would be a fair share",
        first.players
    );
    let alike = |row: &&Standing| row.tie_group.chars().any(|letter| first.tie_group.contains(letter));
    let alike: Vec<String> = rows[1..].iter().filter(alike).map(|row| self::name(results, row).to_owned()).collect();
    if alike.is_empty() {
        return Some(words + ".");
    }
    let others = if alike.len() > NAMED {
        format!("{} and {} others", alike[..NAMED].join(", "), alike.len() - NAMED)
    } else {
        list(&alike)
    };
    Some(format!("{words}; it cannot be told apart from {others}."))
}

fn entrants(count: usize) -> String {
    if count == 1 { "copies of one entrant".to_owned() } else { format!("{count} entrants") }
}

fn name<'a>(results: &Results<'a>, row: &Standing) -> &'a str {
    &results.plan.entrants[row.entrant].name
}

fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} and {end}", most.join(", ")),
    }
}

/// A number that is easy to read.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

//! What a run has found, in sentences.

use super::figures::{percent, with_interval};
use super::page::RunInput;
use super::verdict::verdict;
use crate::arena::{EntrantIndex, Pairing};
use crate::game::Edition;
use crate::records::words::number_ranges;
use crate::runs::missing_parts;
use crate::tables::{RunTables, Standing};

/// Entrants that a sentence names.
const NAMED: usize = 4;

/// What was played: how many games, between whom, with which seed.
pub(super) fn played_so_far(run: &RunInput<'_>) -> String {
    let (manifest, plan) = (run.manifest, &run.manifest.plan);
    let games = run.tables.results().state.games(plan);
    let players = list(&plan.schedules.iter().map(|schedule| schedule.players.to_string()).collect::<Vec<_>>());
    let part = plan
        .shard()
        .map_or_else(String::new, |shard| format!(" Part {} of {} of a run.", shard.index(), shard.count()));
    let gap = plan.shard_set().map_or_else(String::new, |set| format!(" A partial result: {}.", missing_parts(set)));
    let end = if manifest.result.is_none() { " The run is not over: these are the numbers so far." } else { "" };
    let other_worms = plan.edition != Edition::default();
    let edition = if other_worms { ", with a non-default worm table" } else { "" };
    format!(
        "{} games between {} at {players} players, seed {}, {}{edition}.{part}{gap}{end}",
        grouped(games),
        entrants(plan.entrants.len()),
        plan.seed.name(),
        schedule_name(plan.pairing)
    )
}

/// What a run was, as a title: who played whom, and at how many players.
pub(super) fn run_title(run: &RunInput<'_>) -> String {
    let plan = &run.manifest.plan;
    let name = |entrant: EntrantIndex| plan.entrants[entrant].name.clone();
    let names = || plan.entrants.iter().map(|entrant| entrant.name.clone()).collect::<Vec<_>>();
    let many = plan.entrants.len();
    let what = match plan.pairing {
        Pairing::Fixed if many <= NAMED => format!("Match: {}", names().join(" against ")),
        Pairing::Gauntlet(entrant) if many > 2 => format!("{} against {} others", name(entrant), many - 1),
        _ if many == 1 => format!("{} against itself", names()[0]),
        _ if many == 2 => names().join(" against "),
        _ => format!("Tournament of {many} entrants"),
    };
    let players: Vec<usize> = plan.schedules.iter().map(|schedule| schedule.players.count()).collect();
    let players = match players[..] {
        [one, other] => format!("{one} and {other}"),
        _ => number_ranges(players),
    };
    format!("{what}, {players} players")
}

/// How line-ups were made, in a word or two.
fn schedule_name(pairing: Pairing) -> String {
    match pairing {
        Pairing::RoundRobin => "round-robin".to_owned(),
        Pairing::Gauntlet(_) | Pairing::Challengers(_) => "gauntlet".to_owned(),
        Pairing::Fixed => "match".to_owned(),
        Pairing::Sample(count) => format!("at most {count} line-ups drawn from all"),
    }
}

/// The main results, a sentence each.
pub(super) fn findings(tables: &RunTables<'_>) -> Vec<String> {
    let results = tables.results();
    let sizes = results.plan.schedules.indices();
    let mut said: Vec<String> = sizes.clone().filter_map(|table_index| winner(tables.standings(table_index))).collect();
    for table_index in sizes {
        said.extend(verdict(&results, table_index));
    }
    let names = &results.plan.entrants;
    for (entrant, _) in results.state.disqualified.entries().filter(|(_, from)| from.is_some()) {
        said.push(format!("{} was disqualified after too many faults.", names[entrant].name));
    }
    let faulty = results.state.faults.entries().filter(|(_, faults)| **faults > 0);
    said.extend(faulty.map(|(entrant, faults)| {
        let games = if *faults == 1 { "game" } else { "games" };
        format!("{} committed faults in {faults} {games}.", names[entrant].name)
    }));
    said
}

/// Who wins most at one number of players, and how certain that is.
fn winner(rows: &[Standing]) -> Option<String> {
    // A single entrant cannot win most.
    let first = rows.first().filter(|_| rows.iter().filter(|row| row.games > 0).count() > 1)?;
    let (name, fair) = (&first.name, percent(1.0 / first.players as f64));
    let share = with_interval(first.win_rate.unwrap_or(0.0), first.interval);
    let words = format!(
        "At {} players {name} wins most: {share} of its games, where {fair} would be a fair share",
        first.players
    );
    let alike = |row: &&Standing| row.tie_group.chars().any(|letter| first.tie_group.contains(letter));
    let alike: Vec<String> = rows[1..].iter().filter(alike).map(|row| row.name.clone()).collect();
    if alike.is_empty() {
        return Some(words + ".");
    }
    Some(format!("{words}; it cannot be told apart from {}.", some(&alike)))
}

/// The first of some names, and how many others there are.
pub(super) fn some(names: &[String]) -> String {
    if names.len() <= NAMED {
        return list(names);
    }
    format!("{} and {} others", names[..NAMED].join(", "), names.len() - NAMED)
}

fn entrants(count: usize) -> String {
    if count == 1 { "copies of one entrant".to_owned() } else { format!("{count} entrants") }
}

/// Words with commas and an "and".
pub(super) fn list(items: &[String]) -> String {
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

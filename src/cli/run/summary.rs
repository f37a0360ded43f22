//! The results of a run, for the terminal.

use std::io::{self, Write};

use crate::arena::{Plan, TableIndex};
use crate::cli::Failure;
use crate::cli::json::{JsonOption, print_json};
use crate::cli::messages::{note, say};
use crate::cli::screen::columns;
use crate::records::words::harmless;
use crate::report::{hang, results_json, standings_table, verdict};
use crate::runs::{Run, missing_parts};

/// Prints the results, and where everything is.
pub(in crate::cli) fn print_summary(run: &Run, json: JsonOption) -> Result<(), Failure> {
    if json.is_wanted() {
        print_json(&results_json(run))?;
    } else {
        print_standings(run)?;
        note(format_args!(
            "± is half the width of a 95 % interval; entrants that share a letter cannot be told apart (5 % over all pairs)"
        ));
    }
    if let Some(set) = run.plan().shard_set() {
        say(format_args!("this is a partial result: {}", missing_parts(set)));
    }
    let folder = run.path().display();
    let game = some_address(run.plan()).map(|address| format!("; a game: karteneck replay {folder} {address}"));
    note(format_args!(
        "results in {folder}; see them: karteneck report {folder} --open{}",
        game.unwrap_or_else(|| "; this part of a run has no games".to_owned())
    ));
    Ok(())
}

/// Prints the standings of every number of players.
fn print_standings(run: &Run) -> Result<(), Failure> {
    let (plan, results) = (run.plan(), run.results());
    let mut out = io::stdout().lock();
    for (table_index, schedule) in plan.schedules.entries() {
        let tally = &run.state().sizes[table_index].tally;
        let (blocks, games) = (tally.blocks.count, tally.blocks.count * schedule.games_per_block());
        let line_ups = schedule.line_ups.len();
        let heading = format!(
            "{} players · {games} games in {blocks} blocks, {line_ups} line-up{} · seed {}{}",
            schedule.players,
            if line_ups == 1 { "" } else { "s" },
            plan.seed.seed(),
            if plan.shard_set().is_some() { " · partial" } else { "" }
        );
        writeln!(out, "{}", hang("", &heading, columns()))?;
        writeln!(out, "{}", standings_table(&results, table_index).within(columns()))?;
        let said = verdict(&results, table_index);
        if !said.is_empty() {
            let lines = said.iter().map(|line| hang("", &harmless(line), columns()));
            writeln!(out, "{}", lines.collect::<String>())?;
        }
    }
    Ok(out.flush()?)
}

/// The address of the first game, as `replay` expects it, if there is one.
pub(in crate::cli) fn some_address(plan: &Plan) -> Option<String> {
    let has_blocks = |&table_index: &TableIndex| plan.range(table_index).0 < plan.range(table_index).1;
    let table_index = (plan.schedules.indices()).find(has_blocks)?;
    let schedule = &plan.schedules[table_index];
    let players = if plan.schedules.len() > 1 { format!(" --players {}", schedule.players) } else { String::new() };
    let line_up = if schedule.line_ups.len() > 1 { " --lineup 0" } else { "" };
    Some(format!("{}:0{players}{line_up}", plan.range(table_index).0))
}

//! What a run has shown, for the terminal.

use std::io::{self, Write};

use super::options::RunJob;
use crate::arena::{Plan, State};
use crate::cli::Failure;
use crate::cli::failure::say;
use crate::report::{Results, standings_table, verdict};

/// Prints the standings, and where everything is.
pub(in crate::cli) fn print_summary(run: &RunJob, state: &State) -> Result<(), Failure> {
    let results = Results { plan: &run.plan, state };
    let mut out = io::stdout().lock();
    for (size, schedule) in run.plan.schedules.iter().enumerate() {
        let tally = &state.sizes[size].tally;
        let (blocks, games) = (tally.blocks.count, tally.blocks.count * schedule.games_per_block());
        let line_ups = schedule.line_ups.len();
        writeln!(
            out,
            "{} players · {games} games in {blocks} blocks, {line_ups} line-up{} · seed {}\n",
            schedule.players,
            if line_ups == 1 { "" } else { "s" },
            run.plan.seed.seed()
        )?;
        writeln!(out, "{}", standings_table(&results, size))?;
        let said = verdict(&results, size);
        if !said.is_empty() {
            writeln!(out, "{}\n", said.join("\n"))?;
        }
    }
    out.flush()?;
    drop(out);
    if !run.quiet {
        let folder = run.folder.path().display();
        say(format_args!(
            "± is half of a 95 % interval; entrants that share a letter cannot be told apart (5 % over all pairs)"
        ));
        let game = some_address(&run.plan).map(|address| format!("; a game: karteneck replay {folder} {address}"));
        say(format_args!(
            "results in {folder}; see them: karteneck report {folder} --open{}",
            game.unwrap_or_else(|| "; this part of a run has no games".to_owned())
        ));
    }
    Ok(())
}

/// The address of the first game, as `replay` wants it; a part of a run may have none.
fn some_address(plan: &Plan) -> Option<String> {
    let size = (0..plan.schedules.len()).find(|&size| plan.range(size).0 < plan.range(size).1)?;
    let players =
        if plan.schedules.len() > 1 { format!(" --players {}", plan.schedules[size].players) } else { String::new() };
    let line_up = if plan.schedules[size].line_ups.len() > 1 { " --lineup 0" } else { "" };
    Some(format!("{}:0{players}{line_up}", plan.range(size).0))
}

//! What a run has shown, for the terminal.

use std::io::{self, Write};

use super::options::Prepared;
use crate::arena::{Goal, Plan, State};
use crate::cli::Failure;
use crate::cli::failure::say;
use crate::report::{Results, standings_table};
use crate::statistics::{Difference, Hypotheses, Look, Sprt, Stop};

/// Prints the standings, and where everything is.
pub(in crate::cli) fn print_summary(run: &Prepared, state: &State) -> Result<(), Failure> {
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
            run.plan.seed
        )?;
        writeln!(out, "{}", standings_table(&results, size))?;
        if let Some(text) = verdict(&run.plan, state, size) {
            writeln!(out, "{text}")?;
        }
    }
    out.flush()?;
    drop(out);
    if !run.quiet {
        let folder = run.folder.path().display();
        say(format_args!(
            "± is half of a 95 % interval; entrants that share a letter cannot be told apart (5 % over all pairs)"
        ));
        say(format_args!(
            "results in {folder}; see them: karteneck report {folder} --open; a game: karteneck replay {folder} {}",
            some_address(&run.plan)
        ));
    }
    Ok(())
}

/// The address of the first game, as `replay` wants it.
fn some_address(plan: &Plan) -> String {
    let size = (0..plan.schedules.len()).find(|&size| plan.range(size).0 < plan.range(size).1).unwrap_or(0);
    let players =
        if plan.schedules.len() > 1 { format!(" --players {}", plan.schedules[size].players) } else { String::new() };
    let line_up = if plan.schedules[size].line_ups.len() > 1 { " --lineup 0" } else { "" };
    format!("{}:0{players}{line_up}", plan.range(size).0)
}

/// What a match between two has shown, and the end of a test.
fn verdict(plan: &Plan, state: &State, size: usize) -> Option<String> {
    let blocks = &state.sizes[size].tally.blocks;
    let schedule = &plan.schedules[size];
    let mut lines = Vec::new();
    if plan.entrants.len() == 2 {
        let seats = [0, 1].map(|entrant| schedule.seats_per_block(entrant));
        let sample = blocks.difference(0, 1, [seats[1], seats[0]]);
        let difference = Difference::of(&sample, (seats[0] * seats[1]) as f64)?;
        let interval = difference.interval(crate::arena::LEVEL);
        lines.push(format!(
            "{} against {}: {:+.2} points of win rate ({:+.2} to {:+.2}), better with probability {:.4}",
            plan.entrants[0].name,
            plan.entrants[1].name,
            100.0 * difference.mean,
            100.0 * interval.low,
            100.0 * interval.high,
            difference.superiority()
        ));
    }
    if let Goal::Test { sprt, .. } = &plan.goal {
        let seats = schedule.seats_per_block(0) as f64;
        lines.push(test_verdict(&plan.entrants[0].name, sprt, seats, &sprt.look(&blocks.wins[0])));
    }
    (!lines.is_empty()).then(|| lines.join("\n") + "\n")
}

fn test_verdict(name: &str, sprt: &Sprt, seats: f64, look: &Look) -> String {
    let Hypotheses { null, alternative, alpha, beta } = *sprt.hypotheses();
    let end = match look.stop {
        Some(Stop::Alternative) => "the alternative is accepted",
        Some(Stop::Null) => "the null hypothesis is accepted",
        None => "not decided within the most blocks",
    };
    format!(
        "sequential test: null hypothesis: {name} wins {:.2} %; alternative: {:.2} %; errors at most {:.1} % and {:.1} %\n\
         log-likelihood ratio {:.2}, bounds {:.2} and {:.2}: {end}",
        100.0 * null / seats,
        100.0 * alternative / seats,
        100.0 * alpha,
        100.0 * beta,
        look.ratio,
        look.lower,
        look.upper
    )
}

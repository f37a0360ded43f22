//! Plays a run: progress, interruption, messages.

use anyhow::anyhow;

use super::options::RunJob;
use crate::arena::{Batch, EntrantIndex, Plan, PlayOptions, RunFault, SizeState, State, TableIndex};
use crate::bots::Logs;
use crate::cli::Failure;
use crate::cli::bots::{host, tell_logs, tell_protection};
use crate::cli::interrupt::Interrupt;
use crate::cli::messages::say;
use crate::cli::progress::Progress;
use crate::cli::trust::trust_option;
use crate::records::words::{printable, quoted};
use crate::runs::{LOGS, Run, RunEnd};

/// Plays a run to its end, or to an interruption.
pub(in crate::cli) fn execute(job: RunJob) -> Result<Run, Failure> {
    let RunJob { run, threads } = job;
    let interrupt = Interrupt::listen("saving the blocks that are finished");
    let (plan, path) = (run.run().plan().clone(), run.run().path().to_owned());
    let host = host(Logs::in_folder(path.join(LOGS)), std::slice::from_ref(&path));
    tell_protection(&plan.entrants, &host);
    let resume = format!(
        "karteneck {} --resume {}{}",
        plan.command(),
        quoted(&path.display().to_string()),
        trust_option(&plan.entrants)
    );
    // The length of a run that ends by itself is not known.
    let progress = Progress::of("games", plan.games());
    progress.skip_to(run.run().state().games(&plan));
    let (should_stop, on_games) = (|| interrupt.has_come(), |games| progress.add(games));
    let options = PlayOptions { should_stop: &should_stop, on_games: &on_games, ..PlayOptions::new(threads, &host) };
    let played = run.play(&options, &mut |state, batch| {
        tell_faults(&plan, batch);
        progress.tell(leader(&plan, state).unwrap_or_default());
    });
    drop(progress);
    tell_logs(&host);
    match played {
        Ok(RunEnd::Finished(run)) => Ok(run),
        Ok(RunEnd::Interrupted(run)) => {
            let games = run.state().games(&plan);
            Err(Failure::Interrupted(anyhow!("{games} games are saved; continue with: {resume}")))
        }
        Err(error) => {
            let hint = format!("nothing that was saved is lost; once the cause is fixed, continue with: {resume}");
            Err(Failure::from(error).hint(&hint))
        }
    }
}

/// Prints the first faults of a batch, and newly disqualified entrants.
fn tell_faults(plan: &Plan, batch: &Batch) {
    for RunFault { entrant, players, line_up, block, rotation, fault, details } in batch.faults.iter().take(3) {
        let name = &plan.entrants[*entrant].name;
        say(format_args!(
            "fault of {name} at {players} players, line-up {line_up}, {block}:{rotation}, {fault}{details}"
        ));
    }
    if batch.faults.len() > 3 {
        say(format_args!("… and {} more faults", batch.faults.len() - 3));
    }
    for &entrant in &batch.disqualified {
        let name = &plan.entrants[entrant].name;
        say(format_args!("{name} is disqualified: it passes from now on and is scored last"));
    }
}

/// Who has the highest win rate at the table that is being played, and how sure that is.
fn leader(plan: &Plan, state: &State) -> Option<String> {
    let begun = |&(_, size): &(TableIndex, &SizeState)| size.tally.blocks.count > 0;
    let (table_index, SizeState { tally, .. }) = state.sizes.entries().rfind(begun)?;
    let rate =
        |entrant: &EntrantIndex| tally.entrants[*entrant].wins as f64 / tally.entrants[*entrant].games.max(1) as f64;
    let best = plan.entrants.indices().max_by(|one, other| rate(one).total_cmp(&rate(other)))?;
    let half = tally.blocks.win_interval(&plan.schedules[table_index], best)?.half_width();
    Some(format!("{} {:.1} ± {:.1} %", printable(&plan.entrants[best].name), 100.0 * rate(&best), 100.0 * half))
}

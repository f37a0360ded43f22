//! Plays a run: progress, interruption, messages.

use anyhow::anyhow;

use super::options::RunJob;
use super::progress::RunProgress;
use crate::arena::{Batch, Plan, PlayOptions, RunFault};
use crate::bots::Logs;
use crate::cli::Failure;
use crate::cli::bots::{host, tell_logs, tell_protection};
use crate::cli::interrupt::Interrupt;
use crate::cli::trust::trust_option;
use crate::records::words::quoted;
use crate::runs::{LOGS, Run, RunEnd};

/// Plays a run to its end, or to an interruption.
pub(in crate::cli) fn execute(job: RunJob) -> Result<Run, Failure> {
    let RunJob { run, threads, quiet } = job;
    let interrupt = Interrupt::listen("saving the blocks that are finished");
    let (plan, path) = (run.run().plan().clone(), run.run().path().to_owned());
    let host = host(Logs::in_folder(path.join(LOGS)), std::slice::from_ref(&path));
    tell_protection(&plan.entrants, &host);
    let mut progress = RunProgress::new(&plan, run.run().state(), quiet);
    let should_stop = || interrupt.has_come();
    let options = PlayOptions { should_stop: &should_stop, ..PlayOptions::new(threads, &host) };
    let resume = format!(
        "karteneck {} --resume {}{}",
        plan.command(),
        quoted(&path.display().to_string()),
        trust_option(&plan.entrants)
    );
    let played = run.play(&options, &mut |state, batch| {
        tell_faults(&plan, batch, &progress);
        progress.show(&plan, state);
    });
    progress.finish();
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
fn tell_faults(plan: &Plan, batch: &Batch, progress: &RunProgress) {
    for RunFault { entrant, players, line_up, block, rotation, fault, details } in batch.faults.iter().take(3) {
        let name = &plan.entrants[*entrant].name;
        progress.say(&format!(
            "fault of {name} at {players} players, line-up {line_up}, {block}:{rotation}, {fault}{details}"
        ));
    }
    if batch.faults.len() > 3 {
        progress.say(&format!("… and {} more faults", batch.faults.len() - 3));
    }
    for &entrant in &batch.disqualified {
        let name = &plan.entrants[entrant].name;
        progress.say(&format!("{name} is disqualified: it passes from now on and is scored last"));
    }
}

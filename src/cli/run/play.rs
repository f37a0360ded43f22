//! From the options of a run to its results.

use super::execute::execute;
use super::options::{Prepared, RunOptions, RunRequest, prepare};
use crate::cli::Failure;
use crate::cli::messages::note;
use crate::cli::trust::trust_option;
use crate::records::words::quoted;
use crate::runs::Run;

/// Plays what the options describe, or what is left of it; `None` if only the plan was wanted.
pub(in crate::cli) fn play(options: &RunOptions, request: &RunRequest<'_>) -> Result<Option<Run>, Failure> {
    match prepare(options, request)? {
        Prepared::Job(job) => execute(job).map(Some),
        Prepared::Over(run) => Ok(Some(run)),
        Prepared::Planned(run) => {
            let run = run.run();
            let (path, trust) = (quoted(&run.path().display().to_string()), trust_option(&run.plan().entrants));
            let games = run.plan().games().map_or_else(String::new, |games| format!("{games} games; "));
            note(format_args!(
                "{games}nothing is played yet. A part: karteneck {} --from {path} --shard 1/10 --out part-1{trust}",
                run.plan().command()
            ));
            Ok(None)
        }
    }
}

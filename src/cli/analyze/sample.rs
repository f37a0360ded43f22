//! Some games of a run: what strategies lose by class of decision.

use std::io::{self, Write};
use std::path::Path;

use anyhow::anyhow;
use indicatif::ProgressBar;

use super::game::{decisions, judge_all};
use super::{Analyzer, Arguments, interrupted};
use crate::cli::failure::{Failure, say};
use crate::cli::replay::sample_of_run;
use crate::cli::source::Named;
use crate::report::LossesByClass;

/// Shows what strategies lose in some games of a run.
pub(super) fn show(arguments: &Arguments, wanted: u64, analyzer: Analyzer) -> Result<(), Failure> {
    let run = match arguments.game.named()? {
        Named::Run(run) | Named::Records(run) => run,
        Named::Game { .. } => {
            return Err(Failure::Usage(anyhow!("--sample is for a whole run; leave out the address")));
        }
    };
    let games = sample_of_run(Path::new(run), wanted, arguments.game.players, arguments.game.trust)?;
    let analyzer = analyzer.listen();
    let mut losses = LossesByClass::default();
    // Only shown on a terminal.
    let bar = ProgressBar::new(wanted);
    let mut finished = 0;
    for game in games {
        let (record, edition) = game?;
        let made = decisions(&record, &edition)?;
        let judged = judge_all(&made, &analyzer)?;
        if judged.len() < made.len() {
            break;
        }
        losses.add_game(&record.strategies, &judged);
        finished += 1;
        bar.inc(1);
    }
    bar.finish_and_clear();
    if finished > 0 {
        io::stdout().lock().write_all(losses.table().as_bytes())?;
        say(format_args!(
            "accuracy in percent; loss of the chance to win, in percentage points: per decision, per game, and per game by class \
             of decision; ± is one standard error, over games (each seat counts as a game)"
        ));
    }
    if finished < wanted as usize {
        return Err(interrupted(finished, wanted as usize, "game"));
    }
    Ok(())
}

//! Some games of a run: what strategies lose by class of decision.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::anyhow;

use super::game::{decisions, judge_all};
use super::{Analyzer, Arguments};
use crate::analysis::LossesByClass;
use crate::cli::failure::Failure;
use crate::cli::json::print_json;
use crate::cli::messages::note;
use crate::cli::progress::Progress;
use crate::cli::replay::sample_of_run;
use crate::cli::screen::columns;
use crate::cli::source::Named;
use crate::report::{losses_table, sample_json};

/// Parts of a game in which progress is counted.
const PARTS: u64 = 1000;

/// Shows what strategies lose in some games of a run.
pub(super) fn show(arguments: &Arguments, wanted: u64, analyzer: Analyzer) -> Result<(), Failure> {
    let run = match arguments.game.named()? {
        Named::Run(run) | Named::Records(run) => run,
        Named::Game { .. } => {
            return Err(Failure::Usage(anyhow!("--sample is for a whole run; leave out the address")));
        }
    };
    let games = sample_of_run(Path::new(run), wanted, arguments.game.players(), arguments.game.trust)?;
    let analyzer = analyzer.listen();
    let mut losses = LossesByClass::default();
    // In parts of a game, since the number of decisions in all is not known.
    let progress = Progress::of("", wanted * PARTS);
    let mut finished = 0;
    for game in games {
        progress.set(finished as u64 * PARTS);
        progress.tell(format!("game {} of {wanted}", finished + 1));
        let (record, edition) = game?;
        let made = decisions(&record, &edition)?;
        let (judged, all) = (AtomicU64::new(0), made.len() as u64 * analyzer.parts().0);
        let on_part = || {
            let part = judged.fetch_add(1, Ordering::Relaxed) * PARTS / all;
            progress.set(finished as u64 * PARTS + part);
        };
        let judged = judge_all(&made, &analyzer, &on_part)?;
        if judged.len() < made.len() {
            break;
        }
        losses.add_game(&record.strategies, &judged);
        finished += 1;
    }
    drop(progress);
    let is_complete = finished == wanted as usize;
    if finished > 0 && analyzer.json.is_wanted() {
        print_json(&sample_json(&analyzer.how(), finished as u64, is_complete, &losses))?;
    } else if finished > 0 {
        io::stdout().lock().write_all(losses_table(&losses).within(columns()).as_bytes())?;
        note(format_args!(
            "accuracy in percent; loss of the chance to win, in percentage points: per decision, per game, and per game by class \
             of decision; ± is one standard error, over games (each seat counts as a game)"
        ));
    }
    if !is_complete {
        return Err(Failure::unfinished(finished, wanted as usize, "game"));
    }
    Ok(())
}

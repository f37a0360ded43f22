//! Carries out a tuning: progress, journal, interruption, results.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use anyhow::{Error, anyhow};
use serde_json::json;

use super::progress::Progress;
use super::request::Tuning;
use crate::cli::Failure;
use crate::cli::interrupt::Interrupt;
use crate::cli::logs::tell_logs;
use crate::cli::output::Output;
use crate::records::{
    CONVERGENCE_PICTURE, HISTORY, RunError, SENSITIVITY, SENSITIVITY_PICTURE, TIMING, TRANSFER, TUNED,
};
use crate::report::{convergence_picture, effects_picture, history_csv, sensitivity_csv, transfer_csv, tuned_entrant};
use crate::strategies::Logs;
use crate::tuning::{Field, Findings, Halt, History, Journal, News, tune};

/// How often the picture of a search that is not over is drawn.
const DRAW_EVERY: Duration = Duration::from_secs(10);

/// Tunes to the end, or to an interruption.
pub(super) fn execute(tuning: &Tuning) -> Result<Findings, Failure> {
    let clock = Instant::now();
    let interrupt = Interrupt::listen("what was played is in the journal");
    let logs = Logs::in_folder(tuning.folder.file("logs"));
    let progress = RefCell::new(Progress::new(tuning));
    let found = search(tuning, &interrupt, &logs, &progress);
    progress.borrow().finish();
    tell_logs(&logs);
    let findings = found.map_err(|halt| failure(tuning, halt))?;
    write(tuning, &findings)?;
    let seconds = clock.elapsed().as_secs_f64();
    let timing = json!({ "threads": tuning.threads, "seconds_since_last_start": seconds });
    tuning.folder.write(TIMING, format!("{timing:#}\n").as_bytes())?;
    Ok(findings)
}

fn search(tuning: &Tuning, interrupt: &Interrupt, logs: &Logs, progress: &RefCell<Progress>) -> Result<Findings, Halt> {
    let brief = &tuning.brief;
    let mut field = Field {
        family: brief.space.family,
        seed: brief.request.seed,
        edition: brief.request.edition,
        threads: tuning.threads,
        logs: logs.clone(),
        stopped: &|| interrupt.has_come(),
        tell: &|games| progress.borrow().played(games),
    };
    let mut journal = Journal::open(&tuning.folder, &mut field)?;
    progress.borrow().remember(journal.known());
    let mut drawn = Instant::now();
    let mut watch = |news: &News<'_>| {
        progress.borrow_mut().show(news);
        if drawn.elapsed() >= DRAW_EVERY {
            // A picture of what is not over; if it cannot be written now, the last one will say so.
            let _ = write_history(tuning, news.history);
            drawn = Instant::now();
        }
    };
    tune(brief, &mut journal, &mut watch)
}

fn failure(tuning: &Tuning, halt: Halt) -> Failure {
    let folder = tuning.folder.path().display();
    let out = tuning.out.as_ref().map(|path| format!(" --out {}", path.display())).unwrap_or_default();
    let resume = format!("karteneck tune --resume {folder}{out}");
    match halt {
        Halt::Interrupted => Failure::Interrupted(anyhow!("what was played is saved; go on with: {resume}")),
        halt => Failure::Failed(Error::new(halt))
            .hint(&format!("what was played is saved; once it is mended, go on with: {resume}")),
    }
}

fn write_history(tuning: &Tuning, history: &History) -> Result<(), RunError> {
    tuning.folder.write(HISTORY, &history_csv(&tuning.brief, history))?;
    tuning.folder.write(CONVERGENCE_PICTURE, convergence_picture(&tuning.brief, history).as_bytes())
}

/// Writes everything that was found.
fn write(tuning: &Tuning, findings: &Findings) -> Result<(), Failure> {
    let (brief, folder) = (&tuning.brief, &tuning.folder);
    write_history(tuning, &findings.history)?;
    if !findings.transfer.is_empty() {
        folder.write(TRANSFER, &transfer_csv(&findings.transfer))?;
    }
    if !findings.effects.is_empty() {
        folder.write(SENSITIVITY, &sensitivity_csv(brief, &findings.effects))?;
        let picture = effects_picture(brief, &findings.result, &findings.effects);
        folder.write(SENSITIVITY_PICTURE, picture.as_bytes())?;
    }
    let entrant = tuned_entrant(brief, findings, &tuning.manifest.command);
    folder.write(TUNED, entrant.as_bytes())?;
    if let Some(path) = &tuning.out {
        let mut output = Output::open(Some(path), tuning.force)?;
        std::io::Write::write_all(&mut output, entrant.as_bytes())?;
        output.finish()?;
    }
    Ok(())
}

//! Carries out a tuning: progress, journal, interruption, results.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Error, anyhow};
use serde_json::json;

use super::progress::TuneProgress;
use super::request::{Tuning, rivals};
use crate::bots::{BotHost, Logs};
use crate::cli::Failure;
use crate::cli::bots::{host, tell_logs, tell_protection};
use crate::cli::interrupt::Interrupt;
use crate::cli::messages::{note, say};
use crate::cli::output::Output;
use crate::cli::trust::trust_option;
use crate::files::has_bytes;
use crate::records::hash;
use crate::records::words::quoted;
use crate::report::{NamedFile, comparison_files, history_files, result_files};
use crate::runs::{PIECES, RunError, TIMING, TUNED};
use crate::tuning::{ArenaOracle, Findings, Halt, Journal, Phase, TuningProgress, tune};

/// How often the picture of an ongoing search is drawn.
const DRAW_EVERY: Duration = Duration::from_secs(10);

/// Tunes to the end, or to an interruption; returns what was found and any failure to write it.
pub(super) fn execute(tuning: &Tuning) -> Result<(Findings, Option<Failure>), Failure> {
    let clock = Instant::now();
    let interrupt = Interrupt::listen("what was played is in the journal");
    let host = host(Logs::in_folder(tuning.folder.file("logs")), &denied(tuning));
    tell_protection(&rivals(&tuning.plan.request), &host);
    let progress = TuneProgress::new(tuning);
    let mut trouble = None;
    let found = search(tuning, &interrupt, &host, &progress, &mut trouble);
    drop(progress);
    tell_logs(&host);
    let findings = found.map_err(|halt| failure(tuning, halt))?;
    for (name, fault) in &findings.failed {
        say(format_args!("warning: {name} was left out of the comparison: {fault}"));
    }
    let written = write_comparisons(tuning, &findings, clock.elapsed());
    let trouble = trouble.or(written.err()).map(|trouble| trouble.hint(&resume_hint(tuning)));
    Ok((findings, trouble))
}

/// The paths denied to rivals.
fn denied(tuning: &Tuning) -> Vec<PathBuf> {
    std::iter::once(tuning.folder.path().to_owned()).chain(tuning.out.clone()).collect()
}

fn search(
    tuning: &Tuning,
    interrupt: &Interrupt,
    host: &BotHost,
    progress: &TuneProgress,
    trouble: &mut Option<Failure>,
) -> Result<Findings, Halt> {
    let plan = &tuning.plan;
    let mut field = ArenaOracle {
        family: plan.space.family,
        seed: plan.request.seed.seed(),
        edition: plan.request.edition,
        threads: tuning.threads,
        host: host.clone(),
        stopped: &|| interrupt.has_come(),
        on_games: &|games| progress.played(games),
        exchange: None,
    };
    let manifest = hash(tuning.manifest.to_text().as_bytes());
    let mut journal = Journal::open(&tuning.folder, &manifest, &mut field)?;
    if journal.known() > 0 {
        note(format_args!("continuing: {} answers are in the journal", journal.known()));
    }
    let mut drawn = Instant::now();
    let mut watch = |news: &TuningProgress<'_>| {
        progress.show(news);
        if news.phase == Phase::Confirmation {
            // Whatever happens later, this is safe.
            *trouble = news.findings.and_then(|findings| write_result(tuning, findings).err());
        } else if news.phase == Phase::Search && drawn.elapsed() >= DRAW_EVERY {
            // A preliminary picture; if it cannot be written now, the last one will report it.
            let _ = write(tuning, &history_files(plan, news.history, None));
            drawn = Instant::now();
        }
    };
    let findings = tune(plan, &mut journal, &mut watch)?;
    journal.finish()?;
    Ok(findings)
}

fn resume_hint(tuning: &Tuning) -> String {
    let folder = tuning.folder.path().display().to_string();
    let out = tuning.out.as_ref().map(|path| format!(" --out {}", quoted(&path.display().to_string())));
    let force = if tuning.force && out.is_some() { " --force" } else { "" };
    format!(
        "what was played is saved; continue with: karteneck tune --resume {}{}{force}{}",
        quoted(&folder),
        out.unwrap_or_default(),
        trust_option(&rivals(&tuning.plan.request))
    )
}

fn failure(tuning: &Tuning, halt: Halt) -> Failure {
    match halt {
        Halt::Interrupted => Failure::Interrupted(anyhow!(resume_hint(tuning))),
        // Resuming would not help.
        Halt::Journal(_) | Halt::File(RunError::Busy(_) | RunError::Damaged { .. }) => {
            Failure::Failed(Error::new(halt))
        }
        halt => Failure::Failed(Error::new(halt)).hint(&resume_hint(tuning)),
    }
}

fn write(tuning: &Tuning, files: &[NamedFile]) -> Result<(), RunError> {
    files.iter().try_for_each(|(name, bytes)| tuning.folder.write(name, bytes))
}

/// Writes the confirmed result.
fn write_result(tuning: &Tuning, findings: &Findings) -> Result<(), Failure> {
    let files = result_files(&tuning.plan, findings, &tuning.manifest.command);
    write(tuning, &files)?;
    let entrant = files.into_iter().find(|(name, _)| *name == TUNED).map(|(_, bytes)| bytes).unwrap_or_default();
    // A file that was written before an interruption need not be replaced.
    let is_there = |path: &&PathBuf| has_bytes(path, &entrant).unwrap_or(false);
    if let Some(path) = tuning.out.as_ref().filter(|path| !is_there(path)) {
        let mut output = Output::open(Some(path), tuning.force)?;
        output.write_all(&entrant)?;
        output.finish()?;
    }
    Ok(())
}

/// Writes the comparisons of the result.
fn write_comparisons(tuning: &Tuning, findings: &Findings, time: Duration) -> Result<(), Failure> {
    write(tuning, &comparison_files(&tuning.plan, findings))?;
    let timing = json!({ "threads": tuning.threads, "seconds_since_last_start": time.as_secs_f64() });
    tuning.folder.write(TIMING, format!("{timing:#}\n").as_bytes())?;
    // Of a coordinator that was interrupted; all answers are in the journal.
    tuning.folder.remove(PIECES)?;
    Ok(())
}

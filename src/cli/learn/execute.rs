//! Carries out a learning: progress, journal, interruption, results.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Error, anyhow};
use indicatif::HumanCount;

use super::request::Learning;
use crate::arena::WorkThreads;
use crate::bots::Logs;
use crate::cli::Failure;
use crate::cli::bots::{host, tell_logs, tell_protection};
use crate::cli::interrupt::Interrupt;
use crate::cli::messages::note;
use crate::cli::output::Output;
use crate::cli::progress::Progress;
use crate::cli::trust::trust_option;
use crate::files::has_bytes;
use crate::learning::{GameJournal, LearnError, LearningOptions, LearningProgress, LearningRequest, Lesson, learn};
use crate::records::hash;
use crate::records::words::quoted;
use crate::report::lesson_files;
use crate::runs::PIECES;

/// Learns to the end, or to an interruption, and writes what was learned.
pub(super) fn execute(learning: &Learning) -> Result<Lesson, Failure> {
    let interrupt = Interrupt::listen("games that are finished are kept");
    let denied: Vec<PathBuf> = std::iter::once(learning.folder.path().to_owned()).chain(learning.out.clone()).collect();
    let host = host(Logs::in_folder(learning.folder.file("logs")), &denied);
    tell_protection(std::slice::from_ref(&learning.request.entrant), &host);
    let threads = WorkThreads::start(learning.threads).map_err(Error::new)?;
    let manifest = hash(learning.manifest.to_text().as_bytes());
    let request = &learning.request;
    let progress = Progress::of("games", request.games * request.players.len() as u64);
    let mut watch = |news: &LearningProgress<'_>| show(&progress, request, news);
    let stopped = || interrupt.has_come();
    let mut known = 0;
    let learned = GameJournal::open(&learning.folder, &manifest).map_err(LearnError::File).and_then(|mut journal| {
        if journal.games() > 0 {
            note(format_args!("continuing: {} games are in the journal", journal.games()));
        }
        let mut options = LearningOptions { host: &host, stopped: &stopped, watch: &mut watch, exchange: None };
        let lesson = threads.work(|| learn(request, &learning.manifest.command, &mut journal, &mut options));
        known = journal.games();
        lesson
    });
    drop(progress);
    tell_logs(&host);
    let lesson = learned.map_err(|error| failure(learning, known, error))?;
    write_lesson(learning, &lesson).map_err(|trouble| trouble.hint(&resume_hint(learning, known)))?;
    if request.seed.is_sealed() {
        note(format_args!("the seed was {}", request.seed.seed()));
    }
    Ok(lesson)
}

/// Games so far, over all numbers of players, and how the fit goes.
fn show(progress: &Progress, request: &LearningRequest, news: &LearningProgress<'_>) {
    let before = request.players.iter().position(|&players| players == news.players).unwrap_or(0) as u64;
    progress.set(before * request.games + news.games);
    progress.tell(match news.losses.last() {
        None => format!("{} players", news.players),
        Some(loss) => format!(
            "{} players, epoch {} of {}: log-loss {:.4}, held out {:.4}",
            news.players,
            news.losses.len() - 1,
            request.epochs,
            loss.fitted,
            loss.held_out
        ),
    });
}

fn write_lesson(learning: &Learning, lesson: &Lesson) -> Result<(), Failure> {
    for (name, bytes) in lesson_files(&learning.request, lesson) {
        learning.folder.write(name, &bytes)?;
    }
    // Of a coordinator that was interrupted; all games are in the journal.
    learning.folder.remove(PIECES)?;
    let text = lesson.net.to_text();
    // A file that was written before an interruption need not be replaced.
    let is_there = |path: &&PathBuf| has_bytes(path, text.as_bytes()).unwrap_or(false);
    if let Some(path) = learning.out.as_ref().filter(|path| !is_there(path)) {
        let mut output = Output::open(Some(path), learning.force)?;
        output.write_all(text.as_bytes())?;
        output.finish()?;
    }
    Ok(())
}

fn resume_hint(learning: &Learning, games: u64) -> String {
    let folder = quoted(&learning.folder.path().display().to_string());
    let out = learning.out.as_ref().map(|path| format!(" --out {}", quoted(&path.display().to_string())));
    let trust = trust_option(std::slice::from_ref(&learning.request.entrant));
    let out = out.unwrap_or_default();
    format!(
        "{} games are in the journal; continue with: karteneck learn --resume {folder}{out}{trust}",
        HumanCount(games)
    )
}

fn failure(learning: &Learning, games: u64, error: LearnError) -> Failure {
    match error {
        LearnError::Interrupted => Failure::Interrupted(anyhow!(resume_hint(learning, games))),
        // What has failed may succeed later: a full disk, a program.
        LearnError::Fault { .. } => Failure::Failed(Error::new(error)).hint(&resume_hint(learning, games)),
        LearnError::File(trouble) if trouble.may_pass() => {
            Failure::Failed(Error::new(trouble)).hint(&resume_hint(learning, games))
        }
        // Resuming would not help.
        error => Failure::Failed(Error::new(error)),
    }
}

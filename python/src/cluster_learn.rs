//! Learnings whose games are played by workers elsewhere.

use std::path::{Path, PathBuf};

use karteneck::arena::{PieceExchange, RunSeed};
use karteneck::bots::BotHost;
use karteneck::entrants::Catalogue;
use karteneck::learning::{
    GameJournal, LearnError, LearningManifest, LearningNets, LearningOptions, LearningProgress, LearningRequest,
    LearningWords, LearningWorker, learn,
};
use karteneck::records::hash;
use karteneck::report::{lesson_files, lesson_text};
use karteneck::runs::{MANIFEST, RunFolder};
use karteneck::strategies::nets::NetKind;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::cluster::{JobEnd, JobNews, JobResult, PyCoordinator};
use crate::errors::{error, with_reason};
use crate::run::run_error;
use crate::words::{SeedWord, players_of};

/// The options of `karteneck learn`, as they were written.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct LearnWords {
    kind: String,
    entrant: String,
    players: Vec<usize>,
    games: u64,
    seed: SeedWord,
    sealed: bool,
    random_every: u32,
    epochs: u32,
    rate: f64,
    start: Option<PathBuf>,
    judge: Option<PathBuf>,
}

struct Learning {
    request: LearningRequest,
    manifest: LearningManifest,
    folder: RunFolder,
}

/// Begins a learning in a new folder.
#[pyfunction]
pub(crate) fn begin_learning(words: LearnWords, folder: Option<PathBuf>, force: bool) -> PyResult<PyCoordinator> {
    let seed: RunSeed = if words.sealed { RunSeed::sealed(words.seed.0) } else { words.seed.0.into() };
    let words = read_words(words)?;
    let request = request(&words, seed)?;
    let folder = match folder {
        Some(path) => RunFolder::create(&path, force),
        None => RunFolder::create_next(Path::new("results"), "learn"),
    }
    .map_err(run_error)?;
    if seed.is_sealed() {
        folder.keep_secret(seed.seed()).map_err(run_error)?;
    }
    request.keep_nets(&folder).map_err(run_error)?;
    let manifest = LearningManifest::new(&request, words.command(seed));
    folder.write(MANIFEST, manifest.to_text().as_bytes()).map_err(run_error)?;
    start(Learning { request, manifest, folder })
}

/// Goes on with the learning in a folder.
#[pyfunction]
pub(crate) fn resume_learning(path: PathBuf, trust: bool) -> PyResult<PyCoordinator> {
    let (folder, manifest) = LearningManifest::open(&path).map_err(run_error)?;
    let refuse = |why: String| error("RunError", format!("{}: {why}", path.display()));
    let secret = folder.secret().map_err(run_error)?;
    let nets = manifest.nets(&folder).map_err(|why| bad(&why))?;
    let request = manifest.request(&Catalogue::here(), secret, nets).map_err(refuse)?;
    if request.entrant.is_process() && !trust {
        return Err(refuse("it names a program that workers would start; if you trust it, give --trust".to_owned()));
    }
    let folder = folder.locked_for_writing().map_err(run_error)?;
    folder.sweep().map_err(run_error)?;
    start(Learning { request, manifest, folder })
}

fn bad(why: &dyn std::fmt::Display) -> PyErr {
    PyValueError::new_err(why.to_string())
}

fn read_words(words: LearnWords) -> PyResult<LearningWords> {
    let kinds = [NetKind::Value, NetKind::Policy, NetKind::Belief, NetKind::Position];
    let kind = kinds.into_iter().find(|kind| kind.name() == words.kind);
    let expected = || bad(&format!("{}: expected value, policy, belief or position", words.kind));
    Ok(LearningWords {
        kind: kind.ok_or_else(expected)?,
        entrant: words.entrant,
        players: words.players.into_iter().map(players_of).collect::<PyResult<_>>()?,
        games: words.games,
        random_every: words.random_every,
        epochs: words.epochs,
        rate: words.rate,
        start: words.start,
        judge: words.judge,
    })
}

fn request(words: &LearningWords, seed: RunSeed) -> PyResult<LearningRequest> {
    let nets = LearningNets::read(words.start.as_deref(), words.judge.as_deref());
    let LearningNets { start, judge } = nets.map_err(|why| bad(&why))?;
    let request = LearningRequest {
        kind: words.kind,
        entrant: Catalogue::here().find(&words.entrant).map_err(|why| error("EntrantError", why))?,
        players: words.players.clone(),
        games: words.games,
        seed,
        random_every: words.random_every,
        epochs: words.epochs,
        rate: words.rate,
        start,
        judge,
    };
    request.check().map_err(|why| bad(&why))?;
    LearningWorker::check(&request).map_err(|why| error("PieceError", why))?;
    Ok(request)
}

fn start(learning: Learning) -> PyResult<PyCoordinator> {
    let folder = learning.folder.clone();
    PyCoordinator::start(&folder, move |exchange, news| match learning.carry_out(exchange, news) {
        Ok(said) => JobEnd::Finished(JobResult::Text(said)),
        Err(LearnError::Interrupted) => JobEnd::Interrupted,
        Err(why) => JobEnd::Failed(with_reason(&why)),
    })
}

impl Learning {
    fn carry_out(&self, exchange: &PieceExchange, news: &JobNews) -> Result<String, LearnError> {
        let request = &self.request;
        let manifest = hash(self.manifest.to_text().as_bytes());
        let mut journal = GameJournal::open(&self.folder, &manifest)?;
        let all = request.games * request.players.len() as u64;
        let mut watch = |progress: &LearningProgress<'_>| {
            let before = request.players.iter().position(|&players| players == progress.players).unwrap_or(0) as u64;
            news.set(before * request.games + progress.games, Some(all));
        };
        let (host, stopped) = (BotHost::default(), || exchange.is_stopped());
        let exchange = Some(exchange);
        let mut options = LearningOptions { host: &host, stopped: &stopped, watch: &mut watch, exchange };
        let lesson = learn(request, &self.manifest.command, &mut journal, &mut options)?;
        for (name, bytes) in lesson_files(request, &lesson) {
            self.folder.write(name, &bytes)?;
        }
        Ok(lesson_text(request, &lesson))
    }
}

//! Tunings whose games are played by workers elsewhere.

use std::path::{Path, PathBuf};
use std::time::Instant;

use karteneck::arena::{PieceExchange, RunSeed};
use karteneck::bots::BotHost;
use karteneck::entrants::{Catalogue, Entrant};
use karteneck::game::{Edition, Players};
use karteneck::records::{hash, read_edition};
use karteneck::report::{NamedFile, comparison_files, result_files};
use karteneck::runs::{MANIFEST, RunError, RunFolder, TIMING};
use karteneck::tuning::{
    ArenaOracle, Halt, Journal, Phase, Request, Rival, TuningManifest, TuningPlan, TuningProgress, TuningWords,
    request_of, split_specs, tune,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::cluster::{JobEnd, JobNews, JobResult, PyCoordinator};
use crate::errors::{error, with_reason};
use crate::run::run_error;
use crate::words::{SeedWord, players_of};

/// The options of `karteneck tune`, as they were written.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct TuneWords {
    entrant: String,
    against: Vec<String>,
    players: Vec<usize>,
    games: u64,
    seed: SeedWord,
    sealed: bool,
    params: Option<Vec<String>>,
    method: Option<String>,
    sensitivity: bool,
    transfer: Vec<String>,
    edition: Option<PathBuf>,
}

struct Tuning {
    plan: TuningPlan,
    manifest: TuningManifest,
    folder: RunFolder,
}

/// Begins a tuning in a new folder.
#[pyfunction]
pub(crate) fn begin_tuning(words: TuneWords, folder: Option<PathBuf>, force: bool) -> PyResult<PyCoordinator> {
    let catalogue = Catalogue::here();
    let seed: RunSeed = if words.sealed { RunSeed::sealed(words.seed.0) } else { words.seed.0.into() };
    let words = read_words(words)?;
    let plan = TuningPlan::new(request(&words, seed, &catalogue)?).map_err(|why| bad(&why))?;
    let folder = match folder {
        Some(path) => RunFolder::create(&path, force),
        None => RunFolder::create_next(Path::new("results"), "tune"),
    }
    .map_err(run_error)?;
    if seed.is_sealed() {
        folder.keep_secret(seed.seed()).map_err(run_error)?;
    }
    let manifest = TuningManifest::new(&plan.request, words.command(seed, &catalogue));
    folder.write(MANIFEST, manifest.to_text().as_bytes()).map_err(run_error)?;
    start(Tuning { plan, manifest, folder })
}

/// Goes on with the tuning in a folder.
#[pyfunction]
pub(crate) fn resume_tuning(path: PathBuf, trust: bool) -> PyResult<PyCoordinator> {
    let (folder, manifest) = TuningManifest::open(&path).map_err(run_error)?;
    let refuse = |why: String| error("RunError", format!("{}: {why}", path.display()));
    let secret = folder.secret().map_err(run_error)?;
    let request = request_of(&manifest, &Catalogue::here(), secret).map_err(refuse)?;
    let plan = TuningPlan::new(request).map_err(|why| refuse(why.to_string()))?;
    let programs = rivals(&plan.request).iter().any(Entrant::is_process);
    if programs && !trust {
        return Err(refuse("it names programs that workers would start; if you trust them, give --trust".to_owned()));
    }
    let folder = folder.locked_for_writing().map_err(run_error)?;
    folder.sweep().map_err(run_error)?;
    start(Tuning { plan, manifest, folder })
}

fn bad(why: &dyn std::fmt::Display) -> PyErr {
    PyValueError::new_err(why.to_string())
}

fn read_words(words: TuneWords) -> PyResult<TuningWords> {
    let method = words.method.as_ref().map(|name| name.parse());
    Ok(TuningWords {
        entrant: words.entrant,
        against: words.against,
        players: words.players.into_iter().map(players_of).collect::<PyResult<Vec<Players>>>()?,
        games: words.games,
        params: words.params,
        method: method.transpose().map_err(|why: String| bad(&format!("--method: {why}")))?,
        sensitivity: words.sensitivity,
        transfer: words.transfer,
        edition: words.edition,
    })
}

fn request(words: &TuningWords, seed: RunSeed, catalogue: &Catalogue) -> PyResult<Request> {
    let find = |spec: &String| catalogue.find(spec).map_err(|why| error("EntrantError", why));
    let rival = |spec: &String| if spec == Rival::OWN { Ok(Rival::Own) } else { find(spec).map(Rival::Entrant) };
    let against = split_specs(&words.against, catalogue).iter().map(rival).collect::<PyResult<_>>()?;
    let transfer = match split_specs(&words.transfer, catalogue).as_slice() {
        [word] if word == "none" => Vec::new(),
        [word] if word == "all" => {
            let shipped = Catalogue::shipped_only();
            let found = Catalogue::shipped_names().map(|name| shipped.find(name));
            found.collect::<Result<_, _>>().map_err(|why| error("EntrantError", why))?
        }
        specs => specs.iter().map(find).collect::<PyResult<_>>()?,
    };
    let edition = words.edition.as_deref().map(read_edition).transpose();
    Ok(Request {
        entrant: find(&words.entrant)?,
        parameters: words.params.clone(),
        against,
        players: words.players.clone(),
        games: words.games,
        seed,
        method: words.method,
        edition: edition.map_err(|why| bad(&why))?.unwrap_or_else(Edition::default),
        transfer,
        sensitivity: words.sensitivity,
    })
}

fn rivals(request: &Request) -> Vec<Entrant> {
    let named = request.against.iter().filter_map(|rival| match rival {
        Rival::Entrant(entrant) => Some(entrant),
        Rival::Own => None,
    });
    named.chain(&request.transfer).cloned().collect()
}

fn start(tuning: Tuning) -> PyResult<PyCoordinator> {
    let folder = tuning.folder.clone();
    PyCoordinator::start(&folder, move |exchange, news| match tuning.carry_out(exchange, news) {
        Ok(()) => JobEnd::Finished(JobResult::Files),
        Err(Halt::Interrupted) => JobEnd::Interrupted,
        Err(halt) => JobEnd::Failed(with_reason(&halt)),
    })
}

impl Tuning {
    fn carry_out(&self, exchange: &PieceExchange, news: &JobNews) -> Result<(), Halt> {
        let (plan, clock) = (&self.plan, Instant::now());
        let mut field = ArenaOracle {
            family: plan.space.family,
            seed: plan.request.seed.seed(),
            edition: plan.request.edition,
            threads: 1,
            host: BotHost::default(),
            stopped: &|| false,
            on_games: &|_| {},
            exchange: Some(exchange),
        };
        let manifest = hash(self.manifest.to_text().as_bytes());
        let mut journal = Journal::open(&self.folder, &manifest, &mut field)?;
        let mut trouble = Ok(());
        let mut watch = |progress: &TuningProgress<'_>| {
            news.set(progress.games, Some(progress.of));
            if let Some(findings) = progress.findings.filter(|_| progress.phase == Phase::Confirmation) {
                // Whatever happens later, this is safe.
                trouble = self.write(&result_files(plan, findings, &self.manifest.command));
            }
        };
        let findings = tune(plan, &mut journal, &mut watch)?;
        journal.finish()?;
        trouble?;
        for (name, fault) in &findings.failed {
            news.tell(format!("warning: {name} was left out of the comparison: {fault}"));
        }
        self.write(&comparison_files(plan, &findings))?;
        let seconds = clock.elapsed().as_secs_f64();
        self.write(&[(TIMING, format!("{{\n  \"seconds_since_last_start\": {seconds}\n}}\n").into_bytes())])?;
        Ok(())
    }

    fn write(&self, files: &[NamedFile]) -> Result<(), RunError> {
        files.iter().try_for_each(|(name, bytes)| self.folder.write(name, bytes))
    }
}

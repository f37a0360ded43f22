//! Pieces of runs for workers elsewhere: a coordinator that hands them out, and the function that plays one.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use karteneck::arena::{
    Batch, PieceError, PieceExchange, PieceWorker, Plan, PlayOptions, RunFault, State, Taken, is_list_piece,
};
use karteneck::bots::BotHost;
use karteneck::entrants::Catalogue;
use karteneck::learning::LearningWorker;
use karteneck::runs::{
    Coordinator, CoordinatorError, FINGERPRINT, LiveRun, NewFolder, Run, RunEnd, RunError, RunFolder,
};
use karteneck::selfcheck::quick_fingerprint;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::cluster_plan::{ClusterSettings, cluster_plan};
use crate::entrant::PyEntrant;
use crate::errors::{error, with_reason};
use crate::results::PyResults;
use crate::run::run_error;

/// What a job tells those who wait for it.
#[derive(Default)]
pub(crate) struct JobNews {
    pub(crate) done: AtomicU64,
    pub(crate) all: AtomicU64,
    messages: Mutex<Vec<String>>,
}

impl JobNews {
    pub(crate) fn set(&self, done: u64, all: Option<u64>) {
        self.done.store(done, Ordering::Relaxed);
        self.all.store(all.unwrap_or(0), Ordering::Relaxed);
    }

    pub(crate) fn tell(&self, message: String) {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).push(message);
    }
}

/// What a finished job has to show.
pub(crate) enum JobResult {
    /// The results of a run.
    Run(Box<PyResults>),
    /// A text for people.
    Text(String),
    /// Everything is in its folder.
    Files,
}

/// How a job ended.
pub(crate) enum JobEnd {
    Finished(JobResult),
    Interrupted,
    Failed(String),
}

/// A job whose pieces are played by workers elsewhere.
#[pyclass(name = "NativeCoordinator", module = "karteneck._native", frozen)]
pub(crate) struct PyCoordinator {
    job: Mutex<Option<Coordinator<JobEnd>>>,
    news: Arc<JobNews>,
    path: PathBuf,
}

/// A piece: its number, how often it was handed out before, its name, its games and its bytes.
type Piece<'py> = (u64, u32, String, u64, Bound<'py, PyBytes>);

/// Games done and in all (if that is known), pieces that became useless while they were out, games played and wasted, and what happened
/// since.
type JobProgress = (u64, Option<u64>, u64, u64, u64, Vec<String>);

#[pymethods]
impl PyCoordinator {
    /// Begins a tournament or a match in a new folder.
    #[staticmethod]
    fn begin(
        kind: &str,
        entrants: Vec<PyEntrant>,
        settings: ClusterSettings,
        folder: Option<PathBuf>,
        force: bool,
    ) -> PyResult<PyCoordinator> {
        let plan = cluster_plan(kind, entrants, &settings)?;
        create(kind, plan, folder, force)
    }

    /// Begins the run of a manifest again, in a new folder.
    #[staticmethod]
    fn again(kind: &str, source: PathBuf, folder: Option<PathBuf>, force: bool) -> PyResult<PyCoordinator> {
        let mut plan = RunFolder::at(&source).manifest(&Catalogue::here()).map_err(run_error)?.plan;
        let played_by = plan.command();
        if kind != played_by {
            return Err(error("RunError", format!("{}: this run is a {played_by}, not a {kind}", source.display())));
        }
        plan.seed = plan.seed.sealed_again();
        create(kind, plan, folder, force)
    }

    /// Goes on with the run in a folder.
    #[staticmethod]
    fn resume(path: PathBuf) -> PyResult<PyCoordinator> {
        let run = LiveRun::resume(&path, &Catalogue::here()).map_err(run_error)?;
        coordinate(run)
    }

    /// The folder of the job.
    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// The programs that workers would start, as their entrants are called.
    #[staticmethod]
    fn programs(path: PathBuf) -> PyResult<Vec<String>> {
        let run = Run::open(&path, &Catalogue::here()).map_err(run_error)?;
        let programs = run.plan().entrants().iter().filter(|entrant| entrant.is_process());
        Ok(programs.map(|entrant| entrant.name.clone()).collect())
    }

    /// Hands out a piece, if there is one now.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Piece<'py>>> {
        let piece = py.detach(|| self.with(Coordinator::next))?;
        Ok(piece.map(|piece| (piece.id, piece.copy, piece.name, piece.games, PyBytes::new(py, &piece.bytes))))
    }

    /// Takes an answer; false if it came too late to be of use.
    fn take(&self, py: Python<'_>, answer: &[u8]) -> PyResult<bool> {
        let taken = py.detach(|| self.with(|job| job.take(answer)))?;
        match taken {
            Ok(taken) => Ok(taken == Taken::Used),
            Err(CoordinatorError::Piece(why)) => Err(error("PieceError", why)),
            Err(CoordinatorError::File(why)) => Err(run_error(why)),
        }
    }

    /// A piece will not be answered.
    fn give_back(&self, id: u64) -> PyResult<()> {
        self.with(|job| job.give_back(id))
    }

    /// Whether the answer to a piece is still of use.
    fn is_out(&self, id: u64) -> PyResult<bool> {
        self.with(|job| job.is_out(id))
    }

    /// How many more pieces should be out.
    fn wanted(&self) -> PyResult<usize> {
        self.with(Coordinator::wanted)
    }

    /// Says how many workers there are.
    fn set_workers(&self, workers: usize) -> PyResult<()> {
        self.with(|job| job.set_workers(workers))
    }

    /// Says how long a piece should take, in seconds.
    fn set_piece_seconds(&self, seconds: f64) -> PyResult<()> {
        self.with(|job| job.set_piece_seconds(seconds))
    }

    /// How far the job has come.
    fn progress(&self) -> PyResult<JobProgress> {
        let figures = self.with(Coordinator::figures)?;
        let messages = std::mem::take(&mut *self.news.messages.lock().unwrap_or_else(PoisonError::into_inner));
        let all = Some(self.news.all.load(Ordering::Relaxed)).filter(|&all| all > 0);
        let done = self.news.done.load(Ordering::Relaxed);
        Ok((done, all, figures.outdated, figures.played, figures.wasted, messages))
    }

    /// Stops the job, which saves what it has.
    fn stop(&self) -> PyResult<()> {
        self.with(Coordinator::stop)
    }

    /// Whether the job has ended.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        self.with(Coordinator::is_over)
    }

    /// Waits for the end of the job: whether it is finished, its results if it is a run, and what it has to say.
    fn finish(&self, py: Python<'_>) -> PyResult<(bool, Option<PyResults>, Option<String>)> {
        let job = self.lock().take().ok_or_else(ended)?;
        let end = py.detach(|| job.finish(|end| !matches!(end, JobEnd::Finished(_)))).map_err(run_error)?;
        match end {
            JobEnd::Finished(JobResult::Run(results)) => Ok((true, Some(*results), None)),
            JobEnd::Finished(JobResult::Text(text)) => Ok((true, None, Some(text))),
            JobEnd::Finished(JobResult::Files) => Ok((true, None, None)),
            JobEnd::Interrupted => Ok((false, None, None)),
            JobEnd::Failed(why) => Err(error("RunError", why)),
        }
    }
}

fn ended() -> PyErr {
    PyRuntimeError::new_err("this job has ended")
}

impl PyCoordinator {
    fn lock(&self) -> MutexGuard<'_, Option<Coordinator<JobEnd>>> {
        self.job.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, ask: impl FnOnce(&Coordinator<JobEnd>) -> T) -> PyResult<T> {
        self.lock().as_ref().map(ask).ok_or_else(ended)
    }

    /// Starts a job in a folder.
    pub(crate) fn start(
        folder: &RunFolder,
        job: impl FnOnce(&PieceExchange, &JobNews) -> JobEnd + Send + 'static,
    ) -> PyResult<PyCoordinator> {
        let news = Arc::new(JobNews::default());
        let told = Arc::clone(&news);
        let job = Coordinator::start(folder, move |exchange| job(exchange, &told)).map_err(run_error)?;
        Ok(PyCoordinator { job: Mutex::new(Some(job)), news, path: folder.path().to_owned() })
    }
}

fn create(kind: &str, plan: Plan, folder: Option<PathBuf>, force: bool) -> PyResult<PyCoordinator> {
    let folder = match folder {
        Some(path) => NewFolder::At { path, force },
        None => NewFolder::Next { parent: PathBuf::from("results"), stem: kind.to_owned() },
    };
    PieceExchange::check(&plan).map_err(|why| error("PieceError", why))?;
    coordinate(LiveRun::create(&folder, plan).map_err(run_error)?)
}

fn coordinate(run: LiveRun) -> PyResult<PyCoordinator> {
    let folder = run.run().folder().clone();
    PyCoordinator::start(&folder, move |exchange, news| {
        let plan = run.run().plan().clone();
        news.set(run.run().state().games(&plan), plan.games());
        let host = BotHost::default();
        let options = PlayOptions { exchange: Some(exchange), ..PlayOptions::new(1, &host) };
        let mut show = |state: &State, batch: &Batch| {
            news.set(state.games(&plan), plan.games());
            tell_faults(&plan, batch, news);
        };
        run_end(run.play(&options, &mut show))
    })
}

fn run_end(end: Result<RunEnd, RunError>) -> JobEnd {
    match end {
        Ok(RunEnd::Finished(run)) => {
            let results = PyResults { plan: run.plan().clone(), state: run.state().clone() };
            JobEnd::Finished(JobResult::Run(Box::new(results)))
        }
        Ok(RunEnd::Interrupted(_)) => JobEnd::Interrupted,
        Err(why) => JobEnd::Failed(with_reason(&why)),
    }
}

/// Tells the first faults of a batch, and newly disqualified entrants.
fn tell_faults(plan: &Plan, batch: &Batch, news: &JobNews) {
    for RunFault { entrant, players, line_up, block, rotation, fault, details } in batch.faults.iter().take(3) {
        let name = &plan.entrants()[*entrant].name;
        news.tell(format!(
            "fault of {name} at {players} players, line-up {line_up}, {block}:{rotation}, {fault}{details}"
        ));
    }
    for &entrant in &batch.disqualified {
        let name = &plan.entrants()[entrant].name;
        news.tell(format!("{name} is disqualified: it passes from now on and is scored last"));
    }
}

/// Plays pieces of runs and of learnings.
struct AnyWorker {
    runs: PieceWorker,
    learnings: LearningWorker,
}

impl AnyWorker {
    fn new() -> AnyWorker {
        AnyWorker {
            runs: PieceWorker::new(FINGERPRINT, Catalogue::here(), BotHost::default()),
            learnings: LearningWorker::new(FINGERPRINT, Catalogue::here(), BotHost::default()),
        }
    }

    fn play(&mut self, piece: &[u8]) -> Result<Vec<u8>, PieceError> {
        if is_list_piece(piece) { self.learnings.play(piece, &|| false) } else { self.runs.play(piece, &|| false) }
    }
}

/// The workers of this process that are not playing; a process with several threads has several.
static WORKERS: Mutex<Vec<AnyWorker>> = Mutex::new(Vec::new());

fn workers() -> MutexGuard<'static, Vec<AnyWorker>> {
    WORKERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays a piece, and returns its answer.
#[pyfunction]
pub(crate) fn play_piece<'py>(py: Python<'py>, piece: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let played = py.detach(|| {
        let idle = workers().pop();
        let mut worker = idle.unwrap_or_else(AnyWorker::new);
        let played = worker.play(piece);
        workers().push(worker);
        played
    });
    played.map(|answer| PyBytes::new(py, &answer)).map_err(|why| error("PieceError", why))
}

/// What [`quick_fingerprint`] is if the fingerprint is [`FINGERPRINT`].
const QUICK_FINGERPRINT: &str = "35468371e4caeecc3e2a197bffdfb179";

/// The fingerprint that this build should have.
#[pyfunction]
pub(crate) fn own_fingerprint() -> &'static str {
    FINGERPRINT
}

/// The fingerprint that this build should have, and the one that it has: it plays some of the games of the fingerprint. If they are other
/// games, it is the hash of these.
#[pyfunction]
pub(crate) fn fingerprints(py: Python<'_>) -> (&'static str, String) {
    let found = py.detach(quick_fingerprint).unwrap_or_else(|why| why.to_string());
    (FINGERPRINT, if found == QUICK_FINGERPRINT { FINGERPRINT.to_owned() } else { found })
}

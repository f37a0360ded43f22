//! A run that is being played: its files grow, its state is saved, its results are written.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::json;

use super::error::RunError;
use super::files::{BLOCKS, CHECKPOINT, DEALS, GAMES, MANIFEST, PIECES, PROGRESS, SEALED_GAMES, SECRET, TALLY, TIMING};
use super::folder::RunFolder;
use super::growing::GrowingFiles;
use super::grown::Grown;
use super::manifest::{FINGERPRINT, Manifest, RunRecord};
use super::run::{Run, check_no_gap, load};
use crate::arena::{Batch, Ended, Plan, PlayOptions, State, play_run};
use crate::bots::Protection;
use crate::entrants::{Catalogue, Entrant};
use crate::records::hash;
use crate::tables::{BLOCKS_HEADER, DEALS_HEADER, Results, RunTables, blocks_text, deals_text, progress_line};

/// The shortest time between two saves of the state.
const SAVE_EVERY: Duration = Duration::from_secs(1);
/// Saving may take at most one part in this many of the time: a big state is saved less often.
const SAVING_SHARE: u32 = 100;

/// Where a new run goes.
#[derive(Clone, Debug)]
pub enum NewFolder {
    /// This folder; an existing run is replaced if `force` is set.
    At {
        /// Which.
        path: PathBuf,
        /// Whether to replace an existing run.
        force: bool,
    },
    /// The next free number, like `results/match-003`.
    Next {
        /// The folder of all runs.
        parent: PathBuf,
        /// What its name begins with.
        stem: String,
    },
}

impl NewFolder {
    /// The folder, or the one that it will be in.
    fn path(&self) -> &Path {
        match self {
            NewFolder::At { path, .. } | NewFolder::Next { parent: path, .. } => path,
        }
    }
}

/// A run that is locked for this process, to be played from its current state.
#[derive(Debug)]
pub struct LiveRun {
    pub(super) run: Run,
    /// How far the growing files that belong to the state had come.
    pub(super) grown: BTreeMap<String, Grown>,
}

/// How playing ended.
#[derive(Debug)]
pub enum RunEnd {
    /// It is over, and its results have been written.
    Finished(Run),
    /// It was asked to stop; what was played has been saved.
    Interrupted(Run),
}

/// How a part was found.
#[derive(Debug)]
pub enum PartStart {
    /// It was not there: it has been created.
    New(LiveRun),
    /// It is not finished: it is to be continued.
    Again(LiveRun),
    /// It is finished.
    Over(Run),
}

/// Whether a run that is there is the one that is wanted, played by this program.
fn check_same(path: &Path, there: &Manifest, plan: &Plan) -> Result<(), RunError> {
    if there.plan.hash() != plan.hash() {
        let keys = there.plan.differing_keys(plan).join(", ");
        return Err(RunError::OtherRun { path: path.to_owned(), how: format!("its manifest differs in {keys}") });
    }
    if there.fingerprint != FINGERPRINT {
        let how = format!("its program has the fingerprint {:.40}, and this one {FINGERPRINT}", there.fingerprint);
        return Err(RunError::OtherRun { path: path.to_owned(), how });
    }
    Ok(())
}

impl LiveRun {
    /// Creates a new run in its own folder, with its manifest.
    ///
    /// # Errors
    /// If the plan exceeds a limit, the folder is taken, or a file cannot be written.
    pub fn create(folder: &NewFolder, plan: Plan) -> Result<LiveRun, RunError> {
        plan.check().map_err(RunError::Plan)?;
        check_no_gap(folder.path(), &plan)?;
        let folder = match folder {
            NewFolder::At { path, force } => RunFolder::create(path, *force)?,
            NewFolder::Next { parent, stem } => RunFolder::create_next(parent, stem)?,
        };
        if plan.seed.is_sealed() {
            folder.keep_secret(plan.seed.seed())?;
        }
        let manifest = Manifest::new(plan);
        folder.write(MANIFEST, manifest.to_text().as_bytes())?;
        let state = State::new(&manifest.plan);
        Ok(LiveRun { run: Run { folder, manifest, state }, grown: BTreeMap::new() })
    }

    /// A part of a run in a folder, whether it is started for the first time or again: a batch system starts a part again when a
    /// machine is lost, and does not know how far it had come.
    ///
    /// # Errors
    /// If another run is there, one that another program played, or one that is damaged; if another process works there; or if
    /// a file cannot be written.
    pub fn start_part(path: &Path, plan: &Plan, catalogue: &Catalogue) -> Result<PartStart, RunError> {
        if !RunFolder::at(path).file(MANIFEST).exists() {
            let folder = NewFolder::At { path: path.to_owned(), force: false };
            match LiveRun::create(&folder, plan.clone()) {
                // Another process was faster.
                Err(RunError::Exists(_)) => {}
                created => return created.map(PartStart::New),
            }
        }
        let folder = RunFolder::at(path);
        let manifest = folder.manifest(catalogue)?;
        check_same(path, &manifest, plan)?;
        match LiveRun::resume(path, catalogue) {
            Err(RunError::Over(_)) => {}
            resumed => return resumed.map(PartStart::Again),
        }
        let run = Run::open(path, catalogue)?;
        run.folder.check_files(run.result()?)?;
        Ok(PartStart::Over(run))
    }

    /// Opens the run in a folder to continue it.
    ///
    /// What a killed process left behind there is removed. A finished run that such a process did not tidy up can be resumed once
    /// more: [`LiveRun::play`] only tidies it up.
    ///
    /// # Errors
    /// If it is over, another process works there, or it cannot be read.
    pub fn resume(path: &Path, catalogue: &Catalogue) -> Result<LiveRun, RunError> {
        // Checked to be a run before it is locked, and read again after: another process may have just finished it.
        RunFolder::at(path).manifest(catalogue)?;
        let folder = RunFolder::at(path).locked_for_writing()?;
        let manifest = folder.manifest(catalogue)?;
        folder.sweep()?;
        if let Some(result) = &manifest.result {
            if is_tidy(&folder) {
                return Err(RunError::Over(path.to_owned()));
            }
            // Ended at the very end: all that is left to do is to tidy up.
            folder.check_files(result)?;
        }
        check_no_gap(path, &manifest.plan)?;
        if manifest.result.is_none() && manifest.plan.seed.is_sealed() {
            // Records with the seed are written at the very end, and will be written again: until then nothing may reveal it.
            folder.remove(GAMES)?;
        }
        let (state, grown) = load(&folder, &manifest)?;
        Ok(LiveRun { run: Run { folder, manifest, state }, grown })
    }

    /// The run as it is.
    pub const fn run(&self) -> &Run {
        &self.run
    }

    /// Plays it to its end, or until it is asked to stop, and shows every batch with the state after it. What was played is
    /// saved every few seconds, and when playing stops.
    ///
    /// # Errors
    /// If a file cannot be written: nothing that was saved is lost, and the run can be resumed.
    pub fn play(self, options: &PlayOptions<'_>, on_batch: &mut dyn FnMut(&State, &Batch)) -> Result<RunEnd, RunError> {
        let LiveRun { mut run, grown } = self;
        if run.is_over() {
            tidy(&run.folder)?;
            let _ = write_timing(&run, options, Duration::ZERO, 0);
            return Ok(RunEnd::Finished(run));
        }
        let (clock, games_before) = (Instant::now(), run.state.games(run.plan()));
        let mut files = open_files(&run, &grown)?;
        let empty = State::new(run.plan());
        let from = std::mem::replace(&mut run.state, empty);
        let (mut saved, mut pause) = (Instant::now(), SAVE_EVERY);
        let played = play_run(run.plan(), from, options, |state, batch| {
            on_batch(state, &batch);
            let mut kept = add_batch(&mut files, run.plan(), state, &batch);
            if kept.is_ok() && saved.elapsed() >= pause {
                let start = Instant::now();
                kept = save(&run.folder, &mut files, run.plan(), state);
                if let Some(exchange) = options.exchange.filter(|_| kept.is_ok()) {
                    exchange.saved(state);
                }
                pause = SAVE_EVERY.max(start.elapsed() * SAVING_SHARE);
                saved = Instant::now();
            }
            kept.map_or_else(ControlFlow::Break, ControlFlow::Continue)
        });
        let (state, ended) = played.map_err(RunError::Threads)?;
        run.state = state;
        match ended {
            Ended::Broken(error) => Err(error),
            Ended::Interrupted => {
                save(&run.folder, &mut files, run.plan(), &run.state)?;
                Ok(RunEnd::Interrupted(run))
            }
            Ended::Finished => {
                // The line break that every other line gets from the next one.
                files.add(DEALS, "\n")?;
                files.flush()?;
                drop(files);
                let games = run.state.games(run.plan()) - games_before;
                finish(&mut run)?;
                // The results are complete: how long they took is not worth failing for.
                let _ = write_timing(&run, options, clock.elapsed(), games);
                Ok(RunEnd::Finished(run))
            }
        }
    }
}

/// The file that records go to while a run is played.
fn games_file(plan: &Plan) -> &'static str {
    if plan.seed.is_sealed() { SEALED_GAMES } else { GAMES }
}

/// Opens the files that grow while a run is played.
fn open_files(run: &Run, grown: &BTreeMap<String, Grown>) -> Result<GrowingFiles, RunError> {
    let plan = run.plan();
    let wanted = |name| match name {
        GAMES => (games_file(plan), ""),
        BLOCKS => (BLOCKS, BLOCKS_HEADER),
        DEALS => (DEALS, DEALS_HEADER),
        other => (other, ""),
    };
    let wanted: Vec<(&str, &str)> = run.manifest.format.kept_files(plan).into_iter().map(wanted).collect();
    GrowingFiles::open(&run.folder, &wanted, grown)
}

fn add_batch(files: &mut GrowingFiles, plan: &Plan, state: &State, batch: &Batch) -> Result<(), RunError> {
    files.add(games_file(plan), &games_text(batch))?;
    files.add(BLOCKS, &blocks_text(plan, batch))?;
    if files.has(DEALS) {
        files.add(DEALS, &deals_text(plan, &batch.rows))?;
    }
    let Some(table_index) = batch.at_position.filter(|_| files.has(PROGRESS)) else { return Ok(()) };
    let size = &state.sizes[table_index];
    files.add(PROGRESS, &progress_line(plan, table_index, &size.tally.blocks.wins, size.stopped))?;
    files.show(PROGRESS)
}

/// What a batch adds to the file of records.
pub(super) fn games_text(batch: &Batch) -> String {
    batch.records.iter().flat_map(|record| [record, "\n"]).collect()
}

/// Saves how far a run has come.
fn save(folder: &RunFolder, files: &mut GrowingFiles, plan: &Plan, state: &State) -> Result<(), RunError> {
    let grown = files.flush()?;
    folder.save(CHECKPOINT, &plan.hash(), &grown, state)
}

/// Writes the results and the final manifest of a run whose growing files are complete, and removes what it no longer needs. A
/// kill in between leaves a run that can be resumed.
pub(super) fn finish(run: &mut Run) -> Result<(), RunError> {
    let Run { folder, manifest, state } = run;
    let plan = &mut manifest.plan;
    if plan.seed.is_sealed() && plan.keep_every > 0 {
        folder.unseal_games(plan.seed.seed())?;
    }
    let mut files = BTreeMap::new();
    let tables = RunTables::new(Results { plan, state });
    for file in manifest.format.tables() {
        let bytes = tables.table(*file).to_csv();
        folder.write(file.name(), &bytes)?;
        files.insert(file.name().to_owned(), hash(&bytes));
    }
    folder.save(TALLY, &plan.hash(), &BTreeMap::new(), state)?;
    for name in manifest.format.kept_files(plan).into_iter().chain([TALLY]) {
        files.insert(name.to_owned(), folder.hash(name)?);
    }
    plan.seed = plan.seed.revealed();
    manifest.result = Some(RunRecord::of(plan, state, files));
    folder.write(MANIFEST, manifest.to_text().as_bytes())?;
    tidy(folder)
}

/// What a run that is over needs no more.
const NEEDED_BEFORE: [&str; 4] = [CHECKPOINT, SEALED_GAMES, SECRET, PIECES];

/// Removes what a run that is over needs no more.
fn tidy(folder: &RunFolder) -> Result<(), RunError> {
    NEEDED_BEFORE.into_iter().try_for_each(|name| folder.remove(name))
}

/// Whether the process that finished a run came to its own end, too.
fn is_tidy(folder: &RunFolder) -> bool {
    let is_there = |name: &str| folder.file(name).exists();
    is_there(TIMING) && !NEEDED_BEFORE.into_iter().any(is_there)
}

/// Writes what depends on the machine and not on the manifest.
fn write_timing(run: &Run, options: &PlayOptions<'_>, time: Duration, games: u64) -> Result<(), RunError> {
    let seconds = time.as_secs_f64();
    let mut timing = json!({
        "threads": options.threads,
        "games_since_last_start": games,
        "seconds_since_last_start": seconds,
        "games_per_second": games as f64 / seconds.max(1e-9),
    });
    if run.plan().entrants.iter().any(Entrant::is_process) {
        timing["programs"] = match options.host.protection() {
            Protection::Landlock => json!("kept from the run folder by Landlock"),
            Protection::None { why } => json!(format!("unprotected: {why}")),
        };
    }
    run.folder.write(TIMING, format!("{timing:#}\n").as_bytes())
}

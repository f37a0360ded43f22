//! The folder of a run.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use karteneck::arena::PlayOptions;
use karteneck::bots::{BotHost, Logs};
use karteneck::export::{ExportTable, FlatGame};
use karteneck::records::Record;
use karteneck::runs::{LOGS, LiveRun, Run, RunEnd, RunError, VerifyScope, verify};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::control::{beside, known_to_python};
use crate::entrant::{PyEntrant, catalogue_with};
use crate::errors::{error, with_reason};
use crate::results::PyResults;

pub(crate) fn run_error(why: RunError) -> PyErr {
    error("RunError", with_reason(&why))
}

/// A run in a folder, to be read.
#[pyclass(name = "NativeRun", module = "karteneck._native", frozen)]
pub(crate) struct PyRun(Run);

type Lines = Box<dyn Iterator<Item = std::io::Result<String>> + Send>;

/// The lines of records, one after the other.
#[pyclass(name = "RecordLines", module = "karteneck._native", frozen)]
pub(crate) struct RecordLines(Mutex<Lines>);

impl RecordLines {
    fn next(&self) -> PyResult<Option<String>> {
        let next = self.0.lock().unwrap_or_else(PoisonError::into_inner).next();
        Ok(next.transpose()?)
    }
}

#[pymethods]
impl RecordLines {
    fn __iter__(slf: Py<RecordLines>) -> Py<RecordLines> {
        slf
    }

    fn __next__(&self) -> PyResult<Option<String>> {
        self.next()
    }
}

/// The lines of a table of games, one game after the other.
#[pyclass(name = "ExportLines", module = "karteneck._native", frozen)]
pub(crate) struct ExportLines {
    records: RecordLines,
    table: ExportTable,
    run: Run,
    number: Mutex<u64>,
}

impl ExportLines {
    fn rows(&self, line: &str) -> PyResult<Vec<u8>> {
        let mut number = self.number.lock().unwrap_or_else(PoisonError::into_inner);
        *number += 1;
        let record = Record::from_line(line).map_err(|why| error("RecordError", why))?;
        let game = FlatGame::of(&record, &self.run.plan().edition, *number);
        let game = game.map_err(|why| error("RecordError", format!("game {number}: {why}")))?.of_run(self.run.plan());
        Ok(self.table.rows(&game))
    }
}

#[pymethods]
impl ExportLines {
    fn __iter__(slf: Py<ExportLines>) -> Py<ExportLines> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let line = self.records.next()?;
        line.map(|line| Ok(PyBytes::new(py, &self.rows(&line)?))).transpose()
    }

    /// The first line of the file.
    fn header<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.table.header())
    }

    /// The name, the type and the meaning of each column.
    fn columns(&self) -> Vec<(String, &'static str, &'static str)> {
        self.table.columns().iter().map(|column| (column.name.clone(), column.values.name(), column.meaning)).collect()
    }
}

#[pymethods]
impl PyRun {
    /// Opens a run to read it; code that its manifest names must be given.
    #[staticmethod]
    fn open(path: PathBuf, code: Vec<PyEntrant>) -> PyResult<PyRun> {
        Run::open(&path, &catalogue_with(&code)?).map(PyRun).map_err(run_error)
    }

    /// Whether it has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// The manifest as JSON.
    #[getter]
    fn manifest_json(&self) -> String {
        self.0.manifest().to_text()
    }

    /// What was counted.
    fn results(&self) -> PyResults {
        PyResults { plan: self.0.plan().clone(), state: self.0.state().clone() }
    }

    /// The lines of the kept games.
    fn records(&self) -> PyResult<RecordLines> {
        Ok(RecordLines(Mutex::new(self.0.records().map_err(run_error)?)))
    }

    /// The records as rows of a table.
    fn export(&self, table: &str) -> PyResult<ExportLines> {
        let seats = self.0.plan().schedules().iter().map(|schedule| schedule.players.count()).max().unwrap_or(2);
        let table = match table {
            "games" => ExportTable::games(),
            "moves" => ExportTable::moves(false),
            "decisions" => ExportTable::decisions(seats, false),
            other => {
                return Err(error(
                    "RunError",
                    format!("there is no table {other:?}: expected games, moves or decisions"),
                ));
            }
        };
        let (records, run) = (self.records()?, self.0.clone());
        Ok(ExportLines { records, table, run, number: Mutex::new(0) })
    }

    /// Plays the run again and compares every byte.
    #[pyo3(signature = (sample, threads, progress))]
    fn verify(
        &self,
        py: Python<'_>,
        sample: Option<u64>,
        threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(u64, u64, Vec<String>)> {
        let scope = sample.map_or(VerifyScope::All, |blocks| VerifyScope::Sample { blocks, seed: 1 });
        let run = &self.0;
        beside(py, progress.as_ref(), |control| {
            let host = host_of(run.path());
            let (stop, count) = (|| control.should_stop(), |games| control.add(games));
            let options = PlayOptions {
                should_stop: &stop,
                on_games: &count,
                around: &known_to_python,
                ..PlayOptions::new(threads, &host)
            };
            let verified = verify(run, scope, &options).map_err(run_error)?;
            Ok((verified.played, verified.blocks, verified.same))
        })
    }
}

fn host_of(path: &Path) -> BotHost {
    BotHost::new(Logs::in_folder(path.join(LOGS))).denying(path)
}

/// Goes on with the run in a folder.
#[pyfunction]
pub(crate) fn resume_run(
    py: Python<'_>,
    path: PathBuf,
    code: Vec<PyEntrant>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<PyResults> {
    let run = LiveRun::resume(&path, &catalogue_with(&code)?).map_err(run_error)?;
    let end = beside(py, progress.as_ref(), |control| {
        let host = host_of(&path);
        let stop = || control.should_stop();
        let options = PlayOptions { should_stop: &stop, around: &known_to_python, ..PlayOptions::new(threads, &host) };
        let plan = run.run().plan().clone();
        control.set(run.run().state().games(&plan), plan.games().unwrap_or(0));
        let mut show = |state: &karteneck::arena::State, _: &karteneck::arena::Batch| {
            control.set(state.games(&plan), plan.games().unwrap_or(0));
        };
        run.play(&options, &mut show).map_err(run_error)
    })?;
    match end {
        RunEnd::Finished(run) => Ok(PyResults { plan: run.plan().clone(), state: run.state().clone() }),
        RunEnd::Interrupted(_) => Err(error("RunError", "stopped; what was played is saved, resume it again")),
    }
}

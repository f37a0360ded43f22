//! Tunings from Python.

use karteneck::bots::BotHost;
use karteneck::game::{Edition, Players};
use karteneck::report::{history_csv, tuned_entrant};
use karteneck::tuning::{ArenaOracle, Halt, Request, Rival, TuningPlan, TuningProgress, tune};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::control::beside;
use crate::edition::PyEdition;
use crate::entrant::PyEntrant;
use crate::errors::error;
use crate::words::{SeedWord, players_of};

/// What is tuned, by the names of the options of the program.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct TuneSettings {
    parameters: Option<Vec<String>>,
    /// `None` stands for the entrant's own best so far.
    against: Vec<Option<PyEntrant>>,
    players: Vec<usize>,
    games: u64,
    seed: SeedWord,
    method: Option<String>,
    edition: Option<PyEdition>,
    transfer: Vec<PyEntrant>,
    threads: usize,
}

/// A tuning that has ended: the verdict, the values before and after, the file of the entrant, the history as CSV, the games.
type Tuned<'py> = (String, Vec<(String, String, String)>, String, Bound<'py, PyBytes>, u64);

/// Tunes the parameters of an entrant.
#[pyfunction]
pub(crate) fn tune_entrant<'py>(
    py: Python<'py>,
    entrant: PyEntrant,
    settings: TuneSettings,
    command: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<Tuned<'py>> {
    let threads = settings.threads;
    let plan = TuningPlan::new(request(entrant, settings)?).map_err(|why| PyValueError::new_err(why.to_string()))?;
    let findings = beside(py, progress.as_ref(), |control| {
        let stop = || control.should_stop();
        let mut oracle = ArenaOracle {
            family: plan.space.family,
            seed: plan.request.seed.seed(),
            edition: plan.request.edition,
            threads,
            host: BotHost::default(),
            stopped: &stop,
            on_games: &|_| {},
            exchange: None,
        };
        let mut watch = |news: &TuningProgress<'_>| control.set(news.games, news.of);
        tune(&plan, &mut oracle, &mut watch).map_err(|halt| match halt {
            Halt::Interrupted => PyKeyboardInterrupt::new_err("stopped"),
            halt => error("RunError", halt),
        })
    })?;
    let before = plan.request.entrant.parameters().into_iter();
    let values = before.zip(&findings.result);
    let values = values.map(|((parameter, old), new)| (parameter.name.to_owned(), old.to_string(), new.to_string()));
    Ok((
        findings.verdict.name().to_owned(),
        values.collect(),
        tuned_entrant(&plan, &findings, command),
        PyBytes::new(py, &history_csv(&plan, &findings.history)),
        findings.games,
    ))
}

fn request(entrant: PyEntrant, settings: TuneSettings) -> PyResult<Request> {
    let rival = |rival: Option<PyEntrant>| rival.map_or(Rival::Own, |rival| Rival::Entrant(rival.0));
    let method = settings.method.as_ref().map(|name| name.parse());
    Ok(Request {
        entrant: entrant.0,
        parameters: settings.parameters,
        against: settings.against.into_iter().map(rival).collect(),
        players: settings.players.into_iter().map(players_of).collect::<PyResult<Vec<Players>>>()?,
        games: settings.games,
        seed: settings.seed.0.into(),
        method: method.transpose().map_err(|why| PyValueError::new_err(format!("method: {why}")))?,
        edition: settings.edition.map_or_else(Edition::default, |edition| edition.0),
        transfer: settings.transfer.into_iter().map(|entrant| entrant.0).collect(),
        sensitivity: false,
    })
}

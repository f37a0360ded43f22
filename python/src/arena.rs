//! Tournaments and matches from Python.

use std::path::PathBuf;

use karteneck::arena::{RunSeed, SprtBounds};
use karteneck::game::Seed;
use karteneck::{Entrant, LabError, Match, Progress, RunOutcome, Tournament};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::control::{Control, beside, known_to_python};
use crate::edition::PyEdition;
use crate::entrant::PyEntrant;
use crate::errors::error;
use crate::results::PyResults;
use crate::words::SeedWord;

/// The settings of a run, by the names of the options of the program.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct RunSettings {
    players: Vec<usize>,
    games: Option<u64>,
    blocks: Option<u64>,
    until: Option<f64>,
    sprt: Option<String>,
    most_blocks: Option<u64>,
    seed: Option<SeedWord>,
    sealed: bool,
    first_deal: u64,
    edition: Option<PyEdition>,
    record_every: u64,
    keep_blocks: bool,
    threads: usize,
}

impl RunSettings {
    fn seed(&self) -> RunSeed {
        let seed = self.seed.map_or_else(|| Seed::from(1_u64), |seed| seed.0);
        if self.sealed { RunSeed::sealed(seed) } else { seed.into() }
    }

    fn bounds(&self) -> PyResult<Option<SprtBounds>> {
        let read = |text: &String| text.parse().map_err(|why| PyValueError::new_err(format!("sprt {text:?}: {why}")));
        self.sprt.as_ref().map(read).transpose()
    }
}

/// What both builders are told in the same words.
macro_rules! set_up {
    ($run:expr, $settings:expr, $control:expr) => {{
        let (settings, control): (&RunSettings, &Control) = ($settings, $control);
        let mut run = $run.seed(settings.seed()).first_deal(settings.first_deal).threads(settings.threads);
        run = run.record_every(settings.record_every);
        if let Some(edition) = settings.edition {
            run = run.edition(edition.0);
        }
        if let Some(most) = settings.most_blocks {
            run = run.most_blocks(most);
        }
        if settings.keep_blocks {
            run = run.keep_blocks();
        }
        if let Some(games) = settings.games {
            run = run.games(games);
        }
        if let Some(blocks) = settings.blocks {
            run = run.blocks(blocks);
        }
        if let Some(half_width) = settings.until {
            run = run.until(half_width);
        }
        let show = |progress: &Progress<'_>| control.set(progress.games(), progress.games_in_all().unwrap_or(0));
        control.set(0, run.plan().ok().and_then(|plan| plan.games()).unwrap_or(0));
        run.on_progress(show).stop_when(|| control.should_stop()).around_threads(known_to_python)
    }};
}

/// Plays a run in memory or in a new folder.
macro_rules! play {
    ($run:expr, $folder:expr) => {
        match $folder {
            Some(folder) => $run.run_in(folder),
            None => $run.run(),
        }
    };
}

/// Plays a tournament or a match.
#[pyfunction]
pub(crate) fn play_run(
    py: Python<'_>,
    kind: &str,
    entrants: Vec<PyEntrant>,
    settings: RunSettings,
    folder: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<PyResults> {
    let bounds = settings.bounds()?;
    let entrants: Vec<Entrant> = entrants.into_iter().map(|entrant| entrant.0).collect();
    let is_match = kind == "match";
    let outcome = beside(py, progress.as_ref(), |control| {
        let played = if is_match {
            let mut run = Match::between(entrants);
            if let Some(&players) = settings.players.first() {
                run = run.players(players);
            }
            let mut run = set_up!(run, &settings, control);
            if let Some(bounds) = bounds {
                run = run.sprt(bounds);
            }
            play!(run, &folder)
        } else {
            let run = Tournament::of(entrants).players(settings.players.iter().copied());
            play!(set_up!(run, &settings, control), &folder)
        };
        played.map_err(lab_error)
    })?;
    Ok(results_of(&outcome))
}

fn results_of(outcome: &RunOutcome) -> PyResults {
    PyResults { plan: outcome.plan().clone(), state: outcome.state().clone() }
}

pub(crate) fn lab_error(why: LabError) -> PyErr {
    let class =
        if matches!(why, LabError::Entrant(_) | LabError::CannotPlay { .. }) { "EntrantError" } else { "RunError" };
    error(class, why)
}

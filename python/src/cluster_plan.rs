//! The plan of a run on a cluster, from the options of the program.

use karteneck::arena::{Goal, Plan, RunSeed, SprtBounds};
use karteneck::{Entrant, Match, Tournament};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arena::lab_error;
use crate::edition::PyEdition;
use crate::entrant::PyEntrant;
use crate::words::SeedWord;

/// The options of the program that say what is played.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct ClusterSettings {
    players: Vec<usize>,
    /// The most games of a run that ends by itself, and else their number; so are blocks.
    games: Option<u64>,
    blocks: Option<u64>,
    until: Option<f64>,
    sprt: Option<String>,
    alpha: f64,
    beta: f64,
    seed: SeedWord,
    sealed: bool,
    first_deal: u64,
    edition: Option<PyEdition>,
    record: u64,
    blocks_csv: bool,
    challenger: Option<PyEntrant>,
    lineups: Option<u32>,
}

/// What both builders are told in the same words.
macro_rules! described {
    ($run:expr, $settings:expr) => {{
        let settings: &ClusterSettings = $settings;
        let seed = settings.seed.0;
        let seed = if settings.sealed { RunSeed::sealed(seed) } else { seed.into() };
        let mut run = $run.seed(seed).first_deal(settings.first_deal).record_every(settings.record);
        if let Some(edition) = settings.edition {
            run = run.edition(edition.0);
        }
        if settings.blocks_csv {
            run = run.keep_blocks();
        }
        if let Some(games) = settings.games {
            run = run.games(games);
        }
        if let Some(blocks) = settings.blocks {
            run = run.blocks(blocks);
        }
        if settings.until.is_some() || settings.sprt.is_some() {
            if settings.games.is_some() || settings.blocks.is_some() {
                let most = most_blocks(&run.plan().map_err(lab_error)?);
                run = run.most_blocks(most);
            }
            if let Some(half_width) = settings.until {
                run = run.until(half_width);
            }
        }
        run
    }};
}

/// The most blocks that a plan with a fixed number of them plays at one number of players.
fn most_blocks(plan: &Plan) -> u64 {
    match &plan.goal {
        Goal::Blocks(blocks) => blocks.iter().copied().max().unwrap_or(1),
        Goal::Until { most, .. } | Goal::Test { most, .. } => *most,
    }
}

/// The plan of a tournament or a match.
pub(crate) fn cluster_plan(kind: &str, entrants: Vec<PyEntrant>, settings: &ClusterSettings) -> PyResult<Plan> {
    let entrants: Vec<Entrant> = entrants.into_iter().map(|entrant| entrant.0).collect();
    if kind == "match" {
        let mut run = Match::between(entrants);
        if let Some(&players) = settings.players.first() {
            run = run.players(players);
        }
        let mut run = described!(run, settings);
        if let Some(bounds) = bounds(settings)? {
            run = run.sprt(bounds);
        }
        return run.plan().map_err(lab_error);
    }
    let mut run = Tournament::of(entrants).players(settings.players.iter().copied());
    if let Some(challenger) = &settings.challenger {
        run = run.challenger(challenger.0.clone());
    } else if let Some(line_ups) = settings.lineups {
        run = run.line_ups(line_ups);
    }
    described!(run, settings).plan().map_err(lab_error)
}

fn bounds(settings: &ClusterSettings) -> PyResult<Option<SprtBounds>> {
    let read = |text: &String| -> PyResult<SprtBounds> {
        let bounds = text.parse().map_err(|why| PyValueError::new_err(format!("--sprt {text}: {why}")));
        bounds.map(|bounds: SprtBounds| bounds.with_errors(settings.alpha, settings.beta))
    };
    settings.sprt.as_ref().map(read).transpose()
}

/// A whole number as people write it: 1000, 10k or 1e6; `None` if it is something else.
#[pyfunction]
pub(crate) fn whole_number(text: &str) -> Option<u64> {
    karteneck::strategies::whole_number(text)
}

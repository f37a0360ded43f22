//! Shipped strategies, asked one by one.

use std::sync::{Mutex, MutexGuard, PoisonError};

use karteneck::bots::BotHost;
use karteneck::entrants::Catalogue;
use karteneck::game::Key;
use karteneck::strategies::Strategy;
use pyo3::prelude::*;

use crate::errors::error;
use crate::game::PyGame;
use crate::view::PyView;

/// An entrant of a spec that can be asked for a move. One with a memory must be told when a game starts.
///
/// >>> game = Game(2, seed=42)
/// >>> Strategy("greedy").decide(game) in game.moves()
/// True
#[pyclass(name = "Strategy", module = "karteneck", frozen)]
pub(crate) struct PyStrategy {
    name: String,
    /// One thread at a time.
    strategy: Mutex<Box<dyn Strategy>>,
}

impl PyStrategy {
    fn strategy(&self) -> MutexGuard<'_, Box<dyn Strategy>> {
        self.strategy.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(FromPyObject)]
enum Asked<'py> {
    Game(PyRef<'py, PyGame>),
    View(PyRef<'py, PyView>),
}

#[pymethods]
impl PyStrategy {
    #[new]
    fn new(spec: &str) -> PyResult<PyStrategy> {
        let entrant = Catalogue::here().find(spec).map_err(|why| error("EntrantError", why))?;
        let strategy = Mutex::new(entrant.strategy(&BotHost::default()));
        Ok(PyStrategy { name: entrant.name, strategy })
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// A game starts; needed by strategies with a memory only.
    fn start(&self, view: PyRef<'_, PyView>) -> PyResult<()> {
        self.strategy().start(&view.view()).map_err(|fault| error("BotFault", fault))
    }

    /// Its move for the seat on turn. With a game its chance is that of the arena, with a view that of the seed.
    #[pyo3(signature = (asked, seed = 1))]
    fn decide(&self, asked: Asked<'_>, seed: u64) -> PyResult<String> {
        let (mut plain, mut strategy) = (Key::new(seed).stream(), self.strategy());
        let decided = match &asked {
            Asked::View(view) => strategy.decide(&view.view(), &mut plain),
            Asked::Game(game) => {
                let view = game.game().view(game.game().table().turn());
                strategy.decide(&view, game.chance().as_mut().unwrap_or(&mut plain))
            }
        };
        decided.map(|mv| mv.to_string()).map_err(|fault| error("BotFault", fault))
    }

    fn __repr__(&self) -> String {
        format!("Strategy({:?})", self.name)
    }
}

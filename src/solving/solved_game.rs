//! A mini game with its solution, against which play is measured.

use super::asking::Asking;
use super::behaviour::Behaviour;
use super::equilibrium::{Equilibrium, solve_until};
use super::error::SolveError;
use super::mini_game::MiniGame;
use super::mini_tree::MiniTree;
use super::mistakes::{Mistake, mistakes};
use crate::arena::WorkOptions;
use crate::entrants::Entrant;

/// How exploitable a solution may be: a fiftieth of what is asked of a strong search.
const GOAL: f64 = 0.0001;
/// The most iterations of a solution.
const MAX_ITERATIONS: u32 = 20_000;

/// A mini game with its solution.
#[derive(Clone, Debug)]
pub struct SolvedGame {
    mini: MiniTree,
    equilibrium: Equilibrium,
}

impl SolvedGame {
    /// Solves a mini game.
    ///
    /// # Errors
    /// If it is too large, or its pile runs out.
    ///
    /// # Panics
    /// Never: nothing stops it.
    pub fn new(game: &MiniGame) -> Result<SolvedGame, SolveError> {
        SolvedGame::solve_until(&|| false, game).map(|solved| solved.expect("nothing stops it"))
    }

    /// Like [`SolvedGame::new`], but abandoned once `should_stop`, which is asked now and then, returns true.
    ///
    /// # Errors
    /// As [`SolvedGame::new`].
    pub fn solve_until(should_stop: &dyn Fn() -> bool, game: &MiniGame) -> Result<Option<SolvedGame>, SolveError> {
        let mini = MiniTree::new(game)?;
        let equilibrium = solve_until(should_stop, &mini.tree, GOAL, MAX_ITERATIONS);
        Ok(equilibrium.map(|equilibrium| SolvedGame { mini, equilibrium }))
    }

    /// The name of the mini game.
    pub fn name(&self) -> &str {
        &self.mini.game().name
    }

    /// What an entrant can know, at a decision with two moves or more.
    pub fn information_sets(&self) -> usize {
        self.mini.tree.information_sets()
    }

    /// What can be the case: moves so far, with a deal of both hands.
    pub fn nodes(&self) -> usize {
        self.mini.situations()
    }

    /// The chance of seat 0 to win if both seats play perfectly.
    pub fn value(&self) -> f64 {
        0.5 + self.equilibrium.value
    }

    /// How exploitable the solution is: the value is as precise.
    pub fn error(&self) -> f64 {
        self.equilibrium.exploitability.max(0.0)
    }

    /// How both seats play in the solution.
    pub const fn solution(&self) -> &Behaviour {
        &self.equilibrium.behaviour
    }

    /// The tree.
    pub const fn mini(&self) -> &MiniTree {
        &self.mini
    }

    /// How exploitable uniformly random play is.
    pub fn uniform(&self) -> f64 {
        Behaviour::uniform(&self.mini.tree).exploitability(&self.mini.tree)
    }

    /// How exploitable an entrant is.
    ///
    /// # Errors
    /// If it remembers more than its view, or gives no answer.
    ///
    /// # Panics
    /// Never: nothing stops it.
    pub fn measure(&self, entrant: &Entrant, asking: &Asking) -> Result<Measurement, SolveError> {
        self.measure_with(&WorkOptions::NONE, entrant, asking).map(|measured| measured.expect("nothing stops it"))
    }

    /// Like [`SolvedGame::measure`], but returns nothing if it is asked to stop. A piece of work is one information set, or several that look
    /// alike.
    ///
    /// # Errors
    /// As [`SolvedGame::measure`].
    pub fn measure_with(
        &self,
        options: &WorkOptions<'_>,
        entrant: &Entrant,
        asking: &Asking,
    ) -> Result<Option<Measurement>, SolveError> {
        let Some(behaviour) = asking.behaviour_with(options, &self.mini, entrant)? else { return Ok(None) };
        // The value is not known to the last digit, and no play is better than perfect.
        let losses = behaviour.losses(&self.mini.tree, self.equilibrium.value).map(|loss| loss.max(0.0));
        let exploitability = behaviour.exploitability(&self.mini.tree).max(0.0);
        Ok(Some(Measurement { entrant: entrant.name.clone(), exploitability, losses, behaviour }))
    }

    /// The mistakes of a measured entrant, the most expensive first.
    pub fn mistakes(&self, measurement: &Measurement) -> Vec<Mistake> {
        mistakes(&self.mini, &measurement.behaviour, &self.equilibrium.behaviour)
    }
}

/// How exploitable an entrant is in a mini game. All numbers are chances to win.
#[derive(Clone, PartialEq, Debug)]
pub struct Measurement {
    /// Its name.
    pub entrant: String,
    /// How much more than its value an opponent gets that knows how the entrant plays: the mean of both seats.
    pub exploitability: f64,
    /// The same with the entrant in each seat.
    pub losses: [f64; 2],
    /// How it plays.
    behaviour: Behaviour,
}

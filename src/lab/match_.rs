//! Matches from code.

use std::path::Path;

use super::builder::{RunBudget, RunSettings, common_settings};
use super::error::LabError;
use super::outcome::RunOutcome;
use super::progress::Progress;
use crate::arena::{Pairing, Plan, RunSeed, SprtBounds};
use crate::entrants::{Catalogue, Entrant};
use crate::game::Edition;

/// A match: is the first entrant better than the others? All sit at one table, and every deal is played in all rotations of the
/// seats.
///
/// ```
/// use karteneck::Match;
///
/// let outcome = Match::between(["heuristic".parse()?, "greedy".parse()?]).sprt("0pp:5pp".parse()?).run()?;
/// let test = outcome.test().expect("it has a test");
/// println!("{} games, log-likelihood ratio {:.2}", outcome.games(), test.look.ratio);
/// # assert!(test.look.stop.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a match is played by `run`, `run_in` or `resume`"]
pub struct Match<'a>(RunSettings<'a>);

impl Match<'_> {
    /// A match between these entrants, with a seat for each.
    pub fn between(entrants: impl IntoIterator<Item = Entrant>) -> Self {
        let entrants: Vec<Entrant> = entrants.into_iter().collect();
        let players = entrants.len().max(2);
        let mut settings = RunSettings::new(entrants, Pairing::Fixed);
        settings.players = vec![players];
        Match(settings)
    }

    /// The number of seats, if larger than that of entrants: each takes as many as the others or one more, in every combination.
    pub fn players(mut self, players: usize) -> Self {
        self.0.players = vec![players];
        self
    }

    /// Plays until a sequential test between two advantages of the first entrant ends, like `"0pp:1pp".parse()?`.
    pub fn sprt(mut self, bounds: SprtBounds) -> Self {
        self.0.budget = RunBudget::Test(bounds);
        self
    }
}

common_settings!(Match);

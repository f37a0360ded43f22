//! Tournaments from code.

use std::path::Path;

use super::builder::{RunBudget, RunSettings, common_settings};
use super::error::LabError;
use super::outcome::RunOutcome;
use super::progress::Progress;
use crate::arena::{EntrantIndex, Pairing, Plan, RunSeed};
use crate::entrants::{Catalogue, Entrant};
use crate::game::Edition;

/// A tournament: every choice of as many entrants as there are seats meets at a table, and every deal is played in all rotations
/// of the seats.
///
/// ```
/// use karteneck::Tournament;
///
/// let outcome = Tournament::of(["greedy".parse()?, "random".parse()?, "heuristic:tempo=1.2".parse()?])
///     .players([2, 3])
///     .games(600)
///     .seed(7_u64)
///     .run()?;
/// for row in outcome.standings(2) {
///     println!("{} {:.1} ± {:.1} %", row.name, row.win_percent(), row.half_width_percent());
/// }
/// assert_eq!(outcome.standings(3)[0].rank, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a tournament is played by `run`, `run_in` or `resume`"]
pub struct Tournament<'a>(RunSettings<'a>);

impl Tournament<'_> {
    /// A tournament of these entrants, at tables of two.
    pub fn of(entrants: impl IntoIterator<Item = Entrant>) -> Self {
        let mut settings = RunSettings::new(entrants.into_iter().collect(), Pairing::RoundRobin);
        settings.players = vec![2];
        Tournament(settings)
    }

    /// Tables of these sizes, 2 to 6, one after the other.
    pub fn players(mut self, players: impl IntoIterator<Item = usize>) -> Self {
        self.0.players = players.into_iter().collect();
        self
    }

    /// Lets this entrant meet every choice of the others, which never play without it.
    pub fn challenger(mut self, entrant: Entrant) -> Self {
        let entrants = &mut self.0.entrants;
        let index = entrants.iter().position(|other| other.name == entrant.name).unwrap_or(entrants.len());
        if index == entrants.len() {
            entrants.push(entrant);
        }
        self.0.pairing = Pairing::Gauntlet(EntrantIndex::new(index));
        self
    }

    /// Draws this many line-ups instead of playing all; each entrant is in about as many as any other.
    pub fn line_ups(mut self, count: u32) -> Self {
        self.0.pairing = Pairing::Sample(count);
        self
    }
}

common_settings!(Tournament);

//! What a sequential test decides between, as users write it.

use std::str::FromStr;

use super::{Goal, Plan, PlanError};
use crate::arena::index::EntrantIndex;
use crate::statistics::{Hypotheses, Sprt, from_elo};

/// How much better than a fair opponent the first entrant is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Advantage {
    /// Over the fair share of wins: 0.01 is one percentage point.
    Share(f64),
    /// Over equal opponents, in points on the scale of ratings.
    Elo(f64),
}

impl Advantage {
    /// The share of games that an entrant with this advantage wins.
    pub fn win_rate(self, players: usize) -> f64 {
        match self {
            Advantage::Share(share) => 1.0 / players as f64 + share,
            Advantage::Elo(points) => from_elo(points, players as u32 - 1),
        }
    }
}

impl FromStr for Advantage {
    type Err = String;

    /// `1pp`, `-0.5pp` or `5elo`; without a unit, percentage points.
    fn from_str(text: &str) -> Result<Advantage, String> {
        let text = text.trim();
        let (number, is_elo) = match text.strip_suffix("elo") {
            Some(number) => (number, true),
            None => (text.strip_suffix("pp").unwrap_or(text), false),
        };
        let number: Option<f64> = number.trim().parse().ok();
        let advantage = match number {
            Some(points) if is_elo && points.is_finite() => Some(Advantage::Elo(points)),
            Some(points) if !is_elo && points.abs() < 100.0 => Some(Advantage::Share(points / 100.0)),
            _ => None,
        };
        advantage.ok_or_else(|| format!("`{text}` is not an advantage like 1pp or 5elo"))
    }
}

/// What a sequential test decides between: two advantages of the first entrant, and how often it may err.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtBounds {
    null: Advantage,
    alternative: Advantage,
    alpha: f64,
    beta: f64,
}

impl SprtBounds {
    /// The default probability that a test errs.
    pub const ERROR: f64 = 0.05;

    /// A test between two advantages that errs in at most 5 % of cases in either direction.
    pub const fn new(null: Advantage, alternative: Advantage) -> SprtBounds {
        SprtBounds { null, alternative, alpha: SprtBounds::ERROR, beta: SprtBounds::ERROR }
    }

    /// With other probabilities: of accepting the alternative when the null is true, and vice versa.
    #[must_use]
    pub const fn with_errors(self, alpha: f64, beta: f64) -> SprtBounds {
        SprtBounds { alpha, beta, ..self }
    }

    /// The goal of a run with this plan, which ends after `most` blocks at the latest.
    ///
    /// # Errors
    /// If the plan has several table sizes, or the advantages are not two possible win rates.
    pub fn goal(&self, plan: &Plan, most: u64) -> Result<Goal, PlanError> {
        let [schedule] = plan.schedules.as_slice() else {
            return Err(PlanError("a sequential test needs one number of players".to_owned()));
        };
        let (players, seats) = (schedule.players.count(), schedule.seats_per_block(EntrantIndex::FIRST) as f64);
        let [low, high] = [self.null, self.alternative].map(|advantage| advantage.win_rate(players));
        if !(low < high && low > 0.0 && high < 1.0) {
            return Err(PlanError(format!(
                "with {players} players these are win rates of {:.1} % and {:.1} %; expected two between 0 and 100 %, the lower \
                 first",
                100.0 * low,
                100.0 * high
            )));
        }
        let (alpha, beta) = (self.alpha, self.beta);
        let hypotheses = Hypotheses { null: low * seats, alternative: high * seats, alpha, beta };
        Ok(Goal::Test { sprt: Sprt::new(hypotheses), most })
    }
}

impl FromStr for SprtBounds {
    type Err = String;

    /// Two advantages, like `0pp:1pp` or `0elo:5elo`.
    fn from_str(text: &str) -> Result<SprtBounds, String> {
        let expected = || "expected two advantages, the lower first, like 0pp:1pp or 0elo:5elo".to_owned();
        let (null, alternative) = text.split_once(':').ok_or_else(expected)?;
        let (null, alternative): (Advantage, Advantage) =
            null.parse().ok().zip(alternative.parse().ok()).ok_or_else(expected)?;
        if null.win_rate(2) >= alternative.win_rate(2) {
            return Err(expected());
        }
        Ok(SprtBounds::new(null, alternative))
    }
}

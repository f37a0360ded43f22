//! How far ratings may be off.
//!
//! A competitor's wins are compared with those expected at another strength, with its rivals unchanged: its interval
//! holds all strengths whose expected wins differ from the observed ones by no more standard errors than allowed. The
//! error is that of the wins expected at that strength, as in Wilson's interval of a share, so that it is valid for
//! competitors that win or lose almost everything. That the rivals are uncertain too, and that games of one unit are
//! not independent, changes it by a factor, which the spread of the units shows.

use super::field::{FieldRivals, Pool};
use super::fit::Fit;
use super::linear::quadratic;
use super::origin::Scale;
use crate::statistics::interval::Interval;
use crate::statistics::normal::confidence_quantile;
use crate::statistics::share::Design;

/// Strengths with logarithms beyond this are treated as infinite: odds of e³⁰.
const MOST: f64 = 30.0;

/// What all intervals need.
pub(super) struct Errors<'a> {
    pool: Pool<'a>,
    fit: &'a Fit,
    scale: &'a Scale<'a>,
    /// The covariances of the wins over all units.
    covariances: Vec<Vec<f64>>,
}

impl<'a> Errors<'a> {
    pub(super) fn of(pool: Pool<'a>, fit: &'a Fit, scale: &'a Scale<'a>) -> Errors<'a> {
        let size = fit.logs.len();
        let row = |one: usize| (0..size).map(|other| pool.covariance(one, other)).collect();
        Errors { pool, fit, scale, covariances: (0..size).map(row).collect() }
    }

    /// The interval of a competitor's points; `None` with fewer than two units.
    pub(super) fn interval(&self, competitor: usize, rivals: &[FieldRivals], level: f64) -> Option<Interval> {
        // The mean of every field is estimated, so that each costs a unit.
        let units = rivals.iter().map(|field| field.units[0]).sum::<u64>() + 1 - rivals.len() as u64;
        let quantile = confidence_quantile(level, units)?;
        let (wins, design) = (self.pool.wins(competitor), self.design(competitor, rivals));
        let seen = Seen { rivals, wins, design, quantile };
        let [low, high] = seen.ends(self.fit.logs[competitor]).map(|end| self.points(competitor, end));
        Some(Interval { low, high })
    }

    /// How the spread of the units and the uncertainty about rivals change the error of a competitor's wins.
    fn design(&self, competitor: usize, rivals: &[FieldRivals]) -> Design {
        let pulls = self.scale.pulls();
        let direction: Vec<f64> =
            pulls.iter().enumerate().map(|(at, pull)| f64::from(u8::from(at == competitor)) - pull).collect();
        // How the fitted rating responds to the wins of each competitor.
        let follows = self.scale.ties.solve(&self.fit.curvature, &direction);
        let log = self.fit.logs[competitor];
        let of_field = |field: &FieldRivals| {
            let chances = field.tables.iter().map(|table| table.chance(log));
            chances.map(|chance| chance * (1.0 - chance)).sum::<f64>() * field.games
        };
        let variance: f64 = rivals.iter().map(of_field).sum();
        // In wins of its own: the response of the rating, divided by how far its own wins alone would move it.
        let in_wins = variance / (1.0 - pulls[competitor]).powi(2);
        let wins = self.pool.wins(competitor);
        Design {
            trials: trials_in_a_unit(rivals),
            rare: wins.min(all_games(rivals) - wins).min(2.0 * variance),
            variance,
            observed: in_wins * quadratic(&self.covariances, &follows),
            expected: in_wins * quadratic(&self.fit.curvature, &follows),
        }
    }

    /// The points of a competitor with another strength, its rivals unchanged.
    fn points(&self, competitor: usize, log: f64) -> f64 {
        if log.is_infinite() {
            return log;
        }
        let mut logs = self.fit.logs.clone();
        logs[competitor] = log;
        self.scale.points_at(self.pool, competitor, &logs)
    }
}

/// All games of a competitor against others.
fn all_games(rivals: &[FieldRivals]) -> f64 {
    rivals.iter().map(|field| field.games * field.tables.len() as f64).sum()
}

/// The mean number of a competitor's games in a unit.
fn trials_in_a_unit(rivals: &[FieldRivals]) -> f64 {
    let games: u64 = rivals.iter().map(|field| field.units[0] * field.units[1]).sum();
    games as f64 / rivals.iter().map(|field| field.units[0]).sum::<u64>().max(1) as f64
}

/// What a competitor has won, and against whom.
struct Seen<'a> {
    rivals: &'a [FieldRivals],
    wins: f64,
    design: Design,
    quantile: f64,
}

impl Seen<'_> {
    /// The logarithms of the strengths at both ends, infinite where there is no bound.
    fn ends(&self, fitted: f64) -> [f64; 2] {
        let all = all_games(self.rivals);
        let correction = self.design.correction();
        let low = if self.wins <= correction { f64::NEG_INFINITY } else { self.end([-MOST, fitted + MOST], -1.0) };
        let high = if all - self.wins <= correction { f64::INFINITY } else { self.end([fitted - MOST, MOST], 1.0) };
        [low, high]
    }

    /// The strength at which the expected wins are exactly as far off as allowed, on one side.
    fn end(&self, [mut below, mut above]: [f64; 2], side: f64) -> f64 {
        let (effect, correction) = (self.design.effect(), self.design.correction());
        let target = self.wins + side * correction;
        // Signed standard errors between expected and observed wins; it grows with the strength.
        let off = |log: f64| {
            let (mut expected, mut variance) = (0.0, 0.0);
            for field in self.rivals {
                for table in &field.tables {
                    let chance = table.chance(log);
                    expected += field.games * chance;
                    variance += field.games * chance * (1.0 - chance);
                }
            }
            (expected - target) / (effect * variance).sqrt().max(f64::MIN_POSITIVE)
        };
        while above - below > 1e-7 {
            let middle = f64::midpoint(below, above);
            if off(middle) < side * self.quantile {
                below = middle;
            } else {
                above = middle;
            }
        }
        let end = f64::midpoint(below, above);
        if end.abs() > MOST - 1.0 { side * f64::INFINITY } else { end }
    }
}

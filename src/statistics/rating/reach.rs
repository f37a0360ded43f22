//! How far ratings may be off.
//!
//! A competitor's wins are compared with those expected at another strength, with its rivals unchanged: its interval
//! holds all strengths whose expected wins differ from the observed ones by no more standard errors than allowed. The
//! error is that of the wins expected at that strength, as in Wilson's interval of a share, so that it is valid for
//! competitors that win or lose almost everything. That the rivals are uncertain too, and that games of one unit are
//! not independent, changes it by a factor, which the spread of the units shows.

use super::field::{Field, Rivals};
use super::fit::Fit;
use super::linear::{quadratic, solve};
use super::middle::{Middle, newcomer};
use super::scale::{MIDDLE, POINTS};
use crate::statistics::interval::Interval;
use crate::statistics::share::Design;

/// Strengths with logarithms beyond this are treated as infinite: odds of e³⁰.
const MOST: f64 = 30.0;

/// What all intervals of a field need.
pub(super) struct Errors<'a> {
    field: &'a Field<'a>,
    fit: &'a Fit,
    middle: &'a Middle,
    /// The sample covariances of the wins of all units.
    covariances: Vec<Vec<f64>>,
}

impl<'a> Errors<'a> {
    pub(super) fn of(field: &'a Field<'a>, fit: &'a Fit, middle: &'a Middle) -> Errors<'a> {
        let (units, size) = (field.units() as f64, fit.logs.len());
        let row = |one: usize| (0..size).map(|other| units * field.covariance(one, other)).collect();
        Errors { field, fit, middle, covariances: (0..size).map(row).collect() }
    }

    /// The interval of a competitor's points.
    pub(super) fn interval(&self, competitor: usize, tables: &[Rivals], quantile: f64) -> Interval {
        let seen = Seen {
            tables,
            games: self.field.games_of_a_table(),
            wins: self.field.wins[competitor].sum as f64,
            design: self.design(competitor, tables),
            quantile,
        };
        let [low, high] = seen.ends(self.fit.logs[competitor]).map(|end| self.points(competitor, end));
        Interval { low, high }
    }

    /// How the spread of the units and the uncertainty about rivals change the error of a competitor's wins.
    fn design(&self, competitor: usize, tables: &[Rivals]) -> Design {
        let (field, pulls) = (self.field, &self.middle.pulls);
        let direction: Vec<f64> =
            pulls.iter().enumerate().map(|(at, pull)| f64::from(u8::from(at == competitor)) - pull).collect();
        // How the fitted rating responds to the wins of each competitor.
        let follows = solve(self.fit.curvature.clone(), &direction);
        let log = self.fit.logs[competitor];
        let own: f64 = tables.iter().map(|table| table.chance(log)).map(|chance| chance * (1.0 - chance)).sum();
        let variance = own * field.games_of_a_table();
        // In wins of its own: the response of the rating, divided by how far its own wins alone would move it.
        let in_wins = variance / (1.0 - pulls[competitor]).powi(2);
        let (wins, all) = (field.wins[competitor].sum as f64, field.games_of_a_table() * tables.len() as f64);
        Design {
            trials: (field.games * tables.len() as u64) as f64,
            rare: wins.min(all - wins).min(2.0 * variance),
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
        MIDDLE + POINTS * (log - newcomer(self.field, &logs))
    }
}

/// What a competitor has won, and against whom.
struct Seen<'a> {
    tables: &'a [Rivals],
    /// The number of games at each table.
    games: f64,
    wins: f64,
    design: Design,
    quantile: f64,
}

impl Seen<'_> {
    /// The logarithms of the strengths at both ends, infinite where there is no bound.
    fn ends(&self, fitted: f64) -> [f64; 2] {
        let all = self.games * self.tables.len() as f64;
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
            for table in self.tables {
                let chance = table.chance(log);
                expected += self.games * chance;
                variance += self.games * chance * (1.0 - chance);
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

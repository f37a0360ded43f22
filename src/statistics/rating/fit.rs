//! The most likely strengths.

use super::field::Pool;
use super::scale::chance;
use super::ties::Ties;

/// Newton's method needs a handful of steps.
const MAX_STEPS: usize = 100;
/// Virtual wins and losses against an average opponent that every competitor is credited with, so that none is
/// infinitely strong or weak.
const PRIOR: f64 = 0.5;

/// The logarithms of the strengths that make the wins most likely, and how sharply.
pub(super) struct Fit {
    pub(super) logs: Vec<f64>,
    /// The negative of the second derivatives of the log-likelihood, including the virtual games.
    pub(super) curvature: Vec<Vec<f64>>,
}

impl Fit {
    /// Newton's method, with steps halved until they lead uphill. The likelihood is concave, so there is one maximum. Competitors
    /// that are tied together move together.
    pub(super) fn of(pool: Pool<'_>, ties: &Ties) -> Fit {
        let mut logs = ties.start(pool.len());
        let mut slope = Slope::at(pool, &logs);
        for _ in 0..MAX_STEPS {
            let step = ties.solve(&slope.curvature, &slope.gradient);
            let mut share = 1.0;
            let (next, there) = loop {
                let next: Vec<f64> = logs.iter().zip(&step).map(|(log, step)| log + share * step).collect();
                let there = Slope::at(pool, &next);
                if there.likelihood >= slope.likelihood || share < 1e-6 {
                    break (next, there);
                }
                share /= 2.0;
            };
            (logs, slope) = (next, there);
            if step.iter().all(|step| (share * step).abs() < 1e-11) {
                break;
            }
        }
        Fit { logs, curvature: slope.curvature }
    }
}

/// The log-likelihood at some strengths, and how it changes with them.
struct Slope {
    likelihood: f64,
    gradient: Vec<f64>,
    curvature: Vec<Vec<f64>>,
}

impl Slope {
    fn at(pool: Pool<'_>, logs: &[f64]) -> Slope {
        let size = logs.len();
        let mut slope = Slope { likelihood: 0.0, gradient: vec![0.0; size], curvature: vec![vec![0.0; size]; size] };
        for (competitor, &log) in logs.iter().enumerate() {
            slope.add_wins(competitor, log, pool.wins(competitor));
        }
        let strengths: Vec<f64> = logs.iter().map(|log| libm::exp(*log)).collect();
        for field in pool.fields {
            for table in field.tables {
                slope.add_table(table, &strengths, field.games_of_a_table());
            }
        }
        slope
    }

    /// A competitor's wins, and its games against the average opponent, whose strength is 1.
    fn add_wins(&mut self, competitor: usize, log: f64, wins: f64) {
        let chance = chance(log);
        self.likelihood += wins * log + PRIOR * (libm::log(chance) + libm::log(1.0 - chance));
        self.gradient[competitor] += wins + PRIOR * (1.0 - 2.0 * chance);
        self.curvature[competitor][competitor] += 2.0 * PRIOR * chance * (1.0 - chance);
    }

    /// The normalizing term of a table's games: what they subtract for the seats that could have won them.
    fn add_table(&mut self, table: &[usize], strengths: &[f64], games: f64) {
        let sum: f64 = table.iter().map(|&seat| strengths[seat]).sum();
        self.likelihood -= games * libm::log(sum);
        for &one in table {
            let chance = strengths[one] / sum;
            self.gradient[one] -= games * chance;
            self.curvature[one][one] += games * chance;
            for &other in table {
                self.curvature[one][other] -= games * chance * strengths[other] / sum;
            }
        }
    }
}

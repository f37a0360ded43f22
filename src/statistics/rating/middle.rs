//! The newcomer against which every competitor is rated.

use super::field::Pool;
use super::scale::chance;

/// Bisections after which the interval cannot shrink any further.
const HALVINGS: usize = 70;

/// The strength of a newcomer that takes every seat of every table in turn and wins its fair share of those games.
pub(super) struct Middle {
    /// Its logarithm.
    pub(super) log: f64,
    /// How much each competitor's strength moves it.
    pub(super) pulls: Vec<f64>,
}

impl Middle {
    pub(super) fn of(pool: Pool<'_>, logs: &[f64]) -> Middle {
        let log = newcomer(pool, logs);
        Middle { log, pulls: pulls(pool, logs, log) }
    }
}

/// Only the logarithm.
pub(super) fn newcomer(pool: Pool<'_>, logs: &[f64]) -> f64 {
    let rest = strengths_left(pool, logs);
    let fair: f64 = pool.tables().map(|(weight, table)| weight * (1.0 - 1.0 / table.len().max(1) as f64)).sum::<f64>();
    let (mut low, mut high) = (-100.0, 100.0);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        // A table of k seats requires one win in k, and k - 1 losses divided among its seats: k times the fair share.
        let lost: f64 = rest.iter().map(|(weight, seats, log)| weight * (1.0 - chance(middle - log)) / seats).sum();
        if lost > fair {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// For every seat of every table: its weight, how many seats there are, and the logarithm of the strength of the others.
fn strengths_left(pool: Pool<'_>, logs: &[f64]) -> Vec<(f64, f64, f64)> {
    let strengths: Vec<f64> = logs.iter().map(|log| libm::exp(*log)).collect();
    let left = |table: &Vec<usize>, seat: usize| -> f64 {
        let others = table.iter().enumerate().filter(|(other, _)| *other != seat);
        others.map(|(_, &competitor)| strengths[competitor]).sum()
    };
    let tables = pool.tables().filter(|(_, table)| table.len() > 1);
    let seats = tables.flat_map(|(weight, table)| {
        let count = table.len() as f64;
        (0..table.len()).map(|seat| (weight, count, libm::log(left(table, seat)))).collect::<Vec<_>>()
    });
    seats.collect()
}

fn pulls(pool: Pool<'_>, logs: &[f64], middle: f64) -> Vec<f64> {
    let (mut pulls, mut all) = (vec![0.0; logs.len()], 0.0);
    let mut rest = strengths_left(pool, logs).into_iter();
    for (_, table) in pool.tables().filter(|(_, table)| table.len() > 1) {
        for seat in 0..table.len() {
            let (weight, seats, log) = rest.next().expect("every seat of a table leaves others");
            let slope = weight * chance(middle - log) * (1.0 - chance(middle - log)) / seats;
            all += slope;
            for (_, &rival) in table.iter().enumerate().filter(|(other, _)| *other != seat) {
                pulls[rival] += slope * libm::exp(logs[rival] - log);
            }
        }
    }
    pulls.into_iter().map(|pull| pull / all).collect()
}

#[cfg(test)]
mod tests {
    use super::super::field::Field;
    use super::*;

    fn field(tables: &[Vec<usize>]) -> [Field<'_>; 1] {
        [Field { tables, games: 1, wins: &[], products: &[] }]
    }

    fn newcomer(fields: &[Field<'_>], logs: &[f64]) -> f64 {
        super::newcomer(Pool { fields }, logs)
    }

    #[test]
    fn in_a_duel_it_is_the_mean_and_equals_are_all_in_the_middle() {
        let duel = [vec![0, 1]];
        assert!((newcomer(&field(&duel), &[2.0, -1.0]) - 0.5).abs() < 1e-9);
        let table = [vec![0, 1, 2, 3]];
        assert!((newcomer(&field(&table), &[0.7; 4]) - 0.7).abs() < 1e-9);
    }

    #[test]
    fn one_that_wins_everything_does_not_move_the_others() {
        let pairs: Vec<Vec<usize>> = (0..4).flat_map(|one| (one + 1..4).map(move |other| vec![one, other])).collect();
        let middle_of = |best: f64| newcomer(&field(&pairs), &[best, 0.0, 0.3, -0.3]);
        assert!((middle_of(30.0) - middle_of(90.0)).abs() < 1e-9);
    }

    #[test]
    fn pulls_are_the_slopes() {
        let tables = [vec![0, 1, 2, 2], vec![0, 0, 1, 2]];
        let logs = [0.4, -0.8, 1.1];
        let middle = Middle::of(Pool { fields: &field(&tables) }, &logs);
        for moved in 0..3 {
            let mut near = logs;
            near[moved] += 1e-5;
            let slope = (newcomer(&field(&tables), &near) - middle.log) / 1e-5;
            assert!((slope - middle.pulls[moved]).abs() < 1e-4, "{slope}, {:?}", middle.pulls);
        }
        assert!((middle.pulls.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}

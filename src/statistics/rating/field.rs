//! How often competitors meet, and who wins.

use crate::statistics::sample::{Sample, covariance};

/// A field of competitors: in every unit each table plays the same number of games.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The competitors at each table. One may be there several times.
    pub tables: &'a [Vec<usize>],
    /// Games at each table in a unit.
    pub games: u64,
    /// The wins of each competitor in a unit.
    pub wins: &'a [Sample],
    /// The sums over units of the products of the wins of two competitors.
    pub products: &'a [Vec<u64>],
}

/// A table as one competitor sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rivals {
    /// Its own seats.
    pub(super) seats: f64,
    /// The total strength of all others.
    pub(super) strength: f64,
}

impl Field<'_> {
    /// The number of units.
    pub(super) fn units(&self) -> u64 {
        self.wins.first().map_or(0, |wins| wins.count)
    }

    /// The number of games at each table.
    pub(super) fn games_of_a_table(&self) -> f64 {
        (self.units() * self.games) as f64
    }

    /// The tables at which a competitor meets others.
    pub(super) fn rivals(&self, competitor: usize, logs: &[f64]) -> Vec<Rivals> {
        let strengths: Vec<f64> = logs.iter().map(|log| libm::exp(*log)).collect();
        let at = |table: &Vec<usize>| {
            let seats = table.iter().filter(|&&seat| seat == competitor).count();
            let others = table.iter().filter(|&&seat| seat != competitor);
            let strength = others.map(|&seat| strengths[seat]).sum();
            (seats > 0 && seats < table.len()).then_some(Rivals { seats: seats as f64, strength })
        };
        self.tables.iter().filter_map(at).collect()
    }

    /// The sample covariance of the wins of two competitors in a unit.
    pub fn covariance(&self, one: usize, other: usize) -> f64 {
        covariance([one, other].map(|which| &self.wins[which]), self.products[one][other])
    }
}

impl Rivals {
    /// The chance to win at this table with a strength of this logarithm.
    pub(super) fn chance(self, log: f64) -> f64 {
        super::scale::chance(log + libm::log(self.seats / self.strength))
    }
}

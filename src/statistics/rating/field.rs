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

/// Several fields of the same competitors, in the same order; units of different fields are independent of each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pool<'a> {
    pub(super) fields: &'a [Field<'a>],
}

/// The tables of a field at which a competitor meets others.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct FieldRivals {
    /// Games at each table.
    pub(super) games: f64,
    /// Units, and the competitor's games in one.
    pub(super) units: [u64; 2],
    pub(super) tables: Vec<Rivals>,
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

impl Pool<'_> {
    /// The number of competitors.
    pub(super) fn len(&self) -> usize {
        self.fields.first().map_or(0, |field| field.wins.len())
    }

    /// The wins of a competitor.
    pub(super) fn wins(&self, competitor: usize) -> f64 {
        self.fields.iter().map(|field| field.wins[competitor].sum).sum::<i64>() as f64
    }

    /// The tables at which a competitor meets others, field by field.
    pub(super) fn rivals(&self, competitor: usize, logs: &[f64]) -> Vec<FieldRivals> {
        let of_field = |field: &Field<'_>| {
            let tables = field.rivals(competitor, logs);
            let units = [field.units(), field.games * tables.len() as u64];
            FieldRivals { games: field.games_of_a_table(), units, tables }
        };
        self.fields.iter().map(of_field).filter(|field| !field.tables.is_empty()).collect()
    }

    /// The covariance of the wins of two competitors over all units.
    pub(super) fn covariance(&self, one: usize, other: usize) -> f64 {
        self.fields.iter().map(|field| field.units() as f64 * field.covariance(one, other)).sum()
    }

    /// All tables with their weights: the games played there, as a multiple of those at the tables of the first field.
    pub(super) fn tables(&self) -> impl Iterator<Item = (f64, &Vec<usize>)> {
        let first = self.fields.first().map_or(1.0, Field::games_of_a_table);
        let of_field = move |field: &'_ Field<'_>| if first > 0.0 { field.games_of_a_table() / first } else { 1.0 };
        self.fields.iter().flat_map(move |field| field.tables.iter().map(move |table| (of_field(field), table)))
    }
}

impl Rivals {
    /// The chance to win at this table with a strength of this logarithm.
    pub(super) fn chance(self, log: f64) -> f64 {
        super::scale::chance(log + libm::log(self.seats / self.strength))
    }
}

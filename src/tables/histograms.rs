//! Distributions of what entrants got and did.

use super::cell::Cell;
use super::result_table::ResultTable;
use super::{Results, name_cell};
use crate::arena::{EntrantIndex, TableIndex};
use crate::statistics::Sample;

/// What is distributed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statistic {
    /// The worms at the end of a game.
    Worms,
    /// The place in a game.
    Place,
    /// The cards of a lay.
    CardsLaid,
    /// The total of a valid display at a pass.
    PassTotal,
}

impl Statistic {
    /// All of them, in the order of the file.
    pub const ALL: [Statistic; 4] = [Statistic::Worms, Statistic::Place, Statistic::CardsLaid, Statistic::PassTotal];

    /// Its name in the results.
    pub const fn name(self) -> &'static str {
        match self {
            Statistic::Worms => "worms",
            Statistic::Place => "place",
            Statistic::CardsLaid => "cards_laid",
            Statistic::PassTotal => "pass_total",
        }
    }
}

/// A distribution of one entrant at one table size.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Histogram {
    /// How often each value occurred, from 0 on.
    pub counts: Vec<u64>,
    /// How many there are in all.
    pub count: u64,
    /// Their mean; unknown if there are none.
    pub mean: Option<f64>,
}

/// A distribution of an entrant at one table size.
pub fn histogram(
    results: &Results<'_>,
    table_index: TableIndex,
    entrant: EntrantIndex,
    statistic: Statistic,
) -> Histogram {
    let tally = &results.state.sizes[table_index].tally.entrants[entrant];
    let counts = match statistic {
        Statistic::Worms => tally.worms.clone(),
        // There is no place 0.
        Statistic::Place => [0].into_iter().chain(tally.places.iter().copied()).collect(),
        Statistic::CardsLaid => tally.lay_sizes.clone(),
        Statistic::PassTotal => tally.pass_totals.clone(),
    };
    let sample = Sample::of_histogram(&counts);
    Histogram { counts, count: sample.count, mean: sample.mean() }
}

/// All distributions of all entrants.
pub(super) fn histograms_table(results: &Results<'_>) -> ResultTable {
    let mut table = ResultTable::new("players entrant statistic value count".split(' '));
    for (table_index, entrant) in results.tables_and_entrants() {
        let players = results.plan.schedules[table_index].players.count();
        for statistic in Statistic::ALL {
            let histogram = histogram(results, table_index, entrant, statistic);
            for (value, &count) in histogram.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let first = [Cell::count(players), name_cell(results.plan, entrant)];
                let rest = [Cell::Text(statistic.name().to_owned()), Cell::count(value), Cell::count(count)];
                table.push(first.into_iter().chain(rest));
            }
        }
    }
    table
}

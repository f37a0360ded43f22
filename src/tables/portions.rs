//! Who got which portion, and how.

use super::cell::Cell;
use super::number::ratio;
use super::result_table::ResultTable;
use super::{Results, name_cell, portion_at};
use crate::arena::{EntrantIndex, Fate, PORTION_VALUES, TableIndex};
use crate::game::Portion;

/// What became of the portions of one value, as one entrant saw it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PortionRow {
    /// How many play.
    pub players: usize,
    /// The entrant.
    pub entrant: EntrantIndex,
    /// The portion; one of the zeros stands for all three.
    pub portion: Portion,
    /// The worms on it.
    pub worms: u64,
    /// How often it was turned up in the entrant's games; each of its seats counts.
    pub turned_up: u64,
    /// The worms of those that it kept.
    pub worms_gained: u64,
    counts: [u64; Fate::ALL.len()],
}

impl PortionRow {
    /// How often it met a fate.
    pub fn count(&self, fate: Fate) -> u64 {
        self.counts[fate as usize]
    }

    /// How often it met a fate, as a share of the times that it was turned up; unknown if it never was.
    pub fn share(&self, fate: Fate) -> Option<f64> {
        ratio(self.count(fate), self.turned_up)
    }
}

/// The portions of an entrant at one table size, a row for each value.
pub fn portions(results: &Results<'_>, table_index: TableIndex, entrant: EntrantIndex) -> Vec<PortionRow> {
    let (schedule, tally) = (&results.plan.schedules[table_index], &results.state.sizes[table_index].tally);
    let row = |value| {
        let (own, portion) = (&tally.entrants[entrant], portion_at(value));
        let worms = u64::from(results.plan.edition.worms(portion));
        PortionRow {
            players: schedule.players.count(),
            entrant,
            portion,
            worms,
            turned_up: tally.turned_up(schedule, entrant, value),
            worms_gained: own.fate(value, Fate::Kept) * worms,
            counts: Fate::ALL.map(|fate| own.fate(value, fate)),
        }
    };
    (0..PORTION_VALUES).map(row).collect()
}

/// All portions of all entrants.
pub(super) fn portions_table(results: &Results<'_>) -> ResultTable {
    let header = "players entrant portion worms turned_up taken_menu taken_invalid stolen lost kept worms_gained";
    let mut table = ResultTable::new(header.split_whitespace());
    let plan = results.plan;
    for (table_index, entrant) in results.tables_and_entrants() {
        for row in portions(results, table_index, entrant) {
            let first = [Cell::count(row.players), name_cell(plan, entrant), Cell::count(row.portion.value())];
            let counts = [row.worms, row.turned_up].into_iter().chain(row.counts).chain([row.worms_gained]);
            table.push(first.into_iter().chain(counts.map(Cell::count)));
        }
    }
    table
}

//! How much was played at each number of players, and why it ended.

use super::Results;
use super::cell::Cell;
use super::result_table::ResultTable;
use crate::arena::Stopped;

/// A row for each number of players.
pub fn sizes_table(results: &Results<'_>) -> ResultTable {
    let mut table = ResultTable::new("players first_block blocks games lineups stopped".split(' '));
    for (table_index, schedule) in results.plan.schedules.entries() {
        let size = &results.state.sizes[table_index];
        let blocks = size.tally.blocks.count;
        table.push([
            Cell::count(schedule.players.count()),
            Cell::count(results.plan.range(table_index).0),
            Cell::count(blocks),
            Cell::count(blocks * schedule.games_per_block()),
            Cell::count(schedule.line_ups.len()),
            Cell::text_or_empty(size.stopped.map(Stopped::name)),
        ]);
    }
    table
}

//! The file of the results of individual blocks, which grows while a run is played.

use super::cell::Cell;
use super::csv_table::CsvTable;
use crate::arena::{Batch, LineUp, Plan};

/// The heading of the file.
pub const BLOCKS_HEADER: &str = "players,block,lineup,chair,entrant,wins\n";

/// What a batch adds to the file, if the plan has one.
///
/// # Panics
/// Never: the rows are written to memory.
pub fn blocks_text(plan: &Plan, batch: &Batch) -> String {
    let mut csv_table = CsvTable::without_header();
    for row in batch.rows.iter().filter(|_| plan.keep_blocks) {
        let schedule = plan.table_index(row.players).map(|table_index| &plan.schedules[table_index]);
        let chairs = schedule.map(|schedule| &schedule.line_ups[row.line_up]).into_iter().flat_map(LineUp::entries);
        for (chair, &entrant) in chairs {
            let numbers =
                [row.players as u64, row.block, row.line_up.index() as u64, chair.index() as u64].map(Cell::count);
            let rest = [Cell::Text(plan.entrants[entrant].name.clone()), Cell::count(row.wins[chair])];
            csv_table.cells(numbers.into_iter().chain(rest));
        }
    }
    String::from_utf8(csv_table.finish()).expect("names are text")
}

//! The file of the results of single blocks, which grows while a run is played.

use crate::arena::{Batch, Plan};

/// The heading of the file.
pub const BLOCKS_HEADER: &str = "players,block,lineup,chair,entrant,wins\n";

/// What a batch adds to the file.
///
/// # Panics
/// Never: the rows go to memory.
pub fn blocks_text(plan: &Plan, batch: &Batch) -> String {
    let mut csv_table = csv::Writer::from_writer(Vec::new());
    for (players, block, line_up, wins) in &batch.rows {
        let schedule = plan.schedules.iter().find(|schedule| schedule.players.count() == *players);
        let chairs = schedule.map(|schedule| &schedule.line_ups[*line_up]).into_iter().flatten();
        for (chair, (&entrant, wins)) in chairs.zip(wins).enumerate() {
            let numbers = [*players as u64, *block, *line_up as u64, chair as u64].map(|number| number.to_string());
            let rest = [plan.entrants[entrant].name.clone(), wins.to_string()];
            csv_table.write_record(numbers.iter().chain(&rest)).expect("a row goes to memory");
        }
    }
    String::from_utf8(csv_table.into_inner().expect("a row goes to memory")).expect("names are text")
}

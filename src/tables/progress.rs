//! How far a run has come, as lines of JSON that a page or a script can follow.

use super::cell::Cell;
use super::csv_table::end_cells;
use super::deals::DealWins;
use super::json::{JsonObject, json_text};
use super::number::ratio;
use super::result_table::ResultTable;
use super::verdict::TestVerdict;
use crate::arena::{LEVEL, PerEntrant, Plan, Stopped, TableIndex, next_position};
use crate::statistics::Sample;

/// The name of the format of a line.
pub const PROGRESS_FORMAT: &str = "karteneck-progress/1";

/// What is known at a fixed position of a table size: everything follows from the wins on the deals so far.
pub fn progress_line(
    plan: &Plan,
    table_index: TableIndex,
    wins: &PerEntrant<Sample>,
    stopped: Option<Stopped>,
) -> String {
    let schedule = &plan.schedules[table_index];
    let blocks = wins.first().map_or(0, |wins| wins.count);
    let mut line = JsonObject::new();
    line.text("format", PROGRESS_FORMAT);
    line.cell("players", &Cell::count(schedule.players.count()));
    line.cell("blocks", &Cell::count(blocks));
    line.cell("games", &Cell::count(blocks * schedule.games_per_block()));
    line.raw("standings", &standings(plan, table_index, wins).to_json());
    let test = wins.first().and_then(|wins| TestVerdict::of(plan, table_index, wins));
    line.raw("test", &test.map_or_else(|| "null".to_owned(), |test| JsonObject::of(&test.cells()).finish()));
    line.raw("stopped", &stopped.map_or_else(|| "null".to_owned(), |stopped| json_text(stopped.name())));
    line.finish() + "\n"
}

/// The win rates, in the order of the entrants.
fn standings(plan: &Plan, table_index: TableIndex, wins: &PerEntrant<Sample>) -> ResultTable {
    let schedule = &plan.schedules[table_index];
    let mut table = ResultTable::new("entrant games wins win_rate win_rate_low win_rate_high".split(' '));
    for (entrant, wins) in wins.entries() {
        let games = schedule.seats_per_block(entrant) * wins.count;
        let share = schedule.win_share(entrant, wins);
        let [low, high] = end_cells(share.map(|share| share.interval(LEVEL)), 6);
        table.push([
            Cell::Text(plan.entrants[entrant].name.clone()),
            Cell::count(games),
            Cell::count(wins.sum),
            Cell::share(ratio(wins.sum.unsigned_abs(), games)),
            low,
            high,
        ]);
    }
    table
}

/// Follows the deals of a run in their order, and says what was known at each fixed position.
#[derive(Clone, Debug)]
pub struct ProgressTally {
    table_index: Option<TableIndex>,
    wins: PerEntrant<Sample>,
}

impl ProgressTally {
    /// Nothing played yet.
    pub fn new(plan: &Plan) -> ProgressTally {
        ProgressTally { table_index: None, wins: PerEntrant::all(Sample::default(), plan.entrants.len()) }
    }

    /// Adds a deal; returns a line if a fixed position is reached. `ends` is how many blocks the table size has in the end, and
    /// why it ended.
    pub fn add(&mut self, plan: &Plan, deal: &DealWins, ends: (u64, Option<Stopped>)) -> Option<String> {
        if self.table_index != Some(deal.table_index) {
            *self = ProgressTally { table_index: Some(deal.table_index), ..ProgressTally::new(plan) };
        }
        let by_entrant = deal.by_entrant(plan);
        self.wins.iter_mut().zip(&by_entrant).for_each(|(sample, &wins)| sample.add(wins as i64));
        let blocks = self.wins.first().map_or(0, |wins| wins.count);
        let is_over = blocks == ends.0;
        let is_position = is_over || next_position(blocks - 1) == blocks;
        is_position.then(|| progress_line(plan, deal.table_index, &self.wins, ends.1.filter(|_| is_over)))
    }

    /// The wins of each entrant at the current table size.
    pub const fn wins(&self) -> &PerEntrant<Sample> {
        &self.wins
    }
}

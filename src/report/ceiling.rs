//! What knowing the hands would add to entrants.

use super::cells::percent;
use super::text_table::TextTable;
use crate::solving::Informed;
use crate::tables::{Cell, ResultTable};

/// A row for each entrant and number of players.
pub fn ceiling_table(informed: &[Informed]) -> TextTable {
    let heading = ["entrant", "players", "blocks", "wins", "low", "high", "fair"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    for one in informed {
        let mut row = vec![one.entrant.clone(), one.players.to_string(), one.wins.count.to_string()];
        row.extend(shares(one).into_iter().chain([Some(one.fair_share())]).map(percent));
        rows.push(row);
    }
    TextTable::new(rows, &[3], &[0])
}

/// The share of wins, and the ends of its interval.
fn shares(informed: &Informed) -> [Option<f64>; 3] {
    let ends = informed.interval();
    [informed.rate(), ends.map(|ends| ends[0]), ends.map(|ends| ends[1])]
}

/// A row for each entrant and number of players, as a file.
pub fn ceiling_rows(informed: &[Informed]) -> ResultTable {
    let header = "entrant players blocks games wins win_rate win_rate_low win_rate_high fair_share";
    let mut table = ResultTable::new(header.split(' '));
    for one in informed {
        let players = one.players.count() as u64;
        let mut row = vec![Cell::Text(one.entrant.clone())];
        row.extend([players, one.wins.count, players * one.wins.count, one.wins.sum.unsigned_abs()].map(Cell::count));
        row.extend(shares(one).map(Cell::share));
        row.push(Cell::share(Some(one.fair_share())));
        table.push(row);
    }
    table
}

//! A rating list for the terminal.

use super::standings::rating_error;
use super::text_table::TextTable;
use crate::tables::{RatingRow, fixed};

/// A rating list, a line for each entrant; anchors are marked.
pub fn ratings_table(rows: &[RatingRow]) -> TextTable {
    let heading = ["rank", "entrant", "rating", "±", "games", "win rate", "deals", "runs"];
    let mut lines = vec![heading.map(str::to_owned).to_vec()];
    lines.extend(rows.iter().map(cells));
    TextTable::new(lines, &[7, 6, 4, 5], &[1])
}

fn cells(row: &RatingRow) -> Vec<String> {
    let error = if row.is_anchor { "anchor".to_owned() } else { rating_error(row.interval) };
    vec![
        row.rank.to_string(),
        row.entrant.clone(),
        fixed(row.rating, 0),
        error,
        row.games.to_string(),
        row.win_rate.map_or_else(String::new, |rate| format!("{:.2} %", 100.0 * rate)),
        row.deals.to_string(),
        row.runs.to_string(),
    ]
}

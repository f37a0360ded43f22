//! Standings for the terminal.

use super::text_table::TextTable;
use crate::arena::TableIndex;
use crate::statistics::Interval;
use crate::tables::{Results, Standing, fixed, standings};

/// The standings of one table size, for the terminal.
pub fn standings_table(results: &Results<'_>, table_index: TableIndex) -> TextTable {
    let heading = ["rank", "entrant", "games", "win rate", "±", "worms", "place", "rating", "±", "group"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    rows.extend(standings(results, table_index).iter().map(cells));
    TextTable::new(rows, &[6, 5, 8, 7, 2], &[1])
}

fn cells(row: &Standing) -> Vec<String> {
    let half = |interval: Option<Interval>| interval.map(|interval| interval.half_width());
    vec![
        row.rank.to_string(),
        row.name.clone(),
        row.games.to_string(),
        row.win_rate.map_or_else(String::new, |rate| format!("{:.2} %", 100.0 * rate)),
        fixed(half(row.interval).map(|half| 100.0 * half), 2),
        fixed(row.mean_worms, 2),
        fixed(row.mean_place, 2),
        fixed(row.rating, 0),
        rating_error(row.rating_interval),
        row.tie_group.clone(),
    ]
}

/// Half the width of an interval of ratings; for a one-sided one, its known end.
pub(super) fn rating_error(interval: Option<Interval>) -> String {
    match interval {
        Some(Interval { low, high }) if low.is_finite() && high.is_infinite() => format!("> {low:.0}"),
        Some(Interval { low, high }) if low.is_infinite() && high.is_finite() => format!("< {high:.0}"),
        interval => fixed(interval.map(|interval| interval.half_width()), 0),
    }
}

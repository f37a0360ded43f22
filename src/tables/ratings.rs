//! A rating list over many runs.

use super::cell::Cell;
use super::csv_table::end_cells;
use super::result_table::ResultTable;
use crate::statistics::Interval;

/// One competitor of a rating list.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingRow {
    /// How many play.
    pub players: usize,
    /// 1 for the best of its group.
    pub rank: usize,
    /// Competitors in different groups, counted from 1, are not connected by games, and cannot be compared.
    pub group: usize,
    /// Its name.
    pub entrant: String,
    /// Points; unknown if it met no other.
    pub rating: Option<f64>,
    /// The interval of the points; an end without a bound is infinite. None for an anchor.
    pub interval: Option<Interval>,
    /// Whether its points were given.
    pub is_anchor: bool,
    /// Games; a seat is a game.
    pub games: u64,
    /// Wins.
    pub wins: u64,
    /// The share of games won; unknown without a game.
    pub win_rate: Option<f64>,
    /// Deals that it played.
    pub deals: u64,
    /// Runs that it is in.
    pub runs: u64,
    /// What it is.
    pub description: String,
}

/// A rating list as a table.
pub fn rating_table(rows: &[RatingRow]) -> ResultTable {
    let header =
        "players group rank entrant rating rating_low rating_high anchor games wins win_rate deals runs description";
    let mut table = ResultTable::new(header.split(' '));
    for row in rows {
        let [low, high] = end_cells(row.interval, 1);
        table.push([
            Cell::count(row.players),
            Cell::count(row.group),
            Cell::count(row.rank),
            Cell::Text(row.entrant.clone()),
            Cell::number(row.rating, 1),
            low,
            high,
            Cell::Flag(row.is_anchor),
            Cell::count(row.games),
            Cell::count(row.wins),
            Cell::share(row.win_rate),
            Cell::count(row.deals),
            Cell::count(row.runs),
            Cell::Text(row.description.clone()),
        ]);
    }
    table
}

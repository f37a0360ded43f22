//! Wins by seat.

use super::Results;
use super::number::ratio;
use crate::arena::{EntrantIndex, LEVEL, TableIndex};
use crate::statistics::{Interval, Sample, proportion};

/// The wins at one seat for one number of players.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct SeatRow {
    /// How many play.
    pub players: usize,
    /// The entrant; `None` for all together.
    pub entrant: Option<EntrantIndex>,
    /// 0 for the seat that begins round 1, 1 for the next one clockwise, and so on.
    pub seat: usize,
    /// Games at this seat.
    pub games: u64,
    /// Wins.
    pub wins: u64,
    /// The share of games won; unknown without a game.
    pub win_rate: Option<f64>,
    /// Its interval.
    pub interval: Option<Interval>,
}

/// All seats of one table size: for all entrants together, and for each entrant.
pub(super) fn seats(results: &Results<'_>, table_index: TableIndex) -> Vec<SeatRow> {
    let (schedule, blocks) = (&results.plan.schedules[table_index], &results.state.sizes[table_index].tally.blocks);
    let players = schedule.players.count();
    let rows = |entrant: Option<EntrantIndex>, wins: &[Sample], games_per_block: u64| {
        let row = |(seat, wins): (usize, &Sample)| row(players, entrant, seat, wins, games_per_block);
        wins.iter().enumerate().map(row).collect::<Vec<_>>()
    };
    // Every game has each seat once.
    let mut all = rows(None, &blocks.all_seats, schedule.games_per_block());
    for (entrant, wins) in blocks.seats.entries() {
        all.extend(rows(Some(entrant), wins, schedule.seats_per_block(entrant) / players as u64));
    }
    all
}

fn row(players: usize, entrant: Option<EntrantIndex>, seat: usize, wins: &Sample, games_per_block: u64) -> SeatRow {
    let games = games_per_block * wins.count;
    let (won, interval) = (wins.sum.unsigned_abs(), proportion(wins, games_per_block, LEVEL));
    SeatRow { players, entrant, seat, games, wins: won, win_rate: ratio(won, games), interval }
}

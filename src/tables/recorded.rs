//! How recorded games ended, seat by seat.

use super::cell::Cell;
use super::csv_table::end_cells;
use super::number::ratio;
use super::result_table::ResultTable;
use crate::arena::{LEVEL, Played};
use crate::game::PerSeat;
use crate::statistics::{Sample, proportion};

/// Games of one line-up, each on a deal of its own, so that games are the unit.
#[derive(Clone, Debug)]
pub struct RecordTally {
    games: u64,
    /// 1 for a game that was won, otherwise 0.
    wins: PerSeat<Sample>,
    worms: PerSeat<u64>,
    places: PerSeat<u64>,
    /// Games with a fault.
    faults: PerSeat<u64>,
}

impl Default for RecordTally {
    fn default() -> RecordTally {
        let none = PerSeat::all(0);
        RecordTally { games: 0, wins: PerSeat::all(Sample::default()), worms: none, places: none, faults: none }
    }
}

impl RecordTally {
    /// How many games.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Adds a game.
    pub fn add(&mut self, played: &Played) {
        let score = played.score();
        self.games += 1;
        for seat in played.game.table().players().seats() {
            self.wins[seat].add(i64::from(score.winner == seat));
            self.worms[seat] += u64::from(played.outcome.worms[seat]);
            self.places[seat] += u64::from(score.places[seat]);
            self.faults[seat] += u64::from(played.game_faults.iter().any(|fault| fault.seat == seat));
        }
    }

    /// A row for each seat; `names` says who sat there.
    pub fn table(&self, names: &[String]) -> ResultTable {
        let header =
            "seat entrant games wins win_rate win_rate_low win_rate_high mean_worms mean_place games_with_faults";
        let mut table = ResultTable::new(header.split(' '));
        for (seat, name) in names.iter().enumerate() {
            let wins = &self.wins.0[seat];
            let [low, high] = end_cells(proportion(wins, 1, LEVEL), 6);
            table.push([
                Cell::count(seat),
                Cell::Text(name.clone()),
                Cell::count(self.games),
                Cell::count(wins.sum),
                Cell::share(ratio(wins.sum.unsigned_abs(), self.games)),
                low,
                high,
                Cell::number(ratio(self.worms.0[seat], self.games), 4),
                Cell::number(ratio(self.places.0[seat], self.games), 4),
                Cell::count(self.faults.0[seat]),
            ]);
        }
        table
    }
}

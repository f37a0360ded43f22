//! What entrants do and suffer in a game, on average.

use super::Results;
use super::number::ratio;
use crate::arena::{Counter, EntrantIndex, TableIndex};

/// What an entrant does and suffers at one table size.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Conduct {
    /// Games; a seat is a game.
    pub games: u64,
    /// Games in which it committed a fault.
    pub faults: u64,
    counts: [u64; Counter::ALL.len()],
}

impl Conduct {
    /// How often it does or suffers something.
    pub fn count(&self, counter: Counter) -> u64 {
        self.counts[counter as usize]
    }

    /// How often per game; unknown without a game.
    pub fn per_game(&self, counter: Counter) -> Option<f64> {
        ratio(self.count(counter), self.games)
    }

    /// Passes with an invalid display per game, chosen or forced; unknown without a game.
    pub fn invalid_passes_per_game(&self) -> Option<f64> {
        ratio(self.count(Counter::ChosenInvalidPasses) + self.count(Counter::ForcedInvalidPasses), self.games)
    }
}

/// What an entrant does and suffers at one table size.
pub fn conduct(results: &Results<'_>, table_index: TableIndex, entrant: EntrantIndex) -> Conduct {
    let tally = &results.state.sizes[table_index].tally.entrants[entrant];
    Conduct { games: tally.games, faults: tally.faults, counts: Counter::ALL.map(|counter| tally.counter(counter)) }
}

//! What a run is: everything that determines it.

use super::schedule::Schedule;
use crate::entrants::Entrant;
use crate::game::{DealKey, Edition, Players, Seed};
use crate::records::{Seal, SeedName};
use crate::statistics::Sprt;

/// Everything that determines a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// The line-ups, for each number of players.
    pub schedules: Vec<Schedule>,
    /// The seed of all luck.
    pub seed: RunSeed,
    /// The number of the deal of block 0. Runs of one seed whose deals do not overlap share no luck.
    pub first_deal: u64,
    /// The worm table.
    pub edition: Edition,
    /// When it is over.
    pub goal: Goal,
    /// Games of which the records are kept: every so-many-th, none for 0.
    pub keep_every: u64,
    /// Whether the results of every block are kept.
    pub keep_blocks: bool,
}

/// The seed of a run, and whether it is a secret while the run is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunSeed {
    seed: Seed,
    sealed: bool,
}

impl RunSeed {
    /// A seed that is a secret as long as the run is played: records tell its seal only.
    pub const fn sealed(seed: Seed) -> RunSeed {
        RunSeed { seed, sealed: true }
    }

    /// The seed.
    pub const fn seed(self) -> Seed {
        self.seed
    }

    /// Whether it is a secret while the run is played.
    pub const fn is_sealed(self) -> bool {
        self.sealed
    }

    /// What records of the run say.
    pub fn name(self) -> SeedName {
        if self.sealed { Seal::of(self.seed).into() } else { self.seed.into() }
    }
}

impl<S: Into<Seed>> From<S> for RunSeed {
    fn from(seed: S) -> RunSeed {
        RunSeed { seed: seed.into(), sealed: false }
    }
}

/// When a run is over.
#[derive(Clone, PartialEq, Debug)]
pub enum Goal {
    /// After these blocks, for each number of players: from the first up to, but without, the last.
    Blocks(Vec<(u64, u64)>),
    /// When the interval of every entrant is at most so wide to either side, or after so many blocks.
    Until {
        /// Half the width of the widest interval.
        half_width: f64,
        /// The most blocks.
        most: u64,
    },
    /// When a sequential test on the wins of the first entrant ends, or after so many blocks.
    Test {
        /// The test, on the wins in a block.
        sprt: Sprt,
        /// The most blocks.
        most: u64,
    },
}

/// The confidence of every interval.
pub const LEVEL: f64 = 0.95;

impl Plan {
    /// The blocks of a number of players, by its place: from the first up to, but without, the last.
    pub fn range(&self, size: usize) -> (u64, u64) {
        match &self.goal {
            Goal::Blocks(ranges) => ranges[size],
            Goal::Until { most, .. } | Goal::Test { most, .. } => (0, *most),
        }
    }

    /// The number of a block's deal.
    pub(super) const fn deal(&self, block: u64) -> u64 {
        self.first_deal + block
    }

    /// The luck of a block.
    pub fn key(&self, block: u64) -> DealKey {
        DealKey::new(self.seed.seed(), self.deal(block))
    }

    /// The number of a game among all games of its number of players.
    pub(super) fn game_number(schedule: &Schedule, block: u64, line_up: usize, rotation: usize) -> u64 {
        (block * schedule.line_ups.len() as u64 + line_up as u64) * schedule.players.count() as u64 + rotation as u64
    }

    /// Which chair sits on each seat in a rotation of a block: the order of neighbours comes from the seed, and moves on by
    /// one seat in every rotation.
    pub fn chairs(key: &DealKey, players: Players, rotation: usize) -> Vec<usize> {
        let order = key.neighbours(players);
        let count = players.count();
        (0..count).map(|seat| usize::from(order.0[(seat + rotation) % count])).collect()
    }
}

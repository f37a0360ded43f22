//! What is examined, and how much.

use crate::game::Seed;

/// How much is examined.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Games at each number of players.
    pub games: u64,
    /// The seed of all luck.
    pub seed: Seed,
    /// Seeds that the entrant could find by brute force, if that is to be tested: then `seed` must be one that it cannot
    /// find.
    pub guessable: Vec<Seed>,
}

/// The allocations of this thread so far; `None` if they are not counted.
pub type Meter = fn() -> Option<u64>;

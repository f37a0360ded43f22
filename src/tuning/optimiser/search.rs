//! What every method of search does, and how a budget is spent on it.

use crate::game::Stream;
use crate::tuning::scores::Estimate;
use crate::tuning::space::UnitPoint;

/// Proposes points and learns from how they fared.
pub trait Optimiser {
    /// The points to be compared next, on the same blocks.
    fn ask(&mut self, stream: &mut Stream) -> Vec<UnitPoint>;

    /// How the points fared, in the order in which they were proposed.
    fn tell(&mut self, fared: &[Evaluation]);

    /// The point that it currently considers the best.
    fn recommend(&self) -> UnitPoint;

    /// How many of the best points it must tell apart; the rest may leave the race early. `None` if every score counts.
    fn keep(&self) -> Option<usize>;
}

/// How a point fared among those of its generation.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// The point.
    pub point: UnitPoint,
    /// Its score: higher is better.
    pub score: Estimate,
    /// Its rank in the generation, the best 0. Points that left the race early rank behind those that stayed.
    pub rank: usize,
}

/// How a budget is spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Candidates in a generation.
    pub population: usize,
    /// Planned generations; the blocks that races save allow more of them.
    pub generations: u64,
    /// Blocks for each candidate in a generation, on average.
    pub blocks: u64,
}

impl Pace {
    /// Generations of `each` blocks per candidate as long as the blocks last; shorter ones if that gives fewer than `wanted`.
    pub(super) fn steady(population: usize, blocks: u64, each: u64, wanted: u64) -> Pace {
        let share = blocks / population as u64;
        let generations = (share / each).max(wanted.min(share / MIN_BLOCKS)).max(1);
        Pace { population, generations, blocks: share / generations }
    }
}

/// The fewest blocks on which two candidates are compared.
pub(in crate::tuning) const MIN_BLOCKS: u64 = 8;
/// The fewest generations that deserve to be called a search.
pub(in crate::tuning) const MIN_GENERATIONS: u64 = 5;

//! The methods of search. All have an ask-and-tell interface: they propose points, are told how these fared, and can
//! recommend a point at any time. They know no game and no parameters, only the unit cube.

mod cma_es;
mod eigen;
mod frame;
mod noise;
mod ntbea;
mod spsa;

use std::fmt;
use std::str::FromStr;

use cma_es::CmaEs;
use frame::CoordinateFrame;
use ntbea::Ntbea;
use spsa::Spsa;

use super::scores::Estimate;
use super::space::{Space, UnitPoint};
use crate::game::Stream;

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

/// A method of search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// An evolution strategy that learns which directions matter.
    CmaEs,
    /// A stochastic gradient from pairs of opposite steps.
    Spsa,
    /// A bandit on a grid of values and pairs of values; the one that handles names.
    Ntbea,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 3] = [Method::CmaEs, Method::Spsa, Method::Ntbea];

    /// The name, as people write it.
    pub const fn name(self) -> &'static str {
        match self {
            Method::CmaEs => "cma-es",
            Method::Spsa => "spsa",
            Method::Ntbea => "ntbea",
        }
    }

    /// The method for a space unless the caller chooses: the winner of the comparison in `results/EXPERIMENTS.md`, or
    /// the method that can handle names.
    pub fn default_for(space: &Space) -> Method {
        if space.has_choices() { Method::Ntbea } else { Method::CmaEs }
    }

    /// Whether it can search spaces with names.
    pub const fn takes_choices(self) -> bool {
        matches!(self, Method::Ntbea)
    }

    /// Whether it compares scores of different generations, so that the rivals must not change.
    pub const fn compares_generations(self) -> bool {
        matches!(self, Method::Ntbea)
    }

    /// How a budget of blocks for all candidates together is spent.
    pub fn pace(self, space: &Space, blocks: u64) -> Pace {
        match self {
            Method::CmaEs => CmaEs::pace(space.len(), blocks),
            Method::Spsa => Spsa::pace(blocks),
            Method::Ntbea => Ntbea::pace(blocks),
        }
    }

    /// The method at the start of a search.
    pub fn start(self, space: &Space, pace: &Pace) -> Box<dyn Optimiser> {
        let frame = || CoordinateFrame::new(space.origin(), space.spreads());
        match self {
            Method::CmaEs => Box::new(CmaEs::new(frame(), pace.population)),
            Method::Spsa => Box::new(Spsa::new(frame(), pace)),
            Method::Ntbea => Box::new(Ntbea::new(space)),
        }
    }
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
    fn steady(population: usize, blocks: u64, each: u64, wanted: u64) -> Pace {
        let share = blocks / population as u64;
        let generations = (share / each).max(wanted.min(share / MIN_BLOCKS)).max(1);
        Pace { population, generations, blocks: share / generations }
    }
}

/// The fewest blocks on which two candidates are compared.
pub(super) const MIN_BLOCKS: u64 = 8;
/// The fewest generations that deserve to be called a search.
pub(super) const MIN_GENERATIONS: u64 = 5;

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Method, String> {
        let found = Method::ALL.into_iter().find(|method| method.name() == text);
        found.ok_or_else(|| format!("expected one of {}", Method::ALL.map(Method::name).join(", ")))
    }
}

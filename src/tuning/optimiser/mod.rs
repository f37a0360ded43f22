//! The methods of search. All have an ask-and-tell interface: they propose points, are told how these fared, and can
//! recommend a point at any time. They know no game and no parameters, only the unit cube.

mod cma_es;
mod eigen;
mod frame;
mod noise;
mod ntbea;
mod search;
mod spsa;

use std::fmt;
use std::str::FromStr;

use cma_es::CmaEs;
use frame::CoordinateFrame;
use ntbea::Ntbea;
use spsa::Spsa;

use super::space::Space;

pub use search::{Evaluation, Optimiser, Pace};
pub(super) use search::{MIN_BLOCKS, MIN_GENERATIONS};

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

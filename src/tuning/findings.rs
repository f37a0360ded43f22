//! The results of a tuning.

use super::history::History;
use super::scores::{Estimate, Scores, SizeScores};
use super::sensitivity::Effect;
use crate::arena::LEVEL;
use crate::game::Players;
use crate::statistics::{Interval, proportion};
use crate::strategies::Value;

/// The results of a tuning.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Every candidate with its estimate.
    pub history: History,
    /// The final values of all parameters: the chosen ones if they are better, otherwise those of the start.
    pub result: Vec<Value>,
    /// What can be claimed about them.
    pub verdict: TuningVerdict,
    /// The lead of the search's last proposal over the start in the selection.
    pub proposal: Estimate,
    /// The evidence; `None` if the start itself was chosen.
    pub confirmation: Option<Confirmation>,
    /// Start and result against others.
    pub transfer: Vec<Duel>,
    /// What the comparison leaves out: it would take too long to say anything.
    pub left_out: Vec<LeftOut>,
    /// Others that failed to play, and why.
    pub failed: Vec<(String, String)>,
    /// The effects of single parameters around the result.
    pub effects: Vec<Effect>,
    /// Games of search, selection and confirmation.
    pub games: u64,
}

/// What can be claimed about the chosen parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TuningVerdict {
    /// They are better than the start.
    Better,
    /// They are better in one respect and worse in another: against the field, the start, or at some number of players.
    Mixed,
    /// Nothing better than the start was found: the start was chosen, or the choice did not hold up on fresh deals.
    Nothing,
}

impl TuningVerdict {
    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            TuningVerdict::Better => "better",
            TuningVerdict::Mixed => "mixed",
            TuningVerdict::Nothing => "nothing",
        }
    }
}

/// The chosen values on deals that played no part in the choice.
#[derive(Clone, PartialEq, Debug)]
pub struct Confirmation {
    /// The chosen values.
    pub chosen: Vec<Value>,
    /// Blocks for each number of players.
    pub blocks: u64,
    /// One copy of the chosen values against copies of the start, for each number of players.
    pub against_start: Vec<Standoff>,
    /// Its score there: a multiple of the fair share.
    pub score: Estimate,
    /// How much higher its score against the field is than that of the start on the same deals. The field excludes copies
    /// of its own best so far; `None` if it is then empty, or only the start.
    pub gain: Option<Estimate>,
}

/// A win rate at one number of players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standoff {
    /// The number of players.
    pub players: u64,
    /// The share of games won.
    pub rate: f64,
    /// Its interval.
    pub interval: Interval,
}

/// Start and result against one other entrant at one number of players, on the same deals.
#[derive(Clone, PartialEq, Debug)]
pub struct Duel {
    /// Who sits on all other seats.
    pub rival: String,
    /// The number of blocks.
    pub blocks: u64,
    /// How the start fared.
    pub start: Standoff,
    /// How the result fared.
    pub result: Standoff,
    /// How much higher the result's win rate is than that of the start.
    pub gain: Estimate,
}

/// An entrant that start and result do not meet at some numbers of players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// Who.
    pub rival: String,
    /// At which numbers of players.
    pub players: Vec<Players>,
}

impl LeftOut {
    /// The fewest blocks that a comparison must have within its share of the work.
    pub const MIN_BLOCKS: u64 = 64;
}

impl Standoff {
    pub(super) fn of(size: &SizeScores, candidate: usize) -> Standoff {
        let sample = size.sample(candidate);
        let rate = sample.sum as f64 / (size.blocks * size.seats).max(1) as f64;
        let interval = proportion(&sample, size.seats, LEVEL).unwrap_or(Interval { low: 0.0, high: 1.0 });
        Standoff { players: size.players, rate, interval }
    }

    /// The share of games that equal players win.
    pub fn fair(&self) -> f64 {
        1.0 / self.players as f64
    }
}

impl Duel {
    /// The interval of the gain.
    pub fn gain_interval(&self) -> Interval {
        let Interval { low, high } = self.gain.interval(LEVEL);
        Interval { low: low.max(-1.0), high: high.min(1.0) }
    }

    /// From the scores of the start and the result at one number of players.
    pub(super) fn of(rival: String, scores: &Scores) -> Duel {
        let size = &scores.sizes[0];
        let lead = scores.lead(1, 0);
        let fair = size.players as f64;
        Duel {
            rival,
            blocks: size.blocks,
            start: Standoff::of(size, 0),
            result: Standoff::of(size, 1),
            gain: Estimate { mean: lead.mean / fair, error: lead.error / fair, blocks: lead.blocks },
        }
    }
}

/// How an estimate compares with a value that would mean no difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Significantly above.
    Better,
    /// Significantly below.
    Worse,
    /// Undecided.
    Unsure,
}

impl Side {
    fn of(interval: Interval, even: f64) -> Side {
        if interval.low > even {
            Side::Better
        } else if interval.high < even {
            Side::Worse
        } else {
            Side::Unsure
        }
    }
}

impl Confirmation {
    /// The confidence of each of its intervals in a verdict: both together err as often as a single one would.
    fn level(&self) -> f64 {
        let questions = if self.gain.is_some() { 2.0 } else { 1.0 };
        1.0 - (1.0 - LEVEL) / questions
    }

    /// Whether it is better than the start, against copies of it.
    pub fn over_start(&self) -> Side {
        Side::of(self.score.interval(self.level()), 1.0)
    }

    /// Whether it does better than the start against the field, if there is one.
    pub fn over_field(&self) -> Option<Side> {
        self.gain.map(|gain| Side::of(gain.interval(self.level()), 0.0))
    }

    /// The claim that it supports.
    pub fn verdict(&self) -> TuningVerdict {
        let sides = [Some(self.over_start()), self.over_field()];
        let somewhere_worse = self.against_start.iter().any(|standoff| standoff.interval.high < standoff.fair());
        let better = sides.contains(&Some(Side::Better));
        let worse = sides.contains(&Some(Side::Worse)) || somewhere_worse;
        match (better, worse) {
            (true, false) => TuningVerdict::Better,
            (true, true) => TuningVerdict::Mixed,
            (false, _) => TuningVerdict::Nothing,
        }
    }
}

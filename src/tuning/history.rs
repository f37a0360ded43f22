//! The course of a search.

use super::scores::Estimate;
use crate::strategies::Value;

/// Generations over which the lead of the best so far is averaged.
const RECENT: usize = 5;

/// Why a candidate was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The search began there: a yardstick in every generation.
    Start,
    /// The method recommends it: how far the search has come.
    Best,
    /// The method asked for it.
    Candidate,
    /// It may become the result.
    Finalist,
}

/// A candidate with its estimate.
#[derive(Clone, PartialEq, Debug)]
pub struct HistoryRow {
    /// The generation; finalists have the number after the last one.
    pub generation: u64,
    /// Its index in the generation.
    pub number: usize,
    /// Why it was tried.
    pub role: Role,
    /// Its rank in the generation, if it competed; the best 0.
    pub rank: Option<usize>,
    /// Its score.
    pub score: Estimate,
    /// The values of all parameters.
    pub values: Vec<Value>,
}

/// The state of the search when a generation began.
#[derive(Clone, PartialEq, Debug)]
pub struct Milestone {
    /// Games used by then.
    pub games: u64,
    /// The lead of the best so far over the start, on deals that helped to choose neither.
    pub lead: Estimate,
    /// The values of the best so far.
    pub best: Vec<Value>,
}

/// The course of a search.
#[derive(Clone, Default, Debug)]
pub struct History {
    /// Every candidate.
    pub rows: Vec<HistoryRow>,
    /// By generation.
    pub milestones: Vec<Milestone>,
}

impl History {
    /// The lead of the best so far over the start, over the last few of these generations; `None` before the first.
    pub fn recent_lead(&self, generations: usize) -> Option<Estimate> {
        let recent = &self.milestones[generations.saturating_sub(RECENT)..generations];
        let leads: Vec<Estimate> = recent.iter().map(|milestone| milestone.lead).collect();
        (!leads.is_empty()).then(|| Estimate::mean_of(&leads))
    }
}

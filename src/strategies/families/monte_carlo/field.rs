//! The candidates of a decision and how they fare: sequential halving.

use crate::game::{MAX_CHOICES, Move, View};

/// One candidate and its results so far.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    mv: Move,
    sum: f64,
    /// The sum of the differences from the prior in the same world, and the sum of their squares.
    lead: f64,
    lead_squared: f64,
}

/// The candidates still in the race. The first is the prior, which is never dropped: all others are compared with it.
#[derive(Clone, Debug, Default)]
pub(super) struct RolloutField {
    candidates: Vec<Candidate>,
    /// How many candidates there were at the start.
    entered: usize,
    worlds: u64,
    budget_used: u64,
}

impl RolloutField {
    /// An empty field, with memory for every decision.
    pub(super) fn new() -> RolloutField {
        RolloutField { candidates: Vec::with_capacity(MAX_CHOICES), ..RolloutField::default() }
    }

    /// Begins a race between the moves of a view, of which the policy prefers `prior`.
    pub(super) fn enter(&mut self, view: &View<'_>, prior: Move) {
        self.candidates.clear();
        self.candidates.push(Candidate::new(prior));
        for mv in view.choices().iter() {
            if mv != prior && is_distinct(view, mv) {
                self.candidates.push(Candidate::new(mv));
            }
        }
        self.entered = self.candidates.len();
        self.worlds = 0;
        self.budget_used = 0;
    }

    /// How often the field is halved; never if there is no choice.
    pub(super) fn phases(&self) -> u32 {
        self.entered.next_power_of_two().ilog2()
    }

    /// The number of worlds to try next, given the budget of rollouts and the phases left (including this one).
    pub(super) fn worlds_in_phase(&mut self, rollouts: u32, phases_left: u32) -> u64 {
        let left = u64::from(rollouts).saturating_sub(self.budget_used);
        let candidates = self.candidates.len() as u64;
        let worlds = (left / u64::from(phases_left) / candidates).max(1);
        self.budget_used += worlds * candidates;
        worlds
    }

    /// Tries every candidate in one world.
    pub(super) fn try_all(&mut self, mut try_out: impl FnMut(Move) -> f64) {
        let mut prior = 0.0;
        for (i, candidate) in self.candidates.iter_mut().enumerate() {
            let utility = try_out(candidate.mv);
            if i == 0 {
                prior = utility;
            }
            let lead = utility - prior;
            candidate.sum += utility;
            candidate.lead += lead;
            candidate.lead_squared += lead * lead;
        }
        self.worlds += 1;
    }

    /// Drops the worse half of the candidates, but never the prior.
    pub(super) fn halve(&mut self) {
        let keep = self.candidates.len().div_ceil(2).max(2);
        let Some((_, others)) = self.candidates.split_first_mut() else {
            return;
        };
        // A stable sort: equals stay in the order of the choices.
        others.sort_by(|one, other| other.sum.total_cmp(&one.sum));
        self.candidates.truncate(keep);
    }

    /// The best candidate, or the prior if none is better by `caution` standard errors of the difference.
    pub(super) fn winner(&self, caution: f64) -> Move {
        let prior = self.candidates[0];
        if self.worlds < 2 {
            // One world says nothing about the error.
            return prior.mv;
        }
        let best = self.candidates.iter().fold(prior, |best, &next| if next.sum > best.sum { next } else { best });
        let worlds = self.worlds as f64;
        let variance = (best.lead_squared - best.lead * best.lead / worlds) / (worlds - 1.0);
        let error = (variance.max(0.0) * worlds).sqrt();
        if best.lead > caution * error { best.mv } else { prior.mv }
    }
}

impl Candidate {
    fn new(mv: Move) -> Candidate {
        Candidate { mv, sum: 0.0, lead: 0.0, lead_squared: 0.0 }
    }
}

/// Whether a move is worth rollouts of its own. Of the worm subsets of one size only two differ enough to matter:
/// the one that keeps the highest signposts in hand and the one that shows the highest.
fn is_distinct(view: &View<'_>, mv: Move) -> bool {
    let Move::LayWorms(laid) = mv else {
        return true;
    };
    let held = view.hand().signposts();
    let below = held.iter().filter(|&signpost| Some(signpost) < laid.highest()).count() as u32;
    laid.highest() == held.highest() || below + 1 == laid.len()
}

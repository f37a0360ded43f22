//! The parameters of the tree: how it searches, and what it believes.

use crate::game::{Players, Table};
use crate::parameters;
use crate::strategies::nets::{Net, NetKind};
use crate::strategies::parameters::Setting;
use crate::strategies::{Domain, Value};

/// At four players a net mixed with playouts won over playouts, which the net alone did not; at two the mix gained nothing.
const MIXED_FROM: usize = 4;

parameters! {
    /// How it searches.
    pub(super) struct Effort {
        /// imagined worlds per decision, each one walk down the tree
        iterations: u32 = Domain::whole(400, 1, 1_000_000, 0),
        /// times as many in the last round, where they are short and end with a winner instead of a judgement
        last_round: u32 = Domain::whole(1, 1, 100, 1),
        /// what judges the end of a round that was played out: a net, or the table of the forecast
        value: Option<&'static Net> = Domain::net("forecast", NetKind::Value, &["forecast"]),
        /// what says how likely actions are: a net, or the move of the policy
        prior: Option<&'static Net> = Domain::net("policy", NetKind::Policy, &["policy"]),
        /// what judges a new action: a net, or a playout to the end of the round
        position: Option<&'static Net> = Domain::net("playout", NetKind::Position, &["playout"]),
        /// share of a playout in that judgement at tables of four and more; the rest is the net's
        playout_share: f64 = Domain::real(0.0, 0.0, 1.0, 0.0),
        /// the policy of such playouts
        policy: PolicyName = Domain::choice("tuned", &["random", "greedy", "heuristic", "tuned"]),
        /// weight of the bonus for likely actions that were tried little
        exploration: f64 = Domain::real(0.5, 0.0, 10.0, 0.05),
        /// times as much of it in the last round, where walks end with a win or a loss, which scatter more than judgements
        last_exploration: f64 = Domain::real(1.0, 0.1, 10.0, 0.1),
        /// likelihood that every action has besides what the prior says
        floor: f64 = Domain::real(0.01, 0.0, 1.0, 0.005),
        /// how much below the mean of its point an untried action is expected
        urgency: f64 = Domain::real(0.05, -1.0, 1.0, 0.01),
        /// divides the numbers of the policy net before they become likelihoods: above 1 it is less sure
        temperature: f64 = Domain::real(1.0, 0.1, 10.0, 0.1),
        /// visits of an action before the tree grows below it
        patience: u32 = Domain::whole(1, 1, 1000, 1),
        /// actions that the tree looks ahead before the policy takes over
        depth: u32 = Domain::whole(64, 1, 64, 0),
        /// what says how likely the hidden hands are: a net, or nothing
        belief: Option<&'static Net> = Domain::net("uniform", NetKind::Belief, &["uniform"]),
    }
}

impl Effort {
    /// The share of a playout where the position net judges, at this table.
    pub(super) fn playout_share(&self, players: Players) -> f32 {
        if players.count() >= MIXED_FROM { self.playout_share as f32 } else { 0.0 }
    }

    /// The iterations of a decision at this table.
    pub(super) fn iterations_in(&self, table: &Table) -> u32 {
        if table.is_last_round() { self.most_iterations() } else { self.iterations }
    }

    /// The most iterations of any decision.
    pub(super) fn most_iterations(&self) -> u32 {
        self.iterations.saturating_mul(self.last_round)
    }

    /// The weight of the bonus at this table.
    pub(super) fn exploration_in(&self, table: &Table) -> f64 {
        self.exploration * if table.is_last_round() { self.last_exploration } else { 1.0 }
    }
}

/// The policy of the playouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PolicyName {
    Random,
    Greedy,
    Heuristic,
    Tuned,
}

impl Setting for PolicyName {
    fn of(value: Value) -> PolicyName {
        match value {
            Value::Choice("random") => PolicyName::Random,
            Value::Choice("greedy") => PolicyName::Greedy,
            Value::Choice("heuristic") => PolicyName::Heuristic,
            Value::Choice("tuned") => PolicyName::Tuned,
            other => panic!("{other} is not a declared policy"),
        }
    }
}

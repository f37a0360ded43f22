//! `tree`: a search tree inside the round, over imagined worlds.

mod judge;
mod pool;
mod search;

use search::Search;

use super::greedy::Greedy;
use super::heuristic::Heuristic;
use super::random::Random;
use super::tuned::Tuned;
use crate::game::{Move, Stream, View};
use crate::parameters;
use crate::strategies::action::MAX_ACTIONS;
use crate::strategies::nets::{Net, NetKind};
use crate::strategies::parameters::Setting;
use crate::strategies::{Domain, Family, Fault, Policy, Strategy, Value};

pub(in crate::strategies) static FAMILY: Family = Family {
    name: "tree",
    summary: "searches the rest of the round as a tree over imagined worlds; learned nets guide and judge it",
    about: "Every iteration imagines a world consistent with its view and walks down one tree that all worlds share: at each \
            point the seat on turn takes the action with the best sum of its mean chance to win so far and of a bonus for \
            likely actions that were tried little (PUCT), among those that its imagined hand allows. Every seat wants its own \
            win (max^n). A new action is followed by one playout with a simple policy to the end of the round, where a value net \
            or the forecast judges; in the last round the winner is known. A policy net says which actions are likely. The action with most \
            visits is played; the search stops early when no other can catch up. Weaknesses: it takes hidden cards for uniformly \
            random whatever the others did, lets others act on averages over hands that they can tell apart, and looks no \
            further than the round except through its nets.",
    parameters: Effort::TABLE,
    effort: |values| u64::from(Effort::set(values).iterations),
    effort_parameter: Some("iterations"),
    build,
};

parameters! {
    /// How it searches.
    pub(crate) struct Effort {
        /// imagined worlds per decision, each one walk down the tree
        iterations: u32 = Domain::whole(400, 1, 1_000_000, 0),
        /// what judges the end of a round: a net, or the table of the forecast
        value: ValueSource = Domain::net("forecast", NetKind::Value, &["forecast"]),
        /// what says how likely actions are: a net, or the move of the policy
        prior: PriorSource = Domain::net("policy", NetKind::Policy, &["policy"]),
        /// the policy that continues a new action to the end of the round
        policy: PolicyName = Domain::choice("tuned", &["random", "greedy", "heuristic", "tuned"]),
        /// weight of the bonus for likely actions that were tried little
        exploration: f64 = Domain::real(0.5, 0.0, 10.0, 0.05),
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
    }
}

/// What judges the end of a round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ValueSource(Option<&'static Net>);

/// What says how likely actions are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PriorSource(Option<&'static Net>);

impl ValueSource {
    fn net(self) -> Option<&'static Net> {
        self.0
    }
}

impl PriorSource {
    fn net(self) -> Option<&'static Net> {
        self.0
    }
}

/// The net of a value, unless it is a name that needs none.
fn net_of(value: Value) -> Option<&'static Net> {
    if let Value::Net(net) = value { Some(net) } else { None }
}

impl Setting for ValueSource {
    fn of(value: Value) -> ValueSource {
        ValueSource(net_of(value))
    }
}

impl Setting for PriorSource {
    fn of(value: Value) -> PriorSource {
        PriorSource(net_of(value))
    }
}

/// The policy of the playouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PolicyName {
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

fn build(values: &[Value]) -> Box<dyn Strategy> {
    let effort = Effort::set(values);
    match effort.policy {
        PolicyName::Random => Box::new(Tree::new(effort, Random)),
        PolicyName::Greedy => Box::new(Tree::new(effort, Greedy::default())),
        PolicyName::Heuristic => Box::new(Tree::new(effort, Heuristic::default())),
        PolicyName::Tuned => Box::new(Tree::new(effort, Tuned::default())),
    }
}

/// The strategy: a search and what it preferred last.
struct Tree<P> {
    search: Search<P>,
    preferences: Vec<(Move, u32)>,
}

impl<P: Policy> Tree<P> {
    fn new(effort: Effort, policy: P) -> Tree<P> {
        Tree { search: Search::new(effort, policy), preferences: Vec::with_capacity(MAX_ACTIONS) }
    }
}

impl<P: Policy> Strategy for Tree<P> {
    fn decide(&mut self, view: &View<'_>, chance: &mut Stream) -> Result<Move, Fault> {
        self.search.run(view, chance.word(), &mut self.preferences);
        // The first of those with most visits: the order is that of the actions.
        let best = self.preferences.iter().rev().max_by_key(|(_, visits)| *visits);
        Ok(best.expect("a seat on turn may always pass").0)
    }

    fn preferences(&self) -> &[(Move, u32)] {
        &self.preferences
    }

    fn remembers(&self) -> bool {
        false
    }
}

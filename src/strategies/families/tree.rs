//! `tree`: a search tree inside the round, over imagined worlds.

mod effort;
mod informed;
mod judge;
mod others;
mod pool;
mod response;
mod search;
mod solo;

use effort::{Effort, PolicyName};
pub use informed::InformedTree;
pub use judge::policy_inputs;
pub use response::TreeResponse;
use search::Search;

use super::greedy::Greedy;
use super::heuristic::Heuristic;
use super::random::Random;
use super::tuned::Tuned;
use crate::game::{Cards, Move, PerSeat, Stream, View};
use crate::strategies::action::MAX_ACTIONS;
use crate::strategies::{Family, Fault, Policy, Strategy, Value};

pub(in crate::strategies) static FAMILY: Family = Family {
    name: "tree",
    summary: "searches the rest of the round as a tree over imagined worlds; learned nets guide and judge it",
    about: "Every iteration imagines a world consistent with its view and walks down one tree that all worlds share: at each \
            point the seat on turn takes the action with the best sum of its mean chance to win so far and of a bonus for \
            likely actions that were tried little (PUCT), among those that its imagined hand allows. Every seat wants its own \
            win (max^n). A new action is judged by a position net, mixed with a playout at tables of four and more if `playout_share` says so; without \
            a net, and in the last round, by a playout alone: a simple policy plays to the end of the round, where a value net or the forecast judges; at the end of the \
            last round the winner is known. A policy net says which actions are likely. The action with most \
            visits is played; the search stops early when no other can catch up. All actions of a decision are compared in the same \
            worlds with the same luck. In the last round, a seat that alone still plays solves what is left exactly. A belief net draws hidden hands by what the others did; without one they are uniformly \
            random. Weaknesses: it lets others act on averages over hands that they can tell apart, and looks no \
            further than the round except through its nets.",
    parameters: Effort::TABLE,
    effort: |values| u64::from(Effort::set(values).iterations),
    effort_parameter: Some("iterations"),
    build,
};

fn build(values: &[Value]) -> Box<dyn Strategy> {
    tree(values)
}

/// The tree with these values.
fn tree(values: &[Value]) -> Box<dyn Informable> {
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

/// A tree that can be told hands.
trait Informable: Strategy {
    /// From now on all hands are these.
    fn inform(&mut self, hands: PerSeat<Cards>);
}

impl<P: Policy> Informable for Tree<P> {
    fn inform(&mut self, hands: PerSeat<Cards>) {
        self.search.tell_hands(hands);
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

    fn judge(&mut self, view: &View<'_>, moves: &[Move], chance: &mut Stream) -> Option<Vec<f64>> {
        let seed = chance.word();
        Some(moves.iter().map(|&mv| self.search.chance_with(view, mv, seed)).collect())
    }

    fn remembers(&self) -> bool {
        false
    }
}

//! The search: walks down the tree, a playout, and the way back.

use super::effort::Effort;
use super::judge::{Weigher, chances};
use super::pool::{Edge, EdgeIndex, NodeIndex, Pool, ROOT};
use crate::game::{Game, Key, Move, Seat, Stream, View};
use crate::strategies::Policy;
use crate::strategies::action::{Action, Actions};
use crate::strategies::nets::Situation;

/// Iterations between two looks at whether the choice can still change.
const LOOK_EVERY: u32 = 8;

/// A search with the policy of its playouts. The tree and the walk are kept only to reuse their memory.
pub(super) struct Search<P> {
    effort: Effort,
    bonus: Bonus,
    policy: P,
    pool: Pool,
    walk: Vec<Step>,
}

/// One action on the way from the root.
#[derive(Clone, Copy)]
struct Step {
    node: NodeIndex,
    edge: EdgeIndex,
    seat: Seat,
}

/// How actions are chosen inside the tree.
#[derive(Clone, Copy)]
struct Bonus {
    exploration: f32,
    floor: f32,
    urgency: f32,
}

impl Bonus {
    /// The value of trying an edge now; `share` turns its prior into a likelihood among the actions of this world.
    #[inline]
    fn score(&self, edge: &Edge, mean: f32, share: f32) -> f32 {
        let value = if edge.visits == 0 { mean - self.urgency } else { edge.mean };
        let likelihood = edge.prior * share + self.floor;
        // This visit counts as one in which the action was available.
        value + self.exploration * likelihood * ((edge.available + 1) as f32).sqrt() / (1 + edge.visits) as f32
    }
}

impl<P: Policy> Search<P> {
    pub(super) fn new(effort: Effort, policy: P) -> Search<P> {
        let [exploration, floor, urgency] =
            [effort.exploration, effort.floor, effort.urgency].map(|number| number as f32);
        let bonus = Bonus { exploration, floor, urgency };
        Search { effort, bonus, policy, pool: Pool::default(), walk: Vec::with_capacity(64) }
    }

    /// Searches, and counts the visits of each move of the seat on turn, in the order of its actions.
    pub(super) fn run(&mut self, view: &View<'_>, seed: u64, visits: &mut Vec<(Move, u32)>) {
        let actions = Actions::of(view);
        self.pool.clear(self.effort.iterations);
        if actions.len() > 1 {
            let worlds = Key::new(seed);
            for iteration in 0..self.effort.iterations {
                if iteration % LOOK_EVERY == 0 && self.is_settled(self.effort.iterations - iteration) {
                    break;
                }
                let mut luck = worlds.with(u64::from(iteration)).stream();
                let game = view.imagine(&mut luck);
                self.iterate(game, &mut luck);
            }
        }
        visits.clear();
        let edge = |action: Action| self.pool.edges(ROOT).iter().find(|edge| edge.action == action);
        for action in actions.iter() {
            visits.push((action.with_hand(view.hand()), edge(action).map_or(0, |edge| edge.visits)));
        }
    }

    /// Whether no other action can get as many visits as the best in the iterations left.
    fn is_settled(&self, left: u32) -> bool {
        let (mut most, mut second) = (0, 0);
        for edge in self.pool.edges(ROOT) {
            if edge.visits > most {
                (most, second) = (edge.visits, most);
            } else {
                second = second.max(edge.visits);
            }
        }
        most > second + left
    }

    /// One walk from the root of a world, to an action that is new, and a playout from there.
    fn iterate(&mut self, mut game: Game, luck: &mut Stream) {
        let round = game.table().round();
        let is_over = |game: &Game| game.table().is_over() || game.table().round() != round;
        self.walk.clear();
        let mut node = Some(ROOT);
        while let Some(here) = node {
            let seat = game.table().turn();
            let Some((edge, visits)) = self.select(here, &game.view(seat), luck) else { break };
            self.walk.push(Step { node: here, edge, seat });
            let action = self.pool.edge(edge).action;
            game.play(action.with_hand(game.hand(seat)), luck);
            let stops =
                visits < self.effort.patience || is_over(&game) || self.walk.len() >= self.effort.depth as usize;
            node = if stops { None } else { self.pool.below(edge) };
        }
        while !is_over(&game) {
            let mv = self.policy.choose(&game.view(game.table().turn()), luck);
            game.play(mv, luck);
        }
        let chances = chances(self.effort.value, &game);
        for step in &self.walk {
            self.pool.visit(step.node, step.edge, chances[step.seat]);
        }
    }

    /// The edge to try at a node in the world of this view, and how often it has been tried; `None` if there is no room for a
    /// single one.
    fn select(&mut self, node: NodeIndex, view: &View<'_>, luck: &mut Stream) -> Option<(EdgeIndex, u32)> {
        let actions = Actions::of(view);
        let missing = actions.without(self.pool.node(node).known());
        if !missing.is_empty() {
            self.add_missing(node, view, actions, missing, luck);
        }
        let (mean, sum) = (self.pool.node(node).mean(), self.prior_sum(node, actions));
        let share = if sum > 0.0 { 1.0 / sum } else { 0.0 };
        let (mut best, mut most) = (None, f32::NEG_INFINITY);
        let (first, edges) = self.pool.edges_mut(node);
        for (index, edge) in (first..).zip(edges).filter(|(_, edge)| actions.contains(edge.action)) {
            let score = self.bonus.score(edge, mean, share);
            edge.available += 1;
            if score > most {
                (best, most) = (Some((index, edge.visits)), score);
            }
        }
        best
    }

    /// The sum of the priors of these actions.
    #[inline]
    fn prior_sum(&self, node: NodeIndex, actions: Actions) -> f32 {
        if self.pool.node(node).known().without(actions).is_empty() {
            return self.pool.node(node).priors();
        }
        let edges = self.pool.edges(node).iter().filter(|edge| actions.contains(edge.action));
        edges.map(|edge| edge.prior).sum()
    }

    /// Gives an edge to every action that has none, as far as there is room.
    fn add_missing(&mut self, node: NodeIndex, view: &View<'_>, actions: Actions, missing: Actions, luck: &mut Stream) {
        let favourite = Action::of(self.policy.choose(view, luck), view.hand());
        let situation = Situation::new(view, favourite);
        let weigher = Weigher::new(self.effort.prior, self.effort.temperature as f32, &situation, view, actions);
        self.pool.add_edges(node, missing, |action| weigher.weight(action));
    }
}

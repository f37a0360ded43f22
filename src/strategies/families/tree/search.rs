//! The search: walks down the tree, a playout, and the way back.

use super::effort::Effort;
use super::judge::Weigher;
use super::others::{Others, Unknown};
use super::pool::{Edge, EdgeIndex, NodeIndex, Pool, ROOT};
use super::solo::Solo;
use crate::game::{Cards, Game, Key, Move, PerSeat, Seat, Stream, Table, View};
use crate::strategies::Policy;
use crate::strategies::action::{Action, Actions};
use crate::strategies::families::round_end::chances;
use crate::strategies::families::tuned::Tuned;
use crate::strategies::families::worlds::Worlds;
use crate::strategies::nets::{Situation, position_chances};

/// Iterations between two looks at whether the choice can still change.
const LOOK_EVERY: u32 = 8;

/// A search with the policy of its playouts, and what it knows about the others. The tree and the walk are kept only to reuse their memory.
pub(super) struct Search<P, O = Unknown> {
    effort: Effort,
    bonus: Bonus,
    policy: P,
    others: O,
    /// Whose values the prior knows.
    tuned: Tuned,
    pool: Pool,
    solo: Solo,
    worlds: Worlds,
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
#[derive(Clone, Copy, Default)]
struct Bonus {
    exploration: f32,
    floor: f32,
    urgency: f32,
}

impl Bonus {
    /// At this table.
    fn new(effort: &Effort, table: &Table) -> Bonus {
        let [exploration, floor, urgency] =
            [effort.exploration_in(table), effort.floor, effort.urgency].map(|number| number as f32);
        Bonus { exploration, floor, urgency }
    }

    /// The value of trying an edge now; `share` turns its prior into a likelihood among the actions of this world.
    #[inline]
    fn score(&self, edge: &Edge, mean: f32, share: f32) -> f32 {
        let value = if edge.visits == 0 { mean - self.urgency } else { edge.mean };
        let likelihood = edge.prior * share + self.floor;
        // This visit counts as one in which the action was available.
        value + self.exploration * likelihood * ((edge.available + 1) as f32).sqrt() / (1 + edge.visits) as f32
    }
}

/// A number that grows with the score of an edge, and of equal scores is higher for the edge that comes first.
#[inline]
fn rank(score: f32, place: usize) -> u64 {
    // Positive numbers are in the order of their bits; no score is below -LOWEST.
    u64::from((score + LOWEST).to_bits()) << 32 | u64::from(u32::MAX - place as u32)
}

/// The place in a rank.
#[inline]
const fn place_of(rank: u64) -> u32 {
    u32::MAX - rank as u32
}

/// More than a score can be below 0: a chance less the largest urgency.
const LOWEST: f32 = 2.0;

impl<P: Policy> Search<P> {
    pub(super) fn new(effort: Effort, policy: P) -> Search<P> {
        Search::against(effort, policy, Unknown)
    }
}

impl<P: Policy, O: Others> Search<P, O> {
    /// A search that knows something about the others.
    pub(super) fn against(effort: Effort, policy: P, others: O) -> Search<P, O> {
        Search {
            effort,
            bonus: Bonus::default(),
            policy,
            others,
            tuned: Tuned::default(),
            pool: Pool::default(),
            solo: Solo::new(),
            worlds: Worlds::new(),
            walk: Vec::with_capacity(64),
        }
    }

    /// What it knows about the others.
    pub(super) fn others(&mut self) -> &mut O {
        &mut self.others
    }

    /// From now on its worlds have these hands, one after the other and again from the beginning; without any it finds its own.
    pub(super) fn give_worlds(&mut self, hands: impl IntoIterator<Item = PerSeat<Cards>>) {
        self.worlds.give(hands);
    }

    /// From now on there is only the world with these hands, which are known to be the true ones.
    pub(super) fn tell_hands(&mut self, hands: PerSeat<Cards>) {
        self.worlds.tell(hands);
    }

    /// Searches, and counts the visits of each move of the seat on turn, in the order of its actions.
    pub(super) fn run(&mut self, view: &View<'_>, seed: u64, visits: &mut Vec<(Move, u32)>) {
        let actions = Actions::of(view);
        let iterations = self.begin(view.table());
        visits.clear();
        if let Some(best) = self.solve(view, iterations) {
            visits.extend(actions.iter().map(|action| (action.with_hand(view.hand()), u32::from(action == best))));
            return;
        }
        if actions.len() > 1 {
            self.search(view, iterations, Key::new(seed));
        }
        let edge = |action: Action| self.pool.edges(ROOT).iter().find(|edge| edge.action == action);
        for action in actions.iter() {
            visits.push((action.with_hand(view.hand()), edge(action).map_or(0, |edge| edge.visits)));
        }
    }

    /// The mean chance to win after a move, by a tree of its own below it. The worlds depend on the seed, not on the move.
    pub(super) fn chance_with(&mut self, view: &View<'_>, mv: Move, seed: u64) -> f64 {
        let iterations = self.begin(view.table());
        let mut only = Actions::default();
        only.add(Action::of(mv, view.hand()));
        self.pool.add_edges(ROOT, only, |_| 1.0);
        self.worlds.begin(self.effort.belief, view, Key::new(seed));
        let (edge, _) = self.pool.edges_mut(ROOT);
        for visits in 0..iterations {
            let (game, mut luck) = self.worlds.world(view, visits);
            self.iterate(game, (edge, visits), &mut luck);
        }
        self.pool.edge(edge).mean.into()
    }

    /// Begins a new tree, and tells for how many iterations. The memory of the largest tree is there from the first one on: a decision in the
    /// last round allocates no more than any other.
    fn begin(&mut self, table: &Table) -> u32 {
        let (iterations, most) = (self.effort.iterations_in(table), self.effort.most_iterations());
        self.bonus = Bonus::new(&self.effort, table);
        self.pool.reserve(most);
        self.pool.clear(iterations);
        self.worlds.reserve(self.effort.belief, table.players(), most);
        iterations
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

    /// The best action if only this seat still plays in the last round, and that is not too much to look at.
    fn solve(&mut self, view: &View<'_>, limit: u32) -> Option<Action> {
        if !Solo::applies(view) {
            return None;
        }
        // If the other hands are known, so is the pile.
        let game = self.worlds.known(view).unwrap_or_else(|| view.alone());
        self.solo.best(&game, limit)
    }

    /// All iterations of a decision. The n-th visit of an action is in the n-th world, whatever the action: they are compared in
    /// the same worlds, with the same luck.
    fn search(&mut self, view: &View<'_>, iterations: u32, key: Key) {
        self.worlds.begin(self.effort.belief, view, key);
        for iteration in 0..iterations {
            if iteration % LOOK_EVERY == 0 && self.is_settled(iterations - iteration) {
                break;
            }
            // The root is the same in all worlds.
            let Some(first) = self.select(ROOT, view, &mut key.stream()) else { break };
            let (game, mut luck) = self.worlds.world(view, first.1);
            self.iterate(game, first, &mut luck);
        }
    }

    /// One walk from the root of a world by an edge that was chosen, to an action that is new, and what the position there is worth.
    fn iterate(&mut self, mut game: Game, first: (EdgeIndex, u32), luck: &mut Stream) {
        let (round, own) = (game.table().round(), game.table().turn());
        let is_over = |game: &Game| game.table().is_over() || game.table().round() != round;
        self.walk.clear();
        let (mut node, mut chosen, mut known) = (ROOT, Some(first), None);
        while let Some((edge, visits)) = chosen {
            let seat = game.table().turn();
            self.walk.push(Step { node, edge, seat });
            let action = self.pool.edge(edge).action;
            game.play(known.unwrap_or_else(|| action.with_hand(game.hand(seat))), luck);
            // Where another seat has no choice, there is nothing to be patient about.
            let is_new = known.is_none() && visits < self.effort.patience;
            if is_new || is_over(&game) || self.walk.len() >= self.effort.depth as usize {
                break;
            }
            let Some(below) = self.pool.below(edge) else { break };
            node = below;
            let view = game.view(game.table().turn());
            known = self.known_move(&view, own, luck);
            chosen = match known {
                Some(mv) => self.follow(node, Action::of(mv, view.hand())),
                None => self.select(node, &view, luck),
            };
        }
        let chances = self.chances_at(&game, round, own, luck);
        for step in &self.walk {
            self.pool.visit(step.node, step.edge, chances[step.seat]);
        }
    }

    /// The chances of all seats where a walk in this round ends: those of the position net, those at the end of a playout, or some of
    /// both, which err in different ways. In the last round a playout ends with a winner, which needs no
    /// judgement; and others that play in a known way are played out, since the net has learned what strong players do.
    #[inline]
    fn chances_at(&mut self, game: &Game, round: usize, own: Seat, luck: &mut Stream) -> PerSeat<f32> {
        let players = game.table().players();
        let network = self.effort.position.and_then(|net| net.position(players));
        let Some(network) = network.filter(|_| !O::ARE_KNOWN && round < players.rounds()) else {
            return self.chances_played_out(*game, round, own, luck);
        };
        let mut chances = position_chances(network, game);
        let share = self.effort.playout_share(players);
        if share > 0.0 {
            let played = self.chances_played_out(*game, round, own, luck);
            for seat in players.seats() {
                chances[seat] = (1.0 - share) * chances[seat] + share * played[seat];
            }
        }
        chances
    }

    /// The chances of all seats at the end of a playout of this round.
    fn chances_played_out(&mut self, mut game: Game, round: usize, own: Seat, luck: &mut Stream) -> PerSeat<f32> {
        while !game.table().is_over() && game.table().round() == round {
            let view = game.view(game.table().turn());
            let known = self.known_move(&view, own, luck);
            let mv = known.unwrap_or_else(|| self.policy.choose(&view, luck));
            game.play(mv, luck);
        }
        chances(self.effort.value, &game)
    }

    /// The move of the seat on turn, if it is another than the one that searches and its play is known.
    #[inline]
    fn known_move(&mut self, view: &View<'_>, own: Seat, luck: &mut Stream) -> Option<Move> {
        if view.seat() == own { None } else { self.others.known_move(view, luck) }
    }

    /// The edge of an action at a node and how often it has been tried; `None` if there is no room for it.
    fn follow(&mut self, node: NodeIndex, action: Action) -> Option<(EdgeIndex, u32)> {
        if !self.pool.node(node).known().contains(action) {
            let mut only = Actions::default();
            only.add(action);
            self.pool.add_edges(node, only, |_| 1.0);
        }
        let (first, edges) = self.pool.edges_mut(node);
        let place = edges.iter().position(|edge| edge.action == action)?;
        Some((first + place as u32, edges[place].visits))
    }

    /// The edge to try at a node in the world of this view, and how often it has been tried; `None` if there is no room for a
    /// single one.
    fn select(&mut self, node: NodeIndex, view: &View<'_>, luck: &mut Stream) -> Option<(EdgeIndex, u32)> {
        let actions = Actions::of(view);
        let missing = actions.without(self.pool.node(node).known());
        if !missing.is_empty() && self.pool.node(node).is_due() {
            self.add_missing(node, view, actions, missing, luck);
        }
        let (mean, sum) = (self.pool.node(node).mean(), self.prior_sum(node, actions));
        let share = if sum > 0.0 { 1.0 / sum } else { 0.0 };
        let (first, edges) = self.pool.edges_mut(node);
        // The best score and its place as one number, and no branch on either: both are as good as random.
        let mut best = 0;
        for (place, edge) in edges.iter_mut().enumerate() {
            let is_allowed = u32::from(actions.contains(edge.action));
            let score = self.bonus.score(edge, mean, share);
            edge.available += is_allowed;
            best = best.max(u64::from(is_allowed) * rank(score, place));
        }
        let place = (best > 0).then(|| place_of(best))?;
        Some((first + place, edges[place as usize].visits))
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
        let values = self.tuned.values(view);
        let favourite = if self.effort.prior.is_some() {
            values.best()
        } else {
            Action::of(self.policy.choose(view, luck), view.hand())
        };
        let situation = Situation::new(view, favourite, values);
        let weigher = Weigher::new(self.effort.prior, self.effort.temperature as f32, &situation, view, actions);
        self.pool.add_edges(node, missing, |action| weigher.weight(action));
    }
}

//! The tree of a mini game, made by playing it with the engine.

use std::collections::HashMap;

use super::behaviour::Behaviour;
use super::error::SolveError;
use super::mini_game::{MiniGame, different, hands_of, likelihood, orders};
use super::tree::{Branch, Links, NodeIndex, Side, Tree};
use crate::game::{Cards, Chance, Game, Move, Portions, Seat};

/// The most public histories of a mini game: more take too long to solve, and too much memory.
const MAX_HISTORIES: usize = 50_000;

/// The tree of a mini game, and what its nodes and actions stand for.
///
/// A hand stands for all ways to draw it: what comes and what the opponent may hold depend on the cards, not on the order in which
/// they came. The two cards drawn by the seat that passes first have no name: it will not play them, and for the opponent
/// they are as unknown as the pile (rule 5.4).
#[derive(Clone, Debug)]
pub struct MiniTree {
    /// The tree.
    pub tree: Tree,
    game: MiniGame,
    /// One for each node.
    points: Vec<Point>,
    /// The most nodes.
    most: usize,
    /// The weights made so far, by the cards that both sides have had.
    weights: HashMap<[Vec<Cards>; 2], usize>,
}

/// What a node stands for.
#[derive(Clone, Debug)]
struct Point {
    /// The table, with one of the deals.
    game: Game,
    /// For each side, the hands that it may hold.
    hands: [Vec<Cards>; 2],
    /// For each side, what it has laid since the start.
    laid: [Cards; 2],
    /// The moves since the start.
    history: Vec<Move>,
    /// The move of each action.
    moves: Vec<Move>,
}

impl MiniTree {
    /// The whole tree of a mini game.
    ///
    /// # Errors
    /// If the pile runs out, or if there are too many public histories.
    pub fn new(game: &MiniGame) -> Result<MiniTree, SolveError> {
        MiniTree::within(game, MAX_HISTORIES)
    }

    /// Like [`MiniTree::new`], with at most so many public histories.
    ///
    /// # Errors
    /// As [`MiniTree::new`].
    pub fn within(game: &MiniGame, most: usize) -> Result<MiniTree, SolveError> {
        let hidden = game.hidden();
        let hands = Side::BOTH.map(|side| hands_of(hidden, game.start().table().hand_size(side.seat())));
        let deals = hands.each_ref().map(|hands| hands.iter().map(|&hand| orders(hand)).collect());
        let mut mini =
            MiniTree { tree: Tree::new(deals), game: game.clone(), points: Vec::new(), most, weights: HashMap::new() };
        mini.grow(Point {
            game: *game.start(),
            hands,
            laid: [Cards::NONE; 2],
            history: Vec::new(),
            moves: Vec::new(),
        })?;
        Ok(mini)
    }

    /// The mini game.
    pub const fn game(&self) -> &MiniGame {
        &self.game
    }

    /// The situations: public histories with a deal of both hands.
    pub fn situations(&self) -> usize {
        let hidden = self.game.hidden();
        let pairs = |point: &Point| {
            let unlaid = hidden - (point.laid[0] + point.laid[1]);
            let fits = |hand: &Cards| {
                let rest = unlaid - *hand;
                point.hands[1].iter().filter(|other| rest.contains_all(**other)).count()
            };
            point.hands[0].iter().map(fits).sum::<usize>()
        };
        self.points.iter().map(pairs).sum()
    }

    /// How likely each move is after these moves with this hand of the seat on turn; `None` if that cannot happen, or if the game is
    /// over.
    pub fn likelihoods(&self, behaviour: &Behaviour, history: &[Move], hand: Cards) -> Option<Vec<(Move, f64)>> {
        let (node, hand) = self.find(history, hand)?;
        let decision = self.tree.decision(node);
        let moves = self.points[node].moves.iter().copied().enumerate();
        let allowed = moves.filter(|(action, _)| decision.allows(hand, *action));
        let slots = &behaviour.slots[decision.slots(hand)];
        Some(allowed.map(|(action, mv)| (mv, slots[action])).collect())
    }

    /// The game in which an entrant is asked after these moves with this hand of the seat on turn. Where it puts the cards that this
    /// seat cannot see has no meaning.
    pub fn game_after(&self, history: &[Move], hand: Cards) -> Option<Game> {
        let (node, hand) = self.find(history, hand)?;
        Some(self.game_at(node, Side::of(self.points[node].game.table().turn()), hand))
    }

    /// The decision after these moves, and the place of this hand of the seat on turn.
    fn find(&self, history: &[Move], hand: Cards) -> Option<(NodeIndex, usize)> {
        let step = |node: NodeIndex, mv: &Move| {
            let action = self.points[node].moves.iter().position(|known| known == mv)?;
            Some(self.tree.decision(node).branches[action].child)
        };
        let node = history.iter().try_fold(0, step)?;
        let point = &self.points[node];
        if point.game.table().is_over() {
            return None;
        }
        let side = Side::of(point.game.table().turn());
        Some((node, point.hands[side.index()].iter().position(|held| *held == hand)?))
    }

    /// A game in which the seat on turn at a node holds this hand; what it cannot see is put anywhere.
    pub(super) fn game_at(&self, node: NodeIndex, side: Side, hand: usize) -> Game {
        let point = &self.points[node];
        MiniGame::with_hand(&point.game, side.seat(), point.hands[side.index()][hand])
    }

    /// The moves from the start to a node.
    pub(super) fn history(&self, node: NodeIndex) -> &[Move] {
        &self.points[node].history
    }

    /// A hand that a side may hold at a node.
    pub(super) fn hand(&self, node: NodeIndex, side: Side, hand: usize) -> Cards {
        self.points[node].hands[side.index()][hand]
    }

    /// How likely a side meets a node with a hand, as far as chance and an opponent with these reaches decide.
    pub(super) fn weight(&self, node: NodeIndex, side: Side, hand: usize, others: &[f64]) -> f64 {
        let (point, own, other) = (&self.points[node], side.index(), side.other().index());
        let held = point.hands[own][hand] + point.laid[own];
        let others = &others[self.tree.nodes[node].first_entry[other]..];
        let weigh =
            |(theirs, reach): (&Cards, &f64)| reach * joint(self.game.hidden(), held, *theirs + point.laid[other]);
        point.hands[other].iter().zip(others).map(weigh).sum()
    }

    /// The moves of the actions at a node.
    pub(super) fn moves(&self, node: NodeIndex) -> &[Move] {
        &self.points[node].moves
    }

    /// Adds a point and everything that follows.
    fn grow(&mut self, point: Point) -> Result<NodeIndex, SolveError> {
        if self.points.len() == self.most {
            return Err(SolveError::TooLarge { name: self.game.name.clone(), most: self.most });
        }
        let node = self.tree.add(point.hands.each_ref().map(Vec::len));
        self.points.push(point);
        if self.points[node].game.table().is_over() {
            self.end(node);
        } else {
            self.branch(node)?;
        }
        Ok(node)
    }

    fn end(&mut self, node: NodeIndex) {
        let point = &self.points[node];
        let hidden = self.game.hidden();
        let held = [0, 1]
            .map(|side| -> Vec<Cards> { point.hands[side].iter().map(|&hand| hand + point.laid[side]).collect() });
        let wins = Side::of(point.game.outcome().winner) == Side::First;
        let tree = &mut self.tree;
        let weights = *self.weights.entry(held).or_insert_with_key(|[first, second]| {
            tree.add_weights([first.len(), second.len()], |one, other| joint(hidden, first[one], second[other]))
        });
        self.tree.end(node, if wins { 0.5 } else { -0.5 }, weights);
    }

    fn branch(&mut self, node: NodeIndex) -> Result<(), SolveError> {
        let seat = self.points[node].game.table().turn();
        let side = Side::of(seat);
        let mut branches = Vec::new();
        for (mv, hands) in self.options(node, side) {
            let mut game = self.game_at(node, side, hands[0]);
            self.play(&mut game, mv)?;
            let (child, links) = self.points[node].after(mv, &game, &hands, self.game.hidden());
            self.points[node].moves.push(mv);
            branches.push(Branch { child: self.grow(child)?, links });
        }
        self.tree.decide(node, side, branches);
        Ok(())
    }

    /// Every move that some hand allows, with those hands.
    fn options(&self, node: NodeIndex, side: Side) -> Vec<(Move, Vec<usize>)> {
        let mut options: Vec<(Move, Vec<usize>)> = Vec::new();
        for hand in 0..self.points[node].hands[side.index()].len() {
            for mv in self.game_at(node, side, hand).choices().iter() {
                match options.iter_mut().find(|(known, _)| *known == mv) {
                    Some((_, hands)) => hands.push(hand),
                    None => options.push((mv, vec![hand])),
                }
            }
        }
        options
    }

    /// Plays a move, if the pile lasts.
    fn play(&self, game: &mut Game, mv: Move) -> Result<(), SolveError> {
        let table = game.table();
        let draws = match mv {
            Move::Lay(_) | Move::LayWorms(_) => 1,
            // Rule 5.4.
            Move::Pass | Move::Steal => 2 * (table.active().len() as u32 - 1),
        };
        if table.pile_len() < draws {
            return Err(SolveError::PileRunsOut { name: self.game.name.clone() });
        }
        game.play(mv, &mut FirstCards);
        Ok(())
    }
}

impl Point {
    /// What a move leads to: `game` is the table after it, and `hands` allow it.
    fn after(&self, mv: Move, game: &Game, hands: &[usize], hidden: Cards) -> (Point, [Links; 2]) {
        let side = Side::of(self.game.table().turn());
        let (own, other) = (side.index(), side.other().index());
        let mut laid = self.laid;
        laid[own] += mv.cards();
        let unlaid = hidden - (laid[0] + laid[1]);
        let (own_hands, own_links) = HandList::after(&self.hands[own], |index, hand| {
            if hands.binary_search(&index).is_ok() {
                drawn(hand - mv.cards(), unlaid, !mv.cards().is_empty())
            } else {
                Vec::new()
            }
        });
        let (other_hands, other_links) =
            HandList::after(
                &self.hands[other],
                |_, hand| {
                    if unlaid.contains_all(hand) { vec![hand] } else { Vec::new() }
                },
            );
        let (hands, links) = match side {
            Side::First => ([own_hands, other_hands], [own_links, other_links]),
            Side::Second => ([other_hands, own_hands], [other_links, own_links]),
        };
        let history = self.history.iter().copied().chain([mv]).collect();
        (Point { game: *game, hands, laid, history, moves: Vec::new() }, links)
    }
}

/// What a hand may be after a card is drawn from `unlaid`, which has the hand too.
fn drawn(hand: Cards, unlaid: Cards, draws: bool) -> Vec<Cards> {
    if !draws {
        return vec![hand];
    }
    different(unlaid - hand).into_iter().map(|card| hand + card.into()).collect()
}

/// Different hands in the order in which they were found.
#[derive(Default)]
struct HandList {
    hands: Vec<Cards>,
    places: HashMap<Cards, usize>,
}

impl HandList {
    /// The hands that these become, and which becomes which.
    fn after(before: &[Cards], turn_into: impl Fn(usize, Cards) -> Vec<Cards>) -> (Vec<Cards>, Links) {
        let mut list = HandList::default();
        let links = before.iter().enumerate().map(|(index, &hand)| {
            turn_into(index, hand).into_iter().map(|hand| list.place(hand)).collect::<Vec<usize>>()
        });
        let links = Links::new(links.collect::<Vec<_>>());
        (list.hands, links)
    }

    fn place(&mut self, hand: Cards) -> usize {
        *self.places.entry(hand).or_insert_with(|| {
            self.hands.push(hand);
            self.hands.len() - 1
        })
    }
}

/// How likely it is that both sides have had these cards, each in one order.
fn joint(hidden: Cards, first: Cards, second: Cards) -> f64 {
    if (hidden - first).contains_all(second) { likelihood(hidden, first + second) } else { 0.0 }
}

/// Always draws the first card: which one it is does not matter where hands are put in place afterwards.
struct FirstCards;

impl Chance for FirstCards {
    fn card(&mut self, _seat: Seat, _pile: &Cards, _len: u32) -> u32 {
        0
    }

    fn portion(&mut self, _unseen: Portions, _len: u32) -> u32 {
        0
    }
}

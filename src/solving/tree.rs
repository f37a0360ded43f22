//! A game for two as a tree of what both can see, with private hands beside it.
//!
//! Every action is public; hands are private, and so is what is drawn. So one node stands for all hands that both sides may
//! hold there, and numbers at a node are lists with an entry for each hand. An action leads a hand to those that it may become.
//! The chance of two hands is a weight at the end: what both have drawn there does not depend on the order of drawing, so
//! neither do the weights, and on the way nothing has to be known about chance.

/// One of the two sides: the seats 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Seat 0.
    First,
    /// Seat 1.
    Second,
}

impl Side {
    /// Both.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A place in the list of nodes; that of the root is 0, and parents come before children.
pub type NodeIndex = usize;

/// A game for two. Payoffs are those of the first side, and the second side's are their negatives.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub(super) nodes: Vec<Node>,
    /// For each side, in how many ways each of its hands at the root is dealt.
    pub(super) deals: [Vec<f64>; 2],
    weights: Vec<Weights>,
    /// The number of entries, one for each hand of a side at each node.
    pub(super) entries: [usize; 2],
    /// The number of slots, one for each hand and action at each decision.
    pub(super) slots: usize,
}

/// A public history.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// For each side, how many hands it may hold.
    pub(super) hands: [usize; 2],
    /// For each side, the entry of its first hand.
    pub(super) first_entry: [usize; 2],
    pub(super) kind: NodeKind,
}

/// What happens at a node.
#[derive(Clone, Debug)]
pub(super) enum NodeKind {
    /// A side chooses.
    Decision(Decision),
    /// The game is over: this payoff, times the weight of both hands.
    End { payoff: f64, weights: usize },
}

/// The choice of a side.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    pub(super) side: Side,
    /// The slot of its first hand and action; the actions of a hand are in a row.
    pub(super) first_slot: usize,
    pub(super) branches: Vec<Branch>,
}

/// An action.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Where it leads.
    pub child: NodeIndex,
    /// For each side, what its hands become.
    pub links: [Links; 2],
}

/// From each hand at a node to the hands at a child that it may become; to none where an action is not available, or where a
/// hand has turned out to be impossible.
#[derive(Clone, Default, Debug)]
pub struct Links {
    ends: Vec<usize>,
    hands: Vec<usize>,
}

impl Links {
    /// The hands that each hand may become.
    pub fn new(lists: impl IntoIterator<Item = Vec<usize>>) -> Links {
        let mut links = Links::default();
        for list in lists {
            links.hands.extend(list);
            links.ends.push(links.hands.len());
        }
        links
    }

    /// What a hand may become.
    #[inline]
    pub(super) fn of(&self, hand: usize) -> &[usize] {
        let start = if hand == 0 { 0 } else { self.ends[hand - 1] };
        &self.hands[start..self.ends[hand]]
    }
}

/// A weight for each pair of hands, for either side with the opponent's hand first.
#[derive(Clone, Debug)]
struct Weights([Vec<f64>; 2]);

impl Tree {
    /// A tree without a node; `deals` has for each side the number of ways in which each of its hands is dealt.
    pub fn new(deals: [Vec<f64>; 2]) -> Tree {
        Tree { deals, ..Tree::default() }
    }

    /// The number of public histories.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// A new node with so many hands of each side, to be filled in.
    pub fn add(&mut self, hands: [usize; 2]) -> NodeIndex {
        let kind = NodeKind::End { payoff: 0.0, weights: 0 };
        self.nodes.push(Node { hands, first_entry: self.entries, kind });
        for side in Side::BOTH {
            self.entries[side.index()] += hands[side.index()];
        }
        self.nodes.len() - 1
    }

    /// At this node a side chooses.
    pub fn decide(&mut self, node: NodeIndex, side: Side, branches: Vec<Branch>) {
        let hands = self.nodes[node].hands[side.index()];
        let first_slot = self.slots;
        self.slots += hands * branches.len();
        self.nodes[node].kind = NodeKind::Decision(Decision { side, first_slot, branches });
    }

    /// At this node the game is over: the payoff is multiplied by the weight of both hands.
    pub fn end(&mut self, node: NodeIndex, payoff: f64, weights: usize) {
        self.nodes[node].kind = NodeKind::End { payoff, weights };
    }

    /// Weights that ends may use, for these numbers of hands.
    pub fn add_weights(&mut self, hands: [usize; 2], weight: impl Fn(usize, usize) -> f64) -> usize {
        let second_first = (0..hands[1]).flat_map(|second| (0..hands[0]).map(move |first| (first, second)));
        let first_first = (0..hands[0]).flat_map(|first| (0..hands[1]).map(move |second| (first, second)));
        let for_first = second_first.map(|(first, second)| weight(first, second)).collect();
        let for_second = first_first.map(|(first, second)| weight(first, second)).collect();
        self.weights.push(Weights([for_first, for_second]));
        self.weights.len() - 1
    }

    /// The decisions of a side, with their nodes.
    pub(super) fn decisions(&self, of: Side) -> impl Iterator<Item = (NodeIndex, &Decision)> {
        self.nodes.iter().enumerate().filter_map(move |(index, node)| match &node.kind {
            NodeKind::Decision(decision) if decision.side == of => Some((index, decision)),
            _ => None,
        })
    }

    /// The decision at a node.
    ///
    /// # Panics
    /// If the game is over there.
    pub(super) fn decision(&self, node: NodeIndex) -> &Decision {
        match &self.nodes[node].kind {
            NodeKind::Decision(decision) => decision,
            NodeKind::End { .. } => panic!("the game is over at node {node}"),
        }
    }

    /// The information sets: hands of a side at its decisions, with a choice between two actions or more.
    pub fn information_sets(&self) -> usize {
        let choices = |(index, decision): (NodeIndex, &Decision)| {
            (0..self.hands(index, decision.side)).filter(|&hand| decision.options(hand) > 1).count()
        };
        Side::BOTH.into_iter().flat_map(|side| self.decisions(side)).map(choices).sum()
    }

    /// How many hands a side may hold at a node.
    #[inline]
    pub(super) fn hands(&self, node: NodeIndex, side: Side) -> usize {
        self.nodes[node].hands[side.index()]
    }

    /// For each hand of a side at an end, the payoffs summed over the opponent's hands by weight; added to `sums`.
    #[inline]
    pub(super) fn add_payoffs(&self, weights: usize, side: Side, payoff: f64, others: &[f64], sums: &mut [f64]) {
        let rows = self.weights[weights].0[side.index()].chunks_exact(sums.len());
        for (row, &other) in rows.zip(others).filter(|(_, other)| **other != 0.0) {
            let scale = payoff * other;
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += scale * weight);
        }
    }
}

impl Decision {
    /// The slots of a hand, one for each action.
    #[inline]
    pub(super) fn slots(&self, hand: usize) -> std::ops::Range<usize> {
        let first = self.first_slot + hand * self.branches.len();
        first..first + self.branches.len()
    }

    /// Whether a hand allows an action.
    #[inline]
    pub(super) fn allows(&self, hand: usize, action: usize) -> bool {
        !self.branches[action].links[self.side.index()].of(hand).is_empty()
    }

    /// How many actions a hand allows.
    pub(super) fn options(&self, hand: usize) -> usize {
        (0..self.branches.len()).filter(|&action| self.allows(hand, action)).count()
    }
}

//! The nodes of a search tree, in memory that is reused.

use crate::strategies::action::{Action, Actions};

/// A place in the pool; the root is the first node.
pub(super) type NodeIndex = u32;
pub(super) type EdgeIndex = u32;

/// Stands for "no node".
const NONE: u32 = u32::MAX;

/// Visits from which a node never passes over an action. Most nodes have fewer, and new actions in nearly every world: to weigh them
/// all would take long. But a card that is seldom drawn may not wait for a later visit in a world that has it again: a
/// worm in the last round came thousands of visits late, and the tree took a won game for a lost one.
const ESTABLISHED: u32 = 8;

/// The root of the tree.
pub(super) const ROOT: NodeIndex = 0;

/// A point of the round, reached by one sequence of actions; which cards were drawn on the way differs between worlds.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Node {
    /// The actions that have an edge.
    known: Actions,
    /// The edges are in a row, with room for some more.
    first: EdgeIndex,
    len: u32,
    room: u32,
    visits: u32,
    /// The sum of the chances of the seat on turn.
    sum: f32,
    /// The sum of the weights of all actions in the first world that came here.
    weights: f32,
    /// The sum of the priors of all edges.
    priors: f32,
}

/// An action at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) action: Action,
    /// How likely the action seemed in the first world that allowed it.
    pub(super) prior: f32,
    pub(super) visits: u32,
    /// Visits of the node in worlds that allow the action.
    pub(super) available: u32,
    /// The sum of the chances of the seat that acts.
    sum: f32,
    /// The mean chance, once it was visited.
    pub(super) mean: f32,
    node: NodeIndex,
}

impl Node {
    /// The mean chance of the seat on turn; one half before the first visit.
    #[inline]
    pub(super) fn mean(&self) -> f32 {
        if self.visits == 0 { 0.5 } else { self.sum / self.visits as f32 }
    }

    /// Whether it is time to give an edge to actions that have none: at visits 0, 1, 2, 4, and from [`ESTABLISHED`] on always.
    #[inline]
    pub(super) const fn is_due(&self) -> bool {
        self.visits >= ESTABLISHED || self.visits & self.visits.wrapping_sub(1) == 0
    }

    /// The actions that have an edge.
    #[inline]
    pub(super) const fn known(&self) -> Actions {
        self.known
    }

    /// The sum of the priors of all edges.
    #[inline]
    pub(super) const fn priors(&self) -> f32 {
        self.priors
    }

    #[inline]
    fn edges(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.len) as usize
    }
}

/// All nodes and edges of a tree.
#[derive(Debug, Default)]
pub(super) struct Pool {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// For how many there is room in this search, whatever the memory could hold: when a tree is full must not depend on what
    /// was searched before.
    max_nodes: usize,
    max_edges: usize,
}

/// Edges for which there is room, for each node: more than most have.
const EDGES_PER_NODE: usize = 24;
/// Edges that a node may get in later worlds before its edges are moved.
const SPARE_EDGES: u32 = 4;
/// The most nodes in memory. A tree that is full grows no more, but is still searched.
const MAX_NODES: usize = 1 << 20;
/// Edges that the root may need: the actions of the largest hand.
const ROOT_EDGES: usize = 256;

/// The most nodes and edges of a tree of so many iterations: each adds at most one node.
fn limits(iterations: u32) -> (usize, usize) {
    let nodes = (iterations as usize + 1).min(MAX_NODES);
    (nodes, EDGES_PER_NODE * nodes + ROOT_EDGES)
}

impl Pool {
    /// Makes room for a tree of so many iterations, if there never was as much.
    pub(super) fn reserve(&mut self, iterations: u32) {
        self.nodes.clear();
        self.edges.clear();
        let (nodes, edges) = limits(iterations);
        self.nodes.reserve_exact(nodes);
        self.edges.reserve_exact(edges);
    }

    /// Begins a new tree with a root, for so many iterations, for which there is room.
    pub(super) fn clear(&mut self, iterations: u32) {
        self.nodes.clear();
        self.edges.clear();
        (self.max_nodes, self.max_edges) = limits(iterations);
        self.nodes.push(Node::default());
    }

    #[inline]
    pub(super) fn node(&self, node: NodeIndex) -> &Node {
        &self.nodes[node as usize]
    }

    #[inline]
    pub(super) fn edge(&self, edge: EdgeIndex) -> &Edge {
        &self.edges[edge as usize]
    }

    /// The edges of a node, in the order in which they were added.
    #[inline]
    pub(super) fn edges(&self, node: NodeIndex) -> &[Edge] {
        &self.edges[self.nodes[node as usize].edges()]
    }

    /// The same, to be changed, and the index of the first.
    #[inline]
    pub(super) fn edges_mut(&mut self, node: NodeIndex) -> (EdgeIndex, &mut [Edge]) {
        let node = &self.nodes[node as usize];
        (node.first, &mut self.edges[node.edges()])
    }

    /// Adds edges for actions that have none, as far as there is room.
    ///
    /// Weights become likelihoods by the sum over the actions of the first world that came here: a later world has other
    /// actions, but weighs those that it shares about the same.
    pub(super) fn add_edges(&mut self, node: NodeIndex, actions: Actions, weight: impl Fn(Action) -> f32) {
        self.make_room(node, actions.len());
        let node = &mut self.nodes[node as usize];
        let (old, room) = (node.len as usize, node.room as usize);
        let edges = &mut self.edges[node.first as usize..][..room];
        let mut sum = 0.0;
        for (edge, action) in edges[old..].iter_mut().zip(actions.iter()) {
            *edge = Edge::new(action, weight(action));
            node.known.add(action);
            node.len += 1;
            sum += edge.prior;
        }
        if node.weights == 0.0 {
            node.weights = sum;
        }
        for edge in &mut edges[old..node.len as usize] {
            edge.prior = (edge.prior / node.weights).min(1.0);
            node.priors += edge.prior;
        }
    }

    /// Moves the edges of a node to where there is room for so many more, if there is such a place.
    fn make_room(&mut self, node: NodeIndex, more: u32) {
        let node = &mut self.nodes[node as usize];
        let (needed, start) = ((node.len + more) as usize, self.edges.len());
        if needed <= node.room as usize || start + needed > self.max_edges {
            return;
        }
        let room = (needed + SPARE_EDGES as usize).min(self.max_edges - start);
        self.edges.extend_from_within(node.edges());
        self.edges.resize(start + room, Edge::new(Action::PASS, 0.0));
        (node.first, node.room) = (start as u32, room as u32);
    }

    /// The node below an edge, which is made if there is room.
    #[inline]
    pub(super) fn below(&mut self, edge: EdgeIndex) -> Option<NodeIndex> {
        let node = self.edges[edge as usize].node;
        if node != NONE {
            return Some(node);
        }
        if self.nodes.len() == self.max_nodes || self.edges.len() == self.max_edges {
            return None;
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(Node::default());
        self.edges[edge as usize].node = node;
        Some(node)
    }

    /// Counts a visit of a node and of one of its edges, with the chance that it led to.
    #[inline]
    pub(super) fn visit(&mut self, node: NodeIndex, edge: EdgeIndex, chance: f32) {
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        node.sum += chance;
        let edge = &mut self.edges[edge as usize];
        edge.visits += 1;
        edge.sum += chance;
        edge.mean = edge.sum / edge.visits as f32;
    }
}

impl Edge {
    const fn new(action: Action, prior: f32) -> Edge {
        Edge { action, prior, visits: 0, available: 0, sum: 0.0, mean: 0.0, node: NONE }
    }
}

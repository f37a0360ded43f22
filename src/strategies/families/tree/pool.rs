//! The nodes of a search tree, in memory that is reused.

use crate::strategies::action::Action;

/// A place in the pool; the root is the first node.
pub(super) type NodeIndex = u32;
pub(super) type EdgeIndex = u32;

/// Stands for "no edge" and "no node".
const NONE: u32 = u32::MAX;

/// The root of the tree.
pub(super) const ROOT: NodeIndex = 0;

/// A point of the round, reached by one sequence of actions; which cards were drawn on the way differs between worlds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The first of a linked list of edges.
    first: EdgeIndex,
    visits: u32,
    /// The sum of the chances of the seat on turn.
    sum: f32,
    /// The sum of the weights of all actions in the first world that came here.
    weights: f32,
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
    pub(super) sum: f32,
    node: NodeIndex,
    next: EdgeIndex,
}

impl Node {
    /// The mean chance of the seat on turn; one half before the first visit.
    #[inline]
    pub(super) fn mean(&self) -> f32 {
        if self.visits == 0 { 0.5 } else { self.sum / self.visits as f32 }
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
const EDGES_PER_NODE: usize = 16;
/// The most nodes in memory. A tree that is full grows no more, but is still searched.
const MAX_NODES: usize = 1 << 20;
/// Edges that the root may need: the actions of the largest hand.
const ROOT_EDGES: usize = 256;

impl Pool {
    /// Begins a new tree with a root, for so many iterations: each adds at most one node. Allocates only if it never had to
    /// hold that many.
    pub(super) fn clear(&mut self, iterations: u32) {
        self.nodes.clear();
        self.edges.clear();
        self.max_nodes = (iterations as usize + 1).min(MAX_NODES);
        self.max_edges = EDGES_PER_NODE * self.max_nodes + ROOT_EDGES;
        self.nodes.reserve_exact(self.max_nodes);
        self.edges.reserve_exact(self.max_edges);
        self.nodes.push(Node { first: NONE, visits: 0, sum: 0.0, weights: 0.0 });
    }

    #[inline]
    pub(super) fn node(&self, node: NodeIndex) -> &Node {
        &self.nodes[node as usize]
    }

    #[inline]
    pub(super) fn edge(&self, edge: EdgeIndex) -> &Edge {
        &self.edges[edge as usize]
    }

    /// The edges of a node, the last one added first.
    #[inline]
    pub(super) fn edges(&self, node: NodeIndex) -> impl Iterator<Item = (EdgeIndex, &Edge)> {
        let mut next = self.nodes[node as usize].first;
        std::iter::from_fn(move || {
            let index = next;
            let edge = self.edges.get(index as usize)?;
            next = edge.next;
            Some((index, edge))
        })
    }

    /// Changes the edges of a node, in the same order.
    #[inline]
    pub(super) fn for_each_edge(&mut self, node: NodeIndex, mut change: impl FnMut(EdgeIndex, &mut Edge)) {
        let mut next = self.nodes[node as usize].first;
        while let Some(edge) = self.edges.get_mut(next as usize) {
            change(next, edge);
            next = edge.next;
        }
    }

    /// Adds an edge to a node; `None` if there is no room.
    #[inline]
    pub(super) fn add_edge(&mut self, node: NodeIndex, action: Action, prior: f32) -> Option<EdgeIndex> {
        if self.edges.len() == self.max_edges {
            return None;
        }
        let (index, node) = (self.edges.len() as u32, &mut self.nodes[node as usize]);
        let next = std::mem::replace(&mut node.first, index);
        self.edges.push(Edge { action, prior, visits: 0, available: 0, sum: 0.0, node: NONE, next });
        Some(index)
    }

    /// How many edges there are in all.
    #[inline]
    pub(super) fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// What turns weights at a node into likelihoods: the sum given first.
    #[inline]
    pub(super) fn normaliser(&mut self, node: NodeIndex, sum: f32) -> f32 {
        let weights = &mut self.nodes[node as usize].weights;
        if *weights == 0.0 {
            *weights = sum;
        }
        *weights
    }

    /// Turns the weights of the edges from index `first` on into likelihoods.
    #[inline]
    pub(super) fn divide_priors(&mut self, first: usize, sum: f32) {
        self.edges[first..].iter_mut().for_each(|edge| edge.prior = (edge.prior / sum).min(1.0));
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
        self.nodes.push(Node { first: NONE, visits: 0, sum: 0.0, weights: 0.0 });
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
    }
}

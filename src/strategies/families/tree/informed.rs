//! A tree that is told the hands of the others: the ceiling of all that inference can add.

use super::{FAMILY, Tree, tree};
use crate::game::{Cards, Move, PerSeat, Stream, View};
use crate::strategies::{Family, Policy, Strategy, Value};

/// A tree that can be told hands.
pub(super) trait Informable: Strategy {
    /// From now on all hands are these.
    fn inform(&mut self, hands: PerSeat<Cards>);
}

impl<P: Policy> Informable for Tree<P> {
    fn inform(&mut self, hands: PerSeat<Cards>) {
        self.search.give_worlds([hands]);
    }
}

/// The search of `tree` in the one world in which all hands are what they are. What is drawn and turned up stays hidden, and every seat still
/// wants its own win.
///
/// It is no [`Strategy`]: no seat can find out by itself what this one is told.
pub struct InformedTree {
    tree: Box<dyn Informable>,
}

impl InformedTree {
    /// The search of this family with these values, if it is `tree`.
    pub fn new(family: &Family, values: &[Value]) -> Option<InformedTree> {
        (*family == FAMILY).then(|| InformedTree { tree: tree(values) })
    }

    /// The move of the seat whose view it is, and whose turn it is, if these are the hands of all.
    ///
    /// # Panics
    /// Never: a tree commits no fault.
    pub fn decide(&mut self, view: &View<'_>, hands: PerSeat<Cards>, chance: &mut Stream) -> Move {
        self.tree.inform(hands);
        self.tree.decide(view, chance).expect("a tree commits no fault")
    }
}

//! A tree that is told the hands of the others: the ceiling of all that inference can add.

use super::{FAMILY, Informable, tree};
use crate::game::{Cards, Move, PerSeat, Stream, View};
use crate::strategies::{Family, Value};

/// The search of `tree` in the one world in which all hands are what they are. What is drawn and turned up stays hidden, and every seat still
/// wants its own win.
///
/// It is no [`Strategy`](crate::strategies::Strategy): no seat can find out by itself what this one is told.
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

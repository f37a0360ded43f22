//! What decisions are about.

use crate::game::Move;

/// What a decision was about: how the move that was played differs from the best one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecisionClass {
    /// One of them passes and the other one lays.
    Passing,
    /// Both pass, and one of them steals.
    Stealing,
    /// They lay different kinds.
    Kind,
    /// They lay different cards of the same kind, or a different number.
    Count,
}

/// The losses by class.
pub(super) type Losses = [f64; DecisionClass::ALL.len()];

impl DecisionClass {
    /// All of them.
    pub const ALL: [DecisionClass; 4] =
        [DecisionClass::Passing, DecisionClass::Stealing, DecisionClass::Kind, DecisionClass::Count];

    /// Its name in data.
    pub const fn name(self) -> &'static str {
        match self {
            DecisionClass::Passing => "passing",
            DecisionClass::Stealing => "stealing",
            DecisionClass::Kind => "kind",
            DecisionClass::Count => "count",
        }
    }

    /// The question that was answered.
    pub const fn question(self) -> &'static str {
        match self {
            DecisionClass::Passing => "when to pass",
            DecisionClass::Stealing => "steal or not",
            DecisionClass::Kind => "which kind",
            DecisionClass::Count => "how many",
        }
    }

    pub(super) fn of(one: Move, other: Move) -> DecisionClass {
        match (one, other) {
            (Move::Lay(laid), Move::Lay(better)) if laid.number() == better.number() => DecisionClass::Count,
            (Move::LayWorms(_), Move::LayWorms(_)) => DecisionClass::Count,
            (Move::Lay(..) | Move::LayWorms(_), Move::Lay(..) | Move::LayWorms(_)) => DecisionClass::Kind,
            (Move::Pass | Move::Steal, Move::Pass | Move::Steal) => DecisionClass::Stealing,
            _ => DecisionClass::Passing,
        }
    }
}

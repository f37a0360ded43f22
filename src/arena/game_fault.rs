//! Faults within a game: whose, and where.

use crate::game::Seat;
use crate::strategies::Fault;

/// A fault in a game, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFault {
    /// Whose.
    pub seat: Seat,
    /// The round, counted from 1.
    pub round: usize,
    /// The move of the game at which it happened, counted from 1; 0 at the start, the number of moves plus 1 at the end.
    pub turn: usize,
    /// What happened.
    pub fault: Fault,
}

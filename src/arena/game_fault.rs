//! Faults within a game: whose, where, and how a record states them.

use serde_json::json;

use super::score::Score;
use crate::game::{Players, Seat};
use crate::records::ExtraFields;
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

/// What a record adds about faults and the resulting score; empty without a fault.
pub(super) fn notes(game_faults: &[GameFault], score: Score, players: Players) -> ExtraFields {
    let mut notes = ExtraFields::default();
    if game_faults.is_empty() {
        return notes;
    }
    let faults = game_faults.iter().map(|game_fault| {
        json!({
            "seat": game_fault.seat.index(),
            "round": game_fault.round,
            "move": game_fault.turn,
            "kind": game_fault.fault.kind().word(),
            "reason": game_fault.fault.reason(),
            "line": game_fault.fault.line(),
        })
    });
    notes.set("faults", faults.collect());
    let score = json!({ "places": score.places.of(players), "winner": score.winner.index() });
    notes.set("score", score);
    notes
}

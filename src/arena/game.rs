//! One game between players: what determines it, and what came of it.

use serde_json::json;

use super::game_fault::GameFault;
use super::score::Score;
use crate::game::{DealKey, Edition, Game, Outcome, PerSeat, Players, Seat};
use crate::records::ExtraFields;

/// Everything that determines a game except its players.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The luck.
    pub key: DealKey,
    /// How many play.
    pub players: Players,
    /// Who begins.
    pub first: Seat,
    /// The worm table.
    pub edition: Edition,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The final position.
    pub game: Game,
    /// How it ended by the rules.
    pub outcome: Outcome,
    /// Who began round 1.
    pub first: Seat,
    /// The first fault of each seat that committed one, in order.
    pub game_faults: Vec<GameFault>,
    /// Moves made by each seat.
    pub decisions: PerSeat<u64>,
}

impl Played {
    /// The score: the outcome, with seats that committed a fault placed behind all others.
    pub fn score(&self) -> Score {
        Score::new(self.game.table().players(), &self.outcome, &self.game_faults)
    }

    /// What its record adds about faults; empty without one.
    pub(crate) fn notes(&self) -> ExtraFields {
        let mut notes = ExtraFields::default();
        if self.game_faults.is_empty() {
            return notes;
        }
        let faults = self.game_faults.iter().map(|game_fault| {
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
        let (score, players) = (self.score(), self.game.table().players());
        notes.set("score", json!({ "places": score.places.of(players), "winner": score.winner.index() }));
        notes
    }
}

//! Positions to start from.

use crate::game::{Cards, Edition, PerSeat, Players, PortionList, Position, Seats};

/// A position in which every seat is empty-handed.
pub(super) fn bare(players: Players) -> Position {
    let first = players.seats().next().unwrap_or_else(|| unreachable!("there are at least two players"));
    Position {
        players,
        edition: Edition::default(),
        first,
        turn: first,
        hands: PerSeat::all(Cards::NONE),
        displays: PerSeat::all(Cards::NONE),
        passed: Seats::NONE,
        stacks: PerSeat::all(PortionList::EMPTY),
        grill: PortionList::EMPTY,
        discard: Cards::NONE,
        pile: Cards::NONE,
    }
}

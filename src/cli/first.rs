//! The `--first` and other seats of many commands.

use std::str::FromStr;

use anyhow::anyhow;

use super::Failure;
use crate::game::{DealKey, Players, Seat};

/// Who begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FirstSeat {
    Random,
    Chosen(Seat),
}

impl FromStr for FirstSeat {
    type Err = String;

    fn from_str(text: &str) -> Result<FirstSeat, String> {
        if text == "random" {
            return Ok(FirstSeat::Random);
        }
        parse_seat(text).map(FirstSeat::Chosen).map_err(|problem| format!("{problem}, or `random`"))
    }
}

impl FirstSeat {
    /// Checks that the seat is taken.
    pub(super) fn check(self, players: Players) -> Result<(), Failure> {
        match self {
            FirstSeat::Random => Ok(()),
            FirstSeat::Chosen(seat) => check_seat("--first", seat, players),
        }
    }

    /// The seat that begins a deal (rule 2.3).
    pub(super) fn seat(self, key: DealKey, players: Players) -> Seat {
        match self {
            FirstSeat::Random => key.first_seat(players),
            FirstSeat::Chosen(seat) => seat,
        }
    }
}

/// The number of a seat.
pub(super) fn parse_seat(text: &str) -> Result<Seat, String> {
    text.parse().ok().and_then(Seat::new).ok_or_else(|| "expected a seat from 0 to 5".to_owned())
}

/// Checks that the seat of an option is taken.
pub(super) fn check_seat(option: &str, seat: Seat, players: Players) -> Result<(), Failure> {
    if players.includes(seat) {
        return Ok(());
    }
    let last = players.count() - 1;
    Err(Failure::Usage(anyhow!("{option} {seat}: with {players} players the seats are 0 to {last}")))
}

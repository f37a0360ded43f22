//! From the words of Python to the types of the game, and back.

use karteneck::game::{Cards, Choices, Move, Players, Portion, Seat, Seats, Seed};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::errors::error;

pub(crate) fn players_of(count: usize) -> PyResult<Players> {
    Players::new(count).ok_or_else(|| PyValueError::new_err(format!("{count} players: expected 2 to 6 (rule 1.4)")))
}

pub(crate) fn seat_of(index: usize, players: Players) -> PyResult<Seat> {
    let seat = Seat::new(index).filter(|&seat| players.includes(seat));
    seat.ok_or_else(|| PyValueError::new_err(format!("seat {index}: expected 0 to {}", players.count() - 1)))
}

/// A seed: a number below 2¹²⁸, or its text as commands write it.
#[derive(Clone, Copy)]
pub(crate) struct SeedWord(pub(crate) Seed);

impl<'py> FromPyObject<'_, 'py> for SeedWord {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<SeedWord> {
        if let Ok(number) = object.extract::<u128>() {
            return Ok(SeedWord(Seed::new(number)));
        }
        let text = object.extract::<String>().map_err(|_| bad_seed("a seed"))?;
        text.parse().map(SeedWord).map_err(|why| bad_seed(&format!("`{text}`: {why}")))
    }
}

fn bad_seed(what: &str) -> PyErr {
    PyValueError::new_err(format!("{what}: expected a whole number from 0 to 2^128 - 1, or its text"))
}

pub(crate) fn card_names(cards: Cards) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

/// The values of portions; not as bytes, which would be an object of their own in Python.
pub(crate) fn values(portions: impl Iterator<Item = Portion>) -> Vec<u32> {
    portions.map(|portion| u32::from(portion.value())).collect()
}

pub(crate) fn seat_list(seats: Seats) -> Vec<usize> {
    seats.iter().map(Seat::index).collect()
}

/// The lays of all cards of a number; those of fewer cards are their beginnings.
const LAYS: [&str; 5] = [
    "lay 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
    "lay 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2",
    "lay 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3",
    "lay 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4",
    "lay 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5",
];

/// The text of a move: every decision of most bots asks for a list of them.
fn move_name(py: Python<'_>, mv: Move) -> Bound<'_, PyString> {
    match mv {
        Move::Pass => intern!(py, "pass").clone(),
        Move::Steal => intern!(py, "pass and steal").clone(),
        Move::Lay(bunch) => PyString::new(py, &LAYS[bunch.number() as usize][..3 + 2 * usize::from(bunch.count())]),
        Move::LayWorms(_) => PyString::new(py, &mv.to_string()),
    }
}

/// The texts of all choices.
pub(crate) fn move_names<'py>(py: Python<'py>, choices: &Choices) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, choices.iter().map(|mv| move_name(py, mv)))
}

/// What a file says, unless it has mistakes.
pub(crate) fn described<T>(read: Result<T, impl std::fmt::Display>) -> PyResult<T> {
    read.map_err(|mistakes| error("PositionError", mistakes))
}

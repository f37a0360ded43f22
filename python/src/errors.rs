//! Exceptions: classes of `karteneck._errors`, so that they are ordinary Python.

use std::fmt::Display;

use karteneck::game::{Illegal, Move};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

/// An exception of this class.
fn exception<'py>(py: Python<'py>, class: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let made = py.import("karteneck._errors").and_then(|errors| errors.getattr(class)?.call1(arguments));
    made.map_or_else(|failure| failure, PyErr::from_value)
}

/// A message with its reason: what was tried is in the message of an error, why it failed in its source.
pub(crate) fn with_reason(why: &dyn std::error::Error) -> String {
    let source = why.source().map_or_else(String::new, |source| format!(": {source}"));
    format!("{why}{source}")
}

/// An exception with nothing but a message.
pub(crate) fn error(class: &'static str, message: impl Display) -> PyErr {
    Python::attach(|py| exception(py, class, (message.to_string(),)))
}

/// A move that the rules forbid.
pub(crate) fn illegal(mv: impl Display, why: Illegal) -> PyErr {
    let class = if why == Illegal::GameOver { "GameOver" } else { "IllegalMove" };
    let message = format!("{mv}: {why} (rule {})", why.rule());
    Python::attach(|py| exception(py, class, (message, mv.to_string(), why.rule())))
}

/// An action outside the mask, of a game in a batch if there is one.
pub(crate) fn illegal_action(action: i64, index: Option<usize>) -> PyErr {
    let place = index.map_or_else(String::new, |index| format!(" of game {index}"));
    let message =
        format!("action {action}{place} is outside the mask: expected one of the legal actions; nothing was played");
    Python::attach(|py| exception(py, "IllegalAction", (message, action, index)))
}

/// A text that is not a move.
pub(crate) fn read_move(text: &str) -> PyResult<Move> {
    text.parse().map_err(|why| error("IllegalMove", format!("`{text}`: {why}")))
}

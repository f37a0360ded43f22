//! What a check reports when a promise is broken: where, what was expected, what was found.

use std::fmt::Debug;

use thiserror::Error;

/// A promise that does not hold.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: expected {expected}, got {found}")]
pub struct Broken {
    /// Where it was detected.
    pub place: String,
    /// What the promise says.
    pub expected: String,
    /// What was found instead.
    pub found: String,
}

impl Broken {
    /// A promise broken in this place.
    pub fn new(place: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) -> Broken {
        Broken { place: place.into(), expected: expected.into(), found: found.into() }
    }

    /// The same, with the context of its place prepended.
    #[must_use]
    pub fn within(self, context: &str) -> Broken {
        Broken { place: format!("{context}, {}", self.place), ..self }
    }
}

/// Whether two values are equal; the place is formatted only if they are not.
pub(super) fn same<T: PartialEq + Debug + ?Sized>(
    place: impl FnOnce() -> String,
    expected: &T,
    found: &T,
) -> Result<(), Broken> {
    if expected == found {
        return Ok(());
    }
    Err(Broken::new(place(), shorten(expected), shorten(found)))
}

/// Whether a condition holds; the message is formatted only if it does not.
pub(super) fn holds(
    condition: bool,
    place: impl FnOnce() -> String,
    expected: &str,
    found: impl FnOnce() -> String,
) -> Result<(), Broken> {
    if condition { Ok(()) } else { Err(Broken::new(place(), expected, found())) }
}

/// Whether a number lies between two others.
pub(super) fn between(place: &str, low: f64, value: f64, high: f64) -> Result<(), Broken> {
    holds(low <= value && value <= high, || place.to_owned(), &format!("{low} to {high}"), || format!("{value}"))
}

/// Whether two numbers are equal within a tolerance.
pub(super) fn near(place: &str, expected: f64, found: f64, tolerance: f64) -> Result<(), Broken> {
    between(place, expected - tolerance, found, expected + tolerance)
}

/// A value as text, cut where it gets too long for a line.
fn shorten<T: Debug + ?Sized>(value: &T) -> String {
    let text = format!("{value:?}");
    match text.char_indices().nth(300) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

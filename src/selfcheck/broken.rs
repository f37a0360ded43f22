//! What a check says when a promise is broken: where, what was expected, what came.

use std::fmt::Debug;

use thiserror::Error;

/// A promise that does not hold.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: expected {expected}, got {found}")]
pub struct Broken {
    /// Where it was noticed.
    pub place: String,
    /// What the promise says.
    pub expected: String,
    /// What came instead.
    pub found: String,
}

impl Broken {
    /// A promise broken at a place.
    pub fn new(place: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) -> Broken {
        Broken { place: place.into(), expected: expected.into(), found: found.into() }
    }

    /// The same one, with the surroundings of its place in front.
    #[must_use]
    pub fn within(self, surroundings: &str) -> Broken {
        Broken { place: format!("{surroundings}, {}", self.place), ..self }
    }
}

/// Whether two values are equal; the place is put into words only if they are not.
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

/// Whether a condition holds; everything is put into words only if it does not.
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

/// Whether a number is another one but for rounding.
pub(super) fn near(place: &str, expected: f64, found: f64, tolerance: f64) -> Result<(), Broken> {
    between(place, expected - tolerance, found, expected + tolerance)
}

/// A value in words, cut where it gets too long for a line.
fn shorten<T: Debug + ?Sized>(value: &T) -> String {
    let text = format!("{value:?}");
    match text.char_indices().nth(300) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

//! A game as the data of the viewer, for pages that have their own.

use super::viewer::{GameInput, Playback};
use crate::records::ReplayError;

/// A game as JSON: title, names, the worms on the portions by value, and all frames, as the viewer of a page reads them.
///
/// # Errors
/// If it breaks a rule.
///
/// # Panics
/// Never: every part has a JSON form.
pub fn playback_json(shown: &GameInput<'_>) -> Result<String, ReplayError> {
    let playback = Playback::new(shown)?;
    Ok(serde_json::to_string(&playback).expect("numbers, texts and lists always have a JSON form"))
}

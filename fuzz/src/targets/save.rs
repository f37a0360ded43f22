//! Saved games of a person.

use karteneck::program::resumed;
use karteneck::records::SavedGame;

use super::text;
use crate::Trace;

pub(super) const DICTIONARY: &[&str] = &[
    "\"pass\"",
    "\"pass and steal\"",
    "\"lay 1\"",
    "\"lay W3 W20\"",
    "\"lay 4 4\"",
    "\"faults\":",
    "\"sealed\":true",
    "\"worms\":",
    "\"seat\":",
    "\"first\":",
    "\"move\":",
    "\"kind\":\"crash\"",
    "\"family\":\"random\"",
    "null",
    "[]",
];

/// A saved game.
pub fn save(data: &[u8]) -> Trace {
    let text = text(data);
    let saved = match SavedGame::from_text(&text) {
        Ok(saved) => saved,
        Err(error) => return Trace::refused(&error.to_string()),
    };
    let again = SavedGame::from_text(&saved.to_text()).expect("what was written is read");
    assert_eq!(again, saved, "it is read as it was written");
    if saved.entrants.iter().any(|entrant| entrant.family.as_deref() == Some("monte-carlo")) {
        return Trace::refused("a search, which takes its time");
    }
    match resumed(&text) {
        Ok(saved_again) => {
            assert_eq!(resumed(&saved_again).as_deref(), Ok(saved_again.as_str()), "what was saved can be resumed");
            Trace::understood("resumed")
        }
        Err(problem) => Trace::refused(&problem),
    }
}

//! Worm tables as TOML.

use karteneck::game::{LOWEST_VALUE, ZEROS};
use karteneck::records::{edition_hash, edition_of, parse_edition, worms_record};

use super::text;
use crate::Trace;

pub(super) const DICTIONARY: &[&str] =
    &["[worms]\n", "name = ", "\"16-18\" = ", "16 = 1\n", "42 = 99\n", "\"16-42\" = 0\n", "\"17 - 19\"", "= 100", "-"];

/// A file with the worm table of another box.
pub fn edition(data: &[u8]) -> Trace {
    let edition = match parse_edition(&text(data)) {
        Ok(edition) => edition,
        Err(error) => return Trace::refused(&error.to_string()),
    };
    let worms = &edition.table()[ZEROS..];
    let lines = (LOWEST_VALUE..).zip(worms).map(|(value, worms)| format!("{value} = {worms}\n"));
    let written = format!("[worms]\n{}", lines.collect::<String>());
    let again = parse_edition(&written).expect("what was written is read");
    assert_eq!(again, edition, "it is read as it was written");
    assert_eq!(edition_hash(&again), edition_hash(&edition));
    assert_eq!(edition_of(worms_record(&edition).as_deref()), Ok(edition), "manifests tell the same table");
    Trace::understood("a worm table")
}

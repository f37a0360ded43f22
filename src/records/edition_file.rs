//! The worm table of another box, from a TOML file.
//!
//! ```toml
//! name = "my box"        # optional
//!
//! [worms]                # how many worms are on each portion
//! "16-18" = 1            # a value, or a range of values
//! 19 = 2
//! # … every value from 16 to 42 exactly once; the zeros have none
//! ```

use std::path::Path;

use super::toml_error::{Mistakes, TomlError, toml_table};
use crate::files::read_text;
use crate::game::{Edition, HIGHEST_VALUE, LOWEST_VALUE, PORTIONS, ZEROS};

/// Reads an edition from a file.
///
/// # Errors
/// If the file cannot be read, is not TOML, or has mistakes: then all of them.
pub fn read_edition(path: &Path) -> Result<Edition, TomlError> {
    let text = read_text(path).map_err(TomlError::Unreadable)?;
    parse_edition(&text)
}

/// Reads an edition from a text.
///
/// # Errors
/// If it is not TOML, or has mistakes: then all of them.
pub fn parse_edition(text: &str) -> Result<Edition, TomlError> {
    let table = toml_table(text)?;
    let mut reader = EditionReader { worms: [None; PORTIONS - ZEROS], mistakes: Vec::new() };
    reader.read(&table);
    reader.finish().map_err(|list| TomlError::Mistakes(Mistakes { of: "worm table", list }))
}

/// The hash that names an edition in records and manifests: of the worm table only, regardless of how the file is written.
pub fn edition_hash(edition: &Edition) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"karteneck-edition/1");
    hasher.update(edition.table());
    hasher.finalize().to_hex()[..16].to_owned()
}

struct EditionReader {
    worms: [Option<u8>; PORTIONS - ZEROS],
    mistakes: Vec<String>,
}

impl EditionReader {
    fn read(&mut self, table: &toml::Table) {
        if !table.contains_key("worms") {
            self.mistakes.push("no table [worms] with the worms on each portion".to_owned());
            self.worms = [Some(0); PORTIONS - ZEROS];
        }
        for (key, value) in table {
            match (key.as_str(), value) {
                ("name", toml::Value::String(_)) => {}
                ("name", other) => self.mistakes.push(format!("`name`: expected a string, got {other}")),
                ("worms", toml::Value::Table(worms)) => {
                    worms.iter().for_each(|(key, value)| self.read_entry(key, value));
                }
                ("worms", other) => self.mistakes.push(format!("`worms`: expected a table [worms], got {other}")),
                (other, _) => self.mistakes.push(format!("`{other}`: unknown key; there are `name` and `worms`")),
            }
        }
    }

    fn read_entry(&mut self, key: &str, value: &toml::Value) {
        let most = Edition::MAX_WORMS;
        let worms = value.as_integer().and_then(|worms| u8::try_from(worms).ok()).filter(|&worms| worms <= most);
        if worms.is_none() {
            self.mistakes.push(format!("worms on {key}: expected a whole number from 0 to {most}, got {value}"));
        }
        let Some((low, high)) = read_range(key) else {
            let expected = format!("expected a value from {LOWEST_VALUE} to {HIGHEST_VALUE} or a range like \"16-18\"");
            self.mistakes.push(format!("worms on {key}: {expected}, got {key:?}"));
            return;
        };
        for value in low..=high {
            let slot = &mut self.worms[usize::from(value - LOWEST_VALUE)];
            if slot.is_some() {
                self.mistakes.push(format!("worms on {value}: given twice"));
            }
            // A wrong number is already a mistake, and is not missing as well.
            *slot = Some(worms.unwrap_or(0));
        }
    }

    fn finish(mut self) -> Result<Edition, Vec<String>> {
        for (value, worms) in (LOWEST_VALUE..).zip(&self.worms) {
            if worms.is_none() {
                self.mistakes.push(format!("worms on {value}: missing"));
            }
        }
        let worms = self.worms.map(Option::unwrap_or_default);
        match Edition::new(worms) {
            Some(edition) if self.mistakes.is_empty() => Ok(edition),
            _ => Err(self.mistakes),
        }
    }
}

/// `16` or `16-18`, within the values that have worms.
fn read_range(key: &str) -> Option<(u8, u8)> {
    let (low, high) = key.split_once('-').unwrap_or((key, key));
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?;
    let (low, high) = (number(low.trim())?, number(high.trim())?);
    (LOWEST_VALUE <= low && low <= high && high <= HIGHEST_VALUE).then_some((low, high))
}

/// The edition of a recorded worm table; the default one if there is none.
///
/// # Errors
/// If it is not a worm table.
pub fn edition_of(worms: Option<&[u8]>) -> Result<Edition, String> {
    let Some(worms) = worms else {
        return Ok(Edition::default());
    };
    let table: Option<[u8; PORTIONS - ZEROS]> = worms.try_into().ok();
    table.and_then(Edition::new).ok_or_else(|| "the worm table is damaged".to_owned())
}

/// The worms of an edition as manifests write them; `None` for the default one.
pub fn worms_record(edition: &Edition) -> Option<Vec<u8>> {
    (*edition != Edition::default()).then(|| edition.table()[ZEROS..].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFAULT: &str = r#"
        name = "as derived"
        [worms]
        "16-18" = 1
        "19-21" = 2
        "22-24" = 3
        "25-27" = 4
        "28-30" = 5
        "31-33" = 6
        "34-36" = 7
        "37-39" = 8
        40 = 9
        41 = 9
        42 = 9
    "#;

    #[test]
    fn the_default_table_can_be_written_as_a_file() {
        let edition = parse_edition(DEFAULT).expect("a good edition");
        assert_eq!(edition, Edition::default());
        assert_eq!(edition_hash(&edition), edition_hash(&Edition::default()));
    }

    #[test]
    fn another_table_has_another_hash() {
        let edition = parse_edition(&DEFAULT.replace("42 = 9", "42 = 10")).expect("a good edition");
        assert_ne!(edition_hash(&edition), edition_hash(&Edition::default()));
    }

    #[test]
    fn the_hash_of_the_default_table_stays_the_same() {
        assert_eq!(edition_hash(&Edition::default()), "a26ac81bc3e48437");
    }

    #[test]
    fn all_mistakes_are_reported_at_once() {
        let text =
            "names = 1\nname = 3\n[worms]\n\"16-20\" = 1\n20 = -1\n15 = 2\n\"x\" = 1\n\"30-22\" = 4\n\"21-41\" = 2.5\n";
        let Err(TomlError::Mistakes(Mistakes { list: mistakes, .. })) = parse_edition(text) else {
            panic!("the edition has mistakes");
        };
        let all = mistakes.join("\n");
        for part in [
            "`names`: unknown key",
            "`name`: expected a string, got 3",
            "worms on 20: expected a whole number from 0 to 99, got -1",
            "worms on 20: given twice",
            "got \"15\"",
            "got \"x\"",
            "got \"30-22\"",
            "worms on 21-41: expected a whole number from 0 to 99, got 2.5",
            "worms on 42: missing",
        ] {
            assert!(all.contains(part), "{part:?} is not in\n{all}");
        }
        assert_eq!(mistakes.len(), 9, "{all}");
    }
}

//! What a record says beyond its format.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::record_format::{KEYS, RecordError};

/// What a run or a stranger adds to a record: values of JSON under names of their own, kept as they are, in alphabetical order.
///
/// ```
/// use karteneck::records::ExtraFields;
///
/// let mut extra = ExtraFields::default();
/// extra.insert("opening", r#"{"name":"quiet","moves":[1,2]}"#)?;
/// extra.insert("rotation", "1")?;
/// assert_eq!(extra.number("rotation"), Some(1));
/// assert_eq!(extra.json("opening").as_deref(), Some(r#"{"moves":[1,2],"name":"quiet"}"#));
/// assert!(extra.insert("players", "2").is_err(), "every record has its own `players`");
/// # Ok::<(), karteneck::records::RecordError>(())
/// ```
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ExtraFields(BTreeMap<String, Value>);

impl ExtraFields {
    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The value under a name, as JSON.
    pub fn json(&self, name: &str) -> Option<String> {
        self.get(name).map(Value::to_string)
    }

    /// The whole number under a name; `None` if there is none, or something else.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.get(name).and_then(Value::as_u64)
    }

    /// Adds a value, given as JSON, or replaces the one under that name.
    ///
    /// # Errors
    /// If it is not JSON, or if the format has a field of that name.
    pub fn insert(&mut self, name: &str, json: &str) -> Result<(), RecordError> {
        if KEYS.contains(&name) {
            return Err(RecordError::Taken(name.to_owned()));
        }
        self.set(name, serde_json::from_str(json).map_err(RecordError::from_json)?);
        Ok(())
    }

    /// The value under a name.
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Adds a value under a name that is not one of the format.
    pub(crate) fn set(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value);
    }

    /// Leaves out the fields of the format.
    pub(super) fn without_format(mut self) -> ExtraFields {
        self.0.retain(|name, _| !KEYS.contains(&name.as_str()));
        self
    }
}

//! Cards as they are written in records: `"4"`, `"W12"`.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::game::Card;

/// A card under its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardName(pub Card);

impl Serialize for CardName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for CardName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CardName, D::Error> {
        let name = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        name.parse().map(CardName).map_err(|error| de::Error::custom(format_args!("{error}, got {name:?}")))
    }
}

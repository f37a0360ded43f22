//! How files name a seed: by the seed itself, or by its seal as long as it is a secret.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::game::Seed;

/// What a file says about the seed of a run: the seed, or its seal.
///
/// In JSON a seed below 2⁶⁴ is a number, a longer one a text (`"0x…"`), and so is a seal (`"sealed:…"`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeedName {
    /// The seed itself.
    Open(Seed),
    /// The seal of a seed that is a secret until the run is over.
    Sealed(Seal),
}

/// The hash of a seed: published before a run, it proves afterwards that the seed was not chosen later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seal([u8; 16]);

impl Seal {
    /// The seal of a seed.
    pub fn of(seed: Seed) -> Seal {
        let hash = blake3::derive_key("karteneck seal of a seed", &seed.number().to_le_bytes());
        let mut seal = [0; 16];
        seal.copy_from_slice(&hash[..16]);
        Seal(seal)
    }
}

/// The prefix of a seal, so that it is not mistaken for a seed.
const SEALED: &str = "sealed:";

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(SEALED)?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Seal {
    type Err = String;

    fn from_str(text: &str) -> Result<Seal, String> {
        let digits = text.strip_prefix(SEALED).filter(|digits| digits.len() == 32);
        let number = digits.filter(|digits| digits.chars().all(|c| c.is_ascii_hexdigit()));
        let number = number.and_then(|digits| u128::from_str_radix(digits, 16).ok());
        number.map(|number| Seal(number.to_be_bytes())).ok_or_else(|| format!("{text:?} is not the seal of a seed"))
    }
}

/// The line of a record with the seed in place of its seal.
///
/// # Panics
/// Never: a seed has a JSON form.
pub fn unseal_line(line: &str, seed: Seed) -> String {
    let [sealed, open] = [Seal::of(seed).into(), SeedName::from(seed)]
        .map(|name| format!("\"seed\":{}", serde_json::to_string(&name).expect("a seed has a JSON form")));
    // The first occurrence is in the heading, and nothing before it could have been chosen by a player.
    line.replacen(&sealed, &open, 1)
}

impl SeedName {
    /// The seed, if it is not a secret.
    pub const fn seed(self) -> Option<Seed> {
        match self {
            SeedName::Open(seed) => Some(seed),
            SeedName::Sealed(_) => None,
        }
    }
}

impl Default for SeedName {
    fn default() -> SeedName {
        SeedName::Open(Seed::default())
    }
}

impl<S: Into<Seed>> From<S> for SeedName {
    fn from(seed: S) -> SeedName {
        SeedName::Open(seed.into())
    }
}

impl From<Seal> for SeedName {
    fn from(seal: Seal) -> SeedName {
        SeedName::Sealed(seal)
    }
}

impl fmt::Display for SeedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeedName::Open(seed) => seed.fmt(f),
            SeedName::Sealed(seal) => seal.fmt(f),
        }
    }
}

impl Serialize for SeedName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            SeedName::Open(seed) => match seed.short() {
                Some(short) => serializer.serialize_u64(short),
                None => serializer.collect_str(seed),
            },
            SeedName::Sealed(seal) => serializer.collect_str(seal),
        }
    }
}

impl<'de> Deserialize<'de> for SeedName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SeedName, D::Error> {
        deserializer.deserialize_any(Visitor)
    }
}

struct Visitor;

impl de::Visitor<'_> for Visitor {
    type Value = SeedName;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seed: a whole number below 2^64, or a string of 0x and hexadecimal digits, or a seal")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<SeedName, E> {
        Ok(number.into())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<SeedName, E> {
        if text.starts_with(SEALED) {
            return text.parse::<Seal>().map(SeedName::from).map_err(E::custom);
        }
        // A short seed can be written in only one way, as a number: equal seeds are equal bytes.
        match text.parse::<Seed>() {
            Ok(seed) if seed.short().is_none() => Ok(SeedName::Open(seed)),
            _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
        }
    }
}

impl Serialize for Seal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seal, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// The seed that a file names.
///
/// # Errors
/// If it is sealed.
pub fn seed_of(name: SeedName) -> Result<Seed, String> {
    match name {
        SeedName::Open(seed) => Ok(seed),
        SeedName::Sealed(seal) => Err(format!("the seed is a secret ({seal}), and not in the folder of the run")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_and_read() {
        let long = Seed::new(u128::MAX / 3);
        let names = [SeedName::from(0_u64), u64::MAX.into(), long.into(), Seal::of(long).into()];
        for name in names {
            let text = serde_json::to_string(&name).expect("a name has a JSON form");
            assert_eq!(serde_json::from_str::<SeedName>(&text).expect("it was written"), name, "{text}");
        }
        for wrong in
            ["-1", "1.0", "\"5\"", "\"0x5\"", "\"sealed:\"", "\"sealed:0\"", "\"x\"", "null", "18446744073709551616"]
        {
            assert!(serde_json::from_str::<SeedName>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_seal_fits_only_its_seed() {
        assert_eq!(Seal::of(1.into()), Seal::of(Seed::new(1)));
        assert_ne!(Seal::of(1.into()), Seal::of(2.into()));
        assert_eq!(Seal::of(1.into()).to_string().parse(), Ok(Seal::of(1.into())));
    }
}

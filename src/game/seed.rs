//! Seeds: one number that determines all luck of a run.

use std::fmt;
use std::str::FromStr;

use super::random::Key;

/// The seed of all luck, of up to 128 bits.
///
/// A seed below 2⁶⁴ is written as a decimal number, a longer one as `0x` and 32 hexadecimal digits. The short ones are
/// for people: easy to type and to pass on, but also easy to find by brute force. The long ones are for contests.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Seed(u128);

impl Seed {
    /// The seed with this number.
    pub const fn new(number: u128) -> Seed {
        Seed(number)
    }

    /// Its number.
    pub const fn number(self) -> u128 {
        self.0
    }

    /// Its number if it is short, that is below 2⁶⁴: a program could find such a seed by trying them all.
    pub const fn short(self) -> Option<u64> {
        if self.0 <= u64::MAX as u128 { Some(self.0 as u64) } else { None }
    }

    /// The key for everything that depends on this seed and is never shown to a strategy.
    pub fn key(self) -> Key {
        if let Some(short) = self.short() {
            return Key::new(short);
        }
        let mut bytes = [0; Key::BYTES];
        one_way(self, *b"karteneck-keys/1", 0, &mut bytes);
        Key::from_bytes(bytes)
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Seed {
        Seed(number.into())
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.short() {
            Some(short) => write!(f, "{short}"),
            None => write!(f, "{:#034x}", self.0),
        }
    }
}

/// A text that is not a seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeedError;

impl fmt::Display for SeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a whole number below 2^64, or 0x and up to 32 hexadecimal digits")
    }
}

impl std::error::Error for SeedError {}

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Seed, SeedError> {
        let digits_only = |digits: &str, radix| digits.chars().all(|c| c.is_digit(radix));
        match text.strip_prefix("0x") {
            Some(digits) if digits_only(digits, 16) => u128::from_str_radix(digits, 16).map(Seed).ok(),
            None if digits_only(text, 10) => text.parse::<u64>().map(Seed::from).ok(),
            _ => None,
        }
        .ok_or(SeedError)
    }
}

/// Bytes that follow from a seed, a purpose and a number, none of which can be recovered except by brute force: the
/// extended output of BLAKE3, keyed with the seed and the purpose, for the number as eight little-endian bytes.
pub(super) fn one_way(seed: Seed, purpose: [u8; 16], number: u64, bytes: &mut [u8]) {
    let mut key = [0; 32];
    key[..16].copy_from_slice(&seed.0.to_le_bytes());
    key[16..].copy_from_slice(&purpose);
    blake3::Hasher::new_keyed(&key).update(&number.to_le_bytes()).finalize_xof().fill(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_written_and_read() {
        for (number, text) in [
            (0, "0"),
            (u128::from(u64::MAX), "18446744073709551615"),
            (1 << 64, "0x00000000000000010000000000000000"),
            (u128::MAX, "0xffffffffffffffffffffffffffffffff"),
        ] {
            assert_eq!(Seed::new(number).to_string(), text);
            assert_eq!(text.parse(), Ok(Seed::new(number)));
        }
        assert_eq!("0x2A".parse(), Ok(Seed::from(42)));
        for wrong in
            ["", "-1", "+1", "1.0", "0x", "0x+1", "18446744073709551616", "x", "0x100000000000000000000000000000000"]
        {
            assert_eq!(wrong.parse::<Seed>(), Err(SeedError), "{wrong}");
        }
    }

    // `scripts/golden_numbers.py` computes the same from the documentation of this module alone.
    #[test]
    fn golden_bytes() {
        let mut bytes = [0; 80];
        one_way(Seed::from(42), *b"karteneck-deal/1", 7, &mut bytes);
        let words: [u64; 2] = [0, 9].map(|word| u64::from_le_bytes(bytes[8 * word..][..8].try_into().expect("eight")));
        assert_eq!(words, [10_057_052_350_364_353_005, 15_007_461_182_427_875_562]);
    }
}

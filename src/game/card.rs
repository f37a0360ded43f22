//! One card: its kind, its worth, its name.

use std::fmt;
use std::str::FromStr;

/// Cards of each number in the deck (rule 1.1).
pub const COPIES_OF_A_NUMBER: u32 = 17;
/// Worm cards in the deck, and the highest signpost (rules 1.1, 1.2).
pub const WORM_CARDS: u32 = 25;
/// Cards in the deck (rule 1.1).
pub const DECK_SIZE: u32 = 5 * COPIES_OF_A_NUMBER + WORM_CARDS;

/// The five number kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Number {
    One,
    Two,
    Three,
    Four,
    Five,
}

impl Number {
    /// All five, ascending.
    pub const ALL: [Number; 5] = [Number::One, Number::Two, Number::Three, Number::Four, Number::Five];

    /// The number at this index of [`Number::ALL`]; the five for any larger index.
    #[inline]
    pub(super) const fn at(index: u32) -> Number {
        match index {
            0 => Number::One,
            1 => Number::Two,
            2 => Number::Three,
            3 => Number::Four,
            _ => Number::Five,
        }
    }

    /// What a card of this number is worth: 1 to 5.
    #[inline]
    pub const fn value(self) -> u8 {
        self as u8 + 1
    }
}

/// The six kinds of cards (rule 1.1): a five and a worm are worth the same but are different kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A card with a number.
    Number(Number),
    /// A worm card.
    Worm,
}

impl Kind {
    /// All six: the numbers ascending, then the worm.
    pub const ALL: [Kind; 6] = [
        Kind::Number(Number::One),
        Kind::Number(Number::Two),
        Kind::Number(Number::Three),
        Kind::Number(Number::Four),
        Kind::Number(Number::Five),
        Kind::Worm,
    ];

    /// What a card of this kind is worth.
    #[inline]
    pub const fn value(self) -> u8 {
        match self {
            Kind::Number(number) => number.value(),
            Kind::Worm => 5,
        }
    }

    /// The kind's index in [`Kind::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Kind::Number(number) => number as usize,
            Kind::Worm => 5,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Number(number) => number.value().fmt(f),
            Kind::Worm => f.write_str("worm"),
        }
    }
}

/// The number on a worm card, 1 to 25, each once (rule 1.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Signpost(u8);

impl Signpost {
    /// The signpost with this number, if there is one.
    pub const fn new(number: u32) -> Option<Signpost> {
        if 1 <= number && number <= WORM_CARDS { Some(Signpost(number as u8)) } else { None }
    }

    #[inline]
    pub(super) const fn from_bit(bit: u32) -> Signpost {
        debug_assert!(bit < WORM_CARDS);
        Signpost(bit as u8 + 1)
    }

    #[inline]
    pub(super) const fn bit(self) -> u32 {
        self.0 as u32 - 1
    }

    /// The printed number.
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// One card. Written `1` … `5` and `W1` … `W25`.
///
/// ```
/// use karteneck::game::Card;
/// let card: Card = "W12".parse()?;
/// assert_eq!((card.kind().value(), card.to_string()), (5, "W12".to_string()));
/// # Ok::<(), karteneck::game::CardNameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// A number card; all cards of a number are alike.
    Number(Number),
    /// A worm card; every one is different.
    Worm(Signpost),
}

impl Card {
    /// The card's kind.
    pub const fn kind(self) -> Kind {
        match self {
            Card::Number(number) => Kind::Number(number),
            Card::Worm(_) => Kind::Worm,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Card::Number(number) => write!(f, "{}", number.value()),
            Card::Worm(signpost) => write!(f, "W{}", signpost.number()),
        }
    }
}

/// A text that does not name a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardNameError;

impl fmt::Display for CardNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a card is written 1 to 5, or W1 to W25 for a worm with its signpost")
    }
}

impl std::error::Error for CardNameError {}

impl FromStr for Card {
    type Err = CardNameError;

    fn from_str(text: &str) -> Result<Card, CardNameError> {
        match text.as_bytes() {
            [digit @ b'1'..=b'5'] => Ok(Card::Number(Number::ALL[usize::from(digit - b'1')])),
            [b'W', b'1'..=b'9'] | [b'W', b'1'..=b'9', b'0'..=b'9'] => {
                let number = text[1..].parse().map_err(|_| CardNameError)?;
                Signpost::new(number).map(Card::Worm).ok_or(CardNameError)
            }
            _ => Err(CardNameError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for name in (1..=5).map(|n| n.to_string()).chain((1..=25).map(|n| format!("W{n}"))) {
            assert_eq!(name.parse::<Card>().map(|card| card.to_string()), Ok(name));
        }
    }

    #[test]
    fn anything_else_is_rejected() {
        for name in ["", "0", "6", "W", "W0", "W26", "W07", "w3", "W3 ", "11", "-1", "W１"] {
            assert_eq!(name.parse::<Card>(), Err(CardNameError), "{name:?}");
        }
    }
}

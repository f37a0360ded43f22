//! A multiset of cards as two words: how many of each kind, and which worms.
//!
//! Six byte lanes hold the counts (the five numbers, then the worms), a bit set holds the signposts. Two sets are
//! joined by adding the words and parted by subtracting them; one multiplication gives the running sums over the
//! kinds, and with them the n-th card in kind order. The whole deck has 110 cards, so no running sum reaches 128 and
//! the high bit of every lane is free to catch the result of a comparison.

use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};

use super::card::{COPIES_OF_A_NUMBER, Card, Kind, Number, OpenKinds, Signpost, WORM_CARDS};
use super::ranked::Ranked;

/// A one in each of the six lanes.
const LANES: u64 = 0x0101_0101_0101;
/// The high bit of each of the six lanes.
const HIGHS: u64 = 0x8080_8080_8080;
/// All bits of the five number lanes.
const NUMBERS: u64 = 0xff_ffff_ffff;
/// The bit at which the lane of the worms begins.
pub(super) const WORM_LANE: u32 = 8 * 5;

/// A set of worm cards, by their signposts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Signposts(u32);

impl Signposts {
    /// No worm.
    pub const NONE: Signposts = Signposts(0);
    /// All 25 worms.
    pub const ALL: Signposts = Signposts((1 << WORM_CARDS) - 1);

    /// The set whose lowest bit stands for signpost 1, and so on; `None` if a bit beyond signpost 25 is set.
    pub const fn from_bits(bits: u32) -> Option<Signposts> {
        if bits & !Signposts::ALL.0 == 0 { Some(Signposts(bits)) } else { None }
    }

    /// The set as bits, the lowest for signpost 1.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether there is no worm in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many worms are in it.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether this worm is in it.
    pub const fn contains(self, signpost: Signpost) -> bool {
        self.0 >> signpost.bit() & 1 == 1
    }

    /// Whether every worm of `other` is in it.
    #[inline]
    pub const fn contains_all(self, other: Signposts) -> bool {
        other.0 & !self.0 == 0
    }

    /// The set with this worm in it.
    #[must_use]
    pub const fn with(self, signpost: Signpost) -> Signposts {
        Signposts(self.0 | 1 << signpost.bit())
    }

    /// The highest signpost, which decides between equal totals (rule 7.2).
    #[inline]
    pub fn highest(self) -> Option<Signpost> {
        self.0.checked_ilog2().map(Signpost::from_bit)
    }

    /// The worms, lowest signpost first.
    pub fn iter(self) -> impl Iterator<Item = Signpost> {
        (0..WORM_CARDS).filter(move |bit| self.0 >> bit & 1 == 1).map(Signpost::from_bit)
    }
}

impl fmt::Debug for Signposts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Signpost::number)).finish()
    }
}

impl FromIterator<Signpost> for Signposts {
    fn from_iter<I: IntoIterator<Item = Signpost>>(signposts: I) -> Signposts {
        signposts.into_iter().fold(Signposts::NONE, Signposts::with)
    }
}

/// A multiset of cards: a hand, a display or a pile.
///
/// ```
/// use karteneck::game::{Card, Cards, Kind, Number};
/// let cards: Cards = "4 4 1 W3 W20".parse()?;
/// assert_eq!(cards.len(), 5);
/// assert_eq!(cards.count(Kind::Number(Number::Four)), 2);
/// assert_eq!(cards.to_string(), "1 4 4 W3 W20");
/// # Ok::<(), karteneck::game::CardNameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards {
    counts: u64,
    worms: Ranked,
}

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards { counts: 0, worms: Ranked::EMPTY };
    /// The 110 cards of the game (rule 1.1).
    pub const DECK: Cards = Cards {
        counts: (LANES & NUMBERS) * COPIES_OF_A_NUMBER as u64 + ((WORM_CARDS as u64) << WORM_LANE),
        worms: Ranked::new(Signposts::ALL.0),
    };

    #[inline]
    pub(super) const fn in_lane(lane: u32, count: u8) -> Cards {
        Cards { counts: (count as u64) << lane, worms: Ranked::EMPTY }
    }

    /// `count` cards of one number.
    #[inline]
    pub const fn of(number: Number, count: u8) -> Cards {
        Cards { counts: (count as u64) << (8 * number as u32), worms: Ranked::EMPTY }
    }

    /// These worms and nothing else.
    #[inline]
    pub const fn worms(signposts: Signposts) -> Cards {
        let worms = Ranked::new(signposts.0);
        Cards { counts: (worms.len() as u64) << WORM_LANE, worms }
    }

    /// How many cards there are.
    #[inline]
    pub const fn len(self) -> u32 {
        (self.running_sums() >> WORM_LANE) as u32 & 0xff
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.counts == 0
    }

    /// How many cards of a kind there are.
    #[inline]
    pub const fn count(self, kind: Kind) -> u32 {
        (self.counts >> (8 * kind.index())) as u32 & 0xff
    }

    /// The worms among the cards.
    #[inline]
    pub const fn signposts(self) -> Signposts {
        Signposts(self.worms.bits())
    }

    /// Whether there is a worm among the cards.
    #[inline]
    pub const fn has_worm(self) -> bool {
        self.worms.bits() != 0
    }

    /// What the cards are worth together.
    pub fn total(self) -> u32 {
        Kind::ALL.iter().map(|&kind| self.count(kind) * u32::from(kind.value())).sum()
    }

    /// Whether all of `other` is among these cards.
    pub fn contains_all(self, other: Cards) -> bool {
        let enough = Kind::ALL.iter().all(|&kind| other.count(kind) <= self.count(kind));
        enough && self.signposts().contains_all(other.signposts())
    }

    /// The counts of the open kinds; the signposts stay, whatever the count of worms says.
    #[inline]
    pub(super) fn of_open_kinds(self, open: OpenKinds) -> Cards {
        Cards { counts: self.counts & open.lanes(), ..self }
    }

    /// Lane k: how many cards of the kinds 0..=k there are.
    #[inline]
    const fn running_sums(self) -> u64 {
        self.counts.wrapping_mul(LANES)
    }

    /// How many number cards there are.
    #[inline]
    pub(super) const fn numbers(self) -> u32 {
        (self.running_sums() >> (WORM_LANE - 8)) as u32 & 0xff
    }

    /// How many worms there are, without counting bits.
    #[inline]
    pub(super) const fn worm_count(self) -> u32 {
        self.count(Kind::Worm)
    }

    /// Of the worms, the one of rank `highest` and the `others` lowest ones (rule 11.2; ranks count from 0).
    #[inline]
    pub(super) fn worms_worth_laying(self, highest: u32, others: u32) -> Signposts {
        let lowest = self.worms.bits() & ((1 << self.worms.nth(others)) - 1);
        Signposts(lowest | 1 << self.worms.nth(highest))
    }

    /// The bit at which the lane of the `n`-th card in kind order begins, and how many cards come before that lane.
    #[inline]
    fn lane_of(self, n: u32) -> (u32, u32) {
        debug_assert!(n < self.len(), "card {n} of {self}");
        let sums = self.running_sums();
        // The high bit of lane k is set where n lies before the end of kind k: sum + 127 - n stays inside its lane.
        // What the multiplication leaves above the six lanes is never looked at.
        let reached = sums.wrapping_add(u64::from(127 - n) * LANES) & HIGHS;
        let lane = (reached | 1 << 63).trailing_zeros() & 0x38;
        let before = (sums << 8) >> lane & 0xff;
        (lane, before as u32)
    }

    /// The `n`-th number card and all alike before it: as many cards as its rank says.
    ///
    /// `n` must be below [`Cards::numbers`].
    #[inline]
    pub(super) fn nth_number(self, n: u32) -> (u32, u32) {
        let (lane, before) = self.lane_of(n);
        (lane, n - before)
    }

    /// Moves the `n`-th card in kind order (the numbers ascending, then the worms by signpost) over to `other`.
    ///
    /// `n` must be below [`Cards::len`].
    #[inline]
    pub(super) fn move_nth(&mut self, n: u32, other: &mut Cards) -> Card {
        let (lane, before) = self.lane_of(n);
        let one = 1_u64 << lane;
        self.counts -= one;
        other.counts += one;
        if lane == WORM_LANE {
            let bit = self.worms.nth(n - before);
            self.worms = self.worms.parted(Ranked::single(bit));
            other.worms = other.worms.joined(Ranked::single(bit));
            return Card::Worm(Signpost::from_bit(bit));
        }
        Card::Number(Number::at(lane / 8))
    }

    /// How many of these cards come before `card` in kind order: the inverse of [`Cards::move_nth`], for the first of
    /// several alike. `None` if the card is not there.
    pub fn rank(self, card: Card) -> Option<u32> {
        let before_kind = |kind: Kind| Kind::ALL[..kind.index()].iter().map(|&kind| self.count(kind)).sum::<u32>();
        match card {
            Card::Number(_) => (self.count(card.kind()) > 0).then(|| before_kind(card.kind())),
            Card::Worm(signpost) => self.signposts().contains(signpost).then(|| {
                let lower = self.signposts().bits() & ((1 << signpost.bit()) - 1);
                before_kind(Kind::Worm) + lower.count_ones()
            }),
        }
    }

    /// The cards in kind order, worms by signpost.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let numbers = Number::ALL.into_iter().flat_map(move |number| {
            std::iter::repeat_n(Card::Number(number), self.count(Kind::Number(number)) as usize)
        });
        numbers.chain(self.signposts().iter().map(Card::Worm))
    }
}

impl Add for Cards {
    type Output = Cards;

    /// Both together. A worm must not be in both.
    #[inline]
    fn add(self, other: Cards) -> Cards {
        Cards { counts: self.counts + other.counts, worms: self.worms.joined(other.worms) }
    }
}

impl AddAssign for Cards {
    #[inline]
    fn add_assign(&mut self, other: Cards) {
        *self = *self + other;
    }
}

impl Sub for Cards {
    type Output = Cards;

    /// What is left without `other`, all of which must be there.
    #[inline]
    fn sub(self, other: Cards) -> Cards {
        debug_assert!(self.contains_all(other), "{other} is not in {self}");
        Cards { counts: self.counts - other.counts, worms: self.worms.parted(other.worms) }
    }
}

impl SubAssign for Cards {
    #[inline]
    fn sub_assign(&mut self, other: Cards) {
        *self = *self - other;
    }
}

impl From<Card> for Cards {
    fn from(card: Card) -> Cards {
        match card {
            Card::Number(number) => Cards::of(number, 1),
            Card::Worm(signpost) => Cards::worms(Signposts::NONE.with(signpost)),
        }
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            card.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl std::str::FromStr for Cards {
    type Err = super::card::CardNameError;

    /// Reads card names parted by white space. A worm named twice or an 18th card of a number is no set of cards.
    fn from_str(text: &str) -> Result<Cards, Self::Err> {
        text.split_whitespace().try_fold(Cards::NONE, |cards, name| {
            let card = name.parse()?;
            cards.checked_add(card).ok_or(super::card::CardNameError)
        })
    }
}

impl Cards {
    /// The cards with one more, unless the deck has no further card like it.
    pub fn checked_add(self, card: Card) -> Option<Cards> {
        let more = match card {
            Card::Number(_) => self.count(card.kind()) < COPIES_OF_A_NUMBER,
            Card::Worm(signpost) => !self.signposts().contains(signpost),
        };
        more.then(|| self + Cards::from(card))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_1_1_the_deck() {
        assert_eq!(Cards::DECK.len(), 110);
        assert_eq!(Cards::DECK.iter().count(), 110);
        assert_eq!(Cards::DECK.total(), 17 * (1 + 2 + 3 + 4 + 5) + 25 * 5);
    }

    #[test]
    fn nth_walks_the_cards_in_kind_order_and_rank_is_its_inverse() {
        let mut cards = Cards::DECK;
        let mut step = 1;
        while !cards.is_empty() {
            for (n, card) in (0..).zip(cards.iter()) {
                let (mut rest, mut taken) = (cards, Cards::NONE);
                assert_eq!(rest.move_nth(n, &mut taken), card);
                assert_eq!((taken, rest), (Cards::from(card), cards - Cards::from(card)));
                let first_alike = cards.iter().position(|other| other == card).map(|at| at as u32);
                assert_eq!(cards.rank(card), first_alike);
            }
            step = (step * 31 + 7) % 997;
            cards.move_nth(step % cards.len(), &mut Cards::NONE.clone());
        }
        assert!(Kind::ALL.iter().all(|&kind| cards.count(kind) == 0));
    }

    #[test]
    fn a_text_cannot_name_more_cards_than_the_deck_has() {
        assert!("W3 W3".parse::<Cards>().is_err());
        assert!("1 ".repeat(18).parse::<Cards>().is_err());
        assert!("1 ".repeat(17).parse::<Cards>().is_ok());
    }
}

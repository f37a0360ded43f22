//! A multiset of cards as two words: how many cards of each sort, and which worms.
//!
//! Eight byte lanes hold the counts: the five numbers, then the worms in three groups by signpost (1 to 8, 9 to 16, 17
//! to 25). A bit set holds the signposts. Two sets are united by adding the words and separated by subtracting them;
//! one multiplication gives the running sums over the lanes, and with them the lane of the n-th card; within a group of
//! worms a table finds the n-th. The whole deck has 110 cards, so no running sum reaches 128, and the high bit of every
//! lane is free to catch the result of a comparison.

use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};

use super::bits::nth_of_nine;
use super::card::{COPIES_OF_A_NUMBER, Card, Kind, Number, Signpost, WORM_CARDS};
use super::open_kinds::OpenKinds;
use super::signposts::Signposts;

/// A one in each of the eight lanes.
const LANES: u64 = 0x0101_0101_0101_0101;
/// The high bit of each of the eight lanes.
const HIGHS: u64 = 0x80 * LANES;
/// All bits of the five number lanes.
const NUMBERS: u64 = 0xff_ffff_ffff;
/// The bit at which the lanes of the worms begin.
const WORM_LANES: u32 = 8 * 5;
/// All bits of the lanes of each kind, in the order of [`Kind::ALL`]: one lane for a number, the three last for the worm.
pub(super) const LANES_OF_KINDS: [u64; Kind::ALL.len()] =
    [0xff, 0xff << 8, 0xff << 16, 0xff << 24, 0xff << 32, u64::MAX << WORM_LANES];
/// The bit at which the last lane begins: its running sum is that of all cards.
const LAST_LANE: u32 = 8 * 7;

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
    signposts: u32,
}

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards { counts: 0, signposts: 0 };
    /// The 110 cards of the game (rule 1.1).
    pub const DECK: Cards = Cards {
        counts: (LANES & NUMBERS) * COPIES_OF_A_NUMBER as u64 + Cards::worms(Signposts::ALL).counts,
        signposts: Signposts::ALL.bits(),
    };

    /// `count` cards of the number whose lane begins at this bit.
    #[inline]
    pub(super) const fn in_lane(lane: u32, count: u8) -> Cards {
        Cards { counts: (count as u64) << lane, signposts: 0 }
    }

    /// `count` cards of one number.
    #[inline]
    pub const fn of(number: Number, count: u8) -> Cards {
        Cards::in_lane(8 * number as u32, count)
    }

    /// Exactly these worms.
    #[inline]
    pub const fn worms(signposts: Signposts) -> Cards {
        let bits = signposts.bits();
        let pairs = bits - ((bits >> 1) & 0x5555_5555);
        let nibbles = (pairs & 0x3333_3333) + ((pairs >> 2) & 0x3333_3333);
        let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f;
        // Signpost 25 stands alone in the fourth byte and belongs to the third group.
        let groups = (bytes & 0xff_ffff) + (bytes >> 24 << 16);
        Cards { counts: (groups as u64) << WORM_LANES, signposts: bits }
    }

    /// How many cards there are.
    #[inline]
    pub const fn len(self) -> u32 {
        (self.running_sums() >> LAST_LANE) as u32
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.counts == 0
    }

    /// How many cards of a kind there are.
    #[inline]
    pub const fn count(self, kind: Kind) -> u32 {
        match kind {
            Kind::Number(number) => (self.counts >> (8 * number as u32)) as u32 & 0xff,
            Kind::Worm => self.worm_count(),
        }
    }

    /// How many cards of the number whose lane begins at this bit there are.
    #[inline]
    pub(super) const fn count_in_lane(self, lane: u32) -> u32 {
        (self.counts >> lane) as u32 & 0xff
    }

    /// How many different kinds there are.
    #[inline]
    pub(crate) const fn kinds(self) -> u32 {
        // No count reaches 128: what is added brings every lane that is not empty to its high bit.
        let numbers = ((self.counts & NUMBERS) + (HIGHS - LANES)) & HIGHS & NUMBERS;
        ((numbers >> 7).wrapping_mul(LANES) >> LAST_LANE) as u32 + (self.worm_count() > 0) as u32
    }

    /// The worms among the cards.
    #[inline]
    pub const fn signposts(self) -> Signposts {
        Signposts::of(self.signposts)
    }

    /// Whether there is a worm among the cards.
    #[inline]
    pub const fn has_worm(self) -> bool {
        self.signposts != 0
    }

    /// What the cards are worth together.
    #[inline]
    pub const fn total(self) -> u32 {
        // The factors meet the lanes in reverse order, so that the products of all numbers meet in the fifth. All numbers of
        // the deck are worth 255: no sum leaves its lane.
        let numbers = ((self.counts & NUMBERS).wrapping_mul(0x01_0203_0405) >> (WORM_LANES - 8)) as u32 & 0xff;
        numbers + self.worm_count() * Kind::Worm.value() as u32
    }

    /// Whether the deck has these cards, and the worm counts match the signposts.
    pub(super) fn is_possible(self) -> bool {
        let numbers = Number::ALL.iter().all(|&number| self.count(Kind::Number(number)) <= COPIES_OF_A_NUMBER);
        let worms = Cards::worms(self.signposts()).counts;
        numbers && Signposts::from_bits(self.signposts).is_some() && self.counts & !NUMBERS == worms
    }

    /// Whether all of `other` is among these cards.
    pub fn contains_all(self, other: Cards) -> bool {
        let enough = Kind::ALL.iter().all(|&kind| other.count(kind) <= self.count(kind));
        enough && self.signposts().contains_all(other.signposts())
    }

    /// The counts of the open kinds; the signposts stay even if the worms are not open.
    #[inline]
    pub(super) fn of_open_kinds(self, open: OpenKinds) -> Cards {
        Cards { counts: self.counts & open.lanes(), ..self }
    }

    /// Lane k holds the number of cards in the lanes 0..=k.
    #[inline]
    const fn running_sums(self) -> u64 {
        self.counts.wrapping_mul(LANES)
    }

    /// For each number, and for each worm but the last, how many cards there are up to it in kind order: a byte each, the
    /// numbers in the lowest bytes of the first word, eight worms in each of the others.
    #[inline]
    pub(super) const fn running_sums_of_cards(self) -> [u64; 4] {
        let numbers = (self.counts & NUMBERS).wrapping_mul(LANES);
        let first = running_sums_of_bits(self.signposts, numbers);
        let second = running_sums_of_bits(self.signposts >> 8, first);
        [numbers, first, second, running_sums_of_bits(self.signposts >> 16, second)]
    }

    /// The cards with such running sums, given which of these differ from the one before, and the number of all cards.
    #[inline]
    pub(super) const fn from_running_sums(sums: [u64; 4], changes: u32, len: u32) -> Cards {
        let numbers = sums[0].wrapping_sub(sums[0] << 8) & NUMBERS;
        let [before, first, second, third] =
            [sums[0] >> LAST_LANE, sums[1] >> LAST_LANE, sums[2] >> LAST_LANE, sums[3] >> LAST_LANE];
        let worms =
            (first - before) << WORM_LANES | (second - first) << (WORM_LANES + 8) | (len as u64 - second) << LAST_LANE;
        let last = (len - third as u32) << (WORM_CARDS - 1);
        Cards { counts: numbers | worms, signposts: changes >> 8 | last }
    }

    /// How many number cards there are.
    #[inline]
    pub(super) const fn numbers(self) -> u32 {
        (self.running_sums() >> (WORM_LANES - 8)) as u32 & 0xff
    }

    /// How many worms there are, without counting bits.
    #[inline]
    pub(super) const fn worm_count(self) -> u32 {
        self.len() - self.numbers()
    }

    /// How many cards of each number there are, a byte each, the lowest number in the lowest byte.
    #[inline]
    pub(crate) const fn number_counts(self) -> u64 {
        self.counts & NUMBERS
    }

    /// How many cards of each kind there are, a byte each, in the order of [`Kind::ALL`].
    #[inline]
    pub(crate) const fn kind_counts(self) -> u64 {
        // The counts of the three groups of worms meet in the third byte.
        let worms = (self.counts >> WORM_LANES).wrapping_mul(0x01_0101) >> 16 & 0xff;
        self.counts & NUMBERS | worms << WORM_LANES
    }

    /// The `count` worms with the lowest signposts; there must be so many, and at least one.
    #[inline]
    pub(crate) fn lowest_worms(self, count: u32) -> Signposts {
        self.worms_worth_laying(count - 1, count - 1)
    }

    /// Of the worms, the one of rank `highest` and the `others` lowest ones (rule 11.2; ranks count from 0).
    #[inline]
    pub(super) fn worms_worth_laying(self, highest: u32, others: u32) -> Signposts {
        let numbers = self.numbers();
        let nth = |n| {
            let (lane, before) = self.lane_of(numbers + n);
            self.nth_in_lane(lane, numbers + n - before)
        };
        let lowest = self.signposts & ((1 << nth(others)) - 1);
        Signposts::of(lowest | 1 << nth(highest))
    }

    /// The bit of the `n`-th worm of a group; an arbitrary bit for the lane of a number.
    #[inline]
    fn nth_in_lane(self, lane: u32, n: u32) -> u32 {
        let first = lane.wrapping_sub(WORM_LANES) & 0x18;
        // Nine bits: exactly the last group; for the other groups one bit too many, which is never reached.
        first + nth_of_nine(self.signposts >> first, n)
    }

    /// The bit at which the lane of the `n`-th card in kind order begins, and how many cards come before that lane.
    #[inline]
    fn lane_of(self, n: u32) -> (u32, u32) {
        debug_assert!(n < self.len(), "card {n} of {self}");
        let sums = self.running_sums();
        // The high bit of lane k is set where n lies before the end of lane k: sum + 127 - n stays inside its lane.
        let reached = sums.wrapping_add(u64::from(127 - n).wrapping_mul(LANES)) & HIGHS;
        let lane = (reached | 1 << 63).trailing_zeros() & 0x38;
        let before = (sums << 8) >> lane & 0xff;
        (lane, before as u32)
    }

    /// The bit at which the lane of the `n`-th number card begins, and its rank among the cards of that number.
    ///
    /// `n` must be below [`Cards::numbers`].
    #[inline]
    pub(super) fn nth_number(self, n: u32) -> (u32, u32) {
        let (lane, before) = self.lane_of(n);
        (lane, n - before)
    }

    /// Moves the `n`-th card in kind order (the numbers ascending, then the worms by signpost) to `other`.
    ///
    /// `n` must be below [`Cards::len`].
    #[inline]
    pub(crate) fn move_nth(&mut self, n: u32, other: &mut Cards) -> Card {
        let (lane, before) = self.lane_of(n);
        let one = 1_u64 << lane;
        self.counts -= one;
        other.counts += one;
        // Whether it is a worm is unpredictable, so there is no branch: a worm is always looked up and perhaps masked out.
        let bit = self.nth_in_lane(lane, n.wrapping_sub(before)) & 31;
        let worm = u32::from(lane >= WORM_LANES) << bit;
        self.signposts ^= worm;
        other.signposts ^= worm;
        if lane >= WORM_LANES {
            return Card::Worm(Signpost::from_bit(bit));
        }
        Card::Number(Number::at(lane / 8))
    }

    /// How many of these cards come before `card` in kind order (the numbers ascending, then the worms by signpost):
    /// the number with which [`Chance`](super::Chance) draws it. `None` if the card is not in the set.
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

/// The running sums over the lowest eight bits, each a byte, from the highest byte of `before` on.
#[inline]
const fn running_sums_of_bits(bits: u32, before: u64) -> u64 {
    // The factor puts copies of seven bits seven bits apart, so that bit i of copy i is the lowest of byte i.
    let lowest = (bits as u64 & 0x7f).wrapping_mul(0x02_0408_1020_4081) & LANES;
    let highest = (bits as u64 & 0x80) << (LAST_LANE - 7);
    ((lowest | highest) + (before >> LAST_LANE)).wrapping_mul(LANES)
}

impl Add for Cards {
    type Output = Cards;

    /// The union of both. No worm may be in both.
    #[inline]
    fn add(self, other: Cards) -> Cards {
        debug_assert_eq!(self.signposts & other.signposts, 0, "a worm cannot be in two places");
        Cards { counts: self.counts + other.counts, signposts: self.signposts | other.signposts }
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

    /// The cards left without `other`, all of which must be in the set.
    #[inline]
    fn sub(self, other: Cards) -> Cards {
        debug_assert!(self.contains_all(other), "{other} is not in {self}");
        Cards { counts: self.counts - other.counts, signposts: self.signposts & !other.signposts }
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

    /// Reads card names separated by white space. A worm named twice or an 18th card of a number is an error.
    fn from_str(text: &str) -> Result<Cards, Self::Err> {
        text.split_whitespace().try_fold(Cards::NONE, |cards, name| {
            let card = name.parse()?;
            cards.checked_add(card).ok_or(super::card::CardNameError)
        })
    }
}

impl Cards {
    /// The cards and one more, unless the deck has no further card like it.
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
        assert_eq!(Cards::DECK.kinds(), 6);
        assert_eq!(Cards::DECK.kind_counts(), 0x1911_1111_1111);
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

    #[test]
    fn totals_and_kinds_are_those_of_the_cards() {
        let mut stream = super::super::random::Key::new(3).stream();
        for _ in 0..1000 {
            let (mut rest, mut cards) = (Cards::DECK, Cards::NONE);
            for _ in 0..stream.below(40) {
                rest.move_nth(stream.below(rest.len()), &mut cards);
            }
            for cards in [cards, rest] {
                let total: u32 = cards.iter().map(|card| u32::from(card.kind().value())).sum();
                let kinds = Kind::ALL.iter().filter(|&&kind| cards.count(kind) > 0).count();
                assert_eq!((cards.total(), cards.kinds()), (total, kinds as u32), "{cards}");
            }
        }
    }
}

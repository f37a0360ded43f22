//! The thirty portions and the worm table that says what they are worth.

use std::fmt;

use super::ranked::Ranked;

/// Portions in the box (rule 1.3).
pub const PORTIONS: usize = 30;
/// Portions of value 0 (rule 1.3).
pub const ZEROS: usize = 3;
/// Value of the lowest nonzero portion.
pub const LOWEST_VALUE: u8 = 16;
/// Value of the highest portion.
pub const HIGHEST_VALUE: u8 = 42;

/// One of the thirty portions: three zeros and one each of 16 … 42 (rule 1.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Portion(u8);

impl Portion {
    /// The value of a nonzero portion minus its index.
    const OFFSET: u8 = LOWEST_VALUE - ZEROS as u8;

    /// The portion of this value; the first of the three for 0.
    pub const fn of_value(value: u8) -> Option<Portion> {
        match value {
            0 => Some(Portion(0)),
            LOWEST_VALUE..=HIGHEST_VALUE => Some(Portion(value - Portion::OFFSET)),
            _ => None,
        }
    }

    #[inline]
    pub(super) const fn at(index: u32) -> Portion {
        debug_assert!(index < PORTIONS as u32);
        Portion(index as u8)
    }

    /// The portion's index among all thirty, lowest value first.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The value printed on it.
    #[inline]
    pub const fn value(self) -> u8 {
        if self.is_zero() { 0 } else { self.0 + Portion::OFFSET }
    }

    /// Whether it is one of the three zeros, which are alike and cannot be stolen (rule 6.3).
    #[inline]
    pub const fn is_zero(self) -> bool {
        (self.0 as usize) < ZEROS
    }
}

impl fmt::Display for Portion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

impl fmt::Debug for Portion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "portion {}", self.value())
    }
}

/// A set of portions: the grill, or those not seen yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Portions(u32);

/// A set of portions from which the n-th is taken repeatedly: it keeps the sums needed to find it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Supply(Ranked);

impl Supply {
    pub(super) const fn new(portions: Portions) -> Supply {
        Supply(Ranked::new(portions.0))
    }

    #[inline]
    pub(super) const fn portions(self) -> Portions {
        Portions(self.0.bits())
    }

    /// Takes the `n`-th portion by value; the lowest zero stands for every zero, since they are alike.
    ///
    /// `n` must be below the number of portions.
    #[inline]
    pub(super) fn take_nth(&mut self, n: u32) -> Portion {
        let bit = self.0.nth(n);
        // Zeros are the lowest bits: any of them is replaced by the lowest one left.
        let bit = if bit < ZEROS as u32 { self.0.bits().trailing_zeros() } else { bit };
        self.0 = self.0.minus(Ranked::single(bit));
        Portion::at(bit)
    }
}

impl Portions {
    /// No portion.
    pub const NONE: Portions = Portions(0);
    /// All thirty.
    pub const ALL: Portions = Portions((1 << PORTIONS) - 1);

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Those that are not among the others.
    #[inline]
    pub(super) const fn except(self, others: Portions) -> Portions {
        Portions(self.0 & !others.0)
    }

    /// Whether this portion is among them.
    pub const fn contains(self, portion: Portion) -> bool {
        self.0 >> portion.0 & 1 == 1
    }

    /// The set as bits, the lowest for the first zero.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// The portion of lowest value (rule 5.2).
    #[inline]
    pub fn lowest(self) -> Option<Portion> {
        if self.is_empty() { None } else { Some(Portion::at(self.0.trailing_zeros())) }
    }

    /// The portion of highest value (rule 7.1).
    #[inline]
    pub fn highest(self) -> Option<Portion> {
        self.0.checked_ilog2().map(Portion::at)
    }

    /// The portion of lowest value; a zero if there is none.
    #[inline]
    pub(crate) fn lowest_or_zero(self) -> Portion {
        Portion::at(self.0.trailing_zeros() % u32::BITS)
    }

    /// The portion of highest value; a zero if there is none.
    #[inline]
    pub(crate) fn highest_or_zero(self) -> Portion {
        Portion::at((self.0 | 1).ilog2())
    }

    /// The set with this portion in it.
    #[must_use]
    #[inline]
    pub const fn with(self, portion: Portion) -> Portions {
        Portions(self.0 | 1 << portion.0)
    }

    /// The set without this portion.
    #[must_use]
    #[inline]
    pub const fn without(self, portion: Portion) -> Portions {
        Portions(self.0 & !(1 << portion.0))
    }

    /// A portion of this value in the set.
    pub fn find(self, value: u8) -> Option<Portion> {
        self.iter().find(|portion| portion.value() == value)
    }

    /// How many portions of the set come before this one.
    pub fn rank(self, portion: Portion) -> u32 {
        (self.0 & ((1 << portion.0) - 1)).count_ones()
    }

    /// The portions, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Portion> + Clone {
        (0..PORTIONS as u32).filter(move |bit| self.0 >> bit & 1 == 1).map(Portion::at)
    }
}

impl fmt::Debug for Portions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(Portion::value)).finish()
    }
}

/// The worm table: how many worms are on each portion (rule 1.3).
///
/// The values are published; the default split into threes is *derived* (it is the one that gives the published sum of
/// 135 worms), not printed in the rulebook. So the table is data: the owner of a different box can supply another.
/// Zeros carry no worm in any edition, which keeps the winner unique (rule 9.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Edition {
    /// By index; two more than there are portions, so that any five bits are an index.
    worms: [u8; PADDED],
    /// Whether no portion has fewer worms than a lower one.
    rises: bool,
}

/// The least power of two that is no less than the number of portions.
const PADDED: usize = PORTIONS.next_power_of_two();

impl Edition {
    /// The most worms an edition may put on one portion; the sum over all portions stays well within sixteen bits.
    pub const MAX_WORMS: u8 = 99;

    /// The edition with this many worms on the portions 16, 17, … 42; `None` if one has more than
    /// [`Edition::MAX_WORMS`].
    pub fn new(worms: [u8; PORTIONS - ZEROS]) -> Option<Edition> {
        if worms.iter().any(|&worms| worms > Edition::MAX_WORMS) {
            return None;
        }
        let mut table = [0; PADDED];
        table[ZEROS..PORTIONS].copy_from_slice(&worms);
        Some(Edition::of(table))
    }

    fn of(worms: [u8; PADDED]) -> Edition {
        Edition { worms, rises: worms[..PORTIONS].is_sorted() }
    }

    /// Whether no portion has fewer worms than a lower one.
    #[inline]
    pub(crate) const fn rises(&self) -> bool {
        self.rises
    }

    /// The worms on the portion of this value, from 16 to 42; 0 for 13 to 15, and any number for other values.
    #[inline]
    pub(crate) const fn worms_of_value(&self, value: u32) -> u8 {
        self.worms_at(value.wrapping_sub(Portion::OFFSET as u32) as usize)
    }

    /// The worms on a portion.
    #[inline]
    pub const fn worms(&self, portion: Portion) -> u8 {
        self.worms_at(portion.index())
    }

    /// The worms on the portion with this index, of which the lowest five bits count; 0 if there is none.
    #[inline]
    pub(super) const fn worms_at(&self, index: usize) -> u8 {
        self.worms[index % PADDED]
    }

    /// The whole table, in the order of the portions.
    ///
    /// # Panics
    /// Never: the padded table is longer.
    pub const fn table(&self) -> &[u8; PORTIONS] {
        self.worms.first_chunk().expect("the padded table is longer")
    }
}

impl fmt::Debug for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Edition").field("worms", self.table()).finish()
    }
}

impl Default for Edition {
    /// Three portions each with 1, 2, … 9 worms.
    fn default() -> Edition {
        let mut worms = [0; PADDED];
        for (index, worms) in (0..).zip(&mut worms[..PORTIONS]) {
            *worms = index / 3;
        }
        Edition::of(worms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_1_3_values_and_worms() {
        let values: Vec<u8> = Portions::ALL.iter().map(Portion::value).collect();
        let expected: Vec<u8> = [0, 0, 0].into_iter().chain(16..=42).collect();
        assert_eq!(values, expected);
        let edition = Edition::default();
        let worms: Vec<u8> = Portions::ALL.iter().map(|portion| edition.worms(portion)).collect();
        assert_eq!(worms.iter().map(|&worms| u32::from(worms)).sum::<u32>(), 135);
        for (low, worms) in (16..=40).step_by(3).zip(1..=9) {
            for value in low..low + 3 {
                assert_eq!(Portion::of_value(value).map(|portion| edition.worms(portion)), Some(worms));
            }
        }
    }

    #[test]
    fn no_other_value_is_a_portion() {
        for value in (1..16).chain(43..=255) {
            assert_eq!(Portion::of_value(value), None);
        }
    }

    #[test]
    fn zeros_are_taken_lowest_first() {
        let two_zeros = Supply::new(Portions::ALL.without(Portion::at(0)));
        for (n, index) in [(0, 1), (1, 1), (2, 3), (28, 29)] {
            let mut supply = two_zeros;
            let portion = supply.take_nth(n);
            assert_eq!(portion.index(), index);
            assert_eq!(supply, Supply::new(two_zeros.portions().without(portion)));
        }
    }
}

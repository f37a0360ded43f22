//! Which totals a hand can still build: sets of sums, one bit each.

use crate::game::{Cards, Kind, OpenKinds, WORM_CARDS};

/// A set of totals from 0 to 63; higher ones, which no portion has, are dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TotalSet(u64);

impl TotalSet {
    /// No total.
    pub(crate) const NONE: TotalSet = TotalSet(0);

    /// This total alone, if it is below 64.
    #[inline]
    pub(crate) const fn of(total: u32) -> TotalSet {
        TotalSet(if total < 64 { 1 << total } else { 0 })
    }

    /// The totals whose bits are set.
    #[inline]
    pub(crate) const fn from_bits(bits: u64) -> TotalSet {
        TotalSet(bits)
    }

    /// The set as bits.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub(crate) const fn contains(self, total: u32) -> bool {
        self.0 & TotalSet::of(total).0 != 0
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The totals in either.
    #[inline]
    pub(crate) const fn or(self, other: TotalSet) -> TotalSet {
        TotalSet(self.0 | other.0)
    }

    /// The totals in both.
    #[inline]
    pub(crate) const fn and(self, other: TotalSet) -> TotalSet {
        TotalSet(self.0 & other.0)
    }

    /// The totals that are not in the other set.
    #[inline]
    pub(crate) const fn except(self, other: TotalSet) -> TotalSet {
        TotalSet(self.0 & !other.0)
    }

    /// Every total lowered by the same amount, which must be below 64; those below it are dropped.
    #[inline]
    pub(crate) const fn lowered(self, by: u32) -> TotalSet {
        debug_assert!(by < u64::BITS);
        TotalSet(self.0 >> (by % u64::BITS))
    }

    /// The totals, the lowest first.
    pub(crate) fn iter(self) -> impl Iterator<Item = u32> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let total = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(total)
        })
    }

    /// Every total raised by the same amount.
    #[inline]
    pub(crate) const fn raised(self, by: u32) -> TotalSet {
        TotalSet(if by < 64 { self.0 << by } else { 0 })
    }

    /// The points that a lay of a kind can add with `count` cards of it in hand.
    #[inline]
    pub(crate) fn of_lays(kind: Kind, count: u32) -> TotalSet {
        TotalSet::by_count(kind)[count as usize % MAX_ALIKE]
    }

    /// The same by the number of cards.
    #[inline]
    pub(crate) fn by_count(kind: Kind) -> &'static [TotalSet; MAX_ALIKE] {
        &LAYS[kind.value() as usize - 1]
    }

    /// The totals after one lay of a kind of which there are `count` cards in hand.
    #[inline]
    pub(crate) fn after_laying(self, kind: Kind, count: u32) -> TotalSet {
        let step = u32::from(kind.value());
        (1..=count).fold(TotalSet::NONE, |sums, cards| sums.or(self.raised(step * cards)))
    }
}

/// One more than the most cards of a kind (rule 1.1).
pub(crate) const MAX_ALIKE: usize = (WORM_CARDS as usize + 1).next_power_of_two();

/// The points that a lay can add, by the points of a card and the number of cards in hand.
static LAYS: [[TotalSet; MAX_ALIKE]; 5] = lays();

const fn lays() -> [[TotalSet; MAX_ALIKE]; 5] {
    let mut table = [[TotalSet::NONE; MAX_ALIKE]; 5];
    let mut step = 1;
    while step <= table.len() {
        let mut count = 1;
        while count < table[0].len() {
            table[step - 1][count] = table[step - 1][count - 1].or(TotalSet::of((step * count) as u32));
            count += 1;
        }
        step += 1;
    }
    table
}

/// The points that lays of a hand's cards can add, by the number of lays they take.
///
/// Only what makes the display valid in the end counts (rule 5.3).
pub(crate) struct TotalReach {
    by_lays: [TotalSet; Kind::ALL.len() + 1],
}

impl TotalReach {
    /// With these open kinds and a hand.
    pub(crate) fn new(open: OpenKinds, hand: Cards) -> TotalReach {
        let mut by_lays = [TotalSet::NONE; Kind::ALL.len() + 1];
        let mut most = 0;
        // The worm comes first: without one in the display, only what lays one counts.
        if open.contains(Kind::Worm) {
            by_lays[1] = TotalSet::of_lays(Kind::Worm, hand.count(Kind::Worm));
            most = 1;
        } else {
            by_lays[0] = TotalSet::of(0);
        }
        for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::Worm && open.contains(kind)) {
            let count = hand.count(kind);
            if count == 0 {
                continue;
            }
            for lays in (0..=most).rev() {
                let laid = by_lays[lays].after_laying(kind, count);
                by_lays[lays + 1] = by_lays[lays + 1].or(laid);
            }
            most += 1;
        }
        TotalReach { by_lays }
    }

    /// All that some lays, or none, can add.
    pub(crate) fn all(&self) -> TotalSet {
        self.by_lays.into_iter().fold(TotalSet::NONE, TotalSet::or)
    }

    /// The fewest lays that add so many points; `None` if the hand cannot.
    pub(crate) fn lays_to(&self, points: u32) -> Option<usize> {
        self.by_lays.iter().position(|sums| sums.contains(points))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(names: &str) -> Cards {
        names.parse().expect("cards")
    }

    #[test]
    fn a_total_counts_only_with_a_worm() {
        let reach = TotalReach::new(OpenKinds::ALL, cards("4 4 4 3"));
        assert!((0..64).all(|total| reach.lays_to(total).is_none()));
    }

    #[test]
    fn the_fewest_lays_are_found() {
        let reach = TotalReach::new(OpenKinds::ALL, cards("1 2 2 5 W3 W9"));
        assert_eq!(reach.lays_to(10), Some(1), "two worms");
        assert_eq!(reach.lays_to(14), Some(2), "two worms, two twos");
        assert_eq!(reach.lays_to(16), Some(3), "two worms, five, one");
        assert_eq!(reach.lays_to(20), Some(4), "everything");
        assert_eq!(reach.lays_to(21), None);
        assert_eq!(reach.lays_to(0), None);
    }
}

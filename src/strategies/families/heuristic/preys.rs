//! Steals now and soon: the top portions of others, and the totals that lays can build.

use super::rates::{MAX_WORMS, StealRates};
use crate::game::{Edition, Seat, Table};
use crate::strategies::total_set::TotalSet;
use crate::vectors::Pair;

/// Totals as bits, from this seat's own total on: so many places above their values that the lowest five bits of a place are the
/// index of the portion.
#[derive(Clone, Copy)]
pub(super) struct Places(u64);

/// The place of a total of 0.
const FIRST_PLACE: u32 = 19;

/// The place that stands for no portion: its index is that of a zero, which has no worms.
const NO_PLACE: u32 = 32;

/// The top portions of others.
pub(super) struct Preys<'a> {
    rates: &'a StealRates,
    edition: &'a Edition,
    /// Their values.
    values: TotalSet,
    places: Places,
    /// This seat's total, and its place.
    total: u32,
    place: u32,
}

impl<'a> Preys<'a> {
    /// What a seat can steal whose own top portion has this value.
    #[inline(always)]
    pub(super) fn of(table: &'a Table, me: Seat, top_value: u8, rates: &'a StealRates) -> Preys<'a> {
        let total = u32::from(table.total(me));
        let values = TotalSet::from_bits(table.top_values()).except(TotalSet::of(u32::from(top_value)));
        let places = Places::of(values, FIRST_PLACE);
        // No value is above 42, so a total that leaves the places is above all of them as much as one in the last place.
        let place = (FIRST_PLACE + total).min(u64::BITS - 1);
        Preys { rates, edition: table.edition(), values, places, total, place }
    }

    /// This seat's total.
    #[inline(always)]
    pub(super) fn total(&self) -> u32 {
        self.total
    }

    /// Whether there is a portion to steal with this seat's total or a higher one.
    #[inline(always)]
    pub(super) fn any_ahead(&self) -> bool {
        self.places.0 >> self.place != 0
    }

    /// The places of the totals that these points make of this seat's total.
    #[inline(always)]
    pub(super) fn reach(&self, points: TotalSet) -> Places {
        Places::of(points, self.place)
    }

    /// Whether there is a portion to steal in these places.
    #[inline(always)]
    pub(super) fn any_in(&self, places: Places) -> bool {
        places.0 & self.places.0 != 0
    }

    /// What a steal with this seat's total is worth, if there is a portion to steal.
    #[inline(always)]
    pub(super) fn now(&self) -> Option<f64> {
        let worth = || self.rates.now * f64::from(self.edition.worms_of_value(self.total));
        self.values.contains(self.total).then(worth)
    }

    /// What the steals are worth that two lays prepare, given the places that one more lay reaches after them. If the lays can
    /// allow a steal themselves (`AIM`), the lowest place is that of the total after them.
    #[inline(always)]
    pub(super) fn prospects<const AIM: bool>(&self, first: Places, second: Places) -> Pair {
        if !self.edition.rises() {
            let worth = |reach: Places| best_of_any::<AIM>(self.edition, self.rates, self.places, reach);
            return Pair::new(worth(first), worth(second));
        }
        Pair::new(self.prospect::<AIM>(first), self.prospect::<AIM>(second))
    }

    /// What the best prey in these places is worth, which is the lowest one if that takes no other lay, and otherwise the highest.
    #[inline(always)]
    fn prospect<const AIM: bool>(&self, reach: Places) -> f64 {
        let hits = reach.0 & self.places.0;
        let aimed = if AIM { hits & reach.lowest() } else { 0 };
        let best = if aimed == 0 { hits } else { aimed };
        worth(self.edition, self.rates, (best | 1 << NO_PLACE).ilog2(), aimed != 0)
    }
}

/// What a steal in a place is worth; `aimed`: without another lay.
#[inline(always)]
fn worth(edition: &Edition, rates: &StealRates, place: u32, aimed: bool) -> f64 {
    let worms = edition.worms_of_value(place.wrapping_sub(FIRST_PLACE));
    rates.soon[usize::from(aimed)][usize::from(worms) % MAX_WORMS]
}

/// What the best prey in reach is worth in an edition in which a higher portion may have fewer worms.
#[cold]
#[inline(never)]
fn best_of_any<const AIM: bool>(edition: &Edition, rates: &StealRates, preys: Places, reach: Places) -> f64 {
    let hits = reach.0 & preys.0;
    if AIM && hits & reach.lowest() != 0 {
        return worth(edition, rates, reach.lowest().trailing_zeros(), true);
    }
    TotalSet::from_bits(hits).iter().map(|place| worth(edition, rates, place, false)).fold(0.0, f64::max)
}

impl Places {
    pub(super) const NONE: Places = Places(0);

    /// These totals or points, counted from a place on.
    #[inline(always)]
    fn of(totals: TotalSet, first: u32) -> Places {
        Places(totals.raised(first).bits())
    }

    /// All of them higher by so many points.
    #[inline(always)]
    pub(super) const fn raised(self, points: u32) -> Places {
        Places(self.0.wrapping_shl(points))
    }

    #[inline(always)]
    pub(super) const fn or(self, other: Places) -> Places {
        Places(self.0 | other.0)
    }

    /// The bit of the lowest.
    #[inline(always)]
    const fn lowest(self) -> u64 {
        self.0 & self.0.wrapping_neg()
    }
}

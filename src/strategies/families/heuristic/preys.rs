//! Steals now and soon: the top portions of others, as sets of distances from a total.

use super::rates::StealRates;
use crate::game::{Edition, Seat, Table};
use crate::strategies::total_set::TotalSet;
use crate::vectors::Pair;

/// The top portions of others.
pub(super) struct Preys<'a> {
    rates: &'a StealRates,
    edition: &'a Edition,
    /// Their values.
    values: TotalSet,
    /// This seat's total, and the distances from it to the values above.
    total: u32,
    ahead: TotalSet,
}

impl<'a> Preys<'a> {
    #[inline(always)]
    pub(super) fn of(table: &'a Table, me: Seat, rates: &'a StealRates) -> Preys<'a> {
        let total = u32::from(table.total(me));
        let values = TotalSet::from_bits(table.top_values()).except(TotalSet::of(u32::from(table.top_value(me))));
        // No value is above 42, so a total above 63 is ahead of all of them as much as 63 is.
        Preys { rates, edition: table.edition(), values, total, ahead: values.lowered(total.min(63)) }
    }

    /// This seat's total.
    #[inline(always)]
    pub(super) fn total(&self) -> u32 {
        self.total
    }

    /// The distances from this seat's total to the values above.
    #[inline(always)]
    pub(super) fn ahead(&self) -> TotalSet {
        self.ahead
    }

    /// What a steal with this seat's total is worth, if there is a portion to steal.
    #[inline(always)]
    pub(super) fn now(&self) -> Option<f64> {
        let worth = || self.rates.now * f64::from(self.edition.worms_of_value(self.total));
        self.values.contains(self.total).then(worth)
    }

    /// What the steals are worth that two lays prepare, given the totals after them, the distances from there to preys, and
    /// the points that one more lay adds. If the lays can allow a steal themselves (`AIM`), 0 is among these points.
    #[inline(always)]
    pub(super) fn prospects<const AIM: bool>(&self, totals: [u32; 2], ahead: [TotalSet; 2], next: TotalSet) -> Pair {
        let (first, second) = (ahead[0].and(next), ahead[1].and(next));
        if !self.edition.rises() {
            let worth = |total: u32, hits: TotalSet| best_of_any(self.edition, self.rates, total, hits);
            return Pair::new(worth(totals[0], first), worth(totals[1], second));
        }
        let worms = Pair::new(self.worms::<AIM>(totals[0], first), self.worms::<AIM>(totals[1], second));
        Pair::new(self.rate::<AIM>(first), self.rate::<AIM>(second)) * worms
    }

    /// The worms on the best prey at these distances, which is the nearest one if that is hit and the farthest otherwise; any
    /// number if there is none.
    #[inline(always)]
    fn worms<const AIM: bool>(&self, total: u32, hits: TotalSet) -> f64 {
        let best = if AIM { hits.zero_or_all() } else { hits };
        f64::from(self.edition.worms_of_value(total + best.highest_or_zero()))
    }

    #[inline(always)]
    fn rate<const AIM: bool>(&self, hits: TotalSet) -> f64 {
        let aims = AIM && hits.contains_zero();
        self.rates.prospects[usize::from(!hits.is_empty()) + usize::from(aims)]
    }
}

/// What the best steal at these distances is worth in an edition in which a higher portion may have fewer worms.
#[cold]
#[inline(never)]
fn best_of_any(edition: &Edition, rates: &StealRates, total: u32, hits: TotalSet) -> f64 {
    let worms = |distance: u32| f64::from(edition.worms_of_value(total + distance));
    let [_, reach, aim] = rates.prospects;
    if hits.contains_zero() { aim * worms(0) } else { reach * hits.iter().map(worms).fold(0.0, f64::max) }
}

//! The values of all lays, two side by side, and the best of them.

use super::outlook::Outlook;
use super::preys::{Places, Preys};
use super::rates::{COUNT_BITS, Costs, KindRates, MAX_HELD, MAX_POINTS, TwoLays};
use super::watcher::Watcher;
use crate::game::{Cards, Kind, Number};
use crate::strategies::total_set::TotalSet;
use crate::vectors::Pair;

/// A lay: its kind and number of cards, as a number that grows with both; 0 for none.
#[derive(Clone, Copy)]
pub(super) struct LayCode(u32);

impl LayCode {
    #[inline(always)]
    pub(super) fn kind(self) -> Option<Kind> {
        (self.0 > 0).then(|| Kind::ALL[(self.0 >> COUNT_BITS) as usize])
    }

    #[inline(always)]
    pub(super) fn count(self) -> u32 {
        self.0 % (1 << COUNT_BITS)
    }
}

/// The search for the best lay.
pub(super) struct Search<'a, W, const RIVALS: usize> {
    watcher: &'a mut W,
    outlook: &'a Outlook<'a, RIVALS>,
    preys: &'a Preys<'a>,
    /// The hand cards of open kinds, and their points.
    hand: Cards,
    points: u32,
    /// This seat's total.
    total: Pair,
    /// The best values so far in each place, and the codes of their lays.
    values: Pair,
    codes: Pair,
}

/// What all lays of one kind have in common.
struct Lays<'a> {
    kind: &'a KindRates,
    costs: &'a Costs,
    /// How many cards of it are in hand.
    held: u32,
    /// The chance to be valid in the end.
    chance: Pair,
    /// Everything that does not depend on the number of cards.
    fixed: Pair,
    /// The places that one more lay reaches from this seat's total.
    reach: Places,
    /// Whether there can be a steal soon.
    hopeful: bool,
}

impl<'a, W: Watcher, const RIVALS: usize> Search<'a, W, RIVALS> {
    /// A search for a lay of these cards that is worth more than `least`.
    #[inline(always)]
    pub(super) fn new(
        outlook: &'a Outlook<'a, RIVALS>,
        preys: &'a Preys<'a>,
        hand: Cards,
        least: f64,
        watcher: &'a mut W,
    ) -> Self {
        let total = Pair::both(f64::from(preys.total() as u8));
        let (values, codes) = (Pair::both(least), Pair::both(0.0));
        Search { watcher, outlook, preys, hand, points: hand.total(), total, values, codes }
    }

    /// The best lay with a worm in the display.
    #[inline(always)]
    pub(super) fn valid(mut self) -> LayCode {
        let (chance, fixed) = (Pair::both(1.0), Pair::both(self.outlook.lay_valid()));
        let sums = number_sums(self.hand);
        let hopeful = self.preys.any_ahead();
        let mut rest = self.hand.number_counts();
        while rest != 0 {
            let (index, held) = take_kind(&mut rest);
            let (kind, costs) = self.outlook.kind(index);
            let reach = self.preys.reach(all_but(sums, index));
            self.try_kind::<true>(&Lays { kind, costs, held, chance, fixed, reach, hopeful });
        }
        self.best()
    }

    /// The best lay without one. Only a worm can make the display valid then.
    #[inline(always)]
    pub(super) fn invalid(mut self) -> LayCode {
        let worms = self.hand.count(Kind::Worm);
        let chance = self.outlook.rates.worm_chance[usize::from(worms > 0)];
        let (chance, fixed) = (Pair::both(chance), Pair::both(self.outlook.lay(chance)));
        let reach = self.preys.reach(TotalSet::of_lays(Kind::Worm, worms));
        let hopeful = (worms > 0) & self.preys.any_ahead();
        let mut sums = TotalSet::of(0);
        let mut rest = self.hand.number_counts();
        while rest != 0 {
            let (index, held) = take_kind(&mut rest);
            let (kind, costs) = self.outlook.kind(index);
            sums = sums.or(kind.sums[held as usize % MAX_HELD]);
            self.try_kind::<false>(&Lays { kind, costs, held, chance, fixed, reach, hopeful });
        }
        if worms > 0 {
            let (kind, costs) = self.outlook.kind(Kind::Worm.index());
            let (chance, fixed) = (Pair::both(1.0), Pair::both(self.outlook.lay_valid()));
            let reach = self.preys.reach(sums);
            self.try_kind::<true>(&Lays { kind, costs, held: worms, chance, fixed, reach, hopeful });
        }
        self.best()
    }

    /// Tries all lays of a kind. `AIM`: they can allow a steal themselves.
    #[inline(always)]
    fn try_kind<const AIM: bool>(&mut self, lays: &Lays<'_>) {
        let step = lays.kind.step;
        let later = (self.points - lays.held * step) as usize;
        let growth = self.outlook.rates.growth[later % MAX_POINTS];
        let (mut left, mut reach) = (lays.held, lays.reach);
        for (two, &cost) in lays.kind.lays.iter().zip(lays.costs) {
            reach = self.try_two::<AIM>(lays, (two, cost), left, growth, reach);
            if left <= 2 {
                break;
            }
            left -= 2;
        }
    }

    /// Tries two lays, given what they cost, the cards of the kind in hand without those that fewer cards than these lay, and the places that one
    /// more lay reaches before both; returns those that it reaches after the second. The second may have a card too many: it is then
    /// worth less than nothing.
    #[inline(always)]
    fn try_two<const AIM: bool>(
        &mut self,
        lays: &Lays<'_>,
        (two, cost): (&TwoLays, Pair),
        left: u32,
        growth: Pair,
        reach: Places,
    ) -> Places {
        let serving = self.outlook.serving((self.total + two.points) + growth);
        // With a worm in the display the chance is 1.
        let mut values = if AIM { serving } else { lays.chance * serving };
        values = values - cost + lays.fixed - self.outlook.round.last_card[left as usize % MAX_HELD];
        let first = reach.raised(lays.kind.step);
        let second = first.raised(lays.kind.step);
        // Among several rivals there is often something in reach; at a table for two, seldom.
        let promising = if RIVALS == 1 { self.preys.any_in(first.or(second)) } else { lays.hopeful };
        if promising {
            values = values + self.preys.prospects::<AIM>(first, second);
        }
        self.watcher.lays(lays.kind.code + (lays.held - left + 1) as usize, values);
        self.codes = values.if_larger(self.values, two.codes, self.codes);
        self.values = values.max(self.values);
        second
    }

    /// Of equal lays the first.
    #[inline(always)]
    fn best(&self) -> LayCode {
        // Added to 2⁵², a small whole number stands in the lowest bits.
        LayCode((self.values.label_of_larger(self.codes) + 4_503_599_627_370_496.0).to_bits() as u32)
    }
}

/// Takes the lowest number from counts by number: its index, and how many cards of it there are.
#[inline(always)]
fn take_kind(rest: &mut u64) -> (usize, u32) {
    let lane = rest.trailing_zeros() & 0x38;
    let held = (*rest >> lane) as u32 & 0xff;
    *rest &= (u64::MAX << 8) << lane;
    ((lane / 8) as usize, held)
}

/// The points that a lay of each number can add.
#[inline(always)]
fn number_sums(hand: Cards) -> [TotalSet; Number::ALL.len()] {
    let counts = hand.number_counts();
    let of = |number: Number| TotalSet::of_lays(Kind::Number(number), (counts >> (8 * number as u32)) as u32 & 0xff);
    [of(Number::One), of(Number::Two), of(Number::Three), of(Number::Four), of(Number::Five)]
}

/// The points that a lay of another number can add, and 0.
#[inline(always)]
fn all_but(mut sums: [TotalSet; Number::ALL.len()], number: usize) -> TotalSet {
    sums[number % Number::ALL.len()] = TotalSet::of(0);
    sums.into_iter().fold(TotalSet::of(0), TotalSet::or)
}

//! The values of all lays, two side by side, and the best of them.

use super::outlook::Outlook;
use super::preys::{Places, Preys};
use super::rates::{COUNT_BITS, KindLays, MAX_HELD, MAX_KINDS, MAX_POINTS, TwoLays};
use super::watcher::Watcher;
use crate::game::{Cards, Kind, Number};
use crate::strategies::total_set::TotalSet;
use crate::vectors::Pair;

/// A lay: its kind and number of cards, as a number that grows with both; 0 for none.
#[derive(Clone, Copy)]
pub(super) struct LayCode(u32);

impl LayCode {
    #[inline(always)]
    pub(super) fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The index of its kind.
    #[inline(always)]
    pub(super) fn kind(self) -> usize {
        (self.0 >> COUNT_BITS) as usize
    }

    #[inline(always)]
    pub(super) fn count(self) -> u32 {
        self.0 % (1 << COUNT_BITS)
    }
}

/// The search for the best lay.
///
/// A lay whose cards are worth so much in hand that it cannot be the best, even if it earned the highest portion for certain, is not
/// valued at all: at a table for two more than half of them are like that.
pub(super) struct Search<'a, W, const RIVALS: usize> {
    watcher: &'a mut W,
    outlook: &'a Outlook<'a, RIVALS>,
    preys: &'a Preys<'a>,
    /// The hand cards of open kinds, and their points.
    hand: Cards,
    points: u32,
    /// This seat's total.
    total: Pair,
    /// The best value so far, and its lay.
    best: f64,
    lay: LayCode,
    /// The most that a lay's cards may be worth in hand if it is to be the best, before what it can steal.
    affordable: f64,
}

/// What all lays have in common that are as likely to be valid in the end.
#[derive(Clone, Copy)]
struct Terms {
    /// The chance to be valid in the end.
    chance: Pair,
    /// Everything that does not depend on the cards laid.
    fixed: Pair,
    /// The most that a lay can be worth whose cards cost nothing and that steals nothing, and a little more: so little that it makes
    /// no difference to a decision, and more than all that is lost or won by rounding.
    most: f64,
}

/// That little.
const ROUNDING: f64 = 1e-6;

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
        let (points, lay) = (hand.total(), LayCode(0));
        Search { watcher, outlook, preys, hand, points, total, best: least, lay, affordable: 0.0 }
    }

    /// The best lay with a worm in the display.
    #[inline(always)]
    pub(super) fn valid(self) -> LayCode {
        if self.preys.any_ahead() { self.valid_lays::<true>() } else { self.valid_lays::<false>() }
    }

    /// The best lay without one. Only a worm can make the display valid then.
    #[inline(always)]
    pub(super) fn invalid(self) -> LayCode {
        let worms = self.hand.count(Kind::Worm);
        if worms > 0 && self.preys.any_ahead() {
            self.invalid_lays::<true>(worms)
        } else {
            self.invalid_lays::<false>(worms)
        }
    }

    /// `HOPE`: there can be a steal soon.
    #[inline(always)]
    fn valid_lays<const HOPE: bool>(mut self) -> LayCode {
        let terms = self.valid_terms();
        self.find_affordable(&terms);
        let sums = if HOPE { NumberSums::of(self.hand) } else { NumberSums::NONE };
        for held in self.numbers() {
            let reach = if HOPE { self.preys.reach(sums.without(held.sums())) } else { Places::NONE };
            self.try_kind::<true, HOPE>(&held, &terms, reach);
        }
        self.lay
    }

    #[inline(always)]
    fn invalid_lays<const HOPE: bool>(mut self, worms: u32) -> LayCode {
        let terms = self.terms(self.outlook.rates.worm_chance[usize::from(worms > 0)]);
        self.find_affordable(&terms);
        let lays = &self.outlook.round.lays[Kind::Worm.index()];
        let worms = Held { lays, step: u32::from(Kind::Worm.value()), count: worms };
        let reach = if HOPE { self.preys.reach(worms.sums()) } else { Places::NONE };
        let mut sums = TotalSet::of(0);
        for held in self.numbers() {
            if HOPE {
                sums = sums.or(held.sums());
            }
            self.try_kind::<false, HOPE>(&held, &terms, reach);
        }
        if HOPE || worms.count > 0 {
            let (terms, reach) = (self.valid_terms(), if HOPE { self.preys.reach(sums) } else { Places::NONE });
            self.find_affordable(&terms);
            self.try_kind::<true, HOPE>(&worms, &terms, reach);
        }
        self.lay
    }

    /// With this chance to be valid in the end.
    #[inline(always)]
    fn terms(&self, chance: f64) -> Terms {
        let (most, fixed) = (chance * self.outlook.most_serving(), self.outlook.lay(chance));
        Terms { chance: Pair::both(chance), fixed: Pair::both(fixed), most: most + fixed + ROUNDING }
    }

    /// Valid for certain.
    #[inline(always)]
    fn valid_terms(&self) -> Terms {
        let (most, fixed) = (self.outlook.most_serving(), self.outlook.lay_valid());
        Terms { chance: Pair::both(1.0), fixed: Pair::both(fixed), most: most + fixed + ROUNDING }
    }

    /// The numbers of the hand.
    #[inline(always)]
    fn numbers(&self) -> Numbers<'a> {
        Numbers { lays: &self.outlook.round.lays, counts: self.hand.number_counts(), index: 0 }
    }

    #[inline(always)]
    fn find_affordable(&mut self, terms: &Terms) {
        self.affordable = terms.most - self.best;
    }

    /// Tries all lays of a kind, given the places that one more lay reaches from this seat's total. `AIM`: they can allow a steal
    /// themselves.
    #[inline(always)]
    fn try_kind<const AIM: bool, const HOPE: bool>(&mut self, held: &Held<'_>, terms: &Terms, mut reach: Places) {
        let mut left = held.count;
        for two in &held.lays.twos {
            let last_card = self.outlook.round.last_card[left as usize % MAX_HELD];
            let prospects = if HOPE { self.prospects::<AIM>(held.step, &mut reach) } else { None };
            let affordable = prospects.map_or(self.affordable, |prospects| self.affordable + prospects.larger());
            if W::SEES_ALL || two.cost.first() + last_card.first() <= affordable {
                let values = self.values_of::<AIM>(two, held, terms) - last_card;
                let values = prospects.map_or(values, |prospects| values + prospects);
                self.watcher.lays(two.code as usize, values);
                self.keep_best(values, two.code);
                self.find_affordable(terms);
            } else if !HOPE {
                // More cards cost more.
                break;
            }
            if left <= 2 {
                break;
            }
            left -= 2;
        }
    }

    /// What the steals are worth that the next two lays prepare, if there are any, given the places that one more lay reaches before
    /// both, which become those that it reaches after the second.
    #[inline(always)]
    fn prospects<const AIM: bool>(&self, step: u32, reach: &mut Places) -> Option<Pair> {
        let first = reach.raised(step);
        let second = first.raised(step);
        *reach = second;
        self.preys.any_in(first.or(second)).then(|| self.preys.prospects::<AIM>(first, second))
    }

    /// The values of two lays, without what is lost with the last card of a kind and what can be stolen.
    #[inline(always)]
    fn values_of<const AIM: bool>(&self, two: &TwoLays, held: &Held<'_>, terms: &Terms) -> Pair {
        let later = (self.points - held.count * held.step) as usize;
        let growth = self.outlook.rates.growth[later % MAX_POINTS];
        let serving = self.outlook.serving((self.total + two.points) + growth);
        // With a worm in the display the chance is 1.
        let serving = if AIM { serving } else { terms.chance * serving };
        serving - two.cost + terms.fixed
    }

    /// Of equal lays the first.
    #[inline(always)]
    fn keep_best(&mut self, values: Pair, code: u32) {
        let larger = values.larger();
        let code = LayCode(code + u32::from(values.second() > values.first()));
        self.lay = if larger > self.best { code } else { self.lay };
        self.best = if larger > self.best { larger } else { self.best };
    }
}

/// The cards of a kind in hand.
struct Held<'a> {
    lays: &'a KindLays,
    /// The points of a card.
    step: u32,
    count: u32,
}

impl Held<'_> {
    /// The points that a lay can add.
    #[inline(always)]
    fn sums(&self) -> TotalSet {
        self.lays.sums[self.count as usize % MAX_HELD]
    }
}

/// The numbers of a hand, one after the other.
struct Numbers<'a> {
    lays: &'a [KindLays; MAX_KINDS],
    /// The counts of those that are left, the next number in the lowest byte, and its index.
    counts: u64,
    index: u32,
}

impl<'a> Iterator for Numbers<'a> {
    type Item = Held<'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<Held<'a>> {
        if self.counts == 0 {
            return None;
        }
        let missing = self.counts.trailing_zeros() / 8;
        let counts = self.counts >> (8 * missing);
        let index = self.index + missing;
        (self.counts, self.index) = (counts >> 8, index + 1);
        Some(Held { lays: &self.lays[index as usize % MAX_KINDS], step: index + 1, count: counts as u32 & 0xff })
    }
}

/// The points that lays of the numbers of a hand can add, and 0.
struct NumberSums {
    all: TotalSet,
    /// Those that lays of two numbers or more can add, and 0.
    of_several: TotalSet,
}

impl NumberSums {
    const NONE: NumberSums = NumberSums { all: TotalSet::NONE, of_several: TotalSet::NONE };

    #[inline(always)]
    fn of(hand: Cards) -> NumberSums {
        let counts = hand.number_counts();
        let (mut all, mut of_several) = (TotalSet::NONE, TotalSet::of(0));
        for number in Number::ALL {
            let held = (counts >> (8 * number as u32)) as u32 & 0xff;
            let sums = TotalSet::of_lays(Kind::Number(number), held);
            of_several = of_several.or(all.and(sums));
            all = all.or(sums);
        }
        NumberSums { all, of_several }
    }

    /// The points that a lay of another number can add, given those of one, and 0.
    #[inline(always)]
    fn without(&self, sums: TotalSet) -> TotalSet {
        self.all.except(sums).or(self.of_several)
    }
}

//! What a seat can expect: everything that the value of a move depends on, gathered once per decision.

use super::rates::{MAX_WORMS, Rates, RoundRates};
use super::rivals::Rivals;
use crate::game::{MAX_PLAYERS, Seat, Table, View};
use crate::vectors::Pair;

/// A seat's situation, as its weights see it, at a table with so many rivals.
pub(super) struct Outlook<'a, const RIVALS: usize> {
    pub(super) rates: &'a Rates,
    pub(super) round: &'a RoundRates,
    menu: &'a Menu,
    /// The final totals expected of the rivals, and half their chances to be valid.
    rivals: [(Pair, Pair); RIVALS],
    margin: Pair,
    /// What a worm on the expected portion is worth.
    keep: f64,
    /// The most that the portion expected from the menu can be worth.
    most_serving: f64,
    /// The value of the lowest portion, and of the shelter if it is a zero (rules 5.2, 6.3).
    lowest: f64,
    /// 1 if a rival has not passed, otherwise 0.
    rivals_left: usize,
    /// The expected loss as long as this seat's own top is exposed.
    danger: f64,
}

impl<'a, const RIVALS: usize> Outlook<'a, RIVALS> {
    #[inline(always)]
    pub(super) fn new(rates: &'a Rates, view: &View<'a>, top_value: u8, menu: &'a Menu) -> Outlook<'a, RIVALS> {
        let (table, me, weights) = (view.table(), view.seat(), &rates.weights);
        let round = rates.in_round(table.players().rounds() - table.round());
        let (steals, own_worms) = (rates.among(RIVALS), table.top_worms(me));
        let top_worms = f64::from(own_worms) * steals.swing;
        let behind = f64::from(most_worms::<RIVALS>(table, me)) - f64::from(table.worms(me));
        let keep = weights.portion + weights.deficit * behind / round.rounds - round.exposure;
        let lowest = table.grill().lowest_or_zero();
        let shelter = rates.shield[usize::from(lowest.is_zero())] * top_worms * round.future;
        let seen = if RIVALS == 1 { Rivals::other(table, me) } else { Rivals::of(table, me) };
        let threats = if RIVALS == 1 { seen.threat(top_value) } else { seen.threats(top_value) };
        let mut rivals = [(Pair::both(0.0), Pair::both(0.0)); RIVALS];
        let final_totals = seen.final_totals::<RIVALS>(weights.rival_growth);
        for (k, rival) in rivals.iter_mut().enumerate() {
            *rival = (final_totals[k / 2][k % 2], rates.rival_valid[seen.status(k).index()]);
        }
        let danger = if RIVALS > 1 && own_worms == 0 {
            0.0
        } else if RIVALS == 1 || threats.is_hit() {
            (0..RIVALS).fold(0.0, |danger, k| danger + rates.threats[threats.of(k)] * top_worms)
        } else {
            steals.covers[usize::from(own_worms) % MAX_WORMS][threats.near()]
        };
        Outlook {
            rates,
            round,
            menu,
            rivals,
            margin: Pair::both(weights.margin),
            keep,
            most_serving: if table.edition().rises() { (menu.0[0] * keep).max(0.0) } else { f64::MAX },
            lowest: f64::from(table.edition().worms(lowest)) * keep + shelter,
            rivals_left: usize::from(!table.active().without(me).is_empty()),
            danger,
        }
    }

    /// What the portions expected from the menu are worth with these final totals, if the display is valid in the end.
    ///
    /// The chance that a rival is served before this seat is `0.5 + 0.5 · x / (1 + |x|)`, where x is the lead of the rival in
    /// margins. The halves are taken out of the sum, which is exact.
    #[inline(always)]
    pub(super) fn serving(&self, totals: Pair) -> Pair {
        let mut rank = self.is_before(0, totals);
        for rival in 1..RIVALS {
            rank = rank + self.is_before(rival, totals);
        }
        self.menu.worms::<RIVALS>(rank) * Pair::both(self.keep)
    }

    /// The most that it can be worth with any totals: no portion has more worms than the highest. Of an edition in which one may have more,
    /// nothing is known; but that is a number, so that none of it is 0 with a chance of 0.
    #[inline(always)]
    pub(super) fn most_serving(&self) -> f64 {
        self.most_serving
    }

    #[inline(always)]
    fn is_before(&self, rival: usize, totals: Pair) -> Pair {
        let (total, half_valid) = self.rivals[rival];
        let lead = (total - totals) / self.margin;
        half_valid * (Pair::both(1.0) + lead / (Pair::both(1.0) + lead.abs()))
    }

    /// The value of passing with an invalid display. The portion covers this seat's own top at once.
    #[inline(always)]
    pub(super) fn pass_invalid(&self) -> f64 {
        self.lowest + self.round.tempo[self.rivals_left]
    }

    /// The value of passing with a valid display, without a steal.
    #[inline(always)]
    pub(super) fn pass_valid(&self, total: u32) -> f64 {
        self.serving(Pair::both(f64::from(total as u8))).first() + self.round.tempo[self.rivals_left] - self.danger
    }

    /// What a steal of this worth adds to a pass. The stolen portion covers this seat's own top, which is then out of danger.
    #[inline(always)]
    pub(super) fn steal(&self, worth: f64) -> f64 {
        worth + self.danger
    }

    /// What all lays with this chance to be valid in the end have in common.
    #[inline(always)]
    pub(super) fn lay(&self, chance: f64) -> f64 {
        (1.0 - chance) * self.lowest + self.round.draw + self.round.hope[self.rivals_left] - self.danger
    }

    /// The same for lays that are valid in the end.
    #[inline(always)]
    pub(super) fn lay_valid(&self) -> f64 {
        self.round.draw_and_hope[self.rivals_left] - self.danger
    }
}

/// The most worms of another seat.
#[inline(always)]
fn most_worms<const RIVALS: usize>(table: &Table, me: Seat) -> u16 {
    let worms = table.all_worms();
    if RIVALS == 1 {
        let [rival] = me.others();
        return worms[rival];
    }
    // As many as fill a register.
    let others: [i16; 8] = std::array::from_fn(|seat| worms.0.get(seat).map_or(0, |&worms| worms as i16));
    let others = others.into_iter().zip(ALL_BUT[me.index()]).map(|(worms, mask)| worms & mask);
    others.fold(0, i16::max) as u16
}

/// By seat: all bits except in the place of the seat.
static ALL_BUT: [[i16; 8]; MAX_PLAYERS] = {
    let mut masks = [[-1; 8]; MAX_PLAYERS];
    let mut seat = 0;
    while seat < MAX_PLAYERS {
        masks[seat][seat] = 0;
        seat += 1;
    }
    masks
};

/// Worms on the portions of the grill, the highest first.
///
/// One more entry than there are indices of three bits, so that each has a next one.
pub(super) struct Menu([f64; 9]);

impl Menu {
    /// The menu of a table with so many rivals. Beyond the last portion there are zeros, which have no worms.
    #[inline(always)]
    pub(super) fn of<const RIVALS: usize>(table: &Table) -> Menu {
        let mut menu = [0.0; 9];
        let pairs = Pair::of_bytes(table.menu());
        for (index, worms) in menu.iter_mut().take(RIVALS + 1).enumerate() {
            let pair = pairs[index / 2];
            *worms = if index % 2 == 0 { pair.first() } else { pair.second() };
        }
        Menu(menu)
    }

    /// The worms to expect when so many are served before, interpolated between two portions.
    #[inline(always)]
    fn worms<const RIVALS: usize>(&self, rank: Pair) -> Pair {
        if RIVALS == 1 {
            // A single rival is never served before for certain.
            return Pair::both(self.0[0]) + Pair::both(self.0[1] - self.0[0]) * rank;
        }
        let (whole, [first, second]) = rank.whole();
        let above = Pair::new(self.0[first], self.0[second]);
        let below = Pair::new(self.0[first + 1], self.0[second + 1]);
        above + (below - above) * (rank - whole)
    }
}

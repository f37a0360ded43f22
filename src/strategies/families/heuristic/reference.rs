//! The heuristic as its weights describe it, without regard to speed: what the fast one must agree with, move by move.

use super::Weights;
use crate::game::{Cards, Kind, MAX_PLAYERS, Move, Portion, Table, View};
use crate::strategies::total_set::TotalSet;

/// The mean points of a card drawn from a full deck, and how often it is a worm (rule 1.1).
const MEAN_POINTS: f64 = 380.0 / 110.0;
const MEAN_WORMS: f64 = 25.0 / 110.0;

/// The move with these weights.
pub(super) fn choose(weights: &Weights, view: &View<'_>) -> Move {
    let outlook = Outlook::new(weights, view);
    let (mut best, mut most) = (Move::Pass, outlook.pass());
    if view.table().victim_of(view.seat()).is_some() && outlook.steal() > 0.0 {
        (best, most) = (Move::Steal, most + outlook.steal());
    }
    match outlook.best_lay() {
        Some((value, kind, count)) if value > most => lay(view, kind, count),
        _ => best,
    }
}

/// Lays `count` cards of a kind; of the worms the lowest ones, so that the highest signposts stay in hand.
fn lay(view: &View<'_>, kind: Kind, count: u32) -> Move {
    match kind {
        Kind::Number(number) => Move::lay(number, count as u8),
        Kind::Worm => Move::LayWorms(view.hand().signposts().iter().take(count as usize).collect()),
    }
}

/// A seat's situation, as its weights see it.
struct Outlook<'a> {
    weights: &'a Weights,
    /// The cards of open kinds in hand, by kind.
    counts: [u32; Kind::ALL.len()],
    /// Their total worth, in points.
    open_points: u32,
    total: u32,
    /// Whether there is a worm in the display.
    valid: bool,
    /// Worms on the portions of the grill, the highest first.
    menu: [f64; MAX_PLAYERS],
    /// How many portions are on the grill.
    servings: usize,
    /// The final totals expected of the others, and their chances to be valid.
    rivals: [(f64, f64); MAX_PLAYERS - 1],
    rival_count: usize,
    /// The number of rivals that have not passed.
    rivals_left: f64,
    /// The share of its full worth that a card in hand has now.
    future: f64,
    /// Weight of the worms of the expected portion.
    portion: f64,
    /// Tops of others that can be stolen, and what they are worth.
    preys: TotalSet,
    prey_worms: [(u32, f64); MAX_PLAYERS - 1],
    /// The expected loss as long as this seat's own top is exposed.
    danger: f64,
    /// What a zero on this seat's own top would save, if the lowest portion is one.
    shelter: f64,
    /// What a steal is worth per worm on the portion: the thief's gain and a share of the victim's loss.
    swing: f64,
}

impl<'a> Outlook<'a> {
    fn new(weights: &'a Weights, view: &View<'_>) -> Outlook<'a> {
        let (table, me) = (view.table(), view.seat());
        let players = table.players();
        let rounds_left = (players.rounds() - table.round()) as f64;
        let mut outlook = Outlook {
            weights,
            counts: open_counts(view),
            open_points: 0,
            total: u32::from(table.total(me)),
            valid: !table.open(me).contains(Kind::Worm),
            menu: [0.0; MAX_PLAYERS],
            servings: 0,
            rivals: [(0.0, 0.0); MAX_PLAYERS - 1],
            rival_count: 0,
            rivals_left: table.active().without(me).len() as f64,
            future: if rounds_left > 0.0 { rounds_left / (rounds_left + weights.fade) } else { 0.0 },
            portion: weights.portion,
            preys: TotalSet::NONE,
            prey_worms: [(0, 0.0); MAX_PLAYERS - 1],
            danger: 0.0,
            shelter: 0.0,
            swing: 1.0 + 1.0 / (players.count() - 1) as f64,
        };
        outlook.open_points = Kind::ALL.iter().zip(outlook.counts).map(|(kind, n)| n * u32::from(kind.value())).sum();
        outlook.see_grill(table);
        outlook.see_rivals(view);
        outlook.see_own_top(view);
        outlook
    }

    fn see_grill(&mut self, table: &Table) {
        let mut grill = table.grill();
        while let Some(portion) = grill.highest() {
            self.menu[self.servings] = f64::from(table.edition().worms(portion));
            self.servings += 1;
            grill = grill.without(portion);
        }
    }

    fn see_rivals(&mut self, view: &View<'_>) {
        let (table, me, weights) = (view.table(), view.seat(), self.weights);
        let mut most_worms = 0;
        for (i, seat) in table.players().seats().filter(|&seat| seat != me).enumerate() {
            most_worms = most_worms.max(table.worms(seat));
            if let Some(top) = table.top(seat).filter(|top| !top.is_zero()) {
                self.preys = self.preys.or(TotalSet::of(u32::from(top.value())));
                self.prey_worms[i] = (u32::from(top.value()), f64::from(table.edition().worms(top)));
            }
            let total = f64::from(table.total(seat));
            let active = table.active().contains(seat);
            if !active && !table.passed_valid().contains(seat) {
                continue;
            }
            let has_worm = !table.open(seat).contains(Kind::Worm);
            let growth = if active { weights.rival_growth * f64::from(table.hand_size(seat)) } else { 0.0 };
            let valid = if has_worm { 1.0 } else { weights.rival_valid };
            self.rivals[self.rival_count] = (total + growth, valid);
            self.rival_count += 1;
        }
        let behind = f64::from(most_worms) - f64::from(table.worms(me));
        let rounds_left = (table.players().rounds() - table.round()) as f64;
        self.portion += weights.deficit * behind / (1.0 + rounds_left);
    }

    /// The danger that this seat's own top is stolen before it is covered (rule 6.1).
    fn see_own_top(&mut self, view: &View<'_>) {
        let (table, me, weights) = (view.table(), view.seat(), self.weights);
        let Some(top) = table.top(me).filter(|top| !top.is_zero()) else {
            return;
        };
        let worms = f64::from(table.edition().worms(top)) * self.swing;
        for seat in table.active().without(me).iter() {
            let (total, value) = (table.total(seat), top.value());
            if total == value && !table.open(seat).contains(Kind::Worm) {
                self.danger += weights.guard * worms;
            } else if total < value && u32::from(value - total) <= 5 * table.hand_size(seat) {
                self.danger += weights.cover * worms;
            }
        }
        let zero = table.grill().lowest().is_some_and(Portion::is_zero);
        self.shelter = if zero { weights.shield * worms * self.future } else { 0.0 };
    }

    /// The worth of cards in hand, in worms.
    fn worth(&self, cards: f64, points: f64, worms: f64) -> f64 {
        let weights = self.weights;
        (weights.card * cards + weights.point * points + weights.worm_card * worms) * self.future
    }

    /// The worth of cards not yet drawn.
    fn draw(&self, cards: f64) -> f64 {
        self.worth(cards, cards * MEAN_POINTS, cards * MEAN_WORMS)
    }

    /// The worms expected from the menu with this final total, if the display is valid in the end.
    fn serving(&self, total: f64) -> f64 {
        let mut rank = 0.0;
        for &(rival, valid) in &self.rivals[..self.rival_count] {
            let lead = (total - rival) / self.weights.margin;
            rank += valid * (0.5 - 0.5 * lead / (1.0 + lead.abs()));
        }
        let index = rank as usize;
        let above = self.menu[index];
        let below = self.menu[(index + 1).min(self.servings - 1)];
        above + (below - above) * (rank - index as f64)
    }

    /// The worms of a portion taken, which is exposed to thieves from then on.
    fn keep(&self, worms: f64) -> f64 {
        worms * (self.portion - self.weights.exposure * self.future)
    }

    /// The worms of the lowest portion, and the shelter if it is a zero (rules 5.2, 6.3).
    fn lowest(&self) -> f64 {
        self.keep(self.menu[self.servings - 1]) + self.shelter
    }

    /// The value of passing without a steal.
    fn pass(&self) -> f64 {
        let tempo = if self.rivals_left > 0.0 { self.weights.tempo * self.draw(2.0) } else { 0.0 };
        if self.valid {
            self.keep(self.serving(f64::from(self.total))) + tempo - self.danger
        } else {
            // The portion covers this seat's own top at once.
            self.lowest() + tempo
        }
    }

    /// What a steal adds to a pass.
    fn steal(&self) -> f64 {
        // The stolen portion covers this seat's own top, which is then out of danger.
        self.weights.steal * self.swing * self.worms_of_prey(self.total) + self.danger
    }

    /// The value of the best lay, its kind and number of cards, if a lay is possible.
    fn best_lay(&self) -> Option<(f64, Kind, u32)> {
        let mut best = None;
        let mut most = f64::NEG_INFINITY;
        for kind in Kind::ALL {
            let held = self.counts[kind.index()];
            if held == 0 {
                continue;
            }
            let lay = self.lays_of(kind, held);
            for count in 1..=held {
                let value = lay.value(self, count);
                if value > most {
                    most = value;
                    best = Some((value, kind, count));
                }
            }
        }
        best
    }

    /// What all lays of a kind have in common.
    fn lays_of(&self, kind: Kind, held: u32) -> Lays {
        let weights = self.weights;
        let valid = self.valid || kind == Kind::Worm;
        let chance = if valid {
            1.0
        } else if self.counts[Kind::Worm.index()] > 0 {
            weights.worm_ready
        } else {
            weights.worm_hope
        };
        let step = u32::from(kind.value());
        let hope = weights.tempo * weights.wait * self.draw(2.0) * self.rivals_left.min(1.0);
        let worm = if kind == Kind::Worm { 1.0 } else { 0.0 };
        Lays {
            valid,
            chance,
            step,
            growth: weights.growth * f64::from(self.open_points - held * step),
            spent: self.worth(1.0, f64::from(step), worm),
            held,
            last: weights.kind * self.future,
            fixed: (1.0 - chance) * self.lowest() + self.draw(1.0) + hope - self.danger,
            next: if self.preys.is_empty() { TotalSet::NONE } else { self.sums_after(kind, valid) },
        }
    }

    /// The points that one more lay can add after one of `kind`, if the display is then valid.
    fn sums_after(&self, kind: Kind, valid: bool) -> TotalSet {
        let open = Kind::ALL.into_iter().filter(|&other| other != kind && (valid || other == Kind::Worm));
        open.fold(TotalSet::NONE, |sums, other| sums.or(TotalSet::of_lays(other, self.counts[other.index()])))
    }

    /// The worms of the best prey among these totals.
    fn best_prey(&self, hit: TotalSet) -> f64 {
        let hit = self.prey_worms.iter().filter(|(value, _)| hit.contains(*value));
        hit.map(|(_, worms)| *worms).fold(0.0, f64::max)
    }

    fn worms_of_prey(&self, value: u32) -> f64 {
        self.prey_worms.iter().find(|(prey, _)| *prey == value).map_or(0.0, |(_, worms)| *worms)
    }
}

/// What all lays of one kind have in common.
struct Lays {
    /// Whether the display is valid after them.
    valid: bool,
    /// The chance that it is valid in the end.
    chance: f64,
    /// The points of each card.
    step: u32,
    /// Points to hope for from what stays in hand.
    growth: f64,
    /// The worth of each card in hand.
    spent: f64,
    /// How many cards of the kind are in hand, and what it is worth to keep one of them.
    held: u32,
    last: f64,
    /// Everything that does not depend on the number of cards.
    fixed: f64,
    /// The points that one more lay can add.
    next: TotalSet,
}

impl Lays {
    /// The value of laying `count` cards.
    fn value(&self, outlook: &Outlook<'_>, count: u32) -> f64 {
        let total = outlook.total + count * self.step;
        let serving = outlook.serving(f64::from(total) + self.growth);
        let value = self.chance * outlook.keep(serving) - self.spent * f64::from(count) + self.fixed;
        let last = if count == self.held { self.last } else { 0.0 };
        value - last + self.prospect(outlook, total)
    }

    /// The steals that a lay prepares.
    fn prospect(&self, outlook: &Outlook<'_>, total: u32) -> f64 {
        let weights = outlook.weights;
        if self.valid && outlook.preys.contains(total) {
            return weights.aim * outlook.swing * outlook.worms_of_prey(total);
        }
        let hit = self.next.raised(total).and(outlook.preys);
        if hit.is_empty() { 0.0 } else { weights.reach * outlook.swing * outlook.best_prey(hit) }
    }
}

/// The number of cards in hand of each kind that is still open.
fn open_counts(view: &View<'_>) -> [u32; Kind::ALL.len()] {
    let (hand, open): (Cards, _) = (view.hand(), view.table().open(view.seat()));
    Kind::ALL.map(|kind| if open.contains(kind) { hand.count(kind) } else { 0 })
}

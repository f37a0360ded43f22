//! The policy net: how likely a strong player is to choose each action, from one seat's view.

use std::sync::LazyLock;

use super::network::{Network, PartialSums};
use crate::game::{Kind, MAX_PLAYERS, Portion, Seats, Table, View};
use crate::strategies::action::Action;
use crate::strategies::action_values::ActionValues;
use crate::strategies::total_set::TotalSet;

/// Inputs about the situation.
const STATE_INPUTS: usize = OLD_STATE_INPUTS + 7;
/// Inputs about one action.
const ACTION_INPUTS: usize = OLD_ACTION_INPUTS + 7;
/// The first of these, which the first format of nets knows, and its hidden units.
const OLD_STATE_INPUTS: usize = 23;
const OLD_ACTION_INPUTS: usize = 21;
const OLD_INPUTS: usize = OLD_STATE_INPUTS + OLD_ACTION_INPUTS;
const OLD_HIDDEN: usize = 16;
/// Inputs of the net.
pub const POLICY_INPUTS: usize = STATE_INPUTS + ACTION_INPUTS;
/// Hidden units of the net.
pub const POLICY_HIDDEN: usize = 32;

/// The network of a number of players.
pub type PolicyNetwork = Network<POLICY_INPUTS, STATE_INPUTS, { POLICY_HIDDEN / 4 }>;

/// How many weights a network of the first format has.
pub(super) const NARROW_WEIGHTS: usize = OLD_INPUTS * OLD_HIDDEN + 2 * OLD_HIDDEN + OLD_INPUTS;

/// The weights of a network of the first format as one of the present: what is new has the weight 0, so that its judgement is
/// the same to the bit.
pub(super) fn widened(weights: &[f32]) -> Vec<f32> {
    let (rows, rest) = weights.split_at(OLD_INPUTS * OLD_HIDDEN);
    let (units, skip) = rest.split_at(2 * OLD_HIDDEN);
    let place = |input: usize| if input < OLD_STATE_INPUTS { input } else { input + STATE_INPUTS - OLD_STATE_INPUTS };
    let mut wide = vec![0.0; PolicyNetwork::WEIGHTS];
    let (wide_rows, wide_rest) = wide.split_at_mut(POLICY_INPUTS * POLICY_HIDDEN);
    let (wide_units, wide_skip) = wide_rest.split_at_mut(2 * POLICY_HIDDEN);
    for (input, row) in rows.chunks_exact(OLD_HIDDEN).enumerate() {
        wide_rows[place(input) * POLICY_HIDDEN..][..OLD_HIDDEN].copy_from_slice(row);
        wide_skip[place(input)] = skip[input];
    }
    for (wide, narrow) in wide_units.chunks_exact_mut(POLICY_HIDDEN).zip(units.chunks_exact(OLD_HIDDEN)) {
        wide[..OLD_HIDDEN].copy_from_slice(narrow);
    }
    wide
}

/// Points of lead beyond which more makes no difference.
const WIDE: i16 = 30;

/// The largest loss that is told apart, in 16ths of a worm.
const MAX_LOSS: f32 = 255.0;

/// 64 · exp(-loss), for losses in 16ths of a worm.
static LIKELIHOODS: LazyLock<[i16; 256]> =
    LazyLock::new(|| std::array::from_fn(|loss| (64.0 * libm::exp(-(loss as f64) / 16.0)).round() as i16));

/// The worms on the portions of the grill, the highest portion first.
fn menu(table: &Table) -> [i16; MAX_PLAYERS] {
    let mut menu = [0; MAX_PLAYERS];
    let mut grill = table.grill();
    for worms in &mut menu {
        let Some(portion) = grill.highest() else { break };
        *worms = i16::from(table.edition().worms(portion));
        grill = grill.without(portion);
    }
    menu
}

/// What the net knows about a decision, gathered once for all its actions.
pub(crate) struct Situation<'a> {
    table: &'a Table,
    /// The cards in hand of the kinds that are still open, by kind.
    counts: [u32; Kind::ALL.len()],
    open_points: u32,
    /// The points of all cards in hand.
    hand_points: u32,
    total: u32,
    valid: bool,
    /// The highest total of the rivals that may still be served, and of those that wait for the menu.
    best_total: u32,
    best_waiting: u32,
    /// The tops that can be stolen.
    preys: TotalSet,
    view: View<'a>,
    /// The move that the policy of the search would play.
    favourite: Action,
    /// What the actions are worth to the tuned heuristic.
    values: ActionValues,
    /// The worms on the portions of the grill, the highest portion first.
    menu: [i16; MAX_PLAYERS],
}

impl<'a> Situation<'a> {
    pub(crate) fn new(view: &View<'a>, favourite: Action, values: ActionValues) -> Situation<'a> {
        let (table, me, hand) = (view.table(), view.seat(), view.hand());
        let open = table.open(me);
        let counts = Kind::ALL.map(|kind| if open.contains(kind) { hand.count(kind) } else { 0 });
        let highest = |seats: Seats| seats.iter().map(|seat| u32::from(table.total(seat))).max().unwrap_or(0);
        let best_waiting = highest(table.passed_valid().without(me));
        let mut preys = TotalSet::NONE;
        for seat in table.players().seats().filter(|&seat| seat != me) {
            if let Some(top) = table.top(seat).filter(|top| !top.is_zero()) {
                preys = preys.or(TotalSet::of(u32::from(top.value())));
            }
        }
        Situation {
            table,
            counts,
            open_points: Kind::ALL.iter().zip(counts).map(|(kind, count)| count * u32::from(kind.value())).sum(),
            hand_points: hand.total(),
            total: u32::from(table.total(me)),
            valid: !open.contains(Kind::Worm),
            best_total: highest(table.active().without(me)).max(best_waiting),
            best_waiting,
            preys,
            view: *view,
            favourite,
            values,
            menu: menu(table),
        }
    }

    /// The move that the policy of the search would play.
    pub(crate) const fn favourite(&self) -> Action {
        self.favourite
    }

    /// The inputs about the situation.
    fn state_inputs(&self) -> [i16; STATE_INPUTS] {
        let (table, me) = (self.table, self.view.seat());
        let rivals = table.active().without(me);
        let worms = |portion: Portion| i16::from(table.edition().worms(portion));
        let grill = table.grill();
        let highest = grill.highest();
        let second = highest.and_then(|highest| grill.without(highest).highest());
        let others = table.players().seats().filter(|&seat| seat != me);
        let best_other = others.map(|seat| table.worms(seat)).max().unwrap_or(0);
        let [hits, threats] = self.dangers();
        let flag = |set: bool| i16::from(set);
        let most_cards = rivals.iter().map(|seat| table.hand_size(seat)).max().unwrap_or(0);
        [
            (table.players().rounds() + 1 - table.round()) as i16,
            table.worms(me).cast_signed() - best_other.cast_signed(),
            rivals.len() as i16,
            table.hand_size(me) as i16,
            self.open_points as i16,
            self.total as i16,
            flag(self.valid),
            self.counts[Kind::Worm.index()] as i16,
            self.best_total as i16,
            self.best_waiting as i16,
            most_cards as i16,
            highest.map_or(0, worms),
            second.map_or(0, worms),
            grill.lowest().map_or(0, worms),
            grill.len() as i16,
            table.top(me).map_or(0, worms),
            hits,
            threats,
            if self.valid { self.worms_of_prey(self.total) } else { 0 },
            self.best_prey(self.preys),
            flag(grill.lowest().is_some_and(Portion::is_zero)),
            Kind::ALL.iter().filter(|&&kind| !table.open(me).contains(kind)).count() as i16,
            self.counts.iter().filter(|&&count| count > 0).count() as i16,
            self.counts[0] as i16,
            self.counts[1] as i16,
            self.counts[2] as i16,
            self.counts[3] as i16,
            self.counts[4] as i16,
            self.hand_points as i16 - self.open_points as i16,
            table.passed_valid().len() as i16,
        ]
    }

    /// All inputs of an action.
    pub(crate) fn inputs(&self, action: Action) -> [i16; POLICY_INPUTS] {
        let mut inputs = [0; POLICY_INPUTS];
        inputs[..STATE_INPUTS].copy_from_slice(&self.state_inputs());
        inputs[STATE_INPUTS..].copy_from_slice(&self.action_inputs(action));
        inputs
    }

    /// Rivals that could steal this seat's top now, and that may still get there.
    fn dangers(&self) -> [i16; 2] {
        let (table, me) = (self.table, self.view.seat());
        let Some(top) = table.top(me).filter(|top| !top.is_zero()) else {
            return [0; 2];
        };
        let (mut hits, mut threats) = (0, 0);
        for rival in table.active().without(me).iter() {
            let total = table.total(rival);
            if total == top.value() && !table.open(rival).contains(Kind::Worm) {
                hits += 1;
            } else if total < top.value() && u32::from(top.value() - total) <= 5 * table.hand_size(rival) {
                threats += 1;
            }
        }
        [hits, threats]
    }

    /// The inputs about one action.
    fn action_inputs(&self, action: Action) -> [i16; ACTION_INPUTS] {
        let mut inputs = [0; ACTION_INPUTS];
        let flag = |set: bool| i16::from(set);
        let (mut added, mut valid) = (0, self.valid);
        inputs[0] = flag(action == Action::PASS);
        inputs[1] = flag(action == Action::STEAL);
        if let Some(kind) = action.kind() {
            added = action.count() * u32::from(kind.value());
            valid |= kind == Kind::Worm;
            inputs[2 + kind.index()] = 1;
            inputs[8] = action.count() as i16;
            inputs[9] = (self.counts[kind.index()] - action.count()) as i16;
            let total = self.total + added;
            inputs[16] = if valid { self.worms_of_prey(total) } else { 0 };
            inputs[17] = self.best_prey(self.one_more_lay(kind, valid).raised(total).and(self.preys));
            inputs[18] = flag(action.shows_highest());
            let left = self.counts[kind.index()] * u32::from(kind.value());
            inputs[19] = (self.open_points - left) as i16;
        }
        let total = self.total + added;
        inputs[10] = added as i16;
        inputs[11] = total as i16;
        inputs[12] = flag(valid);
        inputs[13] = flag(total > self.best_total);
        inputs[14] = (total as i16 - self.best_total as i16).clamp(-WIDE, WIDE);
        inputs[15] = flag(total > self.best_waiting);
        inputs[20] = flag(action == self.favourite);
        let loss = ((self.values.loss(action) * 16.0).clamp(0.0, MAX_LOSS)) as i16;
        inputs[21] = loss;
        inputs[22] = LIKELIHOODS[loss as usize];
        [inputs[23], inputs[24]] = if valid {
            self.served(total)
        } else if action == Action::PASS {
            [self.menu[self.table.grill().len().saturating_sub(1) as usize]; 2]
        } else {
            [0; 2]
        };
        inputs[25] = (self.hand_points - added) as i16;
        inputs[26] = self.table.hand_size(self.view.seat()) as i16 - action.count() as i16;
        inputs[27] = (total as i16 - self.best_waiting as i16).clamp(-WIDE, WIDE);
        inputs
    }

    /// The worms that a total would be served if none of the seats that play on were, and if all of them were with the totals
    /// that they have now.
    fn served(&self, total: u32) -> [i16; 2] {
        let (table, me) = (self.table, self.view.seat());
        let before = |seats: Seats| seats.iter().filter(|&seat| u32::from(table.total(seat)) > total).count();
        let waiting = before(table.passed_valid().without(me));
        let all = waiting + before(table.active().without(me));
        [self.menu[waiting], self.menu[all]]
    }

    /// The points that one more lay can add after one of `kind`, if the display is then valid.
    fn one_more_lay(&self, kind: Kind, valid: bool) -> TotalSet {
        if self.preys.is_empty() {
            return TotalSet::NONE;
        }
        let open = Kind::ALL.into_iter().filter(|&other| other != kind && (valid || other == Kind::Worm));
        open.fold(TotalSet::NONE, |sums, other| sums.or(TotalSet::of_lays(other, self.counts[other.index()])))
    }

    /// The worms of the best top among these values.
    fn best_prey(&self, values: TotalSet) -> i16 {
        if values.is_empty() {
            return 0;
        }
        let others = self.table.players().seats().filter(|&seat| seat != self.view.seat());
        let tops = others.filter_map(|seat| self.table.top(seat));
        let hit = tops.filter(|top| !top.is_zero() && values.contains(u32::from(top.value())));
        hit.map(|top| i16::from(self.table.edition().worms(top))).max().unwrap_or(0)
    }

    fn worms_of_prey(&self, value: u32) -> i16 {
        self.best_prey(TotalSet::of(value).and(self.preys))
    }
}

/// The net's opinion on the actions of one situation: numbers for a softmax.
pub(crate) struct Opinion<'a> {
    network: &'a PolicyNetwork,
    situation: &'a Situation<'a>,
    sums: PartialSums<{ POLICY_HIDDEN / 4 }>,
}

impl<'a> Opinion<'a> {
    pub(crate) fn new(network: &'a PolicyNetwork, situation: &'a Situation<'a>) -> Opinion<'a> {
        Opinion { network, situation, sums: network.start(&situation.state_inputs()) }
    }

    pub(crate) fn of(&self, action: Action) -> f32 {
        self.network.finish(&self.sums, &self.situation.action_inputs(action))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Key;

    #[test]
    fn a_net_of_the_first_format_judges_as_it_did() {
        type Narrow = Network<OLD_INPUTS, OLD_STATE_INPUTS, { OLD_HIDDEN / 4 }>;
        assert_eq!(Narrow::WEIGHTS, NARROW_WEIGHTS);
        let mut stream = Key::new(3).stream();
        let weights: Vec<f32> = (0..NARROW_WEIGHTS).map(|_| stream.below(2001) as f32 / 1000.0 - 1.0).collect();
        let narrow = Narrow::from_weights(&weights).expect("as many as it has");
        let wide = PolicyNetwork::from_weights(&widened(&weights)).expect("as many as it has");
        for _ in 0..200 {
            let inputs: [i16; POLICY_INPUTS] = std::array::from_fn(|_| stream.below(60) as i16 - 20);
            let mut old = [0; OLD_INPUTS];
            old[..OLD_STATE_INPUTS].copy_from_slice(&inputs[..OLD_STATE_INPUTS]);
            old[OLD_STATE_INPUTS..].copy_from_slice(&inputs[STATE_INPUTS..][..OLD_ACTION_INPUTS]);
            assert_eq!(wide.output(&inputs).to_bits(), narrow.output(&old).to_bits());
        }
    }
}

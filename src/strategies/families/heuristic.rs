//! `heuristic`: every move worth considering gets a value in worms; the highest is played.
//!
//! It decides in tournaments, in tunings and in the rollouts of searches, so its speed is theirs. All lays are valued side by
//! side, with few branches ([`lays`]); what depends on the weights alone is computed once ([`rates`]), what depends on the
//! decision once per decision ([`outlook`], [`rivals`], [`preys`]). A plain evaluation in the tests plays the same moves.

#![expect(
    clippy::inline_always,
    reason = "the parts of one hot function, which shares registers only if they are inlined"
)]

#[cfg(test)]
mod agreement;
mod lays;
mod outlook;
mod preys;
mod rates;
#[cfg(test)]
mod reference;
mod rivals;
mod watcher;

use lays::{LayCode, Search};
use outlook::{Menu, Outlook};
use preys::Preys;
use rates::Rates;
use watcher::Watcher;

use crate::game::{Cards, Kind, Move, Number, Stream, View};
use crate::parameters;
use crate::strategies::action_values::ActionValues;
use crate::strategies::{Domain, Family, Policy, Trust};

pub(in crate::strategies) static FAMILY: Family = Family {
    name: "heuristic",
    summary: "values every move in worms: expected portion, cards spent, steals both ways, tempo",
    about: "A move is worth the portion to expect from it, given the public totals and hand sizes of the others, \
            plus the cards that stay in hand, plus what it can steal now or soon, less what may be stolen from it. \
            A steal counts for the thief and, shared among the others, against the victim. Cards lose worth as the \
            rounds run out, and a seat that is behind values portions more. It looks one move ahead and uses no \
            randomness. Weaknesses: it does not plan a whole round, infers nothing from what others laid besides \
            their totals, and its weights are one compromise for all player counts.",
    parameters: Weights::TABLE,
    effort: Family::RULE_OF_THUMB,
    effort_parameter: None,
    build: |values| Box::new(Heuristic::new(Weights::set(values))),
};

parameters! {
    /// The weights; in worms unless stated otherwise.
    pub(crate) struct Weights {
        /// worth of any card kept in hand
        card: f64 = Domain::real(0.45, 0.0, 3.0, 0.05),
        /// worth of each point on a card kept in hand
        point: f64 = Domain::real(0.22, 0.0, 1.0, 0.01),
        /// worth of a worm card kept in hand, above its points
        worm_card: f64 = Domain::real(0.3, 0.0, 5.0, 0.05),
        /// number of remaining rounds at which cards in hand have half their full worth
        fade: f64 = Domain::real(1.0, 0.0, 10.0, 0.25),
        /// points of total that make being ahead fairly certain
        margin: f64 = Domain::real(5.0, 0.5, 30.0, 0.5),
        /// share of the points still in hand that are counted as laid later
        growth: f64 = Domain::real(0.5, 0.0, 1.0, 0.05),
        /// points that each hand card of a rival that has not passed is expected to add
        rival_growth: f64 = Domain::real(1.4, 0.0, 4.0, 0.1),
        /// chance that a rival without a worm in its display gets one
        rival_valid: f64 = Domain::real(0.75, 0.0, 1.0, 0.05),
        /// chance to be valid in the end with a worm only in hand
        worm_ready: f64 = Domain::real(0.95, 0.0, 1.0, 0.05),
        /// chance to be valid in the end without a worm in display or hand
        worm_hope: f64 = Domain::real(0.4, 0.0, 1.0, 0.05),
        /// factor on the worms of the expected portion
        portion: f64 = Domain::real(1.0, 0.0, 3.0, 0.05),
        /// factor on the two cards for passing before others
        tempo: f64 = Domain::real(1.0, 0.0, 3.0, 0.05),
        /// share of those two cards still hoped for while laying
        wait: f64 = Domain::real(0.5, 0.0, 1.0, 0.05),
        /// factor on the worms of a steal now
        steal: f64 = Domain::real(1.0, 0.0, 3.0, 0.05),
        /// factor on the worms of a steal with the total after the lay
        aim: f64 = Domain::real(0.8, 0.0, 3.0, 0.05),
        /// factor on the worms of a steal that one more lay would allow
        reach: f64 = Domain::real(0.3, 0.0, 3.0, 0.05),
        /// factor on the worms of its own top that a rival with an equal total would steal
        guard: f64 = Domain::real(0.9, 0.0, 3.0, 0.05),
        /// factor on the worms of its own top for each rival that may still build its value
        cover: f64 = Domain::real(0.1, 0.0, 2.0, 0.02),
        /// factor on the worms of the expected portion, which is exposed to thieves afterwards
        exposure: f64 = Domain::real(0.1, 0.0, 1.0, 0.02),
        /// factor on the worms of the top that a zero would shield
        shield: f64 = Domain::real(0.1, 0.0, 1.0, 0.02),
        /// extra weight on the portion for each worm behind the leader, divided by the rounds still to be played
        deficit: f64 = Domain::real(0.02, -0.2, 0.2, 0.01),
        /// worth of each different kind among the cards kept in hand
        kind: f64 = Domain::real(0.0, 0.0, 3.0, 0.05),
    }
}

pub(crate) struct Heuristic {
    /// Too large to be moved around.
    rates: Box<Rates>,
}

impl Default for Heuristic {
    fn default() -> Heuristic {
        Heuristic::new(Weights::default())
    }
}

impl Heuristic {
    pub(crate) fn new(weights: Weights) -> Heuristic {
        Heuristic { rates: Box::new(Rates::new(weights)) }
    }

    /// What every action is worth, in worms.
    pub(crate) fn values(&self, view: &View<'_>) -> ActionValues {
        let mut values = ActionValues::default();
        match view.table().players().count() {
            2 => self.best_move::<_, 1>(view, &mut values),
            3 => self.best_move::<_, 2>(view, &mut values),
            4 => self.best_move::<_, 3>(view, &mut values),
            5 => self.best_move::<_, 4>(view, &mut values),
            _ => self.best_move::<_, 5>(view, &mut values),
        };
        values
    }

    /// The move at a table with so many rivals; the watcher is told what every action is worth.
    #[inline(always)]
    fn best_move<W: Watcher, const RIVALS: usize>(&self, view: &View<'_>, watcher: &mut W) -> Move {
        let (table, me, hand) = (view.table(), view.seat(), view.open_hand());
        if hand.is_empty() && table.victim_of(me).is_none() {
            return Move::Pass;
        }
        let (menu, top_value) = (Menu::of::<RIVALS>(table), table.top_value(me));
        let outlook = Outlook::<RIVALS>::new(&self.rates, view, top_value, &menu);
        let preys = Preys::of(table, me, top_value, self.rates.among(RIVALS));
        if table.open(me).contains(Kind::Worm) {
            let pass = outlook.pass_invalid();
            watcher.pass(pass);
            let lay = Search::new(&outlook, &preys, hand, pass, watcher).invalid();
            return lay_or(Move::Pass, lay, hand);
        }
        let (mut pass, mut most) = (Move::Pass, outlook.pass_valid(preys.total()));
        watcher.pass(most);
        if let Some(worth) = preys.now() {
            let with_steal = most + outlook.steal(worth);
            watcher.steal(with_steal);
            if outlook.steal(worth) > 0.0 {
                (pass, most) = (Move::Steal, with_steal);
            }
        }
        lay_or(pass, Search::new(&outlook, &preys, hand, most, watcher).valid(), hand)
    }
}

/// The move that lays; `pass` if there is nothing to lay. Of the worms the lowest ones are laid, so that the highest signposts
/// stay in hand.
#[inline(always)]
fn lay_or(pass: Move, lay: LayCode, hand: Cards) -> Move {
    if lay.is_none() {
        return pass;
    }
    match Number::ALL.get(lay.kind()) {
        Some(&number) => Move::lay(number, lay.count() as u8),
        None => Move::LayWorms(hand.lowest_worms(lay.count())),
    }
}

impl Policy for Heuristic {
    #[inline(always)]
    fn choose(&self, view: &View<'_>, _chance: &mut Stream) -> Move {
        match view.table().players().count() {
            2 => self.best_move::<_, 1>(view, &mut ()),
            3 => self.best_move::<_, 2>(view, &mut ()),
            4 => self.best_move::<_, 3>(view, &mut ()),
            5 => self.best_move::<_, 4>(view, &mut ()),
            _ => self.best_move::<_, 5>(view, &mut ()),
        }
    }

    #[inline]
    fn trust(&self) -> Option<Trust> {
        Some(Trust(()))
    }
}

//! `heuristic`: every move worth considering gets a value in worms; the highest is played.

mod outlook;

use outlook::Outlook;

use crate::game::{Kind, Move, Stream, View};
use crate::parameters;
use crate::strategies::{Domain, Family, Policy};

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

#[derive(Default)]
pub(crate) struct Heuristic {
    weights: Weights,
}

impl Heuristic {
    pub(crate) fn new(weights: Weights) -> Heuristic {
        Heuristic { weights }
    }
}

impl Policy for Heuristic {
    #[inline]
    fn choose(&self, view: &View<'_>, _chance: &mut Stream) -> Move {
        let outlook = Outlook::new(&self.weights, view);
        let (mut best, mut most) = (Move::Pass, outlook.pass());
        if view.table().victim_of(view.seat()).is_some() && outlook.steal() > 0.0 {
            (best, most) = (Move::Steal, most + outlook.steal());
        }
        match outlook.best_lay() {
            Some((value, kind, count)) if value > most => lay(view, kind, count),
            _ => best,
        }
    }
}

/// Lays `count` cards of a kind; of the worms the lowest ones, so that the highest signposts stay in hand.
fn lay(view: &View<'_>, kind: Kind, count: u32) -> Move {
    match kind {
        Kind::Number(number) => Move::lay(number, count as u8),
        Kind::Worm => Move::LayWorms(view.hand().signposts().iter().take(count as usize).collect()),
    }
}

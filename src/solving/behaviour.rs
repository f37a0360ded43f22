//! How both sides play: how likely each action is with each hand.

use super::passes::{reaches, worth};
use super::tree::{Decision, Side, Tree};

/// How likely each action is at each information set of both sides.
#[derive(Clone, PartialEq, Debug)]
pub struct Behaviour {
    /// For each slot how likely the action is; the slots of a hand sum to 1.
    pub(super) slots: Vec<f64>,
}

impl Behaviour {
    /// All actions of a hand equally likely.
    pub fn uniform(tree: &Tree) -> Behaviour {
        let mut behaviour = Behaviour { slots: vec![0.0; tree.slots] };
        for side in Side::BOTH {
            for (node, decision) in tree.decisions(side) {
                for hand in 0..tree.hands(node, side) {
                    behaviour.set_uniform(decision, hand);
                }
            }
        }
        behaviour
    }

    /// All actions of a hand equally likely.
    pub(super) fn set_uniform(&mut self, decision: &Decision, hand: usize) {
        let share = 1.0 / decision.options(hand) as f64;
        for (action, slot) in decision.slots(hand).enumerate() {
            self.slots[slot] = if decision.allows(hand, action) { share } else { 0.0 };
        }
    }

    /// The payoff of the first side if both play like this.
    pub fn value(&self, tree: &Tree) -> f64 {
        let others = reaches(tree, &self.slots, Side::Second);
        worth(tree, Side::First, &others, |decision, hand, options| {
            options.iter().zip(&self.slots[decision.slots(hand)]).map(|(option, likelihood)| option * likelihood).sum()
        })
    }

    /// The best payoff that a side can get against the other side's play here.
    pub fn best_response(&self, tree: &Tree, side: Side) -> f64 {
        let others = reaches(tree, &self.slots, side.other());
        worth(tree, side, &others, |decision, hand, options| {
            let allowed = options.iter().enumerate().filter(|(action, _)| decision.allows(hand, *action));
            allowed.map(|(_, option)| *option).fold(f64::NEG_INFINITY, f64::max)
        })
    }

    /// How much a best response gains over the value of the game, for each side that is played against: what this play loses in
    /// that seat against a perfect opponent. `value` is the game's, for the first side.
    pub fn losses(&self, tree: &Tree, value: f64) -> [f64; 2] {
        [self.best_response(tree, Side::Second) + value, self.best_response(tree, Side::First) - value]
    }

    /// The mean of the losses of both seats, which the value of the game does not change.
    pub fn exploitability(&self, tree: &Tree) -> f64 {
        let [first, second] = self.losses(tree, 0.0);
        f64::midpoint(first, second)
    }
}

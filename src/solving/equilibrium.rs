//! Solving a tree by CFR+: both sides repeatedly shift towards what they regret not having done, and their averages come as
//! close to an equilibrium as wanted.

use super::behaviour::Behaviour;
use super::passes::{reaches, worth};
use super::tree::{Decision, Side, Tree};

/// Iterations between two looks at how exploitable the average is.
const LOOK_EVERY: u32 = 50;

/// A solved tree.
#[derive(Clone, Debug)]
pub struct Equilibrium {
    /// How both sides play.
    pub behaviour: Behaviour,
    /// The payoff of the first side.
    pub value: f64,
    /// How exploitable the behaviour still is: the value is known as precisely.
    pub exploitability: f64,
    /// How many iterations it took.
    pub iterations: u32,
}

/// Solves a tree until it is exploitable by no more than `goal`, or for `most` iterations.
///
/// # Panics
/// Never: nothing stops it.
pub fn solve(tree: &Tree, goal: f64, most: u32) -> Equilibrium {
    solve_until(&|| false, tree, goal, most).expect("nothing stops it")
}

/// Like [`solve()`], but abandoned once `should_stop`, which is asked before every iteration, returns true.
pub(super) fn solve_until(should_stop: &dyn Fn() -> bool, tree: &Tree, goal: f64, most: u32) -> Option<Equilibrium> {
    let mut solver = Solver::new(tree);
    loop {
        if should_stop() {
            return None;
        }
        solver.iterate();
        let iterations = solver.iterations;
        if !iterations.is_multiple_of(LOOK_EVERY) && iterations < most {
            continue;
        }
        let behaviour = solver.average();
        let exploitability = behaviour.exploitability(tree);
        if exploitability <= goal || iterations >= most {
            let value = behaviour.value(tree);
            return Some(Equilibrium { behaviour, value, exploitability, iterations });
        }
    }
}

/// Regrets and averages so far.
struct Solver<'a> {
    tree: &'a Tree,
    current: Behaviour,
    regrets: Vec<f64>,
    sums: Vec<f64>,
    iterations: u32,
}

impl<'a> Solver<'a> {
    fn new(tree: &'a Tree) -> Solver<'a> {
        let (regrets, sums) = (vec![0.0; tree.slots], vec![0.0; tree.slots]);
        Solver { tree, current: Behaviour::uniform(tree), regrets, sums, iterations: 0 }
    }

    /// One improvement of each side in turn.
    fn iterate(&mut self) {
        self.iterations += 1;
        for side in Side::BOTH {
            self.regret(side);
            self.adapt(side);
            self.add_to_average(side);
        }
    }

    /// Adds what each action would have gained; a sum below zero is forgotten, which is the plus of CFR+.
    fn regret(&mut self, side: Side) {
        let others = reaches(self.tree, &self.current.slots, side.other());
        let (regrets, current) = (&mut self.regrets, &self.current);
        worth(self.tree, side, &others, |decision, hand, options| {
            let slots = decision.slots(hand);
            let likelihoods = &current.slots[slots.clone()];
            let mean = options.iter().zip(likelihoods).map(|(option, likelihood)| option * likelihood).sum::<f64>();
            for ((action, regret), option) in regrets[slots].iter_mut().enumerate().zip(options) {
                if decision.allows(hand, action) {
                    *regret = (*regret + option - mean).max(0.0);
                }
            }
            mean
        });
    }

    /// Plays every action in proportion to its regret.
    fn adapt(&mut self, side: Side) {
        for (node, decision) in self.tree.decisions(side) {
            for hand in 0..self.tree.hands(node, side) {
                share_out(&mut self.current, decision, hand, &self.regrets);
            }
        }
    }

    /// Later iterations count more.
    fn add_to_average(&mut self, side: Side) {
        let own = reaches(self.tree, &self.current.slots, side);
        for (node, decision) in self.tree.decisions(side) {
            let first = self.tree.nodes[node].first_entry[side.index()];
            for hand in 0..self.tree.hands(node, side) {
                let weight = f64::from(self.iterations) * own[first + hand];
                for slot in decision.slots(hand) {
                    self.sums[slot] += weight * self.current.slots[slot];
                }
            }
        }
    }

    fn average(&self) -> Behaviour {
        let mut average = self.current.clone();
        for side in Side::BOTH {
            for (node, decision) in self.tree.decisions(side) {
                (0..self.tree.hands(node, side)).for_each(|hand| share_out(&mut average, decision, hand, &self.sums));
            }
        }
        average
    }
}

/// Makes the actions of a hand as likely as their amounts say; all alike without any.
fn share_out(behaviour: &mut Behaviour, decision: &Decision, hand: usize, amounts: &[f64]) {
    let slots = decision.slots(hand);
    let sum: f64 = amounts[slots.clone()].iter().sum();
    if sum > 0.0 {
        slots.for_each(|slot| behaviour.slots[slot] = amounts[slot] / sum);
    } else {
        behaviour.set_uniform(decision, hand);
    }
}

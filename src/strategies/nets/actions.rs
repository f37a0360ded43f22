//! A network over the fixed encodings: an observation in, a score for each action out.
//!
//! The arithmetic is single-precision, in one written order and never fused, so that the same file plays the same moves on every machine.

use crate::encoding::{
    ACTIONS, ActionCode, SEAT_LEN, SHARED_LEN, action_ranges, observation_len, observe, write_floats,
};
use crate::game::{MAX_PLAYERS, Move, Players, View};

/// The most rectified units.
pub const MAX_ACTION_UNITS: usize = 512;
/// Numbers in the longest observation.
const LONGEST: usize = SHARED_LEN + SEAT_LEN * MAX_PLAYERS;

/// An observation (as numbers from 0 to 1) → rectified units → a score for each action.
#[derive(Clone, Debug)]
pub struct ActionNetwork {
    units: usize,
    /// For each input, its weights to all units.
    first: Vec<f32>,
    first_bias: Vec<f32>,
    /// For each action, the weights from all units.
    second: Vec<f32>,
    second_bias: Vec<f32>,
}

impl ActionNetwork {
    /// How many units a network with so many weights has, if there is one.
    pub fn units(players: Players, weights: usize) -> Option<usize> {
        let for_each_unit = observation_len(players) + 1 + ACTIONS;
        let rest = weights.checked_sub(ACTIONS)?;
        let units = rest / for_each_unit;
        (rest % for_each_unit == 0 && (1..=MAX_ACTION_UNITS).contains(&units)).then_some(units)
    }

    /// The network with these weights: for each input those to all units, the biases of the units, for each unit those to all actions, the biases
    /// of the actions. `None` if no network has so many.
    pub(super) fn from_weights(players: Players, weights: &[f32]) -> Option<Box<ActionNetwork>> {
        let units = ActionNetwork::units(players, weights.len())?;
        let (first, rest) = weights.split_at(observation_len(players) * units);
        let (first_bias, rest) = rest.split_at(units);
        let (rows, second_bias) = rest.split_at(units * ACTIONS);
        let second =
            (0..ACTIONS).flat_map(|action| (0..units).map(move |unit| rows[unit * ACTIONS + action])).collect();
        let [first, first_bias, second_bias] = [first, first_bias, second_bias].map(<[f32]>::to_vec);
        Some(Box::new(ActionNetwork { units, first, first_bias, second, second_bias }))
    }

    /// The move with the best score; the first of equal ones.
    pub fn choose(&self, view: &View<'_>) -> Move {
        let mut units = [0.0; MAX_ACTION_UNITS];
        let units = &mut units[..self.units];
        self.activate(view, units);
        let (mut best, mut highest) = (Move::Pass, f32::NEG_INFINITY);
        action_ranges(view, |range| {
            for action in range {
                let score = self.score(action, units);
                if score > highest
                    && let Some(mv) = ActionCode::new(action).and_then(|code| code.to_move(view))
                {
                    (best, highest) = (mv, score);
                }
            }
        });
        best
    }

    fn activate(&self, view: &View<'_>, units: &mut [f32]) {
        let (mut bytes, mut inputs) = ([0; LONGEST], [0.0; LONGEST]);
        let len = observation_len(view.table().players());
        observe(view, &mut bytes[..len]);
        write_floats(&bytes[..len], &mut inputs[..len]);
        units.copy_from_slice(&self.first_bias);
        for (&input, weights) in inputs[..len].iter().zip(self.first.chunks_exact(self.units)) {
            // Most inputs are 0, and add nothing.
            if input > 0.0 {
                units.iter_mut().zip(weights).for_each(|(unit, weight)| *unit += input * weight);
            }
        }
        for unit in units {
            *unit = unit.max(0.0);
        }
    }

    fn score(&self, action: usize, units: &[f32]) -> f32 {
        let weights = &self.second[action * self.units..][..self.units];
        units.iter().zip(weights).fold(self.second_bias[action], |sum, (unit, weight)| sum + unit * weight)
    }
}

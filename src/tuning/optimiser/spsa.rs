//! Simultaneous perturbation: tries opposite steps in random directions on the same blocks and climbs along the mean
//! slope (J. C. Spall, 1992). It never compares many candidates; its strength is many small steps. How far it goes is
//! set by the slope relative to its own noise, both averaged over some generations (as in Adam, D. Kingma and J. Ba,
//! 2015): far from the goal, where all slopes agree, it moves steadily; near it, where they are mostly noise, it stays.

use super::frame::CoordinateFrame;
use super::noise::sign;
use super::search::{Evaluation, Optimiser, Pace};
use crate::game::Stream;
use crate::tuning::space::UnitPoint;

/// Pairs of opposite steps in a generation.
const PAIRS: usize = 4;
/// Blocks for each candidate, if the budget is big enough for many generations.
const BLOCKS: u64 = 48;
/// The number of generations wanted before they get longer.
const GENERATIONS: u64 = 60;
/// How far a trial step goes at first, in spreads.
const TRIAL: f64 = 0.5;
/// How far the point moves at first along an axis where all slopes agree, in spreads.
const MOVE: f64 = 0.2;
/// The shares of slopes and of their squares that carry over from one generation to the next.
const MEMORY: f64 = 0.9;
const SQUARE_MEMORY: f64 = 0.98;
/// Spall's exponents for shrinking steps.
const MOVE_DECAY: f64 = 0.602;
const TRIAL_DECAY: f64 = 0.101;

/// The climber, in units of the spreads around the origin.
pub(super) struct Spsa {
    frame: CoordinateFrame,
    at: Vec<f64>,
    directions: Vec<Vec<f64>>,
    generation: u32,
    /// The number of generations before steps shrink.
    patience: f64,
    /// The moving average of the slope along each axis, and of its square.
    slopes: Vec<f64>,
    squares: Vec<f64>,
}

impl Spsa {
    pub(super) fn new(frame: CoordinateFrame, pace: &Pace) -> Spsa {
        Spsa {
            at: vec![0.0; frame.len()],
            slopes: vec![0.0; frame.len()],
            squares: vec![0.0; frame.len()],
            frame,
            directions: Vec::new(),
            generation: 0,
            patience: pace.generations as f64 / 5.0,
        }
    }

    pub(super) fn pace(blocks: u64) -> Pace {
        Pace::steady(2 * PAIRS, blocks, BLOCKS, GENERATIONS)
    }

    fn trial(&self) -> f64 {
        TRIAL / libm::pow(f64::from(self.generation + 1), TRIAL_DECAY)
    }

    /// The mean slope along each axis. Where a wall was in the way, the step actually taken counts.
    fn slope(&self, fared: &[Evaluation]) -> Vec<f64> {
        let mut slope = vec![0.0; self.at.len()];
        for (pair, direction) in fared.chunks_exact(2).zip(&self.directions) {
            let rise = pair[0].score.mean - pair[1].score.mean;
            for (axis, slope) in slope.iter_mut().enumerate() {
                let run = (pair[0].point[axis] - pair[1].point[axis]) / self.frame.spreads[axis];
                if run.abs() > 1e-9 {
                    *slope += rise * direction[axis] / run.abs() / PAIRS as f64;
                }
            }
        }
        slope
    }

    /// Updates the averages, and returns how far to move along each axis.
    fn moves(&mut self, slope: &[f64]) -> Vec<f64> {
        let generation = f64::from(self.generation + 1);
        let length = MOVE * libm::pow((self.patience + 1.0) / (self.patience + generation), MOVE_DECAY);
        // Corrects the bias of the averages, which start at 0.
        let known = 1.0 - libm::pow(MEMORY, generation);
        let squares_known = 1.0 - libm::pow(SQUARE_MEMORY, generation);
        let mut moves = Vec::new();
        for (axis, &slope) in slope.iter().enumerate() {
            self.slopes[axis] = MEMORY * self.slopes[axis] + (1.0 - MEMORY) * slope;
            self.squares[axis] = SQUARE_MEMORY * self.squares[axis] + (1.0 - SQUARE_MEMORY) * slope * slope;
            let typical = (self.squares[axis] / squares_known).sqrt();
            moves.push(if typical > 0.0 { length * self.slopes[axis] / known / typical } else { 0.0 });
        }
        moves
    }
}

impl Optimiser for Spsa {
    fn ask(&mut self, stream: &mut Stream) -> Vec<UnitPoint> {
        let direction = |_| (0..self.at.len()).map(|_| sign(stream)).collect();
        self.directions = (0..PAIRS).map(direction).collect();
        let trial = self.trial();
        let step = |direction: &Vec<f64>, way: f64| {
            let offsets: Vec<f64> = self.at.iter().zip(direction).map(|(at, sign)| at + way * trial * sign).collect();
            self.frame.point_at(&offsets)
        };
        self.directions.iter().flat_map(|direction| [step(direction, 1.0), step(direction, -1.0)]).collect()
    }

    fn tell(&mut self, fared: &[Evaluation]) {
        let slope = self.slope(fared);
        let moves = self.moves(&slope);
        for (axis, at) in self.at.iter_mut().enumerate() {
            let (low, high) = self.frame.walls(axis);
            *at = (*at + moves[axis]).clamp(low, high);
        }
        self.generation += 1;
    }

    fn recommend(&self) -> UnitPoint {
        self.frame.point_at(&self.at)
    }

    fn keep(&self) -> Option<usize> {
        None
    }
}

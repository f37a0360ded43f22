//! Covariance matrix adaptation: draws candidates around a mean, moves the mean towards the best of them, and learns the
//! shape and the size of the cloud from the steps taken.
//!
//! The method and its constants are those of N. Hansen, "The CMA Evolution Strategy: A Tutorial" (arXiv:1604.00772), with
//! twice the usual population because scores are noisy. Only the ranking of the candidates counts. Candidates outside
//! the cube are moved to its wall, and it learns from where they were actually tried.

use super::eigen::{Matrix, eigen, identity};
use super::frame::CoordinateFrame;
use super::noise::normal;
use super::search::{Evaluation, Optimiser, Pace};
use crate::game::Stream;
use crate::tuning::space::UnitPoint;

/// The cloud, in units of the spreads around the origin.
pub(super) struct CmaEs {
    frame: CoordinateFrame,
    mean: Vec<f64>,
    sigma: f64,
    covariance: Matrix,
    /// The axes of the cloud and their lengths.
    axes: Matrix,
    lengths: Vec<f64>,
    /// The paths that the mean has taken: for the shape and for the size.
    shape_path: Vec<f64>,
    size_path: Vec<f64>,
    generation: u32,
    rates: Rates,
    population: usize,
}

/// Constants that depend only on the dimension and the population.
struct Rates {
    /// The weights of the best candidates, the best first.
    weights: Vec<f64>,
    /// The number of equal weights these correspond to.
    effective: f64,
    shape_path: f64,
    size_path: f64,
    one: f64,
    many: f64,
    damping: f64,
    /// The mean length of a standard normal vector.
    length: f64,
}

impl Rates {
    fn new(dimension: usize, population: usize) -> Rates {
        let n = dimension as f64;
        let parents = population / 2;
        let half = libm::log(f64::midpoint(population as f64, 1.0));
        let raw: Vec<f64> = (1..=parents).map(|rank| half - libm::log(rank as f64)).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let effective = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let size_path = (effective + 2.0) / (n + effective + 5.0);
        let one = 2.0 / ((n + 1.3).powi(2) + effective);
        let many = 2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0).powi(2) + effective);
        Rates {
            weights,
            effective,
            shape_path: (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n),
            size_path,
            one,
            many: many.clamp(0.0, 1.0 - one),
            damping: 1.0 + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + size_path,
            length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

impl CmaEs {
    pub(super) fn new(frame: CoordinateFrame, population: usize) -> CmaEs {
        let dimension = frame.len();
        CmaEs {
            mean: vec![0.0; dimension],
            sigma: 1.0,
            covariance: identity(dimension),
            axes: identity(dimension),
            lengths: vec![1.0; dimension],
            shape_path: vec![0.0; dimension],
            size_path: vec![0.0; dimension],
            generation: 0,
            rates: Rates::new(dimension, population),
            population,
            frame,
        }
    }

    /// Twice the usual population; a larger budget buys some more generations, and above all longer ones.
    pub(super) fn pace(dimension: usize, blocks: u64) -> Pace {
        let population = 2 * (4.0 + 3.0 * libm::log(dimension as f64)) as usize;
        let each = blocks as f64 / population as f64;
        let generations = (2.0 * libm::pow(each.max(1.0), 0.36)).round().max(1.0);
        Pace { population, generations: generations as u64, blocks: (each / generations) as u64 }
    }

    /// The vector whose image under the shape of the cloud is `step`.
    fn whiten(&self, step: &[f64]) -> Vec<f64> {
        let size = step.len();
        let along =
            |axis: usize| (0..size).map(|row| self.axes[row][axis] * step[row]).sum::<f64>() / self.lengths[axis];
        let scaled: Vec<f64> = (0..size).map(along).collect();
        (0..size).map(|row| (0..size).map(|axis| self.axes[row][axis] * scaled[axis]).sum()).collect()
    }

    /// Moves the paths by a step of the mean; returns whether the shape's path may follow.
    fn walk(&mut self, step: &[f64]) -> bool {
        let rates = &self.rates;
        let white = self.whiten(step);
        let push = (rates.size_path * (2.0 - rates.size_path) * rates.effective).sqrt();
        for (path, white) in self.size_path.iter_mut().zip(white) {
            *path = (1.0 - rates.size_path) * *path + push * white;
        }
        self.generation += 1;
        let length = self.size_path.iter().map(|path| path * path).sum::<f64>().sqrt();
        let settled = 1.0 - libm::pow(1.0 - rates.size_path, 2.0 * f64::from(self.generation));
        let follows = length / settled.sqrt() < (1.4 + 2.0 / (step.len() as f64 + 1.0)) * rates.length;
        let push = (rates.shape_path * (2.0 - rates.shape_path) * rates.effective).sqrt();
        for (path, step) in self.shape_path.iter_mut().zip(step) {
            *path = (1.0 - rates.shape_path) * *path + if follows { push * step } else { 0.0 };
        }
        self.sigma *= libm::exp((rates.size_path / rates.damping * (length / rates.length - 1.0)).min(1.0));
        follows
    }

    /// Learns the shape from the path and from the steps to the best candidates.
    fn learn(&mut self, steps: &[Vec<f64>], follows: bool) {
        let (rates, size) = (&self.rates, self.mean.len());
        let late = if follows { 0.0 } else { rates.shape_path * (2.0 - rates.shape_path) };
        let keep = 1.0 - rates.one - rates.many + rates.one * late;
        for row in 0..size {
            for column in 0..=row {
                let path = self.shape_path[row] * self.shape_path[column];
                let weighed = rates.weights.iter().zip(steps);
                let many: f64 = weighed.map(|(weight, step)| weight * step[row] * step[column]).sum();
                let entry = keep * self.covariance[row][column] + rates.one * path + rates.many * many;
                self.covariance[row][column] = entry;
                self.covariance[column][row] = entry;
            }
        }
        let (values, axes) = eigen(&self.covariance);
        self.lengths = values.into_iter().map(|value| value.max(1e-12).sqrt()).collect();
        self.axes = axes;
    }
}

impl Optimiser for CmaEs {
    fn ask(&mut self, stream: &mut Stream) -> Vec<UnitPoint> {
        let size = self.mean.len();
        let draw = |_| {
            let along: Vec<f64> = self.lengths.iter().map(|length| length * normal(stream)).collect();
            let offset = |row: usize| (0..size).map(|axis| self.axes[row][axis] * along[axis]).sum::<f64>();
            let offsets: Vec<f64> = (0..size).map(|row| self.mean[row] + self.sigma * offset(row)).collect();
            self.frame.point_at(&offsets)
        };
        (0..self.population).map(draw).collect()
    }

    fn tell(&mut self, fared: &[Evaluation]) {
        let mut best: Vec<&Evaluation> = fared.iter().collect();
        best.sort_by_key(|fared| fared.rank);
        best.truncate(self.rates.weights.len());
        let step = |fared: &&Evaluation| {
            let offsets = self.frame.offsets(&fared.point);
            offsets.iter().zip(&self.mean).map(|(offset, mean)| (offset - mean) / self.sigma).collect()
        };
        let steps: Vec<Vec<f64>> = best.iter().map(step).collect();
        let weigh = |row: usize| self.rates.weights.iter().zip(&steps).map(|(weight, step)| weight * step[row]).sum();
        let mean_step: Vec<f64> = (0..self.mean.len()).map(weigh).collect();
        self.mean.iter_mut().zip(&mean_step).for_each(|(mean, step)| *mean += self.sigma * step);
        let follows = self.walk(&mean_step);
        self.learn(&steps, follows);
    }

    fn recommend(&self) -> UnitPoint {
        self.frame.point_at(&self.mean)
    }

    fn keep(&self) -> Option<usize> {
        Some(self.rates.weights.len())
    }
}

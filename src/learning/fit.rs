//! Fits the weights of a network to samples: Adam on the cross-entropy of a softmax over the rows of a group.
//!
//! Everything is a function of the samples and the seed. Batches are cut into a fixed number of parts, which may be
//! computed side by side and are added in order: the number of threads changes nothing.

use rayon::prelude::*;

use super::evaluation::cross_entropy;
use super::samples::{Group, Samples};
use crate::game::Key;
use crate::strategies::nets::softmax;

/// Groups in a batch, and parts in which a batch is computed.
const BATCH: usize = 512;
const PARTS: usize = 8;
/// How fast Adam forgets gradients and their squares.
const FORGET: [f32; 2] = [0.9, 0.999];

/// How to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Schedule {
    /// Passes over the samples.
    pub epochs: u32,
    /// The length of the first steps; it falls to nothing.
    pub rate: f32,
    /// The seed of the first weights and of the order of the samples.
    pub seed: u64,
}

/// A network of any size, for training.
#[derive(Clone, PartialEq, Debug)]
pub struct Trainee {
    inputs: usize,
    hidden: usize,
    /// In the order of the network: rows of the inputs, biases, weights of the hidden units, the linear path.
    weights: Vec<f32>,
    /// Every input is multiplied by this, so that all have about the same size.
    scales: Vec<f32>,
}

/// A gradient in progress, with the loss so far.
struct Gradient {
    sums: Vec<f32>,
    loss: f64,
}

impl Trainee {
    /// A network with small random weights, or with these.
    pub fn new(samples: &Samples, hidden: usize, seed: u64, start: Option<&[f32]>) -> Trainee {
        let inputs = samples.inputs();
        let scales = scales(samples);
        let mut trainee = Trainee { inputs, hidden, weights: vec![0.0; inputs * hidden + 2 * hidden + inputs], scales };
        match start {
            Some(start) => trainee.take_over(start),
            None => trainee.scatter(seed),
        }
        trainee
    }

    /// Weights from -a to a with the usual a for rectified units; the linear path starts at nothing.
    fn scatter(&mut self, seed: u64) {
        let mut stream = Key::new(seed).with(1).stream();
        let mut draw = |width: f32| ((stream.word() >> 40) as f32 / (1 << 23) as f32 - 1.0) * width;
        let rows = self.inputs * self.hidden;
        let first = (2.0 / self.inputs as f32).sqrt();
        let second = (0.5 / self.hidden as f32).sqrt();
        self.weights[..rows].iter_mut().for_each(|weight| *weight = draw(first));
        self.weights[rows + self.hidden..rows + 2 * self.hidden].iter_mut().for_each(|weight| *weight = draw(second));
    }

    /// The same network with other weights, for inputs as they are.
    #[must_use]
    pub fn with_weights(&self, weights: &[f32]) -> Trainee {
        let mut trainee = self.clone();
        trainee.take_over(weights);
        trainee
    }

    fn take_over(&mut self, weights: &[f32]) {
        self.weights.copy_from_slice(weights);
        self.rescale(|weight, scale| weight / scale);
    }

    /// The weights for inputs as they are.
    pub fn finish(&self) -> Vec<f32> {
        let mut finished = self.clone();
        finished.rescale(|weight, scale| weight * scale);
        finished.weights
    }

    fn rescale(&mut self, change: impl Fn(f32, f32) -> f32) {
        let (rows, skip) = (self.inputs * self.hidden, self.inputs * self.hidden + 2 * self.hidden);
        for (input, &scale) in self.scales.iter().enumerate() {
            let row = &mut self.weights[..rows][input * self.hidden..][..self.hidden];
            for weight in row {
                *weight = change(*weight, scale);
            }
            self.weights[skip + input] = change(self.weights[skip + input], scale);
        }
    }

    /// The shares that the network gives to the rows of a group.
    pub fn shares(&self, group: &Group<'_>) -> Vec<f32> {
        let mut units = vec![0.0; self.hidden];
        let mut shares: Vec<f32> = group.rows().map(|row| self.output(row, &mut units)).collect();
        softmax(&mut shares);
        shares
    }

    /// The result for one row; `units` are left as the hidden units before rectification.
    fn output(&self, row: &[i16], units: &mut [f32]) -> f32 {
        let (rows, rest) = self.weights.split_at(self.inputs * self.hidden);
        let (bias, rest) = rest.split_at(self.hidden);
        let (second, skip) = rest.split_at(self.hidden);
        units.copy_from_slice(bias);
        let mut result = 0.0;
        for (input, &number) in row.iter().enumerate().filter(|(_, number)| **number != 0) {
            let number = f32::from(number) * self.scales[input];
            let weights = &rows[input * self.hidden..][..self.hidden];
            units.iter_mut().zip(weights).for_each(|(unit, weight)| *unit += number * weight);
            result += number * skip[input];
        }
        units.iter().zip(second).fold(result, |sum, (unit, weight)| sum + unit.max(0.0) * weight)
    }

    /// Adds the gradient of one group.
    fn add_gradient(&self, group: &Group<'_>, gradient: &mut Gradient) {
        let shares = self.shares(group);
        let mut units = vec![0.0; self.hidden];
        let mut slopes = vec![0.0; self.hidden];
        for ((row, share), target) in group.rows().zip(&shares).zip(group.targets) {
            gradient.loss += cross_entropy(f64::from(*target), f64::from(*share));
            self.output(row, &mut units);
            self.add_row(row, share - target, &units, &mut slopes, &mut gradient.sums);
        }
    }

    /// Adds the gradient of one row whose result should be lower by `slope`.
    fn add_row(&self, row: &[i16], slope: f32, units: &[f32], slopes: &mut [f32], sums: &mut [f32]) {
        let all = self.inputs * self.hidden;
        let second = &self.weights[all + self.hidden..all + 2 * self.hidden];
        let (rows, rest) = sums.split_at_mut(all);
        let (bias, rest) = rest.split_at_mut(self.hidden);
        let (outer, skip) = rest.split_at_mut(self.hidden);
        for index in 0..self.hidden {
            let is_on = f32::from(u8::from(units[index] > 0.0));
            slopes[index] = slope * second[index] * is_on;
            outer[index] += slope * units[index].max(0.0);
            bias[index] += slopes[index];
        }
        for (input, &number) in row.iter().enumerate().filter(|(_, number)| **number != 0) {
            let number = f32::from(number) * self.scales[input];
            let weights = &mut rows[input * self.hidden..][..self.hidden];
            weights.iter_mut().zip(slopes.iter()).for_each(|(weight, slope)| *weight += number * slope);
            skip[input] += number * slope;
        }
    }

    /// The gradient of a batch, computed in parts.
    fn gradient(&self, samples: &Samples, batch: &[u32]) -> Gradient {
        let part = |indices: &[u32]| {
            let mut gradient = Gradient { sums: vec![0.0; self.weights.len()], loss: 0.0 };
            for &index in indices {
                self.add_gradient(&samples.group(index as usize), &mut gradient);
            }
            gradient
        };
        let parts: Vec<Gradient> = batch.par_chunks(batch.len().div_ceil(PARTS)).map(part).collect();
        let mut sum = Gradient { sums: vec![0.0; self.weights.len()], loss: 0.0 };
        for part in parts {
            sum.loss += part.loss;
            sum.sums.iter_mut().zip(&part.sums).for_each(|(sum, part)| *sum += part);
        }
        sum
    }
}

/// The reciprocal of the quadratic mean of each input; 1 for one that is always 0.
fn scales(samples: &Samples) -> Vec<f32> {
    let mut squares = vec![0_u64; samples.inputs()];
    let mut rows = 0_u64;
    for index in 0..samples.len() {
        for row in samples.group(index).rows() {
            rows += 1;
            squares.iter_mut().zip(row).for_each(|(sum, &number)| *sum += i64::from(number).pow(2) as u64);
        }
    }
    let scale = |&sum: &u64| if sum == 0 { 1.0 } else { (rows as f64 / sum as f64).sqrt() as f32 };
    squares.iter().map(scale).collect()
}

/// The state of Adam.
struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(weights: usize) -> Adam {
        Adam { means: vec![0.0; weights], squares: vec![0.0; weights], steps: 0 }
    }

    fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        let [mean_part, square_part] = FORGET.map(|forget| 1.0 - libm::powf(forget, self.steps as f32));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, &slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean = FORGET[0] * *mean + (1.0 - FORGET[0]) * slope;
            *square = FORGET[1] * *square + (1.0 - FORGET[1]) * slope * slope;
            *weight -= rate * (*mean / mean_part) / ((*square / square_part).sqrt() + 1e-8);
        }
    }
}

/// Fits to the groups with these indices; `watch` is shown the network after each epoch and the mean loss during it. `None` once
/// `stopped`, which is asked before every batch, returns true.
pub fn fit(
    mut trainee: Trainee,
    samples: &Samples,
    indices: &[u32],
    schedule: &Schedule,
    stopped: &dyn Fn() -> bool,
    watch: &mut dyn FnMut(u32, &Trainee, f64),
) -> Option<Trainee> {
    let mut order = indices.to_vec();
    let mut stream = Key::new(schedule.seed).with(2).stream();
    let mut adam = Adam::new(trainee.weights.len());
    let steps = schedule.epochs as usize * order.len().div_ceil(BATCH);
    let mut done = 0;
    for epoch in 1..=schedule.epochs {
        for left in (2..=order.len()).rev() {
            order.swap(left - 1, stream.below(left as u32) as usize);
        }
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            if stopped() {
                return None;
            }
            let mut gradient = trainee.gradient(samples, batch);
            loss += gradient.loss;
            gradient.sums.iter_mut().for_each(|slope| *slope /= batch.len() as f32);
            let rate = schedule.rate * (1.0 - done as f32 / steps as f32);
            adam.step(&mut trainee.weights, &gradient.sums, rate);
            done += 1;
        }
        watch(epoch, &trainee, loss / order.len().max(1) as f64);
    }
    Some(trainee)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::samples::tests::toy;

    fn loss(trainee: &Trainee, samples: &Samples) -> f64 {
        let one = |index: usize| {
            let group = samples.group(index);
            let shares = trainee.shares(&group);
            shares
                .iter()
                .zip(group.targets)
                .map(|(share, target)| -f64::from(*target) * f64::from(*share).ln())
                .sum::<f64>()
        };
        (0..samples.len()).map(one).sum::<f64>() / samples.len() as f64
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let samples = toy(40);
        let trainee = Trainee::new(&samples, 8, 5, None);
        let batch: Vec<u32> = (0..40).collect();
        let gradient = trainee.gradient(&samples, &batch);
        for index in (0..trainee.weights.len()).step_by(37) {
            let step = 1e-2;
            let [mut more, mut less] = [trainee.clone(), trainee.clone()];
            more.weights[index] += step;
            less.weights[index] -= step;
            let slope = (loss(&more, &samples) - loss(&less, &samples)) / f64::from(2.0 * step);
            let expected = f64::from(gradient.sums[index]) / 40.0;
            assert!(
                (slope - expected).abs() < 2e-3 + 0.05 * expected.abs(),
                "weight {index}: {slope} against {expected}"
            );
        }
    }

    #[test]
    fn what_can_be_learned_is_learned_and_the_same_for_any_number_of_threads() {
        let samples = toy(2000);
        let schedule = Schedule { epochs: 150, rate: 0.02, seed: 3 };
        let learn = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let start = Trainee::new(&samples, 8, 3, None);
            pool.install(|| fit(start, &samples, &samples.indices(false), &schedule, &|| false, &mut |_, _, _| {}))
        };
        let one = learn(1).expect("not stopped");
        assert_eq!(Some(&one), learn(3).as_ref());
        let before = loss(&Trainee::new(&samples, 8, 3, None), &samples);
        assert!(loss(&one, &samples) < 0.5 * before, "{} from {before}", loss(&one, &samples));
        let again = Trainee::new(&samples, 8, 9, Some(&one.finish()));
        assert!((loss(&again, &samples) - loss(&one, &samples)).abs() < 1e-4, "weights are taken over");
    }
}

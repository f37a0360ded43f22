//! A small network and its arithmetic, which gives the same bytes on every machine.
//!
//! Inputs are whole numbers, and so are the weights of the first layer once they are rounded to 16 bits: its sums are exact. The
//! few single-precision sums behind it are made in one written order, rounded one by one: the compiler may compute several
//! at once, but may neither reorder nor fuse them (Rust never contracts `a * b + c`).

use crate::vectors::{SmallPairs, Sums, add_rows};

/// `INPUTS` numbers → rectified units, four to each of `QUADS` → one number, and a linear path from the inputs to that number.
///
/// The inputs come in two parts, of which the first has `FIRST`: what does not change from one evaluation to the next is added
/// only once. There is no constant at the end: outputs are compared with each other, by a softmax, and a constant would cancel.
#[derive(Clone, Debug)]
pub struct Network<const INPUTS: usize, const FIRST: usize, const QUADS: usize> {
    /// Weights to all units, a row for each two inputs of the first part.
    first: Vec<[SmallPairs; QUADS]>,
    /// The same for the other part.
    rest: Vec<[SmallPairs; QUADS]>,
    /// The linear path, for each input.
    direct: Vec<i16>,
    /// Where the sums start.
    bias: PartialSums<QUADS>,
    /// From each unit to the result.
    second: [[f32; LANES]; QUADS],
    /// The weight of a whole step of the linear path.
    step: f32,
}

/// The sums of a network over the inputs added so far.
#[derive(Clone, Copy, Debug)]
pub struct PartialSums<const QUADS: usize> {
    units: [Sums; QUADS],
    /// The linear path.
    direct: i32,
}

/// Units that are computed at once.
const LANES: usize = 4;
/// The finest steps of a weight: 2⁻¹⁴.
const FINEST: i32 = 14;

impl<const INPUTS: usize, const FIRST: usize, const QUADS: usize> Network<INPUTS, FIRST, QUADS> {
    /// How many units it has.
    const UNITS: usize = LANES * QUADS;
    /// How many weights it has.
    pub const WEIGHTS: usize = INPUTS * Self::UNITS + 2 * Self::UNITS + INPUTS;

    /// The network with these weights: the rows of the inputs, the biases, the weights of the units, the linear path.
    /// `None` if there are more or fewer than [`Network::WEIGHTS`].
    pub fn from_weights(weights: &[f32]) -> Option<Box<Network<INPUTS, FIRST, QUADS>>> {
        if weights.len() != Self::WEIGHTS {
            return None;
        }
        let (rows, rest) = weights.split_at(INPUTS * Self::UNITS);
        let (bias, rest) = rest.split_at(Self::UNITS);
        let (second, skip) = rest.split_at(Self::UNITS);
        let steps = steps_for(rows.iter().chain(skip));
        let whole = |weight: f32| (weight * steps).round() as i16;
        // The weight from an input to a unit; none from beyond the last input.
        let to_unit = |input: Option<usize>, unit: usize| input.map_or(0, |i| whole(rows[i * Self::UNITS + unit]));
        let row = |inputs: [Option<usize>; 2]| {
            std::array::from_fn(|quad| {
                SmallPairs::new(std::array::from_fn(|lane| inputs.map(|input| to_unit(input, quad * LANES + lane))))
            })
        };
        let part = |from: usize, to: usize| {
            (from..to).step_by(2).map(|i| row([Some(i), Some(i + 1).filter(|&other| other < to)])).collect()
        };
        let start = |quad: usize| std::array::from_fn(|lane| (bias[quad * LANES + lane] * steps).round() as i32);
        Some(Box::new(Network {
            first: part(0, FIRST),
            rest: part(FIRST, INPUTS),
            direct: skip.iter().copied().map(whole).collect(),
            bias: PartialSums { units: std::array::from_fn(|quad| Sums::new(start(quad))), direct: 0 },
            second: std::array::from_fn(|quad| std::array::from_fn(|lane| second[quad * LANES + lane] / steps)),
            step: 1.0 / steps,
        }))
    }

    /// The sums over the first part of the inputs.
    #[inline]
    pub fn start(&self, inputs: &[i16; FIRST]) -> PartialSums<QUADS> {
        self.bias.plus(&self.first, &self.direct, inputs)
    }

    /// With inputs of the other part added, from the one at `place` of that part on, which is even: those that are known to be zero can be
    /// left out.
    #[inline]
    #[must_use]
    pub fn plus(&self, sums: &PartialSums<QUADS>, place: usize, inputs: &[i16]) -> PartialSums<QUADS> {
        debug_assert!(place.is_multiple_of(2), "rows have two inputs");
        sums.plus(&self.rest[place / 2..], &self.direct[FIRST + place..], inputs)
    }

    /// The result, with the other part of the inputs.
    #[inline]
    pub fn finish(&self, sums: &PartialSums<QUADS>, inputs: &[i16]) -> f32 {
        self.result(&self.plus(sums, 0, inputs))
    }

    /// The result, when all inputs have been added.
    #[inline]
    pub fn result(&self, sums: &PartialSums<QUADS>) -> f32 {
        let mut lanes = [0.0_f32; LANES];
        for (units, weights) in sums.units.iter().zip(&self.second) {
            for ((lane, unit), weight) in lanes.iter_mut().zip(units.numbers()).zip(weights) {
                let unit = unit as f32;
                *lane += if unit > 0.0 { unit } else { 0.0 } * weight;
            }
        }
        let [one, two, three, four] = lanes;
        sums.direct as f32 * self.step + ((one + two) + (three + four))
    }

    /// The result for all inputs at once.
    pub fn output(&self, inputs: &[i16; INPUTS]) -> f32 {
        let (first, rest) = inputs.split_at(FIRST);
        self.finish(&self.bias.plus(&self.first, &self.direct, first), rest)
    }
}

/// Steps from 0 to 1 in which weights are rounded: a power of 2 with which the largest of them still fits 16 bits.
fn steps_for<'a>(weights: impl Iterator<Item = &'a f32>) -> f32 {
    let largest = weights.fold(0.0_f32, |most, weight| most.max(weight.abs()));
    let fits = |steps: &f32| (largest * steps).round() <= f32::from(i16::MAX);
    (0..=FINEST).rev().map(|power| (1_u32 << power) as f32).find(fits).unwrap_or(1.0)
}

impl<const QUADS: usize> PartialSums<QUADS> {
    /// With these inputs added. Many are zero, but which ones is not known before: a branch on that would cost more than the sum.
    #[inline]
    fn plus(&self, rows: &[[SmallPairs; QUADS]], direct: &[i16], inputs: &[i16]) -> PartialSums<QUADS> {
        let mut sums = *self;
        add_rows(&mut sums.units, rows, inputs);
        let products = inputs.iter().zip(direct).map(|(&input, &weight)| i32::from(input) * i32::from(weight));
        sums.direct = products.fold(sums.direct, i32::wrapping_add);
        sums
    }
}

/// Turns numbers into shares of 1 that are proportional to their exponentials.
#[inline]
pub fn softmax(numbers: &mut [f32]) {
    let most = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for number in numbers.iter_mut() {
        *number = libm::expf(*number - most);
        sum += *number;
    }
    for number in numbers {
        *number /= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A plain evaluation of a network of five inputs and eight units.
    fn plainly(weights: &[f32], inputs: [i16; 5]) -> f32 {
        let (rows, rest) = weights.split_at(5 * 8);
        let inputs = inputs.map(f32::from);
        let direct: f32 = (0..5).map(|i| inputs[i] * rest[16 + i]).sum();
        let unit = |j: usize| (0..5).fold(rest[j], |sum, i| sum + inputs[i] * rows[i * 8 + j]);
        direct + (0..8).map(|j| unit(j).max(0.0) * rest[8 + j]).sum::<f32>()
    }

    fn weights(scale: f32) -> Vec<f32> {
        (0..5 * 8 + 16 + 5).map(|i| ((i * 37 % 101) as f32 - 50.0) * scale).collect()
    }

    #[test]
    fn a_network_is_its_formula() {
        for (scale, error) in [(1.0 / 64.0, 1e-5), (0.003, 0.01), (5.0, 0.02)] {
            let weights = weights(scale);
            let network = Network::<5, 2, 2>::from_weights(&weights).expect("as many as it has");
            for inputs in [[0; 5], [1, 0, -3, 0, 0], [7, 2, 12, 100, 0], [0, 0, 0, -40, 9]] {
                let (result, expected) = (network.output(&inputs), plainly(&weights, inputs));
                assert!((result - expected).abs() <= error * (1.0 + expected.abs()), "{result} for {expected}");
            }
        }
        assert!(Network::<5, 2, 2>::from_weights(&weights(1.0)[1..]).is_none());
    }

    #[test]
    fn it_does_not_matter_where_the_inputs_are_split() {
        let weights = weights(0.01);
        let inputs = [3, 0, 1, 5, -2];
        let whole = Network::<5, 5, 2>::from_weights(&weights).expect("as many as it has").output(&inputs);
        let split = Network::<5, 3, 2>::from_weights(&weights).expect("as many as it has");
        assert_eq!(split.output(&inputs).to_bits(), whole.to_bits());
        assert_eq!(split.finish(&split.start(&[3, 0, 1]), &[5, -2]).to_bits(), whole.to_bits());
        assert_eq!(split.finish(&split.start(&[0; 3]), &[0; 2]).to_bits(), split.output(&[0; 5]).to_bits());
    }

    #[test]
    fn the_largest_weights_fit() {
        let weights: Vec<f32> = (0..5 * 8 + 16 + 5).map(|i| if i % 3 == 0 { 256.0 } else { -256.0 }).collect();
        let network = Network::<5, 2, 2>::from_weights(&weights).expect("as many as it has");
        let (result, expected) = (network.output(&[1, 0, 2, 0, 1]), plainly(&weights, [1, 0, 2, 0, 1]));
        assert!((result - expected).abs() <= 1e-3 * expected.abs(), "{result} for {expected}");
    }

    #[test]
    fn shares_sum_to_one_however_large_the_numbers() {
        let mut numbers = [900.0, 900.0, -900.0];
        softmax(&mut numbers);
        assert_eq!(numbers.map(f32::to_bits), [0.5, 0.5, 0.0].map(f32::to_bits));
    }
}

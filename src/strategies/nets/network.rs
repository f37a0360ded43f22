//! A small network and its arithmetic, which gives the same bytes on every machine.
//!
//! Every sum is made in one written order, of single-precision products and sums that are rounded one by one: the
//! compiler may compute several hidden units at once, but may neither reorder nor fuse (Rust never contracts `a * b + c`).

/// `INPUTS` numbers → `HIDDEN` rectified units → one number, and a linear path from the inputs to that number.
///
/// There is no constant at the end: its outputs are compared with each other, by a softmax, and a constant would cancel.
#[derive(Clone, PartialEq, Debug)]
pub struct Network<const INPUTS: usize, const HIDDEN: usize> {
    /// From each input to all hidden units: a row is a few vector registers.
    first: [[f32; HIDDEN]; INPUTS],
    /// Where the hidden units start.
    bias: [f32; HIDDEN],
    /// From each hidden unit to the result.
    second: [f32; HIDDEN],
    /// From each input to the result.
    skip: [f32; INPUTS],
}

/// The sums of a network over the inputs added so far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PartialSums<const HIDDEN: usize> {
    hidden: [f32; HIDDEN],
    direct: f32,
}

/// Partial sums of the last layer, so that it is computed several units at a time.
const LANES: usize = 8;

impl<const INPUTS: usize, const HIDDEN: usize> Network<INPUTS, HIDDEN> {
    /// How many weights it has.
    pub const WEIGHTS: usize = INPUTS * HIDDEN + 2 * HIDDEN + INPUTS;

    /// The network with these weights: the rows of the inputs, the biases, the weights of the hidden units, the linear path.
    /// `None` if there are more or fewer than [`Network::WEIGHTS`].
    pub fn from_weights(weights: &[f32]) -> Option<Box<Network<INPUTS, HIDDEN>>> {
        if weights.len() != Self::WEIGHTS {
            return None;
        }
        let (rows, rest) = weights.split_at(INPUTS * HIDDEN);
        let (bias, rest) = rest.split_at(HIDDEN);
        let (second, skip) = rest.split_at(HIDDEN);
        let mut network = Box::new(Network {
            first: [[0.0; HIDDEN]; INPUTS],
            bias: [0.0; HIDDEN],
            second: [0.0; HIDDEN],
            skip: [0.0; INPUTS],
        });
        for (row, weights) in network.first.iter_mut().zip(rows.chunks_exact(HIDDEN)) {
            row.copy_from_slice(weights);
        }
        network.bias.copy_from_slice(bias);
        network.second.copy_from_slice(second);
        network.skip.copy_from_slice(skip);
        Some(network)
    }

    /// The sums before any input.
    #[inline]
    pub fn start(&self) -> PartialSums<HIDDEN> {
        PartialSums { hidden: self.bias, direct: 0.0 }
    }

    /// Adds inputs from index `from` on. Many are zero, and cost nothing.
    #[inline]
    pub fn add(&self, sums: &mut PartialSums<HIDDEN>, from: usize, inputs: &[f32]) {
        // Copied, so that the units stay in registers.
        let mut hidden = sums.hidden;
        for ((&input, row), skip) in inputs.iter().zip(&self.first[from..]).zip(&self.skip[from..]) {
            if input == 0.0 {
                continue;
            }
            for (unit, weight) in hidden.iter_mut().zip(row) {
                *unit += input * weight;
            }
            sums.direct += input * skip;
        }
        sums.hidden = hidden;
    }

    /// The result, once all inputs are added.
    #[inline]
    pub fn finish(&self, sums: &PartialSums<HIDDEN>) -> f32 {
        let mut lanes = [0.0_f32; LANES];
        for (units, weights) in sums.hidden.chunks_exact(LANES).zip(self.second.chunks_exact(LANES)) {
            for ((lane, unit), weight) in lanes.iter_mut().zip(units).zip(weights) {
                *lane += unit.max(0.0) * weight;
            }
        }
        lanes.iter().fold(sums.direct, |sum, lane| sum + lane)
    }

    /// The result for all inputs at once.
    #[inline]
    pub fn output(&self, inputs: &[f32; INPUTS]) -> f32 {
        let mut sums = self.start();
        self.add(&mut sums, 0, inputs);
        self.finish(&sums)
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

    /// A plain evaluation in the order that the documentation promises.
    fn plainly(weights: &[f32], inputs: &[f32; 3]) -> f32 {
        let (rows, rest) = weights.split_at(3 * 8);
        let mut result = 0.0;
        for (i, input) in inputs.iter().enumerate() {
            result += input * rest[16 + i];
        }
        for j in 0..8 {
            let unit = (0..3).fold(rest[j], |sum, i| sum + inputs[i] * rows[i * 8 + j]);
            result += 0.0 + unit.max(0.0) * rest[8 + j];
        }
        result
    }

    #[test]
    fn a_network_is_its_formula() {
        let weights: Vec<f32> = (0..3 * 8 + 16 + 3).map(|i| ((i * 37 % 101) as f32 - 50.0) / 64.0).collect();
        let network = Network::<3, 8>::from_weights(&weights).expect("as many as it has");
        for inputs in [[0.0, 0.0, 0.0], [1.0, 0.0, -3.0], [7.0, 2.0, 12.0]] {
            assert_eq!(network.output(&inputs).to_bits(), plainly(&weights, &inputs).to_bits());
        }
        assert!(Network::<3, 8>::from_weights(&weights[1..]).is_none());
    }

    #[test]
    fn inputs_may_come_in_parts() {
        let weights: Vec<f32> = (0..5 * 8 + 16 + 5).map(|i| ((i * 53 % 97) as f32 - 48.0) / 32.0).collect();
        let network = Network::<5, 8>::from_weights(&weights).expect("as many as it has");
        let inputs = [3.0, 0.0, 1.0, 5.0, -2.0];
        let mut sums = network.start();
        network.add(&mut sums, 0, &inputs[..2]);
        network.add(&mut sums, 2, &inputs[2..]);
        assert_eq!(network.finish(&sums).to_bits(), network.output(&inputs).to_bits());
    }

    #[test]
    fn shares_sum_to_one_however_large_the_numbers() {
        let mut numbers = [900.0, 900.0, -900.0];
        softmax(&mut numbers);
        assert_eq!(numbers.map(f32::to_bits), [0.5, 0.5, 0.0].map(f32::to_bits));
    }
}

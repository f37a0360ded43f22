//! Exact sums over units.

use serde::{Deserialize, Serialize};

/// The number of units, the sum of their scores and of the squares: whole numbers, so that the order of addition cannot
/// matter.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// The number of units.
    pub count: u64,
    /// The sum of all scores.
    pub sum: i64,
    /// The sum of the squares of all scores.
    pub squares: u64,
}

impl Sample {
    /// Adds a unit.
    pub fn add(&mut self, score: i64) {
        self.count += 1;
        self.sum += score;
        self.squares += score.unsigned_abs().pow(2);
    }

    /// The units of a histogram: how many have each score, from 0 on.
    pub fn of_histogram(counts: &[u64]) -> Sample {
        let mut sample = Sample::default();
        for (score, &units) in (0..).zip(counts) {
            sample.count += units;
            sample.sum += score * units as i64;
            sample.squares += (score * score) as u64 * units;
        }
        sample
    }

    /// Adds the units of another sample. Sums that were read from a file may be too large to be added: they stay at the end of the
    /// numbers, which no real sample reaches.
    pub fn merge(&mut self, other: &Sample) {
        self.count = self.count.saturating_add(other.count);
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// The mean score; `None` without a unit.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// The unbiased variance of the scores; `None` with fewer than two units.
    pub fn variance(&self) -> Option<f64> {
        if self.count < 2 {
            return None;
        }
        // Exact up to the last division: n Σx² - (Σx)² is a whole number, and never negative.
        let (count, sum) = (i128::from(self.count), i128::from(self.sum));
        let spread = count * i128::from(self.squares) - sum * sum;
        Some(spread as f64 / (count * (count - 1)) as f64)
    }

    /// The standard error of the mean; `None` with fewer than two units.
    pub fn error(&self) -> Option<f64> {
        self.variance().map(|variance| (variance / self.count as f64).sqrt())
    }
}

impl FromIterator<i64> for Sample {
    fn from_iter<I: IntoIterator<Item = i64>>(scores: I) -> Sample {
        let mut sample = Sample::default();
        scores.into_iter().for_each(|score| sample.add(score));
        sample
    }
}

/// The sample covariance of two scores of the same units, from the sum of their products.
pub fn covariance(samples: [&Sample; 2], products: u64) -> f64 {
    let (count, sums) = (i128::from(samples[0].count), samples.map(|sample| i128::from(sample.sum)));
    let spread = count * i128::from(products) - sums[0] * sums[1];
    spread as f64 / (count * (count - 1)).max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_textbook() {
        let sample: Sample = [2, 4, 4, 4, 5, 5, 7, 9].into_iter().collect();
        assert_eq!(sample.mean(), Some(5.0));
        assert!((sample.variance().expect("eight units") - 32.0 / 7.0).abs() < 1e-12);
        assert_eq!(Sample::default().mean(), None);
        assert_eq!([3].into_iter().collect::<Sample>().variance(), None);
    }

    #[test]
    fn merging_is_adding() {
        let (one, two): (Sample, Sample) = ([1, -2, 3].into_iter().collect(), [4, 5].into_iter().collect());
        let mut both = one;
        both.merge(&two);
        assert_eq!(both, [1, -2, 3, 4, 5].into_iter().collect());
    }
}

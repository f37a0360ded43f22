//! The scores of candidates on the same blocks: exact sums, and estimates from them.

use serde::{Deserialize, Serialize};

use crate::arena::LEVEL;
use crate::statistics::{Interval, Sample, confidence_quantile, proportion};

/// The wins of some candidates on the same blocks, for each number of players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Scores {
    /// By number of players.
    pub sizes: Vec<SizeScores>,
}

/// The wins of some candidates on the same blocks with one number of players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SizeScores {
    /// The number of players.
    pub players: u64,
    /// The games of a candidate in one block.
    pub seats: u64,
    /// The number of blocks.
    pub blocks: u64,
    /// Games won by each candidate.
    pub wins: Vec<u64>,
    /// The sums over blocks of the products of two candidates' wins: for each candidate, with itself and all before it.
    pub products: Vec<Vec<u64>>,
}

/// A number with its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// The number of blocks it is based on.
    pub blocks: u64,
}

impl Estimate {
    /// Nothing known.
    pub const UNKNOWN: Estimate = Estimate { mean: 0.0, error: f64::INFINITY, blocks: 0 };

    /// The interval at a level of confidence.
    pub fn interval(&self, level: f64) -> Interval {
        let half = confidence_quantile(level, self.blocks).unwrap_or(f64::INFINITY) * self.error;
        Interval { low: self.mean - half, high: self.mean + half }
    }

    /// The mean of several estimates on different deals, or on the same deals at different numbers of players, which are
    /// practically independent; its blocks are the fewest of any of them.
    pub(super) fn mean_of(parts: &[Estimate]) -> Estimate {
        let count = parts.len() as f64;
        let squares: f64 = parts.iter().map(|part| part.error * part.error).sum();
        Estimate {
            mean: parts.iter().map(|part| part.mean).sum::<f64>() / count,
            error: squares.sqrt() / count,
            blocks: parts.iter().map(|part| part.blocks).min().unwrap_or(0),
        }
    }
}

impl Scores {
    /// A candidate's score: the mean over the numbers of players of its win rate as a multiple of the fair share.
    pub fn score(&self, candidate: usize) -> Estimate {
        self.over_sizes(|size| size.share(candidate))
    }

    /// How much higher one candidate's score is than another's, block by block.
    pub fn lead(&self, one: usize, other: usize) -> Estimate {
        self.over_sizes(|size| size.lead(one, other))
    }

    /// Adds the scores of the same candidates on other blocks.
    pub fn merge(&mut self, other: &Scores) {
        self.sizes.iter_mut().zip(&other.sizes).for_each(|(mine, theirs)| mine.merge(theirs));
    }

    /// The scores of only some of the candidates, by their indices, in order.
    #[must_use]
    pub fn only(&self, indices: &[usize]) -> Scores {
        Scores { sizes: self.sizes.iter().map(|size| size.only(indices)).collect() }
    }

    fn over_sizes(&self, estimate: impl Fn(&SizeScores) -> Estimate) -> Estimate {
        Estimate::mean_of(&self.sizes.iter().map(estimate).collect::<Vec<_>>())
    }
}

impl SizeScores {
    /// The scores of this many candidates before any block.
    pub fn new(players: u64, seats: u64, candidates: usize) -> SizeScores {
        let products = (0..candidates).map(|candidate| vec![0; candidate + 1]).collect();
        SizeScores { players, seats, blocks: 0, wins: vec![0; candidates], products }
    }

    /// Adds the wins of all candidates in one block.
    pub fn add(&mut self, wins: &[u64]) {
        self.blocks += 1;
        for (one, &mine) in wins.iter().enumerate() {
            self.wins[one] += mine;
            self.products[one].iter_mut().zip(wins).for_each(|(product, &other)| *product += mine * other);
        }
    }

    fn merge(&mut self, other: &SizeScores) {
        self.blocks += other.blocks;
        self.wins.iter_mut().zip(&other.wins).for_each(|(mine, theirs)| *mine += theirs);
        let products = self.products.iter_mut().flatten().zip(other.products.iter().flatten());
        products.for_each(|(mine, theirs)| *mine += theirs);
    }

    fn only(&self, indices: &[usize]) -> SizeScores {
        let product = |one: usize| indices[..=one].iter().map(|&other| self.product(indices[one], other)).collect();
        SizeScores {
            wins: indices.iter().map(|&index| self.wins[index]).collect(),
            products: (0..indices.len()).map(product).collect(),
            ..*self
        }
    }

    pub(super) fn product(&self, one: usize, other: usize) -> u64 {
        self.products[one.max(other)][one.min(other)]
    }

    /// The wins of a candidate in a block.
    pub fn sample(&self, candidate: usize) -> Sample {
        let squares = self.product(candidate, candidate);
        Sample { count: self.blocks, sum: self.wins[candidate] as i64, squares }
    }

    /// The difference between the wins of two candidates in a block.
    pub fn difference(&self, one: usize, other: usize) -> Sample {
        let squares = self.product(one, one) + self.product(other, other) - 2 * self.product(one, other);
        Sample { count: self.blocks, sum: self.wins[one] as i64 - self.wins[other] as i64, squares }
    }

    /// A candidate's win rate as a multiple of the fair share. The error is that of a proportion, which is never 0, even
    /// if every game was lost.
    fn share(&self, candidate: usize) -> Estimate {
        let (fair, sample) = (self.players as f64, self.sample(candidate));
        let interval = proportion(&sample, self.seats, LEVEL).zip(confidence_quantile(LEVEL, self.blocks));
        interval.map_or(Estimate::UNKNOWN, |(interval, quantile)| Estimate {
            mean: fair * sample.sum as f64 / (self.blocks * self.seats) as f64,
            error: fair * interval.half_width() / quantile,
            blocks: self.blocks,
        })
    }

    /// The lead of one candidate over another, as a multiple of the fair share. The error is as if one more block were as
    /// far off as possible: candidates that happen to agree in a few blocks are not known to be equal.
    fn lead(&self, one: usize, other: usize) -> Estimate {
        let (fair, seats, blocks) = (self.players as f64, self.seats as f64, self.blocks as f64);
        let sample = self.difference(one, other);
        let spread = sample.mean().zip(sample.variance());
        spread.map_or(Estimate::UNKNOWN, |(mean, variance)| {
            let cautious = (variance / (seats * seats) * (blocks - 1.0) + 1.0) / blocks;
            Estimate { mean: fair * mean / seats, error: fair * (cautious / blocks).sqrt(), blocks: self.blocks }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_are_those_of_the_blocks() {
        let mut size = SizeScores::new(2, 2, 3);
        let blocks = [[2, 1, 0], [1, 1, 2], [2, 0, 1], [0, 0, 0], [2, 2, 1]];
        for wins in &blocks {
            size.add(wins);
        }
        let direct: Sample = blocks.iter().map(|wins| wins[0] as i64 - wins[2] as i64).collect();
        assert_eq!(size.difference(0, 2), direct);
        assert_eq!(size.sample(0), blocks.iter().map(|wins| wins[0] as i64).collect());
        let scores = Scores { sizes: vec![size.clone(), size] };
        assert!((scores.score(0).mean - 2.0 * 7.0 / 10.0).abs() < 1e-12);
        assert!((scores.lead(0, 2).mean - 2.0 * 3.0 / 10.0).abs() < 1e-12);
        assert!((scores.lead(0, 2).mean + scores.lead(2, 0).mean).abs() < 1e-12);
    }
}

//! Numbers for the checks themselves: synthetic scores, picks of moves, and a test of whether counts follow a law.
//!
//! It has its own generator (`SplitMix64`), so that a defect in the generator of the games cannot hide, and so that every
//! check has the same outcome on every machine and in every version.

use super::broken::{Broken, holds};

/// A plain generator.
#[derive(Clone, Debug)]
pub(super) struct Dice(u64);

impl Dice {
    pub(super) const fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub(super) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.word()) * bound as u128) >> 64) as usize
    }

    /// A number from 0 to 1.
    pub(super) fn share(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// Whether counts follow a law: Pearson's chi-square, rejected beyond what happens once in a million fair samples.
///
/// The luck of every check is fixed, so that a sample that passes once passes always.
pub(super) fn follows(place: &str, observed: &[u64], law: &[f64]) -> Result<(), Broken> {
    let total = observed.iter().sum::<u64>() as f64;
    let statistic: f64 = observed
        .iter()
        .zip(law)
        .map(|(&count, &chance)| (count as f64 - total * chance).powi(2) / (total * chance))
        .sum();
    // Wilson and Hilferty: the cube root of chi-square over its degrees of freedom is nearly normal.
    let freedom = law.len() as f64 - 1.0;
    let spread = 2.0 / (9.0 * freedom);
    let deviation = ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt();
    holds(
        observed.len() == law.len() && deviation < 4.75,
        || place.to_owned(),
        "counts no less likely than one fair sample in a million",
        || format!("{deviation:.1} standard deviations; counts {observed:?}"),
    )
}

/// Whether all counts are equal except for luck.
pub(super) fn uniform(place: &str, observed: &[u64]) -> Result<(), Broken> {
    follows(place, observed, &vec![1.0 / observed.len() as f64; observed.len()])
}

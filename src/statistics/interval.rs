//! Intervals of proportions.

use super::normal::confidence_quantile;
use super::sample::Sample;

/// From `low` to `high`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Half of the width.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether a value lies inside.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// Trials whose worth of evidence pulls the design effect towards 1 while rare outcomes are few.
const CAUTION: f64 = 10.0;

/// The interval of a proportion: units of `trials` trials each, the score of a unit its number of successes.
///
/// Wilson's interval, which stays inside [0, 1] and is right near both ends, for the *effective* number of trials: as
/// many independent ones as would have the spread that the units show. Near 0 and 1 that spread is hardly known, so
/// that it is pulled towards that of independent trials. `None` with fewer than two units.
pub fn proportion(sample: &Sample, trials: u64, level: f64) -> Option<Interval> {
    let quantile = confidence_quantile(level, sample.count)?;
    let all = (sample.count * trials) as f64;
    let share = sample.sum as f64 / all;
    let effective = all / design_effect(sample, trials)?;
    let squared = quantile * quantile;
    let centre = (share + squared / (2.0 * effective)) / (1.0 + squared / effective);
    let spread = (share * (1.0 - share) / effective + squared / (4.0 * effective * effective)).sqrt();
    let half = quantile * spread / (1.0 + squared / effective);
    Some(Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0) })
}

/// The variance of the mean as a multiple of what independent trials would have, pulled towards 1 while successes or
/// failures are rare.
fn design_effect(sample: &Sample, trials: u64) -> Option<f64> {
    let variance = sample.variance()?;
    let all = (sample.count * trials) as f64;
    let (successes, share) = (sample.sum as f64, sample.sum as f64 / all);
    let rare = successes.min(all - successes);
    let independent = share * (1.0 - share) * trials as f64;
    let observed = if independent > 0.0 { variance / independent } else { 1.0 };
    // Never below a hundredth: units that all have the same score promise no certainty.
    Some(((CAUTION + rare * observed) / (CAUTION + rare)).max(0.01))
}

/// How many times fewer trials the units needed than independent trials would have; `None` if nothing varies.
pub fn variance_reduction(sample: &Sample, trials: u64) -> Option<f64> {
    let share = sample.mean()? / trials as f64;
    let independent = share * (1.0 - share) * trials as f64;
    let variance = sample.variance()?;
    (variance > 0.0 && independent > 0.0).then(|| independent / variance)
}

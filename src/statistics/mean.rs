//! Means of unit scores that are not shares, and what was gained by units of dependent trials.

use super::difference::Difference;
use super::interval::Interval;
use super::normal::confidence_quantile;
use super::sample::Sample;
use super::share::Share;

/// How far a mean may be off because the share it depends on may be. It is needed while outcomes of the share are rare:
/// the spread of the scores does not show what has not happened yet. Once they are frequent, that spread is enough.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reach {
    below: f64,
    above: f64,
}

impl Reach {
    /// Of a mean that is higher by `worth` in trials that are successes.
    pub fn of_share(share: &Share, worth: f64, level: f64) -> Reach {
        Reach::of(share.value(), share.interval(level), worth * share.unshown())
    }

    /// Of a mean that changes by `worth` with the difference between two shares.
    pub fn of_difference(difference: &Difference, worth: f64, level: f64) -> Reach {
        Reach::of(difference.mean, difference.interval(level), worth * difference.unshown())
    }

    fn of(value: f64, interval: Interval, worth: f64) -> Reach {
        Reach { below: worth * (value - interval.low), above: worth * (interval.high - value) }
    }

    /// The farther of the two on each side.
    #[must_use]
    pub fn or(self, other: Reach) -> Reach {
        Reach { below: self.below.max(other.below), above: self.above.max(other.above) }
    }

    fn widen(&self, interval: Interval, mean: f64) -> Interval {
        Interval { low: interval.low.min(mean - self.below), high: interval.high.max(mean + self.above) }
    }
}

/// The interval of a mean of trial scores of either sign, in units of `trials` each: Student's t, and at least what the
/// shares it depends on allow. `None` with fewer than two units.
pub fn mean_interval(sample: &Sample, trials: u64, reach: Reach, level: f64) -> Option<Interval> {
    let per_trial = 1.0 / trials as f64;
    let (mean, error) = (sample.mean()? * per_trial, sample.error()? * per_trial);
    let quantile = confidence_quantile(level, sample.count)?;
    let student = Interval { low: mean - quantile * error, high: mean + quantile * error };
    Some(reach.widen(student, mean))
}

/// The interval of a mean of trial scores that are never negative, in units of `trials` each. `None` with fewer than two
/// units.
///
/// Student's t with a variance that grows with the mean as that of counts does, so that it stays above 0 and leans to
/// the side on which a few high scores may be missing; and at least what the shares it depends on allow.
pub fn amount_interval(sample: &Sample, trials: u64, reach: Reach, level: f64) -> Option<Interval> {
    let per_trial = 1.0 / trials as f64;
    let (mean, variance) = (sample.mean()?, sample.variance()?);
    let quantile = confidence_quantile(level, sample.count)?;
    let squared = quantile * quantile / (2.0 * sample.count as f64);
    let lean = if mean > 0.0 { squared * variance / mean } else { 0.0 };
    let half = (lean * (lean + 2.0 * mean)).sqrt();
    let student = Interval { low: (mean + lean - half) * per_trial, high: (mean + lean + half) * per_trial };
    let Interval { low, high } = reach.widen(student, mean * per_trial);
    Some(Interval { low: low.max(0.0), high })
}

/// By what factor fewer units were needed than with independent trials, given the variance that the score of a unit of
/// independent trials would have; `None` if nothing varies.
pub fn variance_reduction(sample: &Sample, independent: f64) -> Option<f64> {
    let variance = sample.variance()?;
    (variance > 0.0 && independent > 0.0).then(|| independent / variance)
}

/// The unbiased variance of the success of one trial, from `trials` of them; `None` with fewer than two.
pub fn trial_variance(successes: u64, trials: u64) -> Option<f64> {
    let share = successes as f64 / trials.max(1) as f64;
    (trials > 1).then(|| share * (1.0 - share) * trials as f64 / (trials - 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half of all trials are successes.
    fn half(units: u64) -> Share {
        Share::of(&Sample { count: units, sum: units as i64, squares: units }, 2).expect("several units")
    }

    fn free() -> Reach {
        Reach { below: 0.0, above: 0.0 }
    }

    #[test]
    fn far_from_zero_amounts_are_ordinary_means() {
        let sample: Sample = [1002, 998, 1001, 999, 1000, 1003, 997].into_iter().collect();
        let one = mean_interval(&sample, 2, free(), 0.95).expect("seven units");
        let other = amount_interval(&sample, 2, free(), 0.95).expect("seven units");
        assert!((one.low - other.low).abs() < 0.01 && (one.high - other.high).abs() < 0.01, "{one:?}, {other:?}");
        // The textbook: t = 2.447 with 6 degrees of freedom, s = 2.160, n = 7.
        assert!((one.half_width() - 2.446_91 * 2.160_25 / 7_f64.sqrt() / 2.0).abs() < 1e-4);
    }

    #[test]
    fn amounts_are_never_negative_and_no_more_precise_than_their_share() {
        let few: Sample = [0, 0, 3, 0, 0].into_iter().collect();
        let interval = amount_interval(&few, 1, free(), 0.95).expect("five units");
        assert!(interval.low >= 0.0 && interval.contains(0.6) && interval.high > 2.0, "{interval:?}");
        let none: Sample = [0, 0, 0].into_iter().collect();
        let interval = amount_interval(&none, 1, Reach::of_share(&half(3), 10.0, 0.95), 0.95).expect("three units");
        let left = half(3).unshown() * (half(3).interval(0.95).high - 0.5);
        assert!(interval.low == 0.0 && left > 0.0 && (interval.high - 10.0 * left).abs() < 1e-9, "{interval:?}");
        assert!(half(40).unshown() == 0.0, "forty wins and forty losses need no caution");
        assert_eq!(amount_interval(&[3].into_iter().collect(), 1, free(), 0.95), None);
    }
}

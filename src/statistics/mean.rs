//! Means of unit scores that are no shares, and what the units gained by not being independent trials.

use super::interval::Interval;
use super::normal::confidence_quantile;
use super::sample::Sample;

/// The interval of a mean of scores that may have either sign, each divided by `scale`: Student's t. `None` with fewer
/// than two units.
pub fn mean_interval(sample: &Sample, scale: f64, level: f64) -> Option<Interval> {
    let (mean, error) = (sample.mean()?, sample.error()?);
    let half = confidence_quantile(level, sample.count)? * error;
    Some(Interval { low: (mean - half) / scale, high: (mean + half) / scale })
}

/// The interval of a mean of scores that are never negative, each divided by `scale`. `None` with fewer than two units.
///
/// Student's t with a variance that grows with the mean as that of counts does, so that it stays above 0 and leans to
/// the side on which a few high scores may be missing. Nothing but zeros tell how low it is, and not how high it may be.
pub fn amount_interval(sample: &Sample, scale: f64, level: f64) -> Option<Interval> {
    let (mean, variance) = (sample.mean()?, sample.variance()?);
    if mean <= 0.0 {
        return Some(Interval { low: 0.0, high: f64::INFINITY });
    }
    let quantile = confidence_quantile(level, sample.count)?;
    let lean = quantile * quantile * variance / (2.0 * mean * sample.count as f64);
    let half = (lean * (lean + 2.0 * mean)).sqrt();
    Some(Interval { low: (mean + lean - half).max(0.0) / scale, high: (mean + lean + half) / scale })
}

/// How many times fewer units were needed than if all trials had been independent, given the variance that the score of
/// a unit of independent trials has; `None` if nothing varies.
pub fn variance_reduction(sample: &Sample, independent: f64) -> Option<f64> {
    let variance = sample.variance()?;
    (variance > 0.0 && independent > 0.0).then(|| independent / variance)
}

/// The variance of the number of successes in one trial that was made `trials` times, without bias; `None` with fewer
/// than two.
pub fn trial_variance(successes: u64, trials: u64) -> Option<f64> {
    let share = successes as f64 / trials.max(1) as f64;
    (trials > 1).then(|| share * (1.0 - share) * trials as f64 / (trials - 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_from_zero_amounts_are_ordinary_means() {
        let sample: Sample = [1002, 998, 1001, 999, 1000, 1003, 997].into_iter().collect();
        let [one, other] = [mean_interval(&sample, 2.0, 0.95), amount_interval(&sample, 2.0, 0.95)];
        let (one, other) = (one.expect("seven units"), other.expect("seven units"));
        assert!((one.low - other.low).abs() < 0.01 && (one.high - other.high).abs() < 0.01, "{one:?}, {other:?}");
        // The textbook: t = 2.447 with 6 degrees of freedom, s = 2.160, n = 7.
        assert!((one.half_width() - 2.446_91 * 2.160_25 / 7_f64.sqrt() / 2.0).abs() < 1e-4);
    }

    #[test]
    fn amounts_are_never_negative_and_zeros_prove_no_bound() {
        let few: Sample = [0, 0, 3, 0, 0].into_iter().collect();
        let interval = amount_interval(&few, 1.0, 0.95).expect("five units");
        assert!(interval.low >= 0.0 && interval.contains(0.6) && interval.high > 2.0, "{interval:?}");
        let none: Sample = [0, 0, 0].into_iter().collect();
        assert!(amount_interval(&none, 1.0, 0.95).is_some_and(|all| all.low == 0.0 && all.high.is_infinite()));
        assert_eq!(amount_interval(&[3].into_iter().collect(), 1.0, 0.95), None);
    }
}

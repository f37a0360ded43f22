//! Differences between two, unit by unit, and what may be said about many of them at once.

use super::interval::Interval;
use super::normal::{below, confidence_quantile};
use super::sample::Sample;

/// A mean difference between two shares, with its error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// The mean, from -1 to 1.
    pub mean: f64,
    /// Its standard error; 0 only if the two agree in every single unit.
    pub error: f64,
    units: u64,
}

impl Difference {
    /// The mean of a sample of differences, each divided by `scale`, which makes them differences of shares. `None` with
    /// fewer than two units.
    pub fn of(sample: &Sample, scale: f64) -> Option<Difference> {
        let (mean, variance) = (sample.mean()? / scale, sample.variance()? / (scale * scale));
        let units = sample.count as f64;
        // As if one more unit were as far off as can be: a few units that happen to agree prove little. Two who agree in
        // everything are the same, and that is known.
        let cautious = if sample.squares == 0 { 0.0 } else { (variance * (units - 1.0) + 1.0) / units };
        Some(Difference { mean, error: (cautious / units).sqrt(), units: sample.count })
    }

    /// The interval at a level of confidence.
    pub fn interval(&self, level: f64) -> Interval {
        let half = confidence_quantile(level, self.units).unwrap_or(f64::INFINITY) * self.error;
        Interval { low: (self.mean - half).max(-1.0), high: (self.mean + half).min(1.0) }
    }

    /// The probability that the true difference is above 0, if nothing was known before; one half if nothing differs.
    pub fn superiority(&self) -> f64 {
        if self.error > 0.0 { below(self.mean / self.error, self.units) } else { 0.5 }
    }

    /// The probability of such a difference, or a greater one to either side, if there were none.
    pub fn p_value(&self) -> f64 {
        let superiority = self.superiority();
        2.0 * superiority.min(1.0 - superiority)
    }
}

/// Which of several hypotheses may be rejected so that any false rejection happens with probability `miss` at most:
/// Holm's procedure.
pub fn holm(p_values: &[f64], miss: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&one, &other| p_values[one].total_cmp(&p_values[other]));
    let mut rejected = vec![false; p_values.len()];
    for (rank, &which) in order.iter().enumerate() {
        if p_values[which] > miss / (p_values.len() - rank) as f64 {
            break;
        }
        rejected[which] = true;
    }
    rejected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holm_is_stricter_with_many_and_stops_at_the_first_that_fails() {
        assert_eq!(holm(&[0.04], 0.05), [true]);
        assert_eq!(holm(&[0.04, 0.04], 0.05), [false, false]);
        assert_eq!(holm(&[0.01, 0.04, 0.03, 0.005], 0.05), [true, false, false, true]);
        assert_eq!(holm(&[], 0.05), [false; 0]);
    }

    #[test]
    fn nothing_that_varies_is_no_difference_at_all() {
        let same: Sample = [0, 0, 0, 0].into_iter().collect();
        let difference = Difference::of(&same, 2.0).expect("four units");
        assert_eq!((difference.mean, difference.error, difference.superiority()), (0.0, 0.0, 0.5));
        assert!((difference.p_value() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_few_units_that_agree_prove_little() {
        let two: Sample = [4, 4].into_iter().collect();
        let difference = Difference::of(&two, 4.0).expect("two units");
        assert!(difference.p_value() > 0.1, "{}", difference.p_value());
        let interval = difference.interval(0.95);
        assert!(interval.low < 0.0 && interval.high <= 1.0, "{interval:?}");
        let many: Sample = (0..50).map(|_| 4).collect();
        assert!(Difference::of(&many, 4.0).expect("fifty units").p_value() < 1e-6);
    }
}

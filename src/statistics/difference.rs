//! Differences between two shares of the same units, and tests of many differences at once.

use super::interval::Interval;
use super::normal::{below, confidence_quantile};
use super::share::Share;

/// Rare outcomes below which a correlation is barely known.
const DOUBT: f64 = 3.0;
/// Uncorrelated units assumed in addition to those observed.
const UNSEEN: f64 = 5.0;

/// The difference between two shares, with its error.
///
/// Its interval is built from those of the two shares (the method of variance estimates recovery), so that, like theirs,
/// it is valid for all shares from 0 to 1, and stays between -1 and 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// The difference, from -1 to 1.
    pub mean: f64,
    one: Share,
    other: Share,
    correlation: f64,
}

impl Difference {
    /// The difference between two shares whose successes in a unit have this sample covariance and these variances. A
    /// correlation above -1 narrows the interval, and is trusted to the extent that rare outcomes have been observed; one
    /// above 0, which could shrink it to nothing, also to the extent that units have been observed.
    pub fn of(one: Share, other: Share, covariance: f64, variances: [f64; 2]) -> Difference {
        let spread = (variances[0] * variances[1]).sqrt();
        let shown = if spread > 0.0 { (covariance / spread).clamp(-1.0, 1.0) } else { -1.0 };
        let units = one.units() as f64;
        let held = if shown > 0.0 { shown * units / (units + UNSEEN) } else { shown };
        let rare = one.rare().min(other.rare());
        let trust = rare * rare / (DOUBT * DOUBT + rare * rare);
        Difference { mean: one.value() - other.value(), one, other, correlation: trust * (held + 1.0) - 1.0 }
    }

    /// The part of the caution that remains until enough rare outcomes of both shares have been observed.
    pub(super) fn unshown(&self) -> f64 {
        self.one.unshown().max(self.other.unshown())
    }

    /// The interval at a level of confidence.
    pub fn interval(&self, level: f64) -> Interval {
        self.interval_at(confidence_quantile(level, self.one.units()).unwrap_or(f64::INFINITY))
    }

    fn interval_at(&self, quantile: f64) -> Interval {
        let [one, other] = [&self.one, &self.other].map(|share| share.interval_at(quantile));
        let down = self.joined(self.one.value() - one.low, other.high - self.other.value());
        let up = self.joined(one.high - self.one.value(), self.other.value() - other.low);
        Interval { low: (self.mean - down).max(-1.0), high: (self.mean + up).min(1.0) }
    }

    /// Two errors combined; the second one has the opposite sign.
    fn joined(&self, one: f64, other: f64) -> f64 {
        (one * one - 2.0 * self.correlation * one * other + other * other).max(0.0).sqrt()
    }

    /// The probability that the true difference is above 0, with a flat prior; one half if nothing differs.
    pub fn superiority(&self) -> f64 {
        let errors = self.errors_from_zero();
        below(if self.mean < 0.0 { -errors } else { errors }, self.one.units())
    }

    /// The two-sided probability of a difference at least this large if there were none.
    pub fn p_value(&self) -> f64 {
        let superiority = self.superiority();
        2.0 * superiority.min(1.0 - superiority)
    }

    /// The number of standard errors at which the interval just reaches 0.
    fn errors_from_zero(&self) -> f64 {
        let (mut low, mut high) = (0.0, MAX_ERRORS);
        while high - low > 1e-9 {
            let middle = f64::midpoint(low, high);
            if self.interval_at(middle).contains(0.0) {
                high = middle;
            } else {
                low = middle;
            }
        }
        low
    }
}

/// Beyond this many standard errors probabilities do not get any smaller.
const MAX_ERRORS: f64 = 64.0;

/// Which of several hypotheses may be rejected so that the probability of any false rejection is at most `miss`:
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
    use super::super::sample::Sample;
    use super::*;

    #[test]
    fn holm_is_stricter_with_many_and_stops_at_the_first_that_fails() {
        assert_eq!(holm(&[0.04], 0.05), [true]);
        assert_eq!(holm(&[0.04, 0.04], 0.05), [false, false]);
        assert_eq!(holm(&[0.01, 0.04, 0.03, 0.005], 0.05), [true, false, false, true]);
        assert_eq!(holm(&[], 0.05), [false; 0]);
    }

    /// A duel: what one does not win, the other wins.
    fn duel(wins: &[i64], trials: u64) -> Difference {
        let one: Sample = wins.iter().copied().collect();
        let other: Sample = wins.iter().map(|wins| trials as i64 - wins).collect();
        let variance = one.variance().expect("units");
        let [one, other] = [one, other].map(|sample| Share::of(&sample, trials).expect("units"));
        Difference::of(one, other, -variance, [variance; 2])
    }

    #[test]
    fn without_variation_there_is_no_difference() {
        let difference = duel(&[1; 400], 2);
        assert!(difference.mean == 0.0 && (difference.superiority() - 0.5).abs() < 1e-9);
        assert!((difference.p_value() - 1.0).abs() < 1e-9 && difference.interval(0.95).half_width() < 0.02);
    }

    #[test]
    fn a_few_units_that_agree_prove_little() {
        let difference = duel(&[4, 4], 4);
        assert!(difference.p_value() > 0.1, "{}", difference.p_value());
        let interval = difference.interval(0.95);
        assert!(interval.low < 0.0 && interval.high <= 1.0, "{interval:?}");
        assert!(duel(&[4; 50], 4).p_value() < 1e-6);
    }

    #[test]
    fn in_a_duel_it_is_the_interval_of_the_share() {
        let difference = duel(&[2, 1, 0, 1, 2, 2, 1, 1, 2, 0], 2);
        let (share, both) = (difference.one.interval(0.95), difference.interval(0.95));
        assert!(
            (both.low - (2.0 * share.low - 1.0)).abs() < 1e-12 && (both.high - (2.0 * share.high - 1.0)).abs() < 1e-12
        );
    }

    #[test]
    fn swapping_the_shares_mirrors_everything() {
        let (there, back) = (duel(&[2, 1, 0, 1, 2, 2, 1, 2], 2), duel(&[0, 1, 2, 1, 0, 0, 1, 0], 2));
        assert!((there.superiority() + back.superiority() - 1.0).abs() < 1e-9 && there.superiority() > 0.5);
        assert!((there.interval(0.9).low + back.interval(0.9).high).abs() < 1e-12);
    }
}

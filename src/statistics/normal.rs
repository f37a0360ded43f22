//! Quantiles of the usual distributions.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The two-sided quantile of a level of confidence for this number of units: that of Student's t, or of the normal
/// distribution if there are many. `None` with fewer than two units.
pub fn confidence_quantile(level: f64, units: u64) -> Option<f64> {
    if units < 2 {
        return None;
    }
    let tail = f64::midpoint(1.0, level);
    if units > 10_000 {
        return Some(normal().inverse_cdf(tail));
    }
    StudentsT::new(0.0, 1.0, (units - 1) as f64).ok().map(|t| t.inverse_cdf(tail))
}

/// The probability that a mean of this many units, divided by its estimated error, is below `t`.
pub(super) fn below(t: f64, units: u64) -> f64 {
    match StudentsT::new(0.0, 1.0, units.saturating_sub(1).max(1) as f64) {
        Ok(student) if units <= 10_000 => student.cdf(t),
        _ => normal().cdf(t),
    }
}

fn normal() -> Normal {
    Normal::standard()
}

/// The units needed to tell a mean of `difference` from 0, for scores of this variance: wrong with probability `miss`
/// in either direction.
pub fn units_to_detect(variance: f64, difference: f64, miss: f64) -> u64 {
    let quantile = normal().inverse_cdf(1.0 - miss / 2.0) + normal().inverse_cdf(1.0 - miss);
    ((quantile / difference).powi(2) * variance).ceil().max(2.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        let near = |value: Option<f64>, expected: f64| (value.expect("units") - expected).abs() < 2e-4;
        assert!(near(confidence_quantile(0.95, 1_000_000), 1.959_96));
        assert!(near(confidence_quantile(0.95, 11), 2.228_14));
        assert!(near(confidence_quantile(0.99, 11), 3.169_27));
        assert_eq!(confidence_quantile(0.95, 1), None);
        assert!((below(1.644_85, 1_000_000) - 0.95).abs() < 1e-5);
        assert!((below(2.228_14, 11) - 0.975).abs() < 1e-5);
    }

    #[test]
    fn smaller_differences_need_more_units() {
        // Scores of -1, 0 or 1 half a unit wide: the textbook's (1.96 + 1.645)² σ² / δ².
        assert_eq!(units_to_detect(0.25, 0.01, 0.05), 32_487);
        assert_eq!(units_to_detect(0.0, 0.01, 0.05), 2);
    }
}

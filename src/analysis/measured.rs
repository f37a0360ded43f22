//! Numbers with their errors.

use crate::statistics::Sample;

/// Standard errors above which a number is no accident.
const SURE: f64 = 2.0;

/// A number with its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// The number.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Measured {
    /// Exactly zero.
    pub const NOTHING: Measured = Measured { mean: 0.0, error: 0.0 };

    /// Whether it is certainly above zero and not by chance.
    pub fn is_sure(&self) -> bool {
        self.mean > SURE * self.error
    }

    /// Of scores that are counted in units, so many to one.
    pub(super) fn in_units(sample: &Sample, units: f64) -> Measured {
        let Measured { mean, error } = Measured::of(sample);
        Measured { mean: mean / units, error: error / units }
    }

    /// The quotient of two sums over independent units, to each of which belong an amount and what it is divided by. The error is that of the
    /// quotient to first order, from the spread between the units; it is infinite with fewer than two of them.
    pub(super) fn quotient(units: impl Iterator<Item = [f64; 2]> + Clone) -> Measured {
        let (count, all) = (units.clone().count() as f64, units.clone().map(|[_, divisor]| divisor).sum::<f64>());
        let mean = units.clone().map(|[amount, _]| amount).sum::<f64>() / all;
        let squares: f64 = units.map(|[amount, divisor]| (amount - mean * divisor).powi(2)).sum();
        let error = if count < 2.0 { f64::INFINITY } else { (squares * count / (count - 1.0)).sqrt() / all };
        Measured { mean, error }
    }

    pub(super) fn of(sample: &Sample) -> Measured {
        Measured { mean: sample.mean().unwrap_or(0.0), error: sample.error().unwrap_or(f64::INFINITY) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotient_over_units_of_one_is_a_mean() {
        let scores = [2_i64, 4, 4, 4, 5, 5, 7, 9];
        let mean = Measured::of(&scores.into_iter().collect());
        let quotient = Measured::quotient(scores.into_iter().map(|score| [score as f64, 1.0]));
        assert!((mean.mean - quotient.mean).abs() < 1e-12 && (mean.error - quotient.error).abs() < 1e-12);
    }

    #[test]
    fn copies_inside_a_unit_tell_nothing_more() {
        let units = [[1.0, 1.0], [3.0, 1.0], [2.0, 1.0]];
        let [once, tenfold] = [1.0, 10.0].map(|times| {
            Measured::quotient(units.into_iter().map(move |[amount, divisor]| [times * amount, times * divisor]))
        });
        assert!((once.mean - tenfold.mean).abs() < 1e-12 && (once.error - tenfold.error).abs() < 1e-12);
        assert!(Measured::quotient([[1.0, 5.0]].into_iter()).error.is_infinite(), "one unit has no spread");
    }
}

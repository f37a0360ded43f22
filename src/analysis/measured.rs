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

    pub(super) fn of(sample: &Sample) -> Measured {
        Measured { mean: sample.mean().unwrap_or(0.0), error: sample.error().unwrap_or(f64::INFINITY) }
    }
}

//! A sequential test: looks repeatedly, and still errs no more often than promised.
//!
//! Wald's test for the mean of unit scores, with the variance estimated from the scores (the generalised sequential
//! probability ratio test). With n units of mean m and variance v, the log-likelihood ratio of "the mean is
//! h₁" against "it is h₀" is n (h₁ - h₀) (2m - h₀ - h₁) / 2v. The test ends when it leaves the bounds
//! ln(β / (1 - α)) and ln((1 - β) / α).

use serde::{Deserialize, Serialize};

use super::sample::Sample;

/// Two means to decide between, and the error rates allowed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hypotheses {
    /// The mean score of a unit that is to be rejected if the other one is true.
    pub null: f64,
    /// The mean score that is hoped for.
    pub alternative: f64,
    /// The probability of accepting the alternative although the null is true.
    pub alpha: f64,
    /// The probability of accepting the null although the alternative is true.
    pub beta: f64,
}

/// Why a test has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// The null is accepted.
    Null,
    /// The alternative is accepted.
    Alternative,
}

impl Stop {
    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Stop::Null => "null",
            Stop::Alternative => "alternative",
        }
    }
}

/// A look at the state of a test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Look {
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// The test accepts the null at or below this.
    pub lower: f64,
    /// The test accepts the alternative at or above this.
    pub upper: f64,
    /// The decision, if the test has ended.
    pub stop: Option<Stop>,
}

/// A sequential test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    hypotheses: Hypotheses,
}

impl Sprt {
    /// The units needed before the variance is known well enough to look at all.
    pub const MIN_UNITS: u64 = 64;

    /// A test between two hypotheses.
    pub const fn new(hypotheses: Hypotheses) -> Sprt {
        Sprt { hypotheses }
    }

    /// What it decides between.
    pub const fn hypotheses(&self) -> &Hypotheses {
        &self.hypotheses
    }

    /// The state after the units of a sample.
    pub fn look(&self, sample: &Sample) -> Look {
        let Hypotheses { null, alternative, alpha, beta } = self.hypotheses;
        let (lower, upper) = (libm::log(beta / (1.0 - alpha)), libm::log((1.0 - beta) / alpha));
        let ratio = self.ratio(sample).unwrap_or(0.0);
        let stop = if sample.count < Sprt::MIN_UNITS {
            None
        } else if (null < alternative) && ratio >= upper {
            Some(Stop::Alternative)
        } else if (null < alternative) && ratio <= lower {
            Some(Stop::Null)
        } else {
            None
        };
        Look { ratio, lower, upper, stop }
    }

    fn ratio(&self, sample: &Sample) -> Option<f64> {
        let Hypotheses { null, alternative, .. } = self.hypotheses;
        // One is added to the squared deviations, so that a sample without spread does not prove anything at once.
        let count = sample.count as f64;
        let variance = (sample.variance()? * (count - 1.0) + 1.0) / count;
        let mean = sample.mean()?;
        Some(count * (alternative - null) * (2.0 * mean - null - alternative) / (2.0 * variance))
    }
}

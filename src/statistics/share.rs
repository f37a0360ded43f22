//! Shares of trials that come in units, and how many independent trials they are worth.

use super::interval::Interval;
use super::normal::confidence_quantile;
use super::sample::Sample;

/// Rare outcomes at which half of the doubt about a spread below the expected one remains.
const DOUBT: f64 = 2.0;
/// The variance of all successes that may have gone unobserved: a few units may differ by one or two.
const UNSHOWN: f64 = 4.0;
/// Trials of a unit that may, for all we know, be copies of one while no rare outcomes have been observed.
const MAX_COPIES: f64 = 6.0;
/// Rare outcomes from which it would be evident that trials are copies of each other.
const SHOWN: f64 = 10.0;
/// Independent rare outcomes from which a spread is as informative as that of frequent ones.
const ENOUGH: f64 = 5.0;

/// How the trials are grouped, and their spread as a multiple of that of independent trials.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Design {
    /// Trials in a unit.
    pub(super) trials: f64,
    /// The number of outcomes of the rarer kind.
    pub(super) rare: f64,
    /// The variance of all successes if the trials were independent.
    pub(super) variance: f64,
    /// The multiple observed in the units.
    pub(super) observed: f64,
    /// The multiple expected of independent trials: 1 for a plain share.
    pub(super) expected: f64,
}

impl Design {
    /// The multiple to use: the one shown; but while few outcomes of the rarer kind have been observed, the trials of a
    /// unit may be copies of each other without any evidence of it.
    pub(super) fn effect(&self) -> f64 {
        let shown = self.shown();
        let unseen = (1.0 - self.rare / SHOWN).max(0.0).powi(2);
        let worst = shown.max(self.trials.min(MAX_COPIES) * self.expected);
        shown + unseen * (worst - shown)
    }

    /// The multiple shown by the units. One above the expected multiple is taken at face value. One below it may be luck:
    /// units that nearly always have the same score have not yet shown how they differ, and a few rare outcomes prove
    /// nothing.
    fn shown(&self) -> f64 {
        if self.observed >= self.expected {
            return self.observed;
        }
        let even = self.observed.hypot(UNSHOWN / self.variance).min(self.expected);
        let doubt = DOUBT * DOUBT / (DOUBT * DOUBT + self.rare * self.rare);
        even + doubt * (self.expected - even)
    }

    /// The continuity correction: by how many trials the ends of an interval move outwards, since outcomes are whole
    /// numbers. Half a trial, or half a bunch of copies, and less as rare outcomes become frequent.
    pub(super) fn correction(&self) -> f64 {
        let bunch = self.effect().max(1.0);
        0.5 * bunch * (1.0 - self.rare / bunch / ENOUGH).max(0.0)
    }
}

/// A share of all trials, with its error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// Successes divided by trials, not yet scaled.
    part: f64,
    /// The number of independent trials with the same spread.
    effective: f64,
    /// The continuity correction, as a share.
    correction: f64,
    units: u64,
    scale: f64,
}

impl Share {
    /// The share of successes in units of `trials` trials each; the score of a unit is its number of successes. `None`
    /// with fewer than two units or without a trial.
    pub fn of(sample: &Sample, trials: u64) -> Option<Share> {
        let variance = sample.variance().filter(|_| trials > 0)?;
        let (per_unit, successes) = (trials as f64, sample.sum as f64);
        let all = (sample.count * trials) as f64;
        let share = successes / all;
        let independent = share * (1.0 - share) * all;
        let observed = if independent > 0.0 { sample.count as f64 * variance / independent } else { 1.0 };
        let rare = successes.min(all - successes);
        let design = Design { trials: per_unit, rare, variance: independent, observed, expected: 1.0 };
        let (effective, correction) = (all / design.effect(), design.correction() / all);
        Some(Share { part: share, effective, correction, units: sample.count, scale: 1.0 })
    }

    /// The same share on another scale: everything times a factor.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Share {
        Share { scale: self.scale * factor, ..self }
    }

    /// The share.
    pub fn value(&self) -> f64 {
        self.scale * self.part
    }

    /// The number of units it is based on.
    pub const fn units(&self) -> u64 {
        self.units
    }

    /// The effective number of outcomes of the rarer kind, as if trials were independent.
    pub(super) fn rare(&self) -> f64 {
        self.effective * self.part.min(1.0 - self.part)
    }

    /// The part of the caution that remains until enough rare outcomes have been observed: all of it without any, none of
    /// it from `ENOUGH`.
    pub(super) fn unshown(&self) -> f64 {
        (1.0 - (self.rare() / ENOUGH).powi(2)).max(0.0)
    }

    /// The number of independent trials that would be equally informative.
    pub const fn effective(&self) -> f64 {
        self.effective
    }

    /// The interval at a level of confidence.
    pub fn interval(&self, level: f64) -> Interval {
        self.interval_at(confidence_quantile(level, self.units).unwrap_or(f64::INFINITY))
    }

    /// The interval of this many standard errors to either side: Wilson's, with the continuity correction. It stays
    /// between 0 and 1 and is not empty at either end of the scale.
    pub(super) fn interval_at(&self, quantile: f64) -> Interval {
        let low = if self.part <= 0.0 { 0.0 } else { self.end(self.part - self.correction, -quantile) };
        let high = if self.part >= 1.0 { 1.0 } else { self.end(self.part + self.correction, quantile) };
        Interval { low: self.scale * low, high: self.scale * high }
    }

    /// The share that differs from `from` by `quantile` of its own standard errors.
    fn end(&self, from: f64, quantile: f64) -> f64 {
        if quantile.is_infinite() {
            return if quantile < 0.0 { 0.0 } else { 1.0 };
        }
        let (from, squared) = (from.clamp(0.0, 1.0), quantile * quantile / self.effective);
        let spread = (from * (1.0 - from) / self.effective + squared / (4.0 * self.effective)).sqrt();
        ((from + squared / 2.0 + quantile * spread) / (1.0 + squared)).clamp(0.0, 1.0)
    }
}

/// The interval of a proportion: units of `trials` trials each, the score of a unit its number of successes. `None` with
/// fewer than two units.
pub fn proportion(sample: &Sample, trials: u64, level: f64) -> Option<Interval> {
    Share::of(sample, trials).map(|share| share.interval(level))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn success_and_failure_are_mirror_images() {
        let wins: Sample = [0, 2, 1, 0, 0, 1, 2, 0].into_iter().collect();
        let losses: Sample = [2, 0, 1, 2, 2, 1, 0, 2].into_iter().collect();
        let [one, other] = [wins, losses].map(|sample| proportion(&sample, 2, 0.95).expect("eight units"));
        assert!((one.low + other.high - 1.0).abs() < 1e-12 && (one.high + other.low - 1.0).abs() < 1e-12);
    }

    #[test]
    fn without_rare_outcomes_trials_may_be_copies() {
        let none: Sample = std::iter::repeat_n(0, 20).collect();
        let share = Share::of(&none, 4).expect("twenty units");
        assert!((share.effective() - 20.0).abs() < 1e-9, "four games of a unit count as one");
        let many = Share::of(&none, 600).expect("twenty units");
        assert!((many.effective() - 2000.0).abs() < 1e-9, "no more than six are treated as copies");
    }

    #[test]
    fn the_spread_of_frequent_outcomes_is_taken_at_face_value() {
        let design = Design { trials: 4.0, rare: 12.0, variance: 9.0, observed: 1.3, expected: 1.0 };
        assert!((design.effect() - 1.3).abs() < 1e-12 && design.correction() == 0.0, "{design:?}");
        let even = Design { observed: 0.0, ..design };
        assert!(even.effect() > 4.0 / 9.0 && even.effect() < 0.5, "units that do not differ do not make it certain");
        let many = Design { rare: 1200.0, variance: 900.0, observed: 0.2, ..design };
        assert!((many.effect() - 0.2).abs() < 1e-3, "many units are trusted");
    }

    #[test]
    fn a_scale_applies_to_everything() {
        let sample: Sample = [1, 0, 1, 1].into_iter().collect();
        let (whole, half) = (Share::of(&sample, 1).expect("four"), Share::of(&sample, 1).expect("four").scaled(0.5));
        assert!((half.value() - 0.375).abs() < 1e-12);
        assert!((half.interval(0.95).high - 0.5 * whole.interval(0.95).high).abs() < 1e-12);
    }
}

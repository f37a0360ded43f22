//! Intervals: values from the tables, and samples whose truth is known.

use super::broken::{Broken, between, holds, near, same};
use super::dice::Dice;
use crate::statistics::{Difference, Sample, Share, confidence_quantile, proportion, units_to_detect};

/// Two-sided quantiles of Student's t, from the printed tables: the level, the units, the quantile.
const QUANTILES: [(f64, u64, f64); 8] = [
    (0.95, 2, 12.706_2),
    (0.95, 5, 2.776_45),
    (0.95, 11, 2.228_14),
    (0.99, 11, 3.169_27),
    (0.95, 31, 2.042_27),
    (0.95, 101, 1.983_97),
    (0.90, 21, 1.724_72),
    (0.95, 1_000_000, 1.959_96),
];

/// Moments and quantiles are those of the textbook.
pub(super) fn tables() -> Result<String, Broken> {
    let sample: Sample = [2, 4, 4, 4, 5, 5, 7, 9].into_iter().collect();
    near("the mean of eight scores", 5.0, sample.mean().unwrap_or(f64::NAN), 1e-12)?;
    near("the variance of eight scores", 32.0 / 7.0, sample.variance().unwrap_or(f64::NAN), 1e-12)?;
    near("the standard error of eight scores", (4.0_f64 / 7.0).sqrt(), sample.error().unwrap_or(f64::NAN), 1e-12)?;
    for (level, units, quantile) in QUANTILES {
        let found = confidence_quantile(level, units).unwrap_or(f64::NAN);
        near(&format!("the quantile of {level} with {units} units"), quantile, found, 2e-4)?;
    }
    same(|| "the quantile of one unit".to_owned(), &None, &confidence_quantile(0.95, 1))?;
    same(|| "the variance of one unit".to_owned(), &None, &[3].into_iter().collect::<Sample>().variance())?;
    // The textbook's (1.96 + 1.645)² σ² / δ².
    same(|| "units to detect 0.01".to_owned(), &32_487, &units_to_detect(0.25, 0.01, 0.05))?;
    Ok(format!("{} quantiles", QUANTILES.len()))
}

/// A way in which the two games of a unit may depend on each other.
#[derive(Clone, Copy)]
struct SampleDesign {
    share: f64,
    /// How often the second game is the opposite of the first.
    opposed: f64,
    /// How often it is the same.
    copied: f64,
    units: u64,
    /// How often intervals of 95 % cover the truth, at least and at most.
    coverage: (f64, f64),
}

const fn design(share: f64, opposed: f64, copied: f64, units: u64, coverage: (f64, f64)) -> SampleDesign {
    SampleDesign { share, opposed, copied, units, coverage }
}

/// The bounds are about three and a half standard errors of 1500 samples around 95 %; the upper ones are higher where few
/// units or rare outcomes make these intervals cautious.
const DESIGNS: [SampleDesign; 7] = [
    design(0.5, 0.0, 0.0, 100, (0.93, 0.97)),
    design(0.5, 0.6, 0.0, 100, (0.93, 0.97)),
    design(0.5, 0.0, 0.8, 100, (0.93, 0.97)),
    design(0.8, 0.2, 0.0, 300, (0.93, 0.97)),
    design(0.5, 0.0, 0.0, 6, (0.93, 1.0)),
    design(0.97, 0.0, 0.0, 100, (0.93, 0.99)),
    design(0.02, 0.0, 0.0, 200, (0.93, 0.99)),
];

impl SampleDesign {
    fn truth(self) -> f64 {
        0.5 * (self.share + self.opposed * (1.0 - self.share) + (1.0 - self.opposed) * self.share)
    }

    /// The wins in a unit of two games.
    fn unit(self, dice: &mut Dice) -> i64 {
        let first = dice.share() < self.share;
        let second = match dice.share() {
            kind if kind < self.opposed => !first,
            kind if kind < self.opposed + self.copied => first,
            _ => dice.share() < self.share,
        };
        i64::from(first) + i64::from(second)
    }

    fn sample(self, dice: &mut Dice) -> Sample {
        (0..self.units).map(|_| self.unit(dice)).collect()
    }
}

/// Samples of each design.
const SAMPLES: u64 = 1500;

/// Intervals of win rates cover the truth as often as they claim, however the games of a block depend on each other.
pub(super) fn shares() -> Result<String, Broken> {
    for (number, design) in DESIGNS.into_iter().enumerate() {
        let mut dice = Dice::new(number as u64);
        let mut covered = 0;
        for _ in 0..SAMPLES {
            let interval = proportion(&design.sample(&mut dice), 2, 0.95)
                .ok_or_else(|| Broken::new("an interval", "one for two or more units", "none"))?;
            let inside = 0.0 <= interval.low && interval.low <= interval.high && interval.high <= 1.0;
            holds(inside, || "an interval".to_owned(), "a part of 0 to 1", || format!("{interval:?}"))?;
            covered += u64::from(interval.contains(design.truth()));
        }
        let place = format!("coverage of a share of {} in {} units (design {number})", design.truth(), design.units);
        between(&place, design.coverage.0, covered as f64 / SAMPLES as f64, design.coverage.1)?;
    }
    widths()?;
    Ok(format!("{} designs, {SAMPLES} samples each", DESIGNS.len()))
}

/// With many units the width is that of the textbook; and lack of variation is not certainty.
fn widths() -> Result<(), Broken> {
    let (units, mut dice) = (40_000, Dice::new(77));
    for design in [design(0.5, 0.0, 0.0, units, (0.0, 1.0)), design(0.5, 0.6, 0.0, units, (0.0, 1.0))] {
        let sample = design.sample(&mut dice);
        let half = proportion(&sample, 2, 0.95).map_or(f64::NAN, |interval| interval.half_width());
        let expected = 1.959_96 * sample.error().unwrap_or(f64::NAN) / 2.0;
        near("half the width with many units", expected, half, 0.005 * expected)?;
    }
    // Ten units of two trials that all agree prove little: about as much as twenty independent trials.
    for score in [0, 1, 2] {
        let sample: Sample = std::iter::repeat_n(score, 10).collect();
        let half = proportion(&sample, 2, 0.95).map_or(f64::NAN, |interval| interval.half_width());
        between(&format!("half the width for ten units that all score {score}"), 0.08, half, 0.25)?;
    }
    same(|| "the interval of one unit".to_owned(), &None, &proportion(&[1].into_iter().collect(), 2, 0.95))
}

/// Differences: their intervals cover, and agree with their p-values.
pub(super) fn differences() -> Result<String, Broken> {
    let mut dice = Dice::new(5);
    for (units, shares, coverage) in
        [(200, [0.4, 0.3], (0.93, 0.98)), (40, [0.3, 0.3], (0.935, 0.99)), (8, [0.5, 0.5], (0.94, 1.0))]
    {
        let (truth, mut covered) = (shares[0] - shares[1], 0);
        for _ in 0..SAMPLES {
            let pairs = (0..units).map(|_| shares.map(|share| i64::from(dice.share() < share))).collect::<Vec<_>>();
            covered += u64::from(difference(&pairs)?.interval(0.95).contains(truth));
        }
        let place = format!("coverage of a difference of {truth:.1} in {units} units");
        between(&place, coverage.0, covered as f64 / SAMPLES as f64, coverage.1)?;
    }
    for units in [12, 60, 3000, 20_000] {
        // Ahead as often as behind, plus about one and a half standard errors.
        let more = (1.5 * f64::from(units).sqrt()) as i32;
        let ahead = |unit: i32| unit < more || unit % 2 == 0;
        duality(&(0..units).map(|unit| if ahead(unit) { [1, 0] } else { [0, 1] }).collect::<Vec<_>>())?;
    }
    let even = difference(&[[1, 1]; 50])?;
    near("the difference of two that never differ", 0.0, even.mean, 1e-12)?;
    near("the probability that one of them is better", 0.5, even.superiority(), 1e-9)?;
    near("the p-value of no difference", 1.0, even.p_value(), 1e-9)?;
    Ok(format!("3 designs, {SAMPLES} samples each"))
}

/// The difference between two competitors that play one game each in every unit, or two if both can win.
fn difference(pairs: &[[i64; 2]]) -> Result<Difference, Broken> {
    let trials = if pairs.contains(&[1, 1]) { 2 } else { 1 };
    let samples = [0, 1].map(|which| pairs.iter().map(|pair| pair[which]).collect::<Sample>());
    let none = || Broken::new("a difference", "one for two or more units", "none");
    let [one, other] = samples.map(|sample| Share::of(&sample, trials));
    let count = pairs.len() as f64;
    let products = pairs.iter().map(|pair| pair[0] * pair[1]).sum::<i64>() as f64;
    let covariance = (products - samples[0].sum as f64 * samples[1].sum as f64 / count) / (count - 1.0);
    let variances = samples.map(|sample| sample.variance().unwrap_or(f64::NAN));
    let factor = trials as f64;
    let (one, other) = one.zip(other).ok_or_else(none)?;
    Ok(Difference::of(one.scaled(factor), other.scaled(factor), covariance, variances))
}

/// The interval whose level is one minus the p-value ends exactly at 0, and the other direction mirrors it.
fn duality(pairs: &[[i64; 2]]) -> Result<(), Broken> {
    let found = difference(pairs)?;
    let lead: Sample = pairs.iter().map(|pair| pair[0] - pair[1]).collect();
    let place = format!("a difference in {} units", lead.count);
    near(&format!("{place}, its mean"), lead.sum as f64 / lead.count as f64, found.mean, 1e-12)?;
    let error = lead.error().unwrap_or(f64::NAN);
    let end = found.interval(1.0 - found.p_value()).low;
    near(&format!("{place}, the end of the interval of its p-value"), 0.0, end, 2e-3 * error)?;
    let back: Vec<[i64; 2]> = pairs.iter().map(|pair| [pair[1], pair[0]]).collect();
    let both = found.superiority() + difference(&back)?.superiority();
    near(&format!("{place}, the other way around"), 1.0, both, 1e-9)?;
    let ahead = || found.superiority().to_string();
    holds(found.superiority() > 0.5, || place.clone(), "more than one half for the one ahead", ahead)?;
    if lead.count >= 3000 {
        let half = confidence_quantile(0.95, lead.count).unwrap_or(f64::NAN) * error;
        near(&format!("{place}, half its width"), half, found.interval(0.95).half_width(), 0.01 * half)?;
    }
    Ok(())
}

//! Tests: sequential ones err no more often than promised; many at once are judged by Holm's procedure.

use super::broken::{Broken, between, holds, near, same};
use super::dice::Dice;
use crate::statistics::{Hypotheses, Sample, Sprt, Stop, holm, letters};

/// Tests for each truth.
const TESTS: u32 = 400;

/// Sequential tests keep their error rates, and their bounds are Wald's.
pub(super) fn errors() -> Result<String, Broken> {
    let sprt = Sprt::new(Hypotheses { null: 1.0, alternative: 1.1, alpha: 0.1, beta: 0.02 });
    let look = sprt.look(&Sample::default());
    // ln(0.02 / 0.9) and ln(0.98 / 0.1).
    near("the lower bound", -3.806_66, look.lower, 1e-4)?;
    near("the upper bound", 2.282_38, look.upper, 1e-4)?;
    same(|| "a test of nothing".to_owned(), &None, &look.stop)?;
    ratio(&sprt)?;
    // The promises are 10 % and 2 %; the bounds allow for three standard errors and the overshoot of the last step.
    let (wrong, _) = share_of_alternatives(&sprt, 1.0)?;
    between("false alternatives (10 % promised)", 0.02, wrong, 0.145)?;
    let (right, units) = share_of_alternatives(&sprt, 1.1)?;
    between("true alternatives (98 % promised)", 0.959, right, 1.0)?;
    between("units of a test", 50.0, units, 500.0)?;
    Ok(format!("{TESTS} tests of each hypothesis"))
}

/// The log-likelihood ratio of many units is that of the normal distribution.
fn ratio(sprt: &Sprt) -> Result<(), Broken> {
    let sample: Sample = (0..10_000).map(|unit| [0, 1, 1, 2, 1, 2, 1, 1, 2, 0][unit % 10]).collect();
    let (mean, variance) = (1.1, sample.variance().unwrap_or(f64::NAN));
    let expected = 10_000.0 * 0.1 * (2.0 * mean - 2.1) / (2.0 * variance);
    near("the log-likelihood ratio", expected, sprt.look(&sample).ratio, 0.005 * expected)?;
    same(|| "a clear alternative".to_owned(), &Some(Stop::Alternative), &sprt.look(&sample).stop)?;
    let mirror: Sample = std::iter::repeat_n(1, 10_000).collect();
    same(|| "a mirror match".to_owned(), &Some(Stop::Null), &sprt.look(&mirror).stop)
}

/// The share of tests that accept the alternative if the wins of two games have this mean, and the mean number of units.
fn share_of_alternatives(sprt: &Sprt, truth: f64) -> Result<(f64, f64), Broken> {
    let mut dice = Dice::new((1000.0 * truth) as u64);
    let (mut alternatives, mut units) = (0, 0);
    for _ in 0..TESTS {
        let mut sample = Sample::default();
        let stop = loop {
            for _ in 0..16 {
                sample.add((0..2).map(|_| i64::from(dice.share() < truth / 2.0)).sum());
            }
            if let Some(stop) = sprt.look(&sample).stop {
                break stop;
            }
            holds(sample.count < 100_000, || "a test".to_owned(), "an end", || "none in 100,000 units".to_owned())?;
        };
        alternatives += u32::from(stop == Stop::Alternative);
        units += sample.count;
    }
    Ok((f64::from(alternatives) / f64::from(TESTS), units as f64 / f64::from(TESTS)))
}

/// Holm's procedure compared with its definition, and letters for every way in which five may differ.
pub(super) fn many_at_once() -> Result<String, Broken> {
    let mut dice = Dice::new(3);
    for _ in 0..2000 {
        let p_values: Vec<f64> = (0..=dice.below(6)).map(|_| 0.06 * dice.share()).collect();
        same(
            || format!("Holm's procedure on {p_values:?}"),
            &holm_by_definition(&p_values, 0.05),
            &holm(&p_values, 0.05),
        )?;
    }
    for pattern in 0..1 << 10 {
        let apart = |one: usize, other: usize| pattern >> (other * (other - 1) / 2 + one) & 1 == 1;
        let groups = letters(5, apart);
        for (one, other) in (1..5).flat_map(|other| (0..other).map(move |one| (one, other))) {
            let shared = groups[one].chars().any(|letter| groups[other].contains(letter));
            same(|| format!("members {one} and {other} of {groups:?} share a letter"), &!apart(one, other), &shared)?;
        }
    }
    Ok("2000 families, 1024 patterns".to_owned())
}

/// Rejects hypotheses with an adjusted p-value of at most `miss`: the maximum of (the number of p-values not smaller) times
/// p, over all p that are not greater.
fn holm_by_definition(p_values: &[f64], miss: f64) -> Vec<bool> {
    let not_smaller = |p: f64| p_values.iter().filter(|other| **other >= p).count() as f64;
    let adjusted = |p: f64| {
        let smaller = p_values.iter().filter(|other| **other <= p);
        smaller.map(|&other| not_smaller(other) * other).fold(0.0, f64::max)
    };
    p_values.iter().map(|&p| adjusted(p) <= miss).collect()
}

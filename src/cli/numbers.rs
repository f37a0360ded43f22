//! Numbers on the command line, all refused in the same words.

use std::ops::RangeInclusive;

use indicatif::HumanCount;

use crate::strategies::whole_number;

/// Reads a whole number within a range, or says what was expected.
fn whole(
    range: RangeInclusive<u64>,
    expected: impl Fn(&str) -> String + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = whole_number(text).filter(|number| range.contains(number));
        number.ok_or_else(|| expected(&bounds(&range)))
    }
}

/// The most games that anything is asked to play: more would take centuries.
pub(super) const MAX_GAMES: u64 = 1_000_000_000_000_000;

/// Reads how many of something, usually a lot: 1000, 10k or 1e6.
pub(super) fn count(
    what: &'static str,
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    whole(range, move |bounds| format!("expected a number of {what} {bounds}, like 1000, 10k or 1e6"))
}

/// Reads how many of something, usually a few.
pub(super) fn few(
    what: &'static str,
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    whole(range, move |bounds| format!("expected a number of {what} {bounds}"))
}

/// Reads which one of something.
pub(super) fn index(
    what: &'static str,
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    whole(range, move |bounds| format!("expected the number of a {what} {bounds}"))
}

/// Reads a seed of few digits, for luck that needs no more.
pub(super) fn seed_number(text: &str) -> Result<u64, String> {
    text.trim().parse().map_err(|_| "expected a seed: a whole number below 2^64".to_owned())
}

/// A range in words.
fn bounds(range: &RangeInclusive<u64>) -> String {
    match (*range.start(), *range.end()) {
        (low, u64::MAX) => format!("from {} on", HumanCount(low)),
        (low, high) => format!("from {} to {}", HumanCount(low), HumanCount(high)),
    }
}

/// A share in percentage points: `0.2pp`, or `0.2`.
pub(super) fn points(text: &str) -> Result<f64, String> {
    let points: Option<f64> = text.trim().trim_end_matches("pp").trim().parse().ok();
    let points = points.filter(|points| *points > 0.0 && *points < 100.0);
    points
        .map(|points| points / 100.0)
        .ok_or_else(|| "expected percentage points above 0 and below 100, like 0.5pp".to_owned())
}

/// A probability of an error.
pub(super) fn error_rate(text: &str) -> Result<f64, String> {
    let rate: Option<f64> = text.trim().parse().ok();
    let rate = rate.filter(|rate| *rate > 0.0 && *rate < 0.5);
    rate.ok_or_else(|| "expected a probability above 0 and below 0.5, like 0.05".to_owned())
}

/// A length of time.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let seconds: Option<f64> = text.trim().trim_end_matches('s').trim().parse().ok();
    let seconds = seconds.filter(|seconds| *seconds > 0.0 && *seconds <= MAX_SECONDS);
    seconds.ok_or_else(|| "expected a number of seconds above 0 and up to a day, like 2.5".to_owned())
}

/// A pause, or none.
pub(super) fn pause(text: &str) -> Result<f64, String> {
    let seconds: Option<f64> = text.trim().trim_end_matches('s').trim().parse().ok();
    let seconds = seconds.filter(|seconds| (0.0..=MAX_PAUSE).contains(seconds));
    seconds.ok_or_else(|| format!("expected a number of seconds from 0 to {MAX_PAUSE}, like 0.5"))
}

/// The longest pause.
const MAX_PAUSE: f64 = 60.0;
/// The longest time that anything is asked to take.
const MAX_SECONDS: f64 = 86_400.0;

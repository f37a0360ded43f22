//! Numbers as text, with fixed digits; empty if unknown.

/// With this many digits after the decimal point.
pub(crate) fn fixed(value: impl Into<Option<f64>>, digits: usize) -> String {
    match value.into() {
        // Never a negative zero.
        Some(value) if value.is_finite() => format!("{:.digits$}", value + 0.0),
        _ => String::new(),
    }
}

/// A share of games.
pub(crate) fn rate(value: impl Into<Option<f64>>) -> String {
    fixed(value, 6)
}

/// The ratio of two counts.
pub(crate) fn ratio(count: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| count as f64 / of as f64)
}

/// A number below ten as its digit.
pub(super) fn digit(number: u8) -> char {
    char::from(b'0' + number % 10)
}

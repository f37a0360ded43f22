//! Values, estimates and measurements as cells of tables.

use crate::analysis::Measured;
use crate::arena::LEVEL;
use crate::statistics::Interval;
use crate::strategies::Value;
use crate::tables::{Cell, end_cells, fixed};
use crate::tuning::Estimate;

/// The value of a parameter.
pub(super) fn value_cell(value: Value) -> Cell {
    match value {
        Value::Real(value) => Cell::Plain(value),
        Value::Whole(value) => Cell::count(value),
        Value::Choice(_) | Value::Net(_) => Cell::Text(value.to_string()),
    }
}

/// An estimate and its interval.
pub(super) fn estimate_cells(estimate: &Estimate) -> [Cell; 3] {
    within(estimate.mean, estimate.interval(LEVEL))
}

/// A score, which is between 0 and that of winning everything, and its interval.
pub(super) fn score_cells(score: &Estimate, most: f64) -> [Cell; 3] {
    let Interval { low, high } = score.interval(LEVEL);
    within(score.mean, Interval { low: low.max(0.0), high: high.min(most) })
}

/// A share of games, or a difference of shares, and its interval.
pub(super) fn within(value: f64, interval: Interval) -> [Cell; 3] {
    let [low, high] = end_cells(Some(interval), 6);
    [Cell::share(Some(value)), low, high]
}

/// A share of games and its standard error.
pub(super) fn measured_cells(measured: Measured) -> [Cell; 2] {
    [measured.mean, measured.error].map(|value| Cell::share(Some(value)))
}

/// A share in percent for people; a dash if it is unknown.
pub(super) fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{} %", fixed(Some(100.0 * share), 2)))
}

//! Where the scale begins: at an imaginary newcomer, or at competitors whose ratings are given.

use super::field::Pool;
use super::middle::{Middle, newcomer};
use super::scale::{MIDDLE, POINTS};
use super::ties::Ties;

/// A scale of points.
pub(super) struct Scale<'a> {
    pub(super) ties: &'a Ties,
    /// What the points are relative to: the newcomer, or the first competitor whose rating is given.
    origin: Middle,
    /// The points of the origin.
    points: f64,
}

impl<'a> Scale<'a> {
    pub(super) fn of(pool: Pool<'_>, logs: &[f64], ties: &'a Ties) -> Scale<'a> {
        let Some((first, points)) = ties.first() else {
            return Scale { ties, origin: Middle::of(pool, logs), points: MIDDLE };
        };
        let pulls = (0..logs.len()).map(|competitor| f64::from(u8::from(competitor == first))).collect();
        Scale { ties, origin: Middle { log: logs[first], pulls }, points }
    }

    /// How much each competitor's strength moves the origin.
    pub(super) fn pulls(&self) -> &[f64] {
        &self.origin.pulls
    }

    /// The points of a strength of this logarithm.
    pub(super) fn points(&self, log: f64) -> f64 {
        self.points + POINTS * (log - self.origin.log)
    }

    /// The points of a competitor if these were the logarithms of all strengths.
    pub(super) fn points_at(&self, pool: Pool<'_>, competitor: usize, logs: &[f64]) -> f64 {
        let origin = self.ties.first().map_or_else(|| newcomer(pool, logs), |(first, _)| logs[first]);
        self.points + POINTS * (logs[competitor] - origin)
    }
}

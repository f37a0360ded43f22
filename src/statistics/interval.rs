//! Intervals.

/// From `low` to `high`; an unknown end is infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Half the width.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether a value lies inside.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

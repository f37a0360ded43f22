//! The scale of ratings, and chances on it.

/// The rating of the imaginary newcomer.
pub(super) const MIDDLE: f64 = 1500.0;
/// Points for a factor of e in strength.
pub(super) const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// The chance of beating an opponent whose log strength is lower by `ahead`.
pub(super) fn chance(ahead: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-ahead))
}

/// The chance of beating `rivals` equal opponents that are `points` behind.
pub fn from_elo(points: f64, rivals: u32) -> f64 {
    let odds = libm::pow(10.0, points / 400.0);
    odds / (odds + f64::from(rivals))
}

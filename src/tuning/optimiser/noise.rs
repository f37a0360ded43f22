//! Random numbers for searching, the same on every machine.

use crate::game::Stream;

/// A uniform number from 0 to 1, excluding 1.
pub(super) fn uniform(stream: &mut Stream) -> f64 {
    (stream.word() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A standard normal number (Box and Muller), with functions that are the same on every platform.
pub(super) fn normal(stream: &mut Stream) -> f64 {
    let radius = (-2.0 * libm::log(1.0 - uniform(stream))).sqrt();
    radius * libm::cos(2.0 * std::f64::consts::PI * uniform(stream))
}

/// 1 or -1.
pub(super) fn sign(stream: &mut Stream) -> f64 {
    if stream.below(2) == 0 { 1.0 } else { -1.0 }
}

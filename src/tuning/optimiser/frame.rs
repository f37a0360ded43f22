//! The frame of methods that measure distances: spreads around an origin.

use crate::tuning::space::UnitPoint;

/// Where a search begins, and how far it initially looks along each axis.
pub(super) struct CoordinateFrame {
    origin: UnitPoint,
    pub(super) spreads: Vec<f64>,
}

impl CoordinateFrame {
    pub(super) fn new(origin: UnitPoint, spreads: Vec<f64>) -> CoordinateFrame {
        CoordinateFrame { origin, spreads }
    }

    /// How many axes there are.
    pub(super) fn len(&self) -> usize {
        self.origin.len()
    }

    /// The point at these offsets from the origin, in spreads, clamped to the cube.
    pub(super) fn point_at(&self, offsets: &[f64]) -> UnitPoint {
        let axes = self.origin.iter().zip(&self.spreads).zip(offsets);
        axes.map(|((origin, spread), offset)| (origin + spread * offset).clamp(0.0, 1.0)).collect()
    }

    /// The offsets of a point from the origin, in spreads.
    pub(super) fn offsets(&self, point: &[f64]) -> Vec<f64> {
        let axes = self.origin.iter().zip(&self.spreads).zip(point);
        axes.map(|((origin, spread), share)| (share - origin) / spread).collect()
    }

    /// The walls of the cube along an axis, in spreads from the origin.
    pub(super) fn walls(&self, axis: usize) -> (f64, f64) {
        (-self.origin[axis] / self.spreads[axis], (1.0 - self.origin[axis]) / self.spreads[axis])
    }
}

//! The frame of methods that measure distances: spreads around an origin.

use crate::tuning::space::UnitPoint;

/// Where a search begins, and how far it looks at first along each axis.
pub(super) struct Frame {
    origin: UnitPoint,
    pub(super) spreads: Vec<f64>,
}

impl Frame {
    pub(super) fn new(origin: UnitPoint, spreads: Vec<f64>) -> Frame {
        Frame { origin, spreads }
    }

    /// How many axes there are.
    pub(super) fn len(&self) -> usize {
        self.origin.len()
    }

    /// The point at a distance from the origin, in spreads; what would be outside the cube is at its wall.
    pub(super) fn place(&self, offsets: &[f64]) -> UnitPoint {
        let places = self.origin.iter().zip(&self.spreads).zip(offsets);
        places.map(|((origin, spread), offset)| (origin + spread * offset).clamp(0.0, 1.0)).collect()
    }

    /// The distance of a point from the origin, in spreads.
    pub(super) fn offsets(&self, point: &[f64]) -> Vec<f64> {
        let places = self.origin.iter().zip(&self.spreads).zip(point);
        places.map(|((origin, spread), place)| (place - origin) / spread).collect()
    }

    /// The walls of the cube along an axis, in spreads from the origin.
    pub(super) fn walls(&self, axis: usize) -> (f64, f64) {
        (-self.origin[axis] / self.spreads[axis], (1.0 - self.origin[axis]) / self.spreads[axis])
    }
}

//! Which kinds a display leaves open.

use super::card::Kind;
use super::cards::{Cards, WORM_LANES};

/// The kinds that a display leaves open (rule 4.2), as all bits of their lanes in the counts of [`Cards`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpenKinds(u64);

impl OpenKinds {
    /// Every kind: nothing has been laid.
    pub const ALL: OpenKinds = OpenKinds(u64::MAX);

    /// The kinds that a display leaves open.
    pub(super) fn left_by(display: Cards) -> OpenKinds {
        let laid = Kind::ALL.into_iter().filter(|&kind| display.count(kind) > 0);
        laid.fold(OpenKinds::ALL, OpenKinds::without)
    }

    /// Whether the kind is open.
    #[inline]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 & OpenKinds::lanes_of(kind) != 0
    }

    /// The set without a kind.
    #[must_use]
    #[inline]
    pub const fn without(self, kind: Kind) -> OpenKinds {
        OpenKinds(self.0 & !OpenKinds::lanes_of(kind))
    }

    /// All bits of the lanes of a kind: one for a number, the three last ones for the worm.
    const fn lanes_of(kind: Kind) -> u64 {
        match kind {
            Kind::Number(number) => 0xff << (8 * number as u32),
            Kind::Worm => OpenKinds::WORMS,
        }
    }

    const WORMS: u64 = u64::MAX << WORM_LANES;

    /// The set without the number whose lane begins at this bit.
    #[inline]
    pub(super) const fn without_number(self, lane: u32) -> OpenKinds {
        OpenKinds(self.0 & !(0xff << lane))
    }

    /// The set without the worm.
    #[inline]
    pub(super) const fn without_worm(self) -> OpenKinds {
        OpenKinds(self.0 & !OpenKinds::WORMS)
    }

    #[inline]
    pub(super) const fn lanes(self) -> u64 {
        self.0
    }

    /// All ones if the worm is open, all zeros if it has been laid: no branch needed.
    #[inline]
    pub(super) const fn worm_lane(self) -> u8 {
        (self.0 >> 56) as u8
    }
}

//! Which kinds a display leaves open.

use super::card::Kind;
use super::cards::{Cards, LANES_OF_KINDS};

/// The kinds that a display leaves open (rule 4.2), one bit for each in the order of [`Kind::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpenKinds(u8);

/// `LANES[kinds]`: all bits of the lanes of these kinds in the counts of [`Cards`].
static LANES: [u64; 1 << Kind::ALL.len()] = lanes();

const fn lanes() -> [u64; 1 << Kind::ALL.len()] {
    let mut table = [0; 1 << Kind::ALL.len()];
    let mut kinds = 0;
    while kinds < table.len() {
        let mut kind = 0;
        while kind < Kind::ALL.len() {
            table[kinds] |= if kinds >> kind & 1 == 1 { LANES_OF_KINDS[kind] } else { 0 };
            kind += 1;
        }
        kinds += 1;
    }
    table
}

impl OpenKinds {
    /// Every kind: nothing has been laid.
    pub const ALL: OpenKinds = OpenKinds((1 << Kind::ALL.len()) - 1);

    /// The kinds that a display leaves open.
    pub(super) fn left_by(display: Cards) -> OpenKinds {
        let laid = Kind::ALL.into_iter().filter(|&kind| display.count(kind) > 0);
        laid.fold(OpenKinds::ALL, OpenKinds::without)
    }

    /// The set as bits, in the order of [`Kind::ALL`].
    #[inline]
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the kind is open.
    #[inline]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind.index() & 1 == 1
    }

    /// The set without a kind.
    #[must_use]
    #[inline]
    pub const fn without(self, kind: Kind) -> OpenKinds {
        OpenKinds(self.0 & !(1 << kind.index()))
    }

    /// The set without the number whose lane begins at this bit.
    #[inline]
    pub(super) const fn without_number(self, lane: u32) -> OpenKinds {
        OpenKinds(self.0 & !(1 << (lane / 8)))
    }

    /// All ones if the worm is open, all zeros if it has been laid: no branch needed.
    #[inline]
    pub(super) const fn worm_mask(self) -> u8 {
        0_u8.wrapping_sub(self.0 >> Kind::Worm.index() & 1)
    }

    /// All bits of the lanes of these kinds in the counts of [`Cards`].
    #[inline]
    pub(super) fn lanes(self) -> u64 {
        LANES[usize::from(self.0 & OpenKinds::ALL.0)]
    }
}

//! A set of worm cards.

use std::fmt;

use super::card::{Signpost, WORM_CARDS};

/// A set of worm cards, by their signposts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Signposts(u32);

impl Signposts {
    /// No worm.
    pub const NONE: Signposts = Signposts(0);
    /// All 25 worms.
    pub const ALL: Signposts = Signposts((1 << WORM_CARDS) - 1);

    /// The set of bits that are known to be signposts.
    #[inline]
    pub(super) const fn of(bits: u32) -> Signposts {
        debug_assert!(bits & !Signposts::ALL.0 == 0);
        Signposts(bits)
    }

    /// The set whose lowest bit stands for signpost 1, and so on; `None` if a bit beyond signpost 25 is set.
    pub const fn from_bits(bits: u32) -> Option<Signposts> {
        if bits & !Signposts::ALL.0 == 0 { Some(Signposts(bits)) } else { None }
    }

    /// The set as bits, the lowest for signpost 1.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether there is no worm in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many worms are in it.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether this worm is in it.
    pub const fn contains(self, signpost: Signpost) -> bool {
        self.0 >> signpost.bit() & 1 == 1
    }

    /// Whether every worm of `other` is in it.
    #[inline]
    pub const fn contains_all(self, other: Signposts) -> bool {
        other.0 & !self.0 == 0
    }

    /// The set with this worm in it.
    #[must_use]
    pub const fn with(self, signpost: Signpost) -> Signposts {
        Signposts(self.0 | 1 << signpost.bit())
    }

    /// The highest signpost, which breaks ties between equal totals (rule 7.2).
    #[inline]
    pub fn highest(self) -> Option<Signpost> {
        self.0.checked_ilog2().map(Signpost::from_bit)
    }

    /// The worms, lowest signpost first.
    pub fn iter(self) -> impl Iterator<Item = Signpost> {
        (0..WORM_CARDS).filter(move |bit| self.0 >> bit & 1 == 1).map(Signpost::from_bit)
    }
}

impl fmt::Debug for Signposts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Signpost::number)).finish()
    }
}

impl FromIterator<Signpost> for Signposts {
    fn from_iter<I: IntoIterator<Item = Signpost>>(signposts: I) -> Signposts {
        signposts.into_iter().fold(Signposts::NONE, Signposts::with)
    }
}

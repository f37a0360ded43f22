//! A bit set that finds its n-th member quickly.
//!
//! The default build may not assume the `popcnt` and `pdep` instructions, and counting bits by word arithmetic is most of
//! the work of finding the n-th one. So the set carries its counts: the low half of the word is the set, the
//! four bytes of the high half are the running counts of its four bytes. One subtraction takes a member out of both
//! halves, and the n-th member costs a dozen instructions and one table lookup.

use super::bits::nth_of_nine;

/// A set of numbers below 32 that knows the rank of its members.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Ranked(u64);

const ONES: u32 = 0x0101_0101;
const HIGHS: u32 = 0x8080_8080;

/// The sets with one member.
static SINGLES: [Ranked; 32] = singles();

const fn singles() -> [Ranked; 32] {
    let mut table = [Ranked(0); 32];
    let mut member = 0;
    while member < 32 {
        table[member] = Ranked::new(1 << member);
        member += 1;
    }
    table
}

impl Ranked {
    /// The set with the members whose bits are set.
    #[inline]
    pub(super) const fn new(bits: u32) -> Ranked {
        let pairs = bits - ((bits >> 1) & 0x5555_5555);
        let nibbles = (pairs & 0x3333_3333) + ((pairs >> 2) & 0x3333_3333);
        let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f;
        Ranked((bytes.wrapping_mul(ONES) as u64) << 32 | bits as u64)
    }

    /// The members as bits.
    #[inline]
    pub(super) const fn bits(self) -> u32 {
        self.0 as u32
    }

    /// The `n`-th member, counted from 0 at the low end.
    ///
    /// `n` must be below the number of members.
    #[inline]
    pub(super) fn nth(self, n: u32) -> u32 {
        let (bits, sums) = (self.bits(), (self.0 >> 32) as u32);
        debug_assert!(n < bits.count_ones(), "member {n} of {bits:#x}");
        // The high bit of byte i is set where n lies before the end of byte i: sum + 127 - n stays inside its byte.
        let reached = sums.wrapping_add((127 - n).wrapping_mul(ONES)) & HIGHS;
        let shift = (reached | 1 << 31).trailing_zeros() & 0x18;
        let before = (sums << 8) >> shift & 0xff;
        shift + nth_of_nine(bits >> shift, n - before)
    }

    /// The set with one member.
    #[inline]
    pub(super) fn single(member: u32) -> Ranked {
        SINGLES[(member & 31) as usize]
    }

    /// The members that are not in `other`, which must be a subset.
    #[inline]
    pub(super) fn minus(self, other: Ranked) -> Ranked {
        debug_assert_eq!(other.bits() & !self.bits(), 0, "only members can be taken out");
        Ranked(self.0 - other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Ranked;

    fn members(bits: u32) -> Vec<u32> {
        (0..32).filter(|bit| bits >> bit & 1 == 1).collect()
    }

    fn some_sets() -> impl Iterator<Item = u32> {
        std::iter::successors(Some(0x9e37_79b9_u32), |&bits| {
            let bits = bits ^ (bits << 13);
            let bits = bits ^ (bits >> 17);
            Some(bits ^ (bits << 5))
        })
        .take(5000)
        .flat_map(|bits| [bits, bits & (bits >> 7), bits | (bits << 3), u32::MAX, 0])
    }

    #[test]
    fn the_nth_member_is_found() {
        for bits in some_sets() {
            let set = Ranked::new(bits);
            for (n, member) in (0..).zip(members(bits)) {
                assert_eq!(set.nth(n), member, "{bits:#x} {n}");
            }
        }
    }

    #[test]
    fn a_set_without_a_member_is_the_set_of_the_others() {
        for bits in some_sets() {
            for member in members(bits) {
                let others = Ranked::new(bits).minus(Ranked::single(member));
                assert_eq!(others, Ranked::new(bits & !(1 << member)));
            }
        }
    }
}

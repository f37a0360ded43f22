//! What is public about the other seats, a byte of a word for each: most questions are asked about all of them at once.

use crate::game::{Kind, MAX_PLAYERS, OpenKinds, Seat, Table};
use crate::vectors::{Bytes, Pair};

/// A one in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// What a rival does in this round, in two bits: it has not passed, it has a worm in its display. One that has passed waits for the menu
/// if its display is there, and so has a worm (rule 5.3).
#[derive(Clone, Copy)]
pub(super) struct Status(u8);

impl Status {
    /// How many there are.
    pub(super) const COUNT: usize = 4;

    /// A table with an entry for each, in order.
    pub(super) fn table<T>(entry: impl Fn(Status) -> T) -> [T; Status::COUNT] {
        std::array::from_fn(|index| entry(Status(index as u8)))
    }

    /// Its index in a table.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize % Status::COUNT
    }

    /// Whether it takes part in the menu, or still may.
    pub(super) const fn takes_part(self) -> bool {
        self.0 != 0
    }

    pub(super) const fn has_worm(self) -> bool {
        self.0 & 2 != 0
    }
}

/// The rivals of a seat, in seat order.
pub(super) struct Rivals {
    totals: u64,
    hands: u64,
    statuses: u64,
}

impl Rivals {
    /// All others at a table for three or more.
    #[inline(always)]
    pub(super) fn of(table: &Table, me: Seat) -> Rivals {
        let worms = !word(table.open_kinds().0.map(OpenKinds::bits)) >> Kind::Worm.index() & ONES;
        let statuses = spread(table.active().bits()) | worms << 1;
        Rivals {
            totals: without(table.totals().word(), me),
            hands: without(table.hand_sizes().word(), me),
            statuses: without(statuses, me),
        }
    }

    /// The only other one at a table for two.
    #[inline(always)]
    pub(super) fn other(table: &Table, me: Seat) -> Rivals {
        let [rival] = me.others();
        let active = u64::from(table.active().contains(rival));
        let worm = u64::from(!table.open(rival).contains(Kind::Worm));
        Rivals {
            totals: u64::from(table.total(rival)),
            hands: u64::from(table.hand_size(rival)),
            statuses: active | worm << 1,
        }
    }

    /// The final totals expected of so many of them, if each hand card of one that has not passed adds so many points.
    #[inline(always)]
    pub(super) fn final_totals<const RIVALS: usize>(&self, growth: f64) -> [[Pair; 2]; 4] {
        let active = self.statuses & ONES;
        let hands = self.hands & (active << 8).wrapping_sub(active);
        if RIVALS == 1 {
            let total = f64::from(self.totals as u8) + growth * f64::from(hands as u8);
            return [[Pair::both(total); 2]; 4];
        }
        let (totals, hands) = (Pair::of_bytes(self.totals), Pair::of_bytes(hands));
        [0, 1, 2, 3].map(|two| (totals[two] + Pair::both(growth) * hands[two]).each_twice())
    }

    #[inline(always)]
    pub(super) fn hand_size(&self, rival: usize) -> u8 {
        byte(self.hands, rival)
    }

    #[inline(always)]
    pub(super) fn status(&self, rival: usize) -> Status {
        Status(byte(self.statuses, rival))
    }

    /// Which of them may steal a top of this value (rule 6.1).
    #[inline(always)]
    pub(super) fn threats(&self, value: u8) -> Threats {
        debug_assert!(
            (0..MAX_PLAYERS).all(|rival| self.hand_size(rival) <= 51),
            "points of a hand must fit into a byte"
        );
        let (value, totals) = (Bytes::new(u64::from(value) * ONES), Bytes::new(self.totals));
        let distances = value.minus_or_zero(totals);
        let too_far = distances.minus_or_zero(Bytes::new(5 * self.hands));
        let none = Bytes::new(0);
        let near = too_far.equal(none) & !distances.equal(none) & ONES;
        let hit = totals.equal(value) & self.statuses & (2 * ONES);
        Threats((near | hit) & (3 * (self.statuses & ONES)))
    }

    /// The same for a single rival.
    #[inline(always)]
    pub(super) fn threat(&self, value: u8) -> Threats {
        let distance = u64::from(value).wrapping_sub(self.totals);
        let near = u64::from(distance.wrapping_sub(1) < 5 * self.hands);
        let hit = u64::from(distance == 0) & (self.statuses >> 1);
        Threats((near | hit << 1) & (3 * (self.statuses & 1)))
    }
}

/// For each rival 0 if it cannot steal a portion, 1 if it may build its value, 2 if it has it.
pub(super) struct Threats(u64);

impl Threats {
    #[inline(always)]
    pub(super) fn of(&self, rival: usize) -> usize {
        usize::from(byte(self.0, rival) % 4)
    }

    /// Whether a rival has its value.
    #[inline(always)]
    pub(super) fn is_hit(&self) -> bool {
        self.0 & (2 * ONES) != 0
    }

    /// How many rivals may build its value, if none has it.
    #[inline(always)]
    pub(super) fn near(&self) -> usize {
        (self.0.wrapping_mul(ONES) >> 56) as usize % MAX_PLAYERS.next_power_of_two()
    }
}

#[inline(always)]
fn word(bytes: [u8; MAX_PLAYERS]) -> u64 {
    let mut word = [0; 8];
    word[..MAX_PLAYERS].copy_from_slice(&bytes);
    u64::from_le_bytes(word)
}

#[inline(always)]
fn byte(word: u64, index: usize) -> u8 {
    (word >> (8 * index)) as u8
}

/// A byte for each of the lowest seven bits. The factor puts copies of them seven bits apart, so that bit i of copy i is
/// the lowest of byte i.
#[inline(always)]
fn spread(bits: u8) -> u64 {
    (u64::from(bits) * 0x02_0408_1020_4081) & ONES
}

/// The word without the byte of a seat; those above it move down.
#[inline(always)]
fn without(word: u64, seat: Seat) -> u64 {
    let moved = word >> 8;
    let below = (1 << (8 * seat.index() as u32 % u64::BITS)) - 1;
    moved ^ ((word ^ moved) & below)
}

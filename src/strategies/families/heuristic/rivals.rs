//! What is public about the other seats, a byte of a word for each: most questions are asked about all of them at once.

use crate::game::{Kind, MAX_PLAYERS, OpenKinds, Seat, Table};

/// A one in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The high bit of every byte.
const HIGHS: u64 = 0x80 * ONES;

/// What a rival does in this round, in three bits: it has not passed, it waits for the menu, it has a worm in its display.
#[derive(Clone, Copy)]
pub(super) struct Status(u8);

impl Status {
    /// How many there are.
    pub(super) const COUNT: usize = 8;

    /// A table with an entry for each, in order.
    pub(super) fn table(entry: impl Fn(Status) -> f64) -> [f64; Status::COUNT] {
        std::array::from_fn(|index| entry(Status(index as u8)))
    }

    /// Its index in a table.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize % Status::COUNT
    }

    pub(super) const fn is_active(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether it takes part in the menu, or still may.
    pub(super) const fn takes_part(self) -> bool {
        self.0 & 3 != 0
    }

    pub(super) const fn has_worm(self) -> bool {
        self.0 & 4 != 0
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
        let statuses = spread(table.active().bits()) | spread(table.passed_valid().bits()) << 1 | worms << 2;
        Rivals {
            totals: without(word(table.totals().0), me),
            hands: without(word(table.hand_sizes().0), me),
            statuses: without(statuses, me),
        }
    }

    /// The only other one at a table for two.
    #[inline(always)]
    pub(super) fn other(table: &Table, me: Seat) -> Rivals {
        let [rival] = me.others();
        let active = u64::from(table.active().contains(rival));
        let waits = u64::from(table.passed_valid().contains(rival));
        let worm = u64::from(!table.open(rival).contains(Kind::Worm));
        Rivals {
            totals: u64::from(table.total(rival)),
            hands: u64::from(table.hand_size(rival)),
            statuses: active | waits << 1 | worm << 2,
        }
    }

    #[inline(always)]
    pub(super) fn total(&self, rival: usize) -> u8 {
        byte(self.totals, rival)
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
        debug_assert!((0..MAX_PLAYERS).all(|rival| self.hand_size(rival) <= 42), "sums of points must fit into bytes");
        let value = u64::from(value) * ONES;
        // Totals above 127 are above every value. A total that is not below becomes 0, so that no sum leaves its byte: the
        // others are below 42, and no hand has more than 30 cards.
        let below = (value + (HIGHS - ONES) - (self.totals & !HIGHS)) & !self.totals & HIGHS;
        let built = (self.totals & (below - (below >> 7))) + 5 * self.hands;
        let near = (((built | HIGHS) - value) | built) & below;
        let other = self.totals ^ value;
        let equal = !(((other & !HIGHS) + (HIGHS - ONES)) | other) & HIGHS;
        Threats((near >> 7 | (equal >> 6 & self.statuses >> 1)) & (3 * (self.statuses & ONES)))
    }

    /// The same for a single rival.
    #[inline(always)]
    pub(super) fn threat(&self, value: u8) -> Threats {
        let distance = u64::from(value).wrapping_sub(self.totals);
        let near = u64::from(distance.wrapping_sub(1) < 5 * self.hands);
        let hit = u64::from(distance == 0) & (self.statuses >> 2);
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

//! The same for any machine.

use std::ops::{Add, Div, Mul, Sub};

use super::ONES;

/// Two numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair([f64; 2]);

impl Pair {
    #[inline(always)]
    pub(crate) fn new(first: f64, second: f64) -> Pair {
        Pair([first, second])
    }

    /// The same number twice.
    #[inline(always)]
    pub(crate) fn both(number: f64) -> Pair {
        Pair([number; 2])
    }

    /// Eight bytes as numbers, the lowest first.
    #[inline(always)]
    pub(crate) fn of_bytes(word: u64) -> [Pair; 4] {
        let number = |index: u32| f64::from((word >> (8 * index)) as u8);
        [0, 2, 4, 6].map(|index| Pair([number(index), number(index + 1)]))
    }

    /// Each of the numbers twice.
    #[inline(always)]
    pub(crate) fn each_twice(self) -> [Pair; 2] {
        self.0.map(Pair::both)
    }

    #[inline(always)]
    pub(crate) fn first(self) -> f64 {
        self.0[0]
    }

    #[inline(always)]
    pub(crate) fn second(self) -> f64 {
        self.0[1]
    }

    /// The numbers without their signs.
    #[inline(always)]
    pub(crate) fn abs(self) -> Pair {
        Pair(self.0.map(f64::abs))
    }

    /// The larger of both numbers.
    #[inline(always)]
    pub(crate) fn larger(self) -> f64 {
        if self.0[0] > self.0[1] { self.0[0] } else { self.0[1] }
    }

    /// The numbers rounded down, as numbers and as indices; they must be from 0 to 7.
    #[inline(always)]
    pub(crate) fn whole(self) -> (Pair, [usize; 2]) {
        let indices = self.0.map(|number| number as usize % 8);
        (Pair(indices.map(|index| index as f64)), indices)
    }
}

macro_rules! in_each_place {
    ($operation:ident, $method:ident) => {
        impl $operation for Pair {
            type Output = Pair;

            #[inline(always)]
            fn $method(self, other: Pair) -> Pair {
                Pair([0, 1].map(|place| self.0[place].$method(other.0[place])))
            }
        }
    };
}

in_each_place!(Add, add);
in_each_place!(Sub, sub);
in_each_place!(Mul, mul);
in_each_place!(Div, div);

/// Eight bytes, in the order of a word with its lowest byte first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes([u8; 8]);

impl Bytes {
    #[inline(always)]
    pub(crate) fn new(word: u64) -> Bytes {
        Bytes(word.to_le_bytes())
    }

    /// The differences, byte by byte; 0 where the other is larger.
    #[inline(always)]
    #[must_use]
    pub(crate) fn minus_or_zero(self, other: Bytes) -> Bytes {
        Bytes(std::array::from_fn(|index| self.0[index].saturating_sub(other.0[index])))
    }

    /// All bits of the bytes that are equal.
    #[inline(always)]
    pub(crate) fn equal(self, other: Bytes) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|index| if self.0[index] == other.0[index] { u8::MAX } else { 0 }))
    }
}

/// 32 bytes below 128, in the order of four words, each with its lowest byte first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteLanes([u64; 4]);

impl ByteLanes {
    #[inline(always)]
    pub(crate) fn new(words: [u64; 4]) -> ByteLanes {
        ByteLanes(words)
    }

    #[inline(always)]
    pub(crate) fn words(self) -> [u64; 4] {
        self.0
    }

    /// Every byte above `bound` lowered by one.
    #[inline(always)]
    #[must_use]
    pub(crate) fn lower_those_above(self, bound: u8) -> ByteLanes {
        // The sum of a byte and 127 - bound reaches the high bit where the byte is larger.
        let rest = u64::from(127 - bound) * ONES;
        ByteLanes(self.0.map(|word| word - ((word + rest) >> 7 & ONES)))
    }

    /// The differences, byte by byte; none may be below 0.
    #[inline(always)]
    #[must_use]
    pub(crate) fn minus(self, other: ByteLanes) -> ByteLanes {
        ByteLanes([0, 1, 2, 3].map(|index| self.0[index] - other.0[index]))
    }

    /// Which bytes are not equal to the one before, as bits; before the first there is a zero.
    #[inline(always)]
    pub(crate) fn changes(self) -> u32 {
        let mut before = 0;
        let [first, second, third, fourth] = self.0.map(|word| {
            let different = word ^ (word << 8 | before >> 56);
            before = word;
            // A byte below 128 that is not 0 reaches the high bit; the factor gathers these bits in the highest byte.
            let highs = (different + (ONES << 7) - ONES) >> 7 & ONES;
            (highs.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
        });
        first | second << 8 | third << 16 | fourth << 24
    }
}

/// Four pairs of small whole numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SmallPairs([[i16; 2]; 4]);

impl SmallPairs {
    pub(crate) fn new(pairs: [[i16; 2]; 4]) -> SmallPairs {
        SmallPairs(pairs)
    }

    /// The same pair four times.
    #[inline(always)]
    pub(crate) fn four_times(pair: [i16; 2]) -> SmallPairs {
        SmallPairs([pair; 4])
    }
}

/// Four whole numbers, which wrap around.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sums([i32; 4]);

impl Sums {
    pub(crate) fn new(numbers: [i32; 4]) -> Sums {
        Sums(numbers)
    }

    #[inline(always)]
    pub(crate) fn numbers(self) -> [i32; 4] {
        self.0
    }

    /// With both products of each of the four places added.
    #[inline(always)]
    #[must_use]
    pub(crate) fn plus_products(self, one: SmallPairs, other: SmallPairs) -> Sums {
        let product = |place: usize, half: usize| i32::from(one.0[place][half]) * i32::from(other.0[place][half]);
        Sums([0, 1, 2, 3].map(|place| self.0[place].wrapping_add(product(place, 0)).wrapping_add(product(place, 1))))
    }
}

/// Adds to all sums the products of inputs and weights: one row of weights for each two inputs.
pub(crate) fn add_rows<const QUADS: usize>(sums: &mut [Sums; QUADS], rows: &[[SmallPairs; QUADS]], inputs: &[i16]) {
    for (row, pair) in rows.iter().zip(super::pairs_of(inputs)) {
        let pairs = SmallPairs::four_times(pair);
        for (sum, &weights) in sums.iter_mut().zip(row) {
            *sum = sum.plus_products(pairs, weights);
        }
    }
}

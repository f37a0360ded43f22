//! Vector registers of x86-64.
//!
//! The proof for every `unsafe` in this module: the functions called here are unsafe for one reason, that the processor must
//! have SSE2. The architecture demands it of every processor, and the lines below of every build. None takes a pointer.
#![expect(unsafe_code, reason = "the intrinsics of SSE2 are unsafe to call; see above")]

#[cfg(not(target_feature = "sse2"))]
compile_error!("on x86-64 this room uses SSE2");

use std::arch::x86_64::{
    __m128d, __m128i, _mm_add_epi8, _mm_add_epi32, _mm_add_pd, _mm_andnot_pd, _mm_cmpeq_epi8, _mm_cmpgt_epi8,
    _mm_cvtepi32_pd, _mm_cvtsd_f64, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_cvttpd_epi32, _mm_div_pd, _mm_madd_epi16,
    _mm_max_sd, _mm_movemask_epi8, _mm_mul_pd, _mm_or_si128, _mm_set_epi64x, _mm_set_pd, _mm_set1_epi32, _mm_set1_pd,
    _mm_setzero_si128, _mm_slli_si128, _mm_srli_si128, _mm_sub_epi8, _mm_sub_pd, _mm_subs_epu8, _mm_unpackhi_epi16,
    _mm_unpackhi_epi64, _mm_unpackhi_pd, _mm_unpacklo_epi8, _mm_unpacklo_epi16, _mm_unpacklo_epi64, _mm_unpacklo_pd,
};
use std::ops::{Add, Div, Mul, Sub};

/// Two numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair(__m128d);

impl Pair {
    #[inline(always)]
    pub(crate) fn new(first: f64, second: f64) -> Pair {
        Pair(unsafe { _mm_set_pd(second, first) })
    }

    /// The same number twice.
    #[inline(always)]
    pub(crate) fn both(number: f64) -> Pair {
        Pair(unsafe { _mm_set1_pd(number) })
    }

    /// Eight bytes as numbers, the lowest first.
    #[inline(always)]
    pub(crate) fn of_bytes(word: u64) -> [Pair; 4] {
        unsafe {
            let zero = _mm_setzero_si128();
            let words = _mm_unpacklo_epi8(_mm_cvtsi64_si128(word.cast_signed()), zero);
            let (low, high) = (_mm_unpacklo_epi16(words, zero), _mm_unpackhi_epi16(words, zero));
            [low, _mm_unpackhi_epi64(low, low), high, _mm_unpackhi_epi64(high, high)]
                .map(|numbers| Pair(_mm_cvtepi32_pd(numbers)))
        }
    }

    /// Each of the numbers twice.
    #[inline(always)]
    pub(crate) fn each_twice(self) -> [Pair; 2] {
        unsafe { [Pair(_mm_unpacklo_pd(self.0, self.0)), Pair(_mm_unpackhi_pd(self.0, self.0))] }
    }

    #[inline(always)]
    pub(crate) fn first(self) -> f64 {
        unsafe { _mm_cvtsd_f64(self.0) }
    }

    #[inline(always)]
    pub(crate) fn second(self) -> f64 {
        unsafe { _mm_cvtsd_f64(_mm_unpackhi_pd(self.0, self.0)) }
    }

    /// The numbers without their signs.
    #[inline(always)]
    pub(crate) fn abs(self) -> Pair {
        Pair(unsafe { _mm_andnot_pd(_mm_set1_pd(-0.0), self.0) })
    }

    /// The larger of both numbers.
    #[inline(always)]
    pub(crate) fn larger(self) -> f64 {
        let larger = unsafe { _mm_max_sd(self.0, _mm_unpackhi_pd(self.0, self.0)) };
        unsafe { _mm_cvtsd_f64(larger) }
    }

    /// The numbers rounded down, as numbers and as indices; they must be from 0 to 7.
    #[inline(always)]
    pub(crate) fn whole(self) -> (Pair, [usize; 2]) {
        let whole = unsafe { _mm_cvttpd_epi32(self.0) };
        let both = unsafe { _mm_cvtsi128_si64(whole) } as usize;
        (Pair(unsafe { _mm_cvtepi32_pd(whole) }), [both % 8, (both >> 32) % 8])
    }
}

macro_rules! in_each_place {
    ($operation:ident, $method:ident, $intrinsic:ident) => {
        impl $operation for Pair {
            type Output = Pair;

            #[inline(always)]
            fn $method(self, other: Pair) -> Pair {
                Pair(unsafe { $intrinsic(self.0, other.0) })
            }
        }
    };
}

in_each_place!(Add, add, _mm_add_pd);
in_each_place!(Sub, sub, _mm_sub_pd);
in_each_place!(Mul, mul, _mm_mul_pd);
in_each_place!(Div, div, _mm_div_pd);

/// Eight bytes, in the order of a word with its lowest byte first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes(__m128i);

impl Bytes {
    #[inline(always)]
    pub(crate) fn new(word: u64) -> Bytes {
        Bytes(unsafe { _mm_cvtsi64_si128(word.cast_signed()) })
    }

    /// The differences, byte by byte; 0 where the other is larger.
    #[inline(always)]
    #[must_use]
    pub(crate) fn minus_or_zero(self, other: Bytes) -> Bytes {
        Bytes(unsafe { _mm_subs_epu8(self.0, other.0) })
    }

    /// All bits of the bytes that are equal.
    #[inline(always)]
    pub(crate) fn equal(self, other: Bytes) -> u64 {
        unsafe { _mm_cvtsi128_si64(_mm_cmpeq_epi8(self.0, other.0)) }.cast_unsigned()
    }
}

/// 32 bytes below 128, in the order of four words, each with its lowest byte first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteLanes {
    low: __m128i,
    high: __m128i,
}

impl ByteLanes {
    #[inline(always)]
    pub(crate) fn new(words: [u64; 4]) -> ByteLanes {
        let [first, second, third, fourth] = words.map(u64::cast_signed);
        ByteLanes { low: unsafe { _mm_set_epi64x(second, first) }, high: unsafe { _mm_set_epi64x(fourth, third) } }
    }

    #[inline(always)]
    pub(crate) fn words(self) -> [u64; 4] {
        let first = |lanes: __m128i| unsafe { _mm_cvtsi128_si64(lanes) }.cast_unsigned();
        let second = |lanes: __m128i| first(unsafe { _mm_unpackhi_epi64(lanes, lanes) });
        [first(self.low), second(self.low), first(self.high), second(self.high)]
    }

    /// Every byte above `bound` lowered by one.
    #[inline(always)]
    #[must_use]
    pub(crate) fn lower_those_above(self, bound: u8) -> ByteLanes {
        let word = (u64::from(bound) * super::ONES).cast_signed();
        // A comparison gives -1 where it holds.
        unsafe {
            let bounds = _mm_unpacklo_epi64(_mm_cvtsi64_si128(word), _mm_cvtsi64_si128(word));
            ByteLanes {
                low: _mm_add_epi8(self.low, _mm_cmpgt_epi8(self.low, bounds)),
                high: _mm_add_epi8(self.high, _mm_cmpgt_epi8(self.high, bounds)),
            }
        }
    }

    /// The differences, byte by byte.
    #[inline(always)]
    #[must_use]
    pub(crate) fn minus(self, other: ByteLanes) -> ByteLanes {
        ByteLanes {
            low: unsafe { _mm_sub_epi8(self.low, other.low) },
            high: unsafe { _mm_sub_epi8(self.high, other.high) },
        }
    }

    /// Which bytes are not equal to the one before, as bits; before the first there is a zero.
    #[inline(always)]
    pub(crate) fn changes(self) -> u32 {
        let same = unsafe {
            let low = _mm_slli_si128::<1>(self.low);
            let high = _mm_or_si128(_mm_slli_si128::<1>(self.high), _mm_srli_si128::<15>(self.low));
            let low = _mm_movemask_epi8(_mm_cmpeq_epi8(self.low, low));
            low | _mm_movemask_epi8(_mm_cmpeq_epi8(self.high, high)) << 16
        };
        !same.cast_unsigned()
    }
}

/// Four pairs of small whole numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SmallPairs(pub(super) __m128i);

impl SmallPairs {
    pub(crate) fn new(pairs: [[i16; 2]; 4]) -> SmallPairs {
        let [first, second, third, fourth] = pairs.map(|pair| u64::from(super::word_of(pair).cast_unsigned()));
        let [low, high] = [first | second << 32, third | fourth << 32].map(u64::cast_signed);
        SmallPairs(unsafe { _mm_set_epi64x(high, low) })
    }

    /// The same pair four times.
    #[inline(always)]
    pub(crate) fn four_times(pair: [i16; 2]) -> SmallPairs {
        SmallPairs(unsafe { _mm_set1_epi32(super::word_of(pair)) })
    }
}

/// Four whole numbers, which wrap around.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sums(pub(super) __m128i);

impl Sums {
    pub(crate) fn new(numbers: [i32; 4]) -> Sums {
        let [first, second, third, fourth] = numbers.map(|number| u64::from(number.cast_unsigned()));
        let [low, high] = [first | second << 32, third | fourth << 32].map(u64::cast_signed);
        Sums(unsafe { _mm_set_epi64x(high, low) })
    }

    #[inline(always)]
    pub(crate) fn numbers(self) -> [i32; 4] {
        let low = unsafe { _mm_cvtsi128_si64(self.0) };
        let high = unsafe { _mm_cvtsi128_si64(_mm_unpackhi_epi64(self.0, self.0)) };
        [low as i32, (low >> 32) as i32, high as i32, (high >> 32) as i32]
    }

    /// With both products of each of the four places added.
    #[inline(always)]
    #[must_use]
    pub(crate) fn plus_products(self, one: SmallPairs, other: SmallPairs) -> Sums {
        Sums(unsafe { _mm_add_epi32(self.0, _mm_madd_epi16(one.0, other.0)) })
    }
}

/// Adds to all sums the products of inputs and weights: one row of weights for each two inputs.
#[inline]
pub(super) fn add_rows<const QUADS: usize>(sums: &mut [Sums; QUADS], rows: &[[SmallPairs; QUADS]], inputs: &[i16]) {
    // Copied, so that the sums stay in registers.
    let mut copies = *sums;
    for (row, pair) in rows.iter().zip(super::pairs_of(inputs)) {
        let pairs = SmallPairs::four_times(pair);
        for (sum, &weights) in copies.iter_mut().zip(row) {
            *sum = sum.plus_products(pairs, weights);
        }
    }
    *sums = copies;
}

//! Wider registers, for processors that have them: the sums of a network.
//!
//! The functions of this module that need AVX2 are unsafe to call for that one reason. The only call is behind the question whether the
//! processor has it. The sums are those of whole numbers, so it does not matter how many are computed at once.
#![expect(unsafe_code, reason = "the one call of a function that needs AVX2; see above")]

use std::arch::x86_64::{
    __m128i, __m256i, _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_madd_epi16,
    _mm256_set_m128i, _mm256_set1_epi32,
};

use super::sse2::{self, SmallPairs, Sums};

/// Wide registers need a number of sums of four that is a multiple of this.
const BLOCK: usize = 8;

/// Adds to all sums the products of inputs and weights: one row of weights for each two inputs.
#[inline]
pub(crate) fn add_rows<const QUADS: usize>(sums: &mut [Sums; QUADS], rows: &[[SmallPairs; QUADS]], inputs: &[i16]) {
    if QUADS.is_multiple_of(BLOCK) && is_x86_feature_detected!("avx2") {
        // The processor has what the function needs: it was just asked.
        unsafe { add_wide_rows(sums, rows, inputs) }
    } else {
        sse2::add_rows(sums, rows, inputs);
    }
}

#[target_feature(enable = "avx2")]
fn add_wide_rows<const QUADS: usize>(sums: &mut [Sums; QUADS], rows: &[[SmallPairs; QUADS]], inputs: &[i16]) {
    // As many as there are registers for are computed at once.
    if QUADS.is_multiple_of(2 * BLOCK) {
        add_blocks::<QUADS, { 2 * BLOCK }, BLOCK>(sums, rows, inputs);
    } else {
        add_blocks::<QUADS, BLOCK, { BLOCK / 2 }>(sums, rows, inputs);
    }
}

/// The same, for `QUADS_AT_ONCE` sums of four after the other, in half as many registers.
#[target_feature(enable = "avx2")]
#[inline]
fn add_blocks<const QUADS: usize, const QUADS_AT_ONCE: usize, const REGISTERS: usize>(
    sums: &mut [Sums; QUADS],
    rows: &[[SmallPairs; QUADS]],
    inputs: &[i16],
) {
    let (pairs, odd) = inputs.as_chunks::<2>();
    for (block, sums) in sums.as_chunks_mut::<QUADS_AT_ONCE>().0.iter_mut().enumerate() {
        let mut wide: [__m256i; REGISTERS] = std::array::from_fn(|at| joined(sums[2 * at].0, sums[2 * at + 1].0));
        for (row, &pair) in rows.iter().zip(pairs) {
            add_row(&mut wide, &row.as_chunks::<QUADS_AT_ONCE>().0[block], pair);
        }
        if let ([last], Some(row)) = (odd, rows.get(pairs.len())) {
            add_row(&mut wide, &row.as_chunks::<QUADS_AT_ONCE>().0[block], [*last, 0]);
        }
        for (at, sum) in wide.into_iter().enumerate() {
            sums[2 * at] = Sums(_mm256_castsi256_si128(sum));
            sums[2 * at + 1] = Sums(_mm256_extracti128_si256::<1>(sum));
        }
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn add_row<const REGISTERS: usize>(wide: &mut [__m256i; REGISTERS], row: &[SmallPairs], pair: [i16; 2]) {
    let pairs = _mm256_set1_epi32(super::word_of(pair));
    for (sum, [low, high]) in wide.iter_mut().zip(row.as_chunks::<2>().0) {
        *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, joined(low.0, high.0)));
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn joined(low: __m128i, high: __m128i) -> __m256i {
    _mm256_set_m128i(high, low)
}

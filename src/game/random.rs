//! Random numbers that never change: named streams, and one exact way to scale a word to a bound.
//!
//! A [`Key`] is grown from a seed by naming what the numbers are for (`Key::new(seed).with(block).with(purpose)`), and
//! turned into a [`Stream`]. Streams with different names are independent, so no part of a game can disturb the luck
//! of another. Everything here is pinned by golden values in the tests: updating a dependency cannot change a result
//! unnoticed.

use rand::Rng;
use rand_pcg::Pcg64Mcg;

/// The name of a stream: a seed and the words added to it.
///
/// Two lanes of 64 bits, each a chain of bijections (Stafford's variant 13, as in `SplitMix64`, and the finaliser of
/// `MurmurHash3`): different words give different keys, and two names collide with probability 2⁻¹²⁸.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    left: u64,
    right: u64,
}

impl Key {
    /// The key of a seed.
    #[inline]
    pub const fn new(seed: u64) -> Key {
        // The fractional digits of the golden ratio and of the square root of two: the lanes start differently.
        Key { left: 0x9e37_79b9_7f4a_7c15, right: 0x6a09_e667_f3bc_c908 }.with(seed)
    }

    /// Bytes in a key.
    pub(super) const BYTES: usize = 16;

    /// The key made from bytes: the left lane, then the right one, each little-endian.
    pub(super) fn from_bytes(bytes: [u8; Key::BYTES]) -> Key {
        let lanes = u128::from_le_bytes(bytes);
        Key { left: lanes as u64, right: (lanes >> 64) as u64 }
    }

    /// The key under this one named by `word`.
    #[must_use]
    #[inline]
    pub const fn with(self, word: u64) -> Key {
        Key {
            left: mix(self.left ^ word, [30, 27, 31], [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb]),
            right: mix(self.right.wrapping_add(word), [33, 33, 33], [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53]),
        }
    }

    /// The stream of this name.
    #[inline]
    pub fn stream(self) -> Stream {
        Stream(Pcg64Mcg::new(u128::from(self.left) << 64 | u128::from(self.right)))
    }
}

/// A bijection of 64-bit words in which every bit of the result depends on every bit of the word.
#[inline]
const fn mix(mut word: u64, shifts: [u32; 3], factors: [u64; 2]) -> u64 {
    word = (word ^ (word >> shifts[0])).wrapping_mul(factors[0]);
    word = (word ^ (word >> shifts[1])).wrapping_mul(factors[1]);
    word ^ (word >> shifts[2])
}

/// A stream of random numbers: PCG with 128 bits of multiplicative state and the XSL-RR output (`Pcg64Mcg`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stream(Pcg64Mcg);

impl Stream {
    /// The next word of the stream.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// The next word, scaled to a number below `bound`: exactly `word · bound / 2⁶⁴`, rounded down.
    ///
    /// One word for one number, always: the n-th number of a stream is the same fraction of any bound, which
    /// keeps luck aligned between games that have diverged. The price is that a number's probability may differ from
    /// `1 / bound` by less than 2⁻⁶⁴, which no experiment can detect.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        scale(self.word(), bound)
    }
}

#[inline]
fn scale(word: u64, bound: u32) -> u32 {
    ((u128::from(word) * u128::from(bound)) >> 64) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    // `scripts/golden_numbers.py` computes the same from the documentation of this module alone.

    #[test]
    fn golden_words() {
        let mut stream = Key::new(42).with(7).stream();
        let words: [u64; 4] = std::array::from_fn(|_| stream.word());
        assert_eq!(
            words,
            [
                3_381_195_717_043_633_308,
                14_392_009_510_872_690_702,
                6_593_948_671_093_640_789,
                9_924_271_457_763_401_433
            ]
        );
    }

    #[test]
    fn golden_numbers() {
        let mut stream = Key::new(1).with(2).with(3).stream();
        let numbers: [u32; 12] = std::array::from_fn(|i| stream.below([2, 6, 110, 1_000_000][i % 4]));
        assert_eq!(numbers, [0, 3, 49, 633_966, 1, 5, 91, 334_039, 1, 3, 106, 922_857]);
    }

    #[test]
    fn the_generator_is_the_published_one() {
        // PCG XSL-RR 128/64 (MCG) by its definition: multiply, then xor the halves and rotate by the top six bits.
        let mut state: u128 = 0x0123_4567_89ab_cdef_0123_4567_89ab_cdef;
        let mut stream = Stream(Pcg64Mcg::new(state));
        for _ in 0..100 {
            state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645);
            let expected = ((state >> 64) as u64 ^ state as u64).rotate_right((state >> 122) as u32);
            assert_eq!(stream.word(), expected);
        }
    }

    #[test]
    fn scaling_is_monotone_and_reaches_both_ends() {
        for bound in [1, 2, 3, 25, 110, u32::MAX] {
            assert_eq!(scale(0, bound), 0);
            assert_eq!(scale(u64::MAX, bound), bound - 1);
            assert!((0..64).map(|i| scale(1 << i, bound)).is_sorted());
        }
    }

    #[test]
    fn neighbouring_names_give_unrelated_streams() {
        let mut firsts: Vec<u64> = Vec::new();
        for seed in 0..20 {
            for block in 0..20 {
                for purpose in 0..8 {
                    firsts.push(Key::new(seed).with(block).with(purpose).stream().word());
                }
            }
        }
        let ones: u32 = firsts.iter().map(|word| word.count_ones()).sum();
        let expected = 32.0 * firsts.len() as f64;
        assert!((f64::from(ones) - expected).abs() < 5.0 * (16.0 * firsts.len() as f64).sqrt());
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 20 * 20 * 8);
    }
}

//! Several numbers side by side, on which everything is computed at once.
//!
//! This room owns the few operations that the hot loops of the engine and of the strategies do on vector registers, and it
//! alone lifts the ban on `unsafe`. It refuses game words. On x86-64 it uses SSE2, which belongs to that architecture; left to
//! itself, the compiler finds these instructions for a part of the arithmetic only. Elsewhere it uses plain words and
//! arrays. Each number is rounded as if it were alone, so nothing depends on what stands beside it, or on the machine.
//!
//! Wider registers are used for the sums of networks alone, where the processor has them. For the heuristic they were measured and
//! gain nothing: with AVX2 (four numbers, or two with the newer encodings) it executes 5 to 15 % fewer instructions in the same
//! time or more, since it waits for divisions, which are no faster.
#![expect(clippy::inline_always, reason = "an operation on registers is one instruction")]

/// A one in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

// A build with `--cfg karteneck_plain_vectors` plays with the plain vectors everywhere: the gate compares its games.
#[cfg(all(target_arch = "x86_64", not(karteneck_plain_vectors)))]
mod avx2;
#[cfg(any(test, karteneck_plain_vectors, not(target_arch = "x86_64")))]
mod plain;
#[cfg(all(target_arch = "x86_64", not(karteneck_plain_vectors)))]
mod sse2;

#[cfg(all(target_arch = "x86_64", not(karteneck_plain_vectors)))]
pub(crate) use avx2::add_rows;
#[cfg(any(karteneck_plain_vectors, not(target_arch = "x86_64")))]
pub(crate) use plain::{ByteLanes, Bytes, Pair, SmallPairs, Sums, add_rows};
#[cfg(all(target_arch = "x86_64", not(karteneck_plain_vectors)))]
pub(crate) use sse2::{ByteLanes, Bytes, Pair, SmallPairs, Sums};

/// Two small whole numbers in one, the first in its lower half.
#[cfg(all(target_arch = "x86_64", not(karteneck_plain_vectors)))]
#[inline(always)]
fn word_of([first, second]: [i16; 2]) -> i32 {
    i32::from(first.cast_unsigned()) | i32::from(second) << 16
}

/// Inputs two by two; the last has a zero beside it if their number is odd.
#[inline(always)]
fn pairs_of(inputs: &[i16]) -> impl Iterator<Item = [i16; 2]> {
    inputs.chunks(2).map(|pair| [pair[0], pair.get(1).copied().unwrap_or(0)])
}

#[cfg(test)]
mod tests {
    use super::{ByteLanes, Bytes, Pair, SmallPairs, Sums, add_rows, plain};

    /// Random enough: a xorshift generator.
    struct Luck(u64);

    impl Luck {
        fn word(&mut self) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0
        }

        fn below(&mut self, bound: u32) -> u32 {
            (self.word() >> 32) as u32 % bound
        }
    }

    /// Numbers of all sizes and signs, and equal ones often enough.
    fn some_number(luck: &mut Luck) -> f64 {
        let number = f64::from(luck.below(1 << 20)) / f64::from(1 + luck.below(1 << 10));
        match luck.below(6) {
            0 => f64::from(luck.below(3)),
            1 => -number,
            2 => number * 1e9,
            3 => f64::INFINITY,
            _ => number,
        }
    }

    fn bits(first: f64, second: f64) -> [u64; 2] {
        // The sign of a zero and the payload of what is not a number never matter.
        [first, second].map(|number| if number.is_nan() { u64::MAX } else { (number + 0.0).to_bits() })
    }

    /// The same operation on both kinds of pairs.
    macro_rules! assert_same {
        ([$a:expr, $b:expr, $c:expr, $d:expr], |$one:ident, $other:ident| $operation:expr) => {{
            let both = {
                let ($one, $other) = (Pair::new($a, $b), Pair::new($c, $d));
                let result = $operation;
                bits(result.first(), result.second())
            };
            let plain = {
                let ($one, $other) = (plain::Pair::new($a, $b), plain::Pair::new($c, $d));
                let result = $operation;
                bits(result.first(), result.second())
            };
            assert_eq!(both, plain, "{} of {:?}", stringify!($operation), [$a, $b, $c, $d]);
        }};
    }

    #[test]
    fn pairs_are_the_same_on_every_machine() {
        let mut luck = Luck(0x9e37_79b9_7f4a_7c15);
        for _ in 0..100_000 {
            let [a, b, c, d] = std::array::from_fn(|_| some_number(&mut luck));
            assert_eq!(Pair::both(a).second().to_bits(), plain::Pair::both(a).second().to_bits());
            assert_same!([a, b, c, d], |one, other| one + other);
            assert_same!([a, b, c, d], |one, other| one - other);
            assert_same!([a, b, c, d], |one, other| one * other);
            assert_same!([a, b, c, d], |one, other| one / other);
            assert_same!([a, b, c, d], |one, other| (one - other).abs());
            assert_eq!(Pair::new(a, b).larger().to_bits(), plain::Pair::new(a, b).larger().to_bits());
            let (small, smaller) = (f64::from(luck.below(8000)) / 1000.0, f64::from(luck.below(8)));
            let (whole, indices) = Pair::new(small, smaller).whole();
            let (plain_whole, plain_indices) = plain::Pair::new(small, smaller).whole();
            assert_eq!(indices, plain_indices);
            assert_eq!(whole.first().to_bits(), plain_whole.first().to_bits());
        }
    }

    #[test]
    fn bytes_are_the_same_on_every_machine() {
        let mut luck = Luck(0x3c6e_f372_fe94_f82b);
        for _ in 0..100_000 {
            // Often equal, and often near to each other.
            let one = luck.word();
            let two = if luck.below(2) == 0 {
                luck.word()
            } else {
                one ^ (luck.word() & luck.word() & 0x0301_ff00_0101_8001)
            };
            let (bytes, plain) = ([one, two].map(Bytes::new), [one, two].map(plain::Bytes::new));
            assert_eq!(bytes[0].equal(bytes[1]), plain[0].equal(plain[1]));
            let (rest, plain_rest) = (bytes[0].minus_or_zero(bytes[1]), plain[0].minus_or_zero(plain[1]));
            let of_rest = (0..8).fold(0, |word, index| {
                let byte = |word: u64| (word >> (8 * index)) as u8;
                word | u64::from(byte(one).saturating_sub(byte(two))) << (8 * index)
            });
            assert_eq!(rest.equal(Bytes::new(of_rest)), u64::MAX);
            assert_eq!(plain_rest.equal(plain::Bytes::new(of_rest)), u64::MAX);
            for (index, (pair, plain)) in Pair::of_bytes(one).into_iter().zip(plain::Pair::of_bytes(one)).enumerate() {
                let [first, second] = [0, 1].map(|place| f64::from(one.to_le_bytes()[2 * index + place]));
                assert_eq!(bits(pair.first(), pair.second()), bits(first, second));
                assert_eq!(bits(plain.first(), plain.second()), bits(first, second));
                let [twice, other] = pair.each_twice();
                assert_eq!(
                    [bits(twice.first(), twice.second()), bits(other.first(), other.second())],
                    [bits(first, first), bits(second, second)]
                );
                assert_eq!(
                    plain.each_twice().map(|twice| bits(twice.first(), twice.second())),
                    [bits(first, first), bits(second, second)]
                );
            }
        }
    }

    #[test]
    fn byte_lanes_are_the_same_on_every_machine() {
        let mut luck = Luck(0x6a09_e667_f3bc_c908);
        for _ in 0..20_000 {
            // Bytes below 128, as they have to be.
            let words = [0; 4].map(|_: u64| luck.word() & 0x7f7f_7f7f_7f7f_7f7f);
            let (mut lanes, mut plain) = (ByteLanes::new(words), plain::ByteLanes::new(words));
            for _ in 0..8 {
                let bound = luck.below(128) as u8;
                (lanes, plain) = (lanes.lower_those_above(bound), plain.lower_those_above(bound));
                assert_eq!(lanes.words(), plain.words());
            }
            let (taken, plain_taken) = (ByteLanes::new(words).minus(lanes), plain::ByteLanes::new(words).minus(plain));
            assert_eq!(taken.words(), plain_taken.words());
            assert_eq!(taken.changes(), plain_taken.changes());
        }
    }

    #[test]
    fn sums_of_products_are_the_same_on_every_machine() {
        let mut luck = Luck(0xbb67_ae85_84ca_a73b);
        for _ in 0..20_000 {
            let mut small = || if luck.below(8) == 0 { i16::MIN } else { luck.word() as i16 };
            let [first, second, third, fourth] = std::array::from_fn(|_| [small(), small()]);
            let (pairs, pair) = ([first, second, third, fourth], [small(), small()]);
            let start = [luck.word() as i32, -1, i32::MAX, 0];
            let sums = Sums::new(start).plus_products(SmallPairs::new(pairs), SmallPairs::four_times(pair));
            let (pairs, pair) = (plain::SmallPairs::new(pairs), plain::SmallPairs::four_times(pair));
            assert_eq!(sums.numbers(), plain::Sums::new(start).plus_products(pairs, pair).numbers());
        }
        let products = SmallPairs::new([[1, 2], [3, 4], [-5, 6], [0, 7]]);
        let sums = Sums::new([0, 0, 0, 9]).plus_products(products, SmallPairs::four_times([10, 1]));
        assert_eq!(sums.numbers(), [12, 34, -44, 16]);
    }

    /// The same rows added by the vectors of this machine and by plain ones, for a number of sums of four.
    fn assert_same_rows<const QUADS: usize>(luck: &mut Luck) {
        for len in 0..40_usize {
            let inputs: Vec<i16> = (0..len).map(|_| luck.word() as i16).collect();
            let rows: Vec<[[[i16; 2]; 4]; QUADS]> = (0..len.div_ceil(2) + luck.below(2) as usize)
                .map(|_| [(); QUADS].map(|()| [(); 4].map(|()| [luck.word() as i16, luck.word() as i16])))
                .collect();
            let start = [(); QUADS].map(|()| [(); 4].map(|()| luck.word() as i32));
            let mut sums = start.map(Sums::new);
            add_rows(&mut sums, &rows.iter().map(|row| row.map(SmallPairs::new)).collect::<Vec<_>>(), &inputs);
            let mut plain = start.map(plain::Sums::new);
            let rows: Vec<_> = rows.iter().map(|row| row.map(plain::SmallPairs::new)).collect();
            plain::add_rows(&mut plain, &rows, &inputs);
            assert_eq!(sums.map(Sums::numbers), plain.map(plain::Sums::numbers));
        }
    }

    #[test]
    fn rows_of_a_network_are_the_same_on_every_machine() {
        let mut luck = Luck(0x510e_527f_ade6_82d1);
        for _ in 0..50 {
            assert_same_rows::<2>(&mut luck);
            assert_same_rows::<8>(&mut luck);
            assert_same_rows::<12>(&mut luck);
            assert_same_rows::<16>(&mut luck);
        }
    }

    #[test]
    fn a_change_is_a_byte_that_differs_from_the_one_before() {
        let lanes = ByteLanes::new([0x0403_0303_0100_0000, 0x0505_0504, 0, 0x78 << 56]);
        // The first word has 0, 0, 0, 1, 3, 3, 3, 4; the second goes on with 4, 5, 5, 5 and falls back to 0.
        assert_eq!(lanes.changes(), 0b1001_1000 | 0b0001_0010 << 8 | 1 << 31);
    }
}

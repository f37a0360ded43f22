//! The position of the n-th set bit: an 8 KB table for words of nine bits, from which longer words are pieced together.
//!
//! The default build may not assume the `pdep` instruction, which would do the same.

/// `NTH[bits][n]` is the position of the n-th set bit (0 where there are fewer).
static NTH: [[u8; 16]; 512] = positions();

const fn positions() -> [[u8; 16]; 512] {
    let mut table = [[0; 16]; 512];
    let mut bits = 0;
    while bits < 512 {
        let (mut bit, mut found) = (0, 0);
        while bit < 9 {
            if bits >> bit & 1 == 1 {
                table[bits][found] = bit;
                found += 1;
            }
            bit += 1;
        }
        bits += 1;
    }
    table
}

/// The position of the `n`-th set bit among the lowest nine, counted from 0; arbitrary (below 9) if there are fewer.
#[inline]
pub(super) fn nth_of_nine(bits: u32, n: u32) -> u32 {
    u32::from(NTH[(bits & 0x1ff) as usize][(n & 15) as usize])
}

#[cfg(test)]
mod tests {
    use super::nth_of_nine;

    #[test]
    fn every_bit_of_every_word() {
        for bits in 0..512_u32 {
            let set = (0..9).filter(|bit| bits >> bit & 1 == 1);
            for (n, bit) in (0..).zip(set) {
                assert_eq!(nth_of_nine(bits, n), bit);
                assert_eq!(nth_of_nine(bits | 0xffff_fe00, n), bit, "higher bits do not matter");
            }
        }
    }
}

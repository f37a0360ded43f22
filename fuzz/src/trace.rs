//! What came of an input, as a number: the runner keeps inputs whose outcome is new.

/// A digest of an outcome. Numbers and quoted parts of its words do not count, so that it names a kind of outcome.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trace(u64);

impl Trace {
    /// Of an outcome in words.
    pub fn of(words: &str) -> Trace {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut quote = None;
        for byte in words.bytes().take(MAX_BYTES) {
            match (quote, byte) {
                (Some(open), _) if open == byte => quote = None,
                (None, b'"' | b'`') => quote = Some(byte),
                (Some(_), _) => continue,
                (None, b'0'..=b'9') => continue,
                (None, _) => {}
            }
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Trace(hash)
    }
}

/// The rest of a long message is mostly the input again.
const MAX_BYTES: usize = 120;

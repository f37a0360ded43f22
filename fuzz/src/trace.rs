//! What came of an input, as a number: the runner keeps inputs whose outcome is new.

/// A digest of an outcome. Numbers and quoted parts of its words do not count: it names a kind of outcome.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trace {
    digest: u64,
    is_understood: bool,
}

impl Trace {
    /// The input was understood, up to the end of what the target does with it.
    pub fn understood(words: &str) -> Trace {
        Trace { digest: digest(words), is_understood: true }
    }

    /// The input was refused, for a reason.
    pub fn refused(reason: &str) -> Trace {
        // What was got instead of what was expected is a part of the input.
        let expected = reason.split(" got ").next().unwrap_or_default();
        Trace { digest: digest(expected), is_understood: false }
    }

    /// Whether the input was understood.
    pub const fn is_understood(self) -> bool {
        self.is_understood
    }
}

fn digest(words: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut quote = None;
    for byte in words.bytes().take(MAX_BYTES) {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (None, b'"' | b'`') => quote = Some(byte),
            (Some(_), _) | (None, b'0'..=b'9') => continue,
            (None, _) => {}
        }
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

/// The rest of a long message is mostly the input again.
const MAX_BYTES: usize = 120;

//! Hashes as files write them.

/// The hash of some bytes, as manifests write it.
pub fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..32].to_owned()
}

//! Texts that cannot be guessed: tokens, and the marks of styles.

/// 128 bits that cannot be guessed.
///
/// # Errors
/// If the system has no random numbers.
pub(super) fn secret() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}

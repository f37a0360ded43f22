//! Whole numbers as people write them.

/// A whole number: `1000`, `1_000`, `1e3`, `1k`, `2.5M`. `None` if it is something else, has a fraction, or does not fit.
pub fn whole_number(text: &str) -> Option<u64> {
    let (text, thousands) = match text.trim().char_indices().next_back()? {
        (at, 'k' | 'K') => (&text.trim()[..at], 3),
        (at, 'm' | 'M') => (&text.trim()[..at], 6),
        (at, 'g' | 'G') => (&text.trim()[..at], 9),
        _ => (text.trim(), 0),
    };
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<u32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = digits(fraction)?.trim_end_matches('0').to_owned();
    let number = digits(whole).filter(|whole| !whole.is_empty())? + &fraction;
    let scale = exponent.checked_add(thousands)?.checked_sub(fraction.len() as u32)?;
    let number: u64 = number.parse().ok()?;
    if number == 0 { Some(0) } else { number.checked_mul(10_u64.checked_pow(scale)?) }
}

/// The digits without the underscores between them.
fn digits(text: &str) -> Option<String> {
    let is_written_well = !text.starts_with('_') && !text.ends_with('_');
    let is_number = text.chars().all(|c| c.is_ascii_digit() || c == '_');
    (is_written_well && is_number).then(|| text.replace('_', ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, number) in [
            ("0", 0),
            ("007", 7),
            ("1000", 1_000),
            ("1_000_000", 1_000_000),
            ("1e6", 1_000_000),
            ("2.5e3", 2_500),
            ("1.50e1", 15),
            ("10k", 10_000),
            ("2M", 2_000_000),
            ("0.5m", 500_000),
            ("1e3k", 1_000_000),
            (" 3K ", 3_000),
            ("1.0", 1),
            ("0e400", 0),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(whole_number(text), Some(number), "{text}");
        }
        for text in [
            "",
            " ",
            "k",
            "e6",
            "1e",
            "-5",
            "+5",
            "1.5",
            "1e-3",
            "1.25k1",
            "1__0e",
            "_1",
            "1_",
            "1,000",
            "0x10",
            "ten",
            "1e20",
            "1e99999999999",
            "18446744073709551616",
            "1 000",
            "١",
            "1.2.3",
            "1ee3",
            "NaN",
            "inf",
            ".5k",
            "2.5",
        ] {
            assert_eq!(whole_number(text), None, "{text}");
        }
    }
}

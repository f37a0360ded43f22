//! Numbers of players on the command line.

use crate::game::Players;

/// One number of players.
pub(super) fn parse_players(text: &str) -> Result<Players, String> {
    number(text).ok_or_else(|| "expected a number of players from 2 to 6".to_owned())
}

fn number(text: &str) -> Option<Players> {
    text.trim().parse().ok().and_then(Players::new)
}

/// Several numbers of players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sizes(pub(super) Vec<Players>);

/// Several numbers of players, like `4`, `2-4`, `2,4-6` or `all`.
pub(super) fn parse_sizes(text: &str) -> Result<Sizes, String> {
    if text.trim() == "all" {
        return Ok(Sizes(Players::ALL.to_vec()));
    }
    let expected = || "expected numbers of players from 2 to 6, like 4, 2-4 or 2,4-6, or `all`".to_owned();
    let mut sizes = Vec::new();
    for part in text.split(',') {
        let ends = part.split_once(['-', '–']).unwrap_or((part, part));
        let (first, last) = number(ends.0).zip(number(ends.1)).ok_or_else(expected)?;
        let before = sizes.len();
        sizes.extend(Players::ALL.into_iter().filter(|size| (first.count()..=last.count()).contains(&size.count())));
        if sizes.len() == before {
            return Err(expected());
        }
    }
    let repeats = sizes.iter().enumerate().any(|(index, size)| sizes[..index].contains(size));
    if repeats { Err("expected each number of players once".to_owned()) } else { Ok(Sizes(sizes)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_players_are_read_as_people_write_them() {
        let sizes =
            |text: &str| parse_sizes(text).map(|sizes| sizes.0.iter().map(|size| size.count()).collect::<Vec<_>>());
        for (text, expected) in [
            ("2", &[2][..]),
            ("2-4", &[2, 3, 4]),
            ("2, 4 - 6", &[2, 4, 5, 6]),
            ("6,2", &[6, 2]),
            ("all", &[2, 3, 4, 5, 6]),
            ("3–3", &[3]),
        ] {
            assert_eq!(sizes(text).as_deref(), Ok(expected), "{text}");
        }
        for text in ["", "1", "7", "2-", "-2", "4-2", "2-7", "two", "2,,3", "2..4", "2-3-4", "ALL"] {
            assert!(sizes(text).is_err_and(|why| why.contains("like 4, 2-4 or 2,4-6")), "{text}");
        }
        assert!(sizes("2,2-3").is_err_and(|why| why.contains("once")));
    }
}

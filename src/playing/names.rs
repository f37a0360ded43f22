//! What the players are called: by their names, no two of them alike.

use crate::game::Seat;
use crate::records::words::printable;
use crate::report::clip;

/// The names of all seats in at most so many columns. Others that would be called the same, or like the person, are numbered.
pub fn distinct(names: &[String], person: Seat, most: usize) -> Vec<String> {
    let names: Vec<String> = names.iter().map(|name| printable(name)).collect();
    let mut called: Vec<String> = names.iter().map(|name| clip(name, most)).collect();
    let is_shared = |name: &String| called.iter().filter(|other| *other == name).count() > 1;
    let shared: Vec<bool> = called.iter().map(is_shared).collect();
    for seat in (0..names.len()).filter(|&seat| shared[seat] && seat != person.index()) {
        let numbered = |number: usize| format!("{} {number}", clip(&names[seat], most - " 1".len()));
        // Of twice as many numbers as there are names, most are free.
        let free = (1..=2 * names.len()).map(numbered).find(|name| !called.contains(name));
        called[seat] = free.unwrap_or_default();
    }
    called
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::text_width;

    fn called(names: &[&str], person: usize, most: usize) -> Vec<String> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        distinct(&names, Seat::new(person).expect("a seat"), most)
    }

    #[test]
    fn every_player_has_a_name_of_their_own() {
        assert_eq!(called(&["you", "tuned", "greedy"], 0, 14), ["you", "tuned", "greedy"]);
        assert_eq!(called(&["tuned", "you", "tuned"], 1, 14), ["tuned 1", "you", "tuned 2"]);
        assert_eq!(called(&["tuned", "tuned"], 0, 14), ["tuned", "tuned 1"], "the person keeps the name");
        assert_eq!(called(&["you", "tuned", "tuned", "tuned 1"], 0, 14), ["you", "tuned 2", "tuned 3", "tuned 1"]);
        // Names that differ where they are cut.
        let long = ["you", "process:python3 a-bot.py", "process:python3 b-bot.py"];
        assert_eq!(called(&long, 0, 10), ["you", "pro…t.py 1", "pro…t.py 2"]);
        assert_eq!(called(&long, 0, usize::MAX), long);
        assert_eq!(called(&["you", "a\u{1b}[2J"], 0, usize::MAX), ["you", "a\\u{1b}[2J"]);
    }

    #[test]
    fn a_name_fits_its_columns() {
        let names = ["漢字の名前がとても長い", "漢字の名前がとても長い", "zoe\u{308}", "zoe\u{308}", "a", "a"];
        for most in [8, 10, 14] {
            let called = called(&names, 0, most);
            assert!(called.iter().all(|name| text_width(name) <= most), "{called:?}");
            let different: std::collections::BTreeSet<&String> = called.iter().collect();
            assert_eq!(different.len(), names.len(), "{called:?}");
        }
    }
}

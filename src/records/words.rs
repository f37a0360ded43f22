//! Words for what happens, shared by transcripts, pages, and the game of a person while it is played.
//!
//! Nothing here looks at a hidden card except [`card_names`], which names the cards it is given.

use super::card_name::CardName;
use super::record::{MenuRecord, MoveRecord, Record, RoundRecord};
use crate::game::{Event, Seat, Table};

/// A number of worms, with the noun.
pub fn count_worms(worms: impl Into<u32>) -> String {
    let worms = worms.into();
    format!("{worms} {}", if worms == 1 { "worm" } else { "worms" })
}

/// Each portion with its worms, since hardly anyone knows them by heart.
pub fn grill(table: &Table) -> String {
    let portions =
        table.grill().iter().map(|portion| format!("{portion} ({})", count_worms(table.edition().worms(portion))));
    or_dash(portions.collect::<Vec<_>>().join("  "))
}

/// A seat's stack from the bottom up, so that the top, which can be stolen, comes last.
pub fn stack(table: &Table, seat: Seat) -> String {
    let mut values: Vec<String> = table.stack(seat).map(|portion| portion.to_string()).collect();
    values.reverse();
    or_dash(values.join(" "))
}

/// The text, or a dash if it is empty.
pub fn or_dash(text: String) -> String {
    if text.is_empty() { "–".to_owned() } else { text }
}

/// The names of some cards.
pub fn card_names(cards: &[CardName]) -> String {
    let names: Vec<String> = cards.iter().map(|name| name.0.to_string()).collect();
    names.join(" ")
}

/// What the seat on turn did, and the immediate consequences without draws; `who` names a seat.
pub fn action(before: &Table, record: &MoveRecord, who: &dyn Fn(usize) -> String) -> String {
    let total = record.total.unwrap_or_default();
    match (&record.lay, record.take, record.steal) {
        (Some(cards), ..) => format!("lays {} = {total}", card_names(cards)),
        (None, Some(portion), _) if before.display(before.turn()).is_empty() => {
            format!("passes with nothing, takes {portion}")
        }
        (None, Some(portion), _) => format!("passes, invalid, takes {portion}"),
        (None, None, Some(steal)) => {
            format!("passes with {total}, steals {} from {}", steal.portion, who(steal.from))
        }
        (None, None, None) => format!("passes with {total}"),
    }
}

/// That the draw pile was a new one, if these events of a move say so (rule 8.2).
pub fn reshuffle_note(events: &[Event]) -> Option<&'static str> {
    let note = "(the draw pile was empty: the discard pile is the new one)";
    events.contains(&Event::Reshuffled).then_some(note)
}

/// Who was served what and why, a line each; `all_passed` is the table before the menu, `who` names a seat.
pub fn menu_lines(all_passed: &Table, round: &RoundRecord, who: &dyn Fn(usize) -> String) -> Vec<String> {
    if round.menu.is_empty() {
        return vec!["no valid display, nothing is served".to_owned()];
    }
    let line = |served: &MenuRecord| {
        let seat = Seat::new(served.seat)?;
        let signpost = all_passed.tie_breaker(seat);
        let decided = signpost.map_or_else(String::new, |signpost| format!(" and W{}", signpost.number()));
        Some(format!("{} with {}{decided} is served {}", who(served.seat), all_passed.total(seat), served.portion))
    };
    round.menu.iter().filter_map(line).collect()
}

/// What a record says about faults, and how the game is scored because of them, one line each; `who` names a seat.
pub fn fault_lines(record: &Record, who: &dyn Fn(usize) -> String) -> Vec<String> {
    let name = |seat: &serde_json::Value| seat.as_u64().map_or_else(|| "?".to_owned(), |seat| who(seat as usize));
    let faults = record.extra.get("faults").and_then(serde_json::Value::as_array).into_iter().flatten();
    let fault = |fault: &serde_json::Value| {
        let words = |key: &str| printable(fault[key].as_str().unwrap_or("?"));
        let (seat, round, turn) = (name(&fault["seat"]), &fault["round"], &fault["move"]);
        format!("fault of {seat} in round {round}, move {turn}: {}: {}", words("kind"), words("reason"))
    };
    let score = record.extra.get("score").map(|score| {
        let mut places: Vec<(u64, usize)> = Vec::new();
        let given = score["places"].as_array().into_iter().flatten().enumerate();
        places.extend(given.filter_map(|(seat, place)| Some((place.as_u64()?, seat))));
        places.sort_unstable();
        let places: Vec<String> = places.iter().map(|&(place, seat)| format!("{place}. {}", who(seat))).collect();
        format!("so it counts: {}", places.join(", "))
    });
    faults.map(fault).chain(score).collect()
}

/// Ascending numbers with neighbours drawn together: `2, 4–6`.
pub fn number_ranges(numbers: impl IntoIterator<Item = usize>) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let text = |&(first, last): &(usize, usize)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}–{last}"),
    };
    ranges.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// Makes untrusted text harmless on a terminal: whatever controls it, is invisible or changes the writing direction is escaped. Line
/// breaks stay.
pub fn harmless(text: &str) -> String {
    escaping(text, |c| c != '\n' && !"'\"\\".contains(c) && (c.is_control() || c.escape_debug().len() > 1))
}

/// A name or another short text of strangers on its line: control characters, line breaks and changes of the writing direction are
/// escaped, letters with marks and joined pictures stay.
pub fn printable(text: &str) -> String {
    escaping(text, is_control)
}

/// Whether a character controls something or changes the writing direction instead of being seen.
pub fn is_control(c: char) -> bool {
    let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

fn escaping(text: &str, is_escaped: impl Fn(char) -> bool) -> String {
    text.chars().flat_map(|c| if is_escaped(c) { c.escape_default().collect() } else { vec![c] }).collect()
}

/// A word as a shell takes it. A NUL, which no shell can be told, stays as it is.
///
/// # Panics
/// Never: `shlex` refuses nothing but a NUL, and that is allowed.
pub fn quoted(word: &str) -> String {
    // Specs stay easy to read: `shlex` also quotes `=`, `,` and `%`, which no shell minds inside such a word.
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+%@".contains(c);
    if word.starts_with(|c: char| c.is_ascii_alphanumeric()) && word.chars().all(is_plain) {
        return word.to_owned();
    }
    let quoter = shlex::Quoter::new().allow_nul(true);
    quoter.quote(word).expect("a NUL is allowed").into_owned()
}

/// The menu as lines of a transcript.
pub fn menu(all_passed: &Table, round: &RoundRecord, who: &dyn Fn(usize) -> String) -> String {
    let lines: Vec<String> =
        menu_lines(all_passed, round, who).iter().map(|line| format!("  menu: {line}\n")).collect();
    lines.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_drawn_together() {
        assert_eq!(number_ranges([2, 3, 4, 5, 6]), "2–6");
        assert_eq!(number_ranges([2, 4, 5]), "2, 4, 5");
        assert_eq!(number_ranges([]), "");
    }

    #[test]
    fn commands_survive_a_shell() {
        assert_eq!(quoted("heuristic:card=1"), "heuristic:card=1");
        assert_eq!(quoted("process:it's"), r#""process:it's""#);
        assert_eq!(quoted("process:a 'b' \"$c\""), r#""process:a 'b' \""'$c"'"#);
        assert_eq!((quoted("=a"), quoted("./a-b")), ("'=a'".to_owned(), "./a-b".to_owned()));
        assert_eq!(quoted("a\0b"), "'a\0b'");
        assert_eq!((quoted(""), quoted("a b")), ("''".to_owned(), "'a b'".to_owned()));
    }
}

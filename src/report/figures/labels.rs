//! Names in charts: always whole, in as many lines as they need.

use unicode_width::UnicodeWidthChar;

use crate::records::words::printable;
use crate::report::svg::{Anchor, BREAKS, Svg};

/// The height of a line of a name.
pub(super) const LINE: f64 = 14.0;

/// The width of a text of the usual size, in pixels: an estimate for a wide font, since the reader's is not known.
pub(super) fn width_of(text: &str) -> f64 {
    text.chars().map(width).sum()
}

fn width(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 4.2,
        'f' | 'r' | 't' | '-' | '(' | ')' | '[' | ']' | '/' => 5.2,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 12.0,
        'A'..='Z' | '=' | '+' | '<' | '>' | '~' | '#' | '&' => 10.2,
        c if c.is_ascii() => 7.8,
        c => 8.5 * c.width().unwrap_or(0) as f64,
    }
}

/// A name in lines of at most this width: broken after a separator if there is one in the line, so that parameters stay whole.
pub(super) fn lines(name: &str, most: f64) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for c in printable(name).chars() {
        while !line.is_empty() && width(c) > 0.0 && width_of(&line) + width(c) > most {
            let end = line.rfind(|c| c == ' ' || BREAKS.contains(c)).map_or(line.len(), |at| at + 1);
            let rest = line.split_off(end);
            lines.push(std::mem::replace(&mut line, rest));
        }
        line.push(c);
    }
    lines.push(line);
    lines
}

/// Writes lines below each other; `y` is the base of the first.
pub(super) fn write_lines(svg: &mut Svg, [x, y]: [f64; 2], anchor: Anchor, class: &str, lines: &[String]) {
    for (index, line) in lines.iter().enumerate() {
        svg.text([x, y + LINE * index as f64], anchor, class, line);
    }
}

/// The lines of the longest of some names.
pub(super) fn most_lines<'a>(names: impl Iterator<Item = &'a str>, width: f64) -> usize {
    names.map(|name| lines(name, width).len()).max().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_broken_between_parameters() {
        assert_eq!(lines("heuristic:card=1.05,tempo=1.2", 150.0), ["heuristic:card=1.05,", "tempo=1.2"]);
        assert_eq!(lines("greedy", 150.0), ["greedy"]);
        assert_eq!(lines("abcdegh", 24.0), ["abc", "deg", "h"]);
    }

    proptest! {
        #[test]
        fn no_letter_is_lost_and_every_line_fits(name in "[a-z:,=0-9漢 ]{0,60}", most in 20.0..300.0) {
            let lines = lines(&name, most);
            prop_assert_eq!(lines.concat(), name);
            prop_assert!(lines.iter().all(|line| width_of(line) <= most));
        }
    }
}

//! Cells in columns for the terminal.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::records::words::printable;

/// How many terminal columns a text takes: a wide character takes two, a combining mark none.
pub fn text_width(text: &str) -> usize {
    text.width()
}

/// Text padded with trailing blanks to this many columns.
pub fn pad(text: &str, width: usize) -> String {
    text.to_owned() + &blanks(text, width)
}

/// The blanks that pad a text to this many columns.
fn blanks(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text_width(text)))
}

/// Rows of cells in columns as wide as they need; the first row is the heading. Numbers are right-aligned.
pub fn align(rows: &[Vec<String>]) -> String {
    let is_number = |cell: &str| cell.starts_with(|c: char| c.is_ascii_digit() || "±-+".contains(c));
    in_columns(rows, |column| {
        let mut cells =
            rows.iter().skip(1).filter_map(|row| row.get(column)).filter(|cell| !cell.is_empty()).peekable();
        cells.peek().is_some() && cells.all(|cell| is_number(cell))
    })
}

/// Like [`align`], but with every cell left-aligned.
pub fn align_left(rows: &[Vec<String>]) -> String {
    in_columns(rows, |_| false)
}

fn in_columns(rows: &[Vec<String>], is_to_the_right: impl Fn(usize) -> bool) -> String {
    // Foreign names must not control the terminal, nor break the line.
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(|cell| printable(cell)).collect()).collect();
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| text_width(cell)).max();
    // The first column that no row has ends the table.
    let columns: Vec<(usize, bool)> =
        (0..).map_while(|column| Some((widest(column)?, is_to_the_right(column)))).collect();
    let cell = |(cell, &(width, to_the_right)): (&String, &(usize, bool))| {
        if to_the_right { blanks(cell, width) + cell } else { pad(cell, width) }
    };
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().zip(&columns).map(cell).collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

/// A name cut to this many columns: the middle is left out, since similar names differ at their ends.
pub fn clip(name: &str, most: usize) -> String {
    if text_width(name) <= most {
        return name.to_owned();
    }
    let head: String = fitting(name.chars(), (most - 1) / 2).into_iter().collect();
    let tail: String = fitting(name.chars().rev(), most / 2).into_iter().rev().collect();
    // A combining mark whose letter is left out would land on the ellipsis.
    format!("{head}…{}", tail.trim_start_matches(|c: char| c.width() == Some(0)))
}

/// The first characters that certainly fit into this many columns.
fn fitting(characters: impl Iterator<Item = char>, columns: usize) -> Vec<char> {
    let mut free = columns;
    let fits = |c: char| {
        // This selector turns the character before it into a wide emoji.
        let width = if c == '\u{fe0f}' { 1 } else { c.width().unwrap_or(1) };
        free = free.checked_sub(width)?;
        Some(c)
    };
    characters.map_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_they_need() {
        let rows = [["a", "number"], ["long", "7"], ["b", "12.5"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(align(&rows), "a     number\nlong       7\nb       12.5\n");
        assert_eq!(align(&[]), "");
        assert_eq!(align_left(&rows), "a     number\nlong  7\nb     12.5\n");
    }

    #[test]
    fn wide_characters_and_marks_are_aligned() {
        // Two columns each, a letter and a mark, an emoji of three characters, an invisible character.
        let names = ["abcd", "漢字", "zoe\u{308}y", "👩\u{200d}🔬ab", "ab\u{200b}cd"];
        let rows: Vec<Vec<String>> = names.iter().map(|name| vec![(*name).to_owned(), "x".to_owned()]).collect();
        assert_eq!(align(&rows), names.join("  x\n") + "  x\n");
        assert_eq!(align(&[vec!["數".to_owned()], vec!["5".to_owned()]]), "數\n 5\n");
        assert_eq!(pad("漢", 4), "漢  ");
    }

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(clip("heuristic:tempo=1.05", 16), "heurist…mpo=1.05");
        assert_eq!(text_width(&clip("heuristic:tempo=1.05", 16)), 16);
        assert_eq!((clip("greedy", 6), clip("greedier", 5)), ("greedy".to_owned(), "gr…er".to_owned()));
    }

    #[test]
    fn wide_names_are_clipped_by_columns() {
        assert_eq!((clip("漢字漢字", 8), clip("漢字漢字", 7)), ("漢字漢字".to_owned(), "漢…字".to_owned()));
        assert_eq!(clip("abcdefe\u{308}", 5), "ab…fe\u{308}", "the mark stays with its letter");
        assert_eq!(clip("abcde\u{308}f", 3), "a…f", "and is not left alone");
    }
}

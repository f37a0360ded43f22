//! Tables that fit a screen of any width.

use std::fmt;

use super::table::{align, align_left, clip, pad, text_width};

/// The least that is left of a cell that is cut.
const LEAST: usize = 6;
/// The least width in which prose is set next to other columns.
const PROSE: usize = 24;

/// A table for the terminal, and how it gives way if there is not enough room: first some columns are left out, then some cells
/// are cut; prose in the last column is broken into lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextTable {
    /// The first row is the heading.
    rows: Vec<Vec<String>>,
    /// Columns that can be left out, the first one first.
    spare: &'static [usize],
    /// Columns whose cells can be cut.
    flexible: &'static [usize],
    /// Whether the last column is prose.
    has_prose: bool,
}

impl TextTable {
    /// Rows of cells; the first row is the heading.
    pub(super) fn new(rows: Vec<Vec<String>>, spare: &'static [usize], flexible: &'static [usize]) -> TextTable {
        TextTable { rows, spare, flexible, has_prose: false }
    }

    /// Rows whose last cell is prose.
    pub fn with_prose(rows: Vec<Vec<String>>) -> TextTable {
        TextTable { rows, spare: &[], flexible: &[], has_prose: true }
    }

    /// Without its first row.
    #[must_use]
    pub fn without_heading(mut self) -> TextTable {
        self.rows.drain(..self.rows.len().min(1));
        self
    }

    /// The text in this many columns, as far as possible.
    pub fn within(&self, columns: usize) -> String {
        if self.has_prose {
            return prose(&self.rows, columns);
        }
        let mut spare = 0;
        while self.width_without(&self.spare[..spare]) > columns && spare < self.spare.len() {
            spare += 1;
        }
        let left_out = &self.spare[..spare];
        let mut rows: Vec<Vec<String>> = self.rows.iter().map(|row| without(row, left_out)).collect();
        let flexible = self.flexible.iter().filter(|column| !left_out.contains(column));
        let flexible: Vec<usize> =
            flexible.map(|&column| column - left_out.iter().filter(|&&other| other < column).count()).collect();
        shrink(&mut rows, &flexible, columns);
        format!("{}{}", align(&rows), self.missing(left_out, columns))
    }

    fn width_without(&self, left_out: &[usize]) -> usize {
        let rows: Vec<Vec<String>> = self.rows.iter().map(|row| without(row, left_out)).collect();
        width(&rows)
    }

    /// What a wider screen would show.
    fn missing(&self, left_out: &[usize], columns: usize) -> String {
        let heading = self.rows.first();
        let mut indices = left_out.to_vec();
        indices.sort_unstable();
        let names = indices.iter().filter_map(|&column| heading?.get(column)).filter(|name| name.len() > 2);
        let names: Vec<&str> = names.map(String::as_str).collect();
        if names.is_empty() {
            return String::new();
        }
        let text = format!("(a wider screen also shows: {})", names.join("; "));
        wrap(&text, columns).join("\n") + "\n"
    }
}

impl fmt::Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.within(usize::MAX))
    }
}

fn without(row: &[String], left_out: &[usize]) -> Vec<String> {
    row.iter().enumerate().filter(|(column, _)| !left_out.contains(column)).map(|(_, cell)| cell.clone()).collect()
}

/// The widest cell of each column.
fn widths(rows: &[Vec<String>]) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| text_width(cell)).max();
    (0..columns).map(|column| widest(column).unwrap_or(0)).collect()
}

/// The width of the whole table: columns are two blanks apart.
fn width(rows: &[Vec<String>]) -> usize {
    let widths = widths(rows);
    widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1)
}

/// Cuts cells of some columns, the widest first, until the table fits.
fn shrink(rows: &mut [Vec<String>], flexible: &[usize], columns: usize) {
    loop {
        let (now, widths) = (width(rows), widths(rows));
        let widest = flexible.iter().copied().max_by_key(|&column| widths.get(column).copied().unwrap_or(0));
        let Some(column) = widest.filter(|&column| now > columns && widths[column] > LEAST) else { return };
        let most = (widths[column] - 1).max(LEAST);
        rows.iter_mut().filter_map(|row| row.get_mut(column)).for_each(|cell| *cell = clip(cell, most));
    }
}

/// A table whose last column is broken into lines, or stands below the others if there is no room beside them.
fn prose(rows: &[Vec<String>], columns: usize) -> String {
    let split = |row: &Vec<String>| {
        let (last, others) = row.split_last().map_or((String::new(), &[][..]), |(last, others)| (last.clone(), others));
        (others.to_vec(), last)
    };
    let (others, texts): (Vec<Vec<String>>, Vec<String>) = rows.iter().map(split).unzip();
    let left = width(&others);
    let beside = columns.saturating_sub(left + 2);
    let lines = align_left(&others);
    let set = |(line, prose): (&str, &String)| {
        if beside >= PROSE {
            hang(&format!("{}  ", pad(line, left)), prose, columns)
        } else {
            format!("{line}\n{}", hang("    ", prose, columns))
        }
    };
    lines.lines().zip(&texts).map(set).collect()
}

/// A text after a beginning, broken into lines that fit; the lines after the first are indented as far as the beginning.
pub fn hang(beginning: &str, text: &str, columns: usize) -> String {
    hang_items(beginning, text.split_whitespace(), " ", columns)
}

/// Items after a beginning, with a gap between them; as many on a line as fit, and none is broken.
pub fn hang_items<'a>(beginning: &str, items: impl Iterator<Item = &'a str>, gap: &str, columns: usize) -> String {
    let indent = text_width(beginning);
    let mut lines = fill(items, gap, columns.saturating_sub(indent).max(LEAST)).into_iter();
    let first = format!("{beginning}{}", lines.next().unwrap_or_default());
    let rest = lines.map(|line| format!("\n{:indent$}{line}", ""));
    format!("{}\n", [first.trim_end().to_owned()].into_iter().chain(rest).collect::<String>())
}

/// Breaks a text between words into lines of at most this many columns; a longer word has a line of its own.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    fill(text.split_whitespace(), " ", columns)
}

/// Lines of at most this many columns from items with a gap between them.
fn fill<'a>(items: impl Iterator<Item = &'a str>, gap: &str, columns: usize) -> Vec<String> {
    let (mut lines, mut line) = (Vec::new(), String::new());
    for item in items {
        if !line.is_empty() && text_width(&line) + text_width(gap) + text_width(item) > columns {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push_str(gap);
        }
        line.push_str(item);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Vec<String>> {
        text.lines().map(|line| line.split('|').map(str::to_owned).collect()).collect()
    }

    #[test]
    fn columns_give_way_one_after_the_other() {
        let table = TextTable::new(rows("name|wins|±|worms\nsomebody-else|50|1|40\nme|50|1|41"), &[3, 2], &[0]);
        assert_eq!(
            table.to_string(),
            "name           wins  ±  worms\nsomebody-else    50  1     40\nme               50  1     41\n"
        );
        assert_eq!(
            table.within(22),
            "name           wins  ±\nsomebody-else    50  1\nme               50  1\n(a wider screen also\nshows: worms)\n"
        );
        assert!(table.within(14).starts_with("name      wins\nsom…else    50\n"), "{}", table.within(14));
        for columns in 12..40 {
            assert!(table.within(columns).lines().all(|line| text_width(line) <= columns), "{columns}");
        }
    }

    #[test]
    fn prose_is_broken_beside_or_below() {
        let table = TextTable::with_prose(rows(
            "name|value|meaning\ntempo|1.2|how much a card in hand is worth to the next seat",
        ));
        assert_eq!(table.within(80).lines().count(), 2);
        assert_eq!(
            table.within(40),
            "name   value  meaning\ntempo  1.2    how much a card in hand is\n              worth to the next seat\n"
        );
        assert_eq!(
            table.within(30),
            "name   value\n    meaning\ntempo  1.2\n    how much a card in hand is\n    worth to the next seat\n"
        );
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("a bc  def", 4), ["a bc", "def"]);
        assert_eq!(wrap("abcdef g", 3), ["abcdef", "g"]);
        assert_eq!(wrap("", 3), [""]);
        assert_eq!(hang("x: ", "aaa bb c", 9), "x: aaa bb\n   c\n");
        let portions = ["19 (2)", "28 (5)", "29 (5)"];
        assert_eq!(hang_items("Grill: ", portions.into_iter(), "  ", 22), "Grill: 19 (2)  28 (5)\n       29 (5)\n");
    }
}

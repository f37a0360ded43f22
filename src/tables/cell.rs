//! Cells that keep their values, so that every output rounds the same number once.

use super::number::fixed;

/// What the cells of a column are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnKind {
    /// Names and letters.
    Text,
    /// Counts, means and other numbers.
    Number,
    /// Shares of games: from 0 to 1 in the file, in percent for people.
    Share,
    /// Points on the scale of ratings.
    Rating,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// A name or letters.
    Text(String),
    /// A count.
    Count(i64),
    /// Yes or no: 1 or 0 in the file.
    Flag(bool),
    /// A number with as many digits as it takes to read it back, like the value of a parameter.
    Plain(f64),
    /// A number with its digits after the decimal point in the file; empty if unknown.
    Number {
        /// The number.
        value: Option<f64>,
        /// Its digits after the decimal point in the file.
        digits: usize,
    },
}

impl Cell {
    /// An unknown value.
    pub(crate) const EMPTY: Cell = Cell::Number { value: None, digits: 0 };

    /// A number with its digits after the decimal point in the file.
    pub(crate) fn number(value: Option<f64>, digits: usize) -> Cell {
        Cell::Number { value, digits }
    }

    /// A share of games.
    pub(crate) fn share(value: Option<f64>) -> Cell {
        Cell::number(value, 6)
    }

    /// A count.
    pub(crate) fn count(count: impl TryInto<i64>) -> Cell {
        Cell::Count(count.try_into().unwrap_or(i64::MAX))
    }

    /// A text, or nothing.
    pub(crate) fn text_or_empty(text: Option<impl Into<String>>) -> Cell {
        text.map_or(Cell::EMPTY, |text| Cell::Text(text.into()))
    }

    /// As written in the file.
    pub fn exact(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(count) => count.to_string(),
            Cell::Flag(is_so) => u8::from(*is_so).to_string(),
            Cell::Plain(value) if value.is_finite() => (value + 0.0).to_string(),
            Cell::Plain(_) => String::new(),
            Cell::Number { value, digits } => fixed(*value, *digits),
        }
    }

    /// As shown to people in a column of this kind: rounded from the number itself, not from the text in the file.
    pub fn shown(&self, kind: ColumnKind) -> String {
        match (self, kind) {
            (Cell::Number { value, .. }, ColumnKind::Share) => fixed(value.map(|share| 100.0 * share), 2),
            (Cell::Number { value, .. }, ColumnKind::Number) => fixed(*value, 2),
            _ => self.exact(),
        }
    }
}

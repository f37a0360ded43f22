//! Builds CSV files.

use std::borrow::Borrow;

use super::cell::Cell;
use super::number::fixed;
use crate::statistics::Interval;

/// A CSV file under construction.
///
/// Text that a spreadsheet would take for a formula, because it begins with `=`, `+`, `-`, `@`, a tab or a carriage return, is
/// prefixed with an apostrophe, so that spreadsheets show it as text. Numbers are written unchanged.
pub struct CsvTable(csv::Writer<Vec<u8>>);

impl CsvTable {
    /// With these columns.
    pub fn new(header: impl IntoIterator<Item = impl AsRef<str>>) -> CsvTable {
        let mut csv_table = CsvTable::without_header();
        csv_table.row(header);
        csv_table
    }

    /// Further rows of a file that already has a header.
    pub(crate) fn without_header() -> CsvTable {
        CsvTable(csv::Writer::from_writer(Vec::new()))
    }

    /// Adds a row of fields that are numbers or our own text.
    ///
    /// # Panics
    /// If its length differs from that of the header.
    pub fn row(&mut self, fields: impl IntoIterator<Item = impl AsRef<str>>) {
        for field in fields {
            self.0.write_field(field.as_ref()).expect("writing to memory cannot fail");
        }
        self.0.write_record(None::<&[u8]>).expect("a row is as long as its header");
    }

    /// Adds a row of cells.
    pub(crate) fn cells(&mut self, cells: impl IntoIterator<Item = impl Borrow<Cell>>) {
        self.row(cells.into_iter().map(|cell| match cell.borrow() {
            Cell::Text(text) => harmless_text(text),
            other => other.exact(),
        }));
    }

    /// The bytes of the file.
    ///
    /// # Panics
    /// Never: writing to memory cannot fail.
    pub fn finish(self) -> Vec<u8> {
        self.0.into_inner().expect("writing to memory cannot fail")
    }
}

/// Text that no spreadsheet takes for a formula.
pub(crate) fn harmless_text(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_formula { format!("'{text}") } else { text.to_owned() }
}

/// The ends of an interval as two fields.
pub(crate) fn ends(interval: Option<Interval>, digits: usize) -> [String; 2] {
    [fixed(interval.map(|interval| interval.low), digits), fixed(interval.map(|interval| interval.high), digits)]
}

/// The ends of an interval as two cells.
pub(crate) fn end_cells(interval: Option<Interval>, digits: usize) -> [Cell; 2] {
    [interval.map(|interval| interval.low), interval.map(|interval| interval.high)].map(|end| Cell::number(end, digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_a_formula_and_every_number_stays_one() {
        let mut csv_table = CsvTable::new(["entrant", "margin"]);
        for name in ["=1+1", "+x", "-x", "@sum", "\tx", "greedy", "a=b", "'x", ""] {
            csv_table.cells(&[Cell::Text(name.to_owned()), Cell::number(Some(-0.5), 2)]);
        }
        let text = String::from_utf8(csv_table.finish()).expect("a text");
        let expected = "entrant,margin\n'=1+1,-0.50\n'+x,-0.50\n'-x,-0.50\n'@sum,-0.50\n'\tx,-0.50\ngreedy,-0.50\na=b,-0.50\n\
                        'x,-0.50\n,-0.50\n";
        assert_eq!(text, expected);
    }
}

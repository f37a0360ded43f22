//! CSV files in the making.

use super::number::fixed;
use super::result_table::Cell;
use crate::statistics::Interval;

/// A CSV file in the making.
///
/// A text that a spreadsheet would take for a formula, since it begins with `=`, `+`, `-`, `@`, a tab or a carriage return, gets
/// an apostrophe in front, which spreadsheets show as text. Numbers are written as they are.
pub struct CsvTable(csv::Writer<Vec<u8>>);

impl CsvTable {
    /// With these columns.
    pub fn new(header: impl IntoIterator<Item = impl AsRef<str>>) -> CsvTable {
        let mut csv_table = CsvTable::without_header();
        csv_table.row(header);
        csv_table
    }

    /// The next rows of a file that has a header.
    pub(super) fn without_header() -> CsvTable {
        CsvTable(csv::Writer::from_writer(Vec::new()))
    }

    /// Adds a row of fields that are numbers or texts of our own.
    ///
    /// # Panics
    /// If it is not as long as the others.
    pub fn row(&mut self, fields: impl IntoIterator<Item = impl AsRef<str>>) {
        let fields = fields.into_iter().map(|field| field.as_ref().as_bytes().to_vec());
        self.0.write_record(fields).expect("a row goes to memory, and is as long as its header");
    }

    /// Adds a row of cells.
    pub(super) fn cells(&mut self, cells: &[Cell]) {
        self.row(cells.iter().map(|cell| match cell {
            Cell::Text(text) => harmless_text(text),
            other => other.exact(),
        }));
    }

    /// The bytes of the file.
    ///
    /// # Panics
    /// Never: what goes to memory is written.
    pub fn finish(self) -> Vec<u8> {
        self.0.into_inner().expect("what goes to memory is written")
    }
}

/// A text that no spreadsheet takes for a formula.
pub(crate) fn harmless_text(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_formula { format!("'{text}") } else { text.to_owned() }
}

/// The ends of an interval as two fields.
pub(crate) fn ends(interval: Option<Interval>, digits: usize) -> [String; 2] {
    [fixed(interval.map(|interval| interval.low), digits), fixed(interval.map(|interval| interval.high), digits)]
}

/// The ends of an interval as two cells.
pub(super) fn end_cells(interval: Option<Interval>, digits: usize) -> [Cell; 2] {
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

//! CSV files in the making.

use super::number::fixed;
use crate::statistics::Interval;

/// A CSV file in the making.
pub(super) struct CsvTable(csv::Writer<Vec<u8>>);

impl CsvTable {
    pub(super) fn new(header: impl IntoIterator<Item = impl AsRef<str>>) -> CsvTable {
        let mut csv_table = CsvTable(csv::Writer::from_writer(Vec::new()));
        csv_table.row(header);
        csv_table
    }

    pub(super) fn row(&mut self, fields: impl IntoIterator<Item = impl AsRef<str>>) {
        let fields = fields.into_iter().map(|field| field.as_ref().as_bytes().to_vec());
        self.0.write_record(fields).expect("a row goes to memory, and is as long as its header");
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.0.into_inner().expect("what goes to memory is written")
    }
}

/// The ends of an interval as two fields.
pub(super) fn ends(interval: Option<Interval>, digits: usize) -> [String; 2] {
    [fixed(interval.map(|interval| interval.low), digits), fixed(interval.map(|interval| interval.high), digits)]
}

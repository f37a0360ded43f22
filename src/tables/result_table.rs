//! A table of results: cells that keep their values, so that every output rounds the same number once.

use super::cell::{Cell, ColumnKind};
use super::csv_table::CsvTable;

/// A table of results.
#[derive(Clone, PartialEq, Debug)]
pub struct ResultTable {
    /// What each column is.
    pub columns: Vec<Column>,
    /// The rows, a cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name in the CSV file.
    pub name: String,
    /// What its cells are.
    pub kind: ColumnKind,
}

impl Column {
    pub(super) fn new(name: impl Into<String>) -> Column {
        let name = name.into();
        let kind = kind_of(&name);
        Column { name, kind }
    }

    /// Its heading for people.
    pub fn heading(&self) -> String {
        let words = self.name.replace("_per_game", "").replace('_', " ");
        if self.kind == ColumnKind::Share { format!("{words}, %") } else { words }
    }
}

/// The kind of a column with this name: names mean the same in all tables.
fn kind_of(name: &str) -> ColumnKind {
    let is_share = ["win_rate", "ahead"].iter().any(|start| name.starts_with(start))
        && ["_rate", "_low", "_high"].iter().any(|end| name.ends_with(end));
    if matches!(name, "entrant" | "opponent" | "tie_group" | "statistic") {
        ColumnKind::Text
    } else if is_share {
        ColumnKind::Share
    } else if name.starts_with("rating") {
        ColumnKind::Rating
    } else {
        ColumnKind::Number
    }
}

impl ResultTable {
    /// No rows yet.
    pub(crate) fn new(columns: impl IntoIterator<Item = impl Into<String>>) -> ResultTable {
        ResultTable { columns: columns.into_iter().map(Column::new).collect(), rows: Vec::new() }
    }

    pub(crate) fn push(&mut self, row: impl IntoIterator<Item = Cell>) {
        self.rows.push(row.into_iter().collect());
        debug_assert!(self.rows.last().is_none_or(|row| row.len() == self.columns.len()), "a cell for each column");
    }

    /// As a CSV file.
    pub fn to_csv(&self) -> Vec<u8> {
        let mut csv_table = CsvTable::new(self.columns.iter().map(|column| column.name.as_str()));
        for row in &self.rows {
            csv_table.cells(row);
        }
        csv_table.finish()
    }

    /// The rows of one number of players, without the column that says so, which is the first.
    #[must_use]
    pub fn of_players(&self, players: usize) -> ResultTable {
        let mark = Cell::count(players);
        let rows = self.rows.iter().filter(|row| row.first() == Some(&mark)).map(|row| row[1..].to_vec());
        ResultTable { columns: self.columns[1..].to_vec(), rows: rows.collect() }
    }
}

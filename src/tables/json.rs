//! Tables as JSON: the same numbers with the same digits as in the CSV files.

use super::cell::Cell;
use super::result_table::ResultTable;
use crate::records::words::is_control;

impl Cell {
    /// As JSON: a number with the digits that it has in the file, a text, or null if it is unknown.
    pub fn to_json(&self) -> String {
        match self {
            Cell::Text(text) => json_text(text),
            Cell::Flag(is_so) => is_so.to_string(),
            other => Some(other.exact()).filter(|text| !text.is_empty()).unwrap_or_else(|| "null".to_owned()),
        }
    }
}

impl ResultTable {
    /// As JSON: an object for each row, with the names of the columns as keys.
    pub fn to_json(&self) -> String {
        let object = |row: &Vec<Cell>| {
            let mut object = JsonObject::new();
            self.columns.iter().zip(row).for_each(|(column, cell)| object.cell(&column.name, cell));
            object.finish()
        };
        json_list(self.rows.iter().map(object))
    }
}

/// A text as JSON. Whatever controls a terminal or turns its writing is escaped: it is the same text for a program, and harmless for
/// people.
///
/// # Panics
/// Never: every text has a JSON form.
pub fn json_text(text: &str) -> String {
    let quoted = serde_json::to_string(text).expect("a text has a JSON form");
    // All of them have four digits.
    quoted.chars().map(|c| if is_control(c) { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() }).collect()
}

/// A list of values that are JSON already.
pub fn json_list(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(","))
}

/// A JSON object under construction, its keys in the order in which they are added.
#[derive(Clone, Debug, Default)]
pub struct JsonObject(String);

impl JsonObject {
    /// Without a key.
    pub fn new() -> JsonObject {
        JsonObject::default()
    }

    /// With these cells under their names.
    pub(super) fn of(cells: &[(&str, Cell)]) -> JsonObject {
        let mut object = JsonObject::new();
        for (name, cell) in cells {
            object.cell(name, cell);
        }
        object
    }

    /// Adds a value that is JSON already.
    pub fn raw(&mut self, key: &str, json: &str) {
        if !self.0.is_empty() {
            self.0.push(',');
        }
        self.0.extend([&json_text(key), ":", json]);
    }

    /// Adds a text.
    pub fn text(&mut self, key: &str, text: &str) {
        self.raw(key, &json_text(text));
    }

    /// Adds a list of texts.
    pub fn texts(&mut self, key: &str, texts: impl IntoIterator<Item = impl AsRef<str>>) {
        self.raw(key, &json_list(texts.into_iter().map(|text| json_text(text.as_ref()))));
    }

    /// Adds the rows of a table, an object each.
    pub fn table(&mut self, key: &str, table: &ResultTable) {
        self.raw(key, &table.to_json());
    }

    /// Adds a cell of a table.
    pub fn cell(&mut self, key: &str, cell: &Cell) {
        self.raw(key, &cell.to_json());
    }

    /// The object.
    pub fn finish(self) -> String {
        format!("{{{}}}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_digits_and_texts_their_characters() {
        let mut table = ResultTable::new(["entrant", "games", "win_rate"]);
        table.push([Cell::Text("=\"a\"\n".to_owned()), Cell::count(3), Cell::share(Some(0.25))]);
        table.push([Cell::Text(String::new()), Cell::count(0), Cell::share(None)]);
        let expected =
            r#"[{"entrant":"=\"a\"\n","games":3,"win_rate":0.250000},{"entrant":"","games":0,"win_rate":null}]"#;
        assert_eq!(table.to_json(), expected);
        assert!(serde_json::from_str::<serde_json::Value>(&table.to_json()).is_ok());
    }
}

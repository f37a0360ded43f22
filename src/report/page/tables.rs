//! Tables of a page, made of the CSV files: every cell carries the text of the file, and shows it rounded.

use super::super::number::fixed;
use super::super::svg::escape;

/// The rows of one number of players out of a CSV file, without the column that says so.
pub(in crate::report) struct HtmlTable {
    pub(in crate::report) columns: Vec<String>,
    pub(in crate::report) rows: Vec<Vec<String>>,
}

impl HtmlTable {
    /// Reads a file that this program has made.
    pub(in crate::report) fn new(csv: &[u8], players: usize) -> HtmlTable {
        let mut reader = csv::Reader::from_reader(csv);
        let texts = |record: &csv::StringRecord| record.iter().skip(1).map(str::to_owned).collect::<Vec<_>>();
        let columns = reader.headers().map(texts).unwrap_or_default();
        let mark = players.to_string();
        let rows = reader.records().filter_map(Result::ok).filter(|row| row.get(0) == Some(&mark));
        let rows = rows.map(|row| texts(&row)).collect();
        HtmlTable { columns, rows }
    }

    /// As a part of a page.
    pub(super) fn to_html(&self, name: &str) -> String {
        let heading = |column: &String| {
            let (class, words) = (class(column), heading(column));
            format!("<th{class} data-column=\"{column}\"><button type=\"button\">{words}</button></th>")
        };
        let cell = |(column, text): (&String, &String)| {
            let (value, shown, class) = (escape(text), escape(&shown(column, text)), class(column));
            // Only what is shown otherwise than it stands in the file needs to be said twice.
            let exact = if value == shown { String::new() } else { format!(" data-value=\"{value}\"") };
            format!("<td{class}{exact}>{shown}</td>")
        };
        let row =
            |row: &Vec<String>| format!("<tr>{}</tr>\n", self.columns.iter().zip(row).map(cell).collect::<String>());
        format!(
            "<div class=\"wide\"><table data-file=\"{name}\">\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n",
            self.columns.iter().map(heading).collect::<String>(),
            self.rows.iter().map(row).collect::<String>()
        )
    }
}

fn class(column: &str) -> &'static str {
    if matches!(column, "entrant" | "opponent" | "tie_group") { " class=\"text\"" } else { "" }
}

/// What a column is called for people.
pub(in crate::report) fn heading(column: &str) -> String {
    let words = column.replace("_per_game", "").replace('_', " ");
    if is_share(column) { format!("{words}, %") } else { words }
}

fn is_share(column: &str) -> bool {
    let of = ["win_rate", "ahead"].iter().any(|start| column.starts_with(start));
    of && ["_rate", "_low", "_high"].iter().any(|end| column.ends_with(end))
}

/// A cell as people read it.
pub(in crate::report) fn shown(column: &str, text: &str) -> String {
    match text.parse::<f64>() {
        Ok(number) if is_share(column) => fixed(100.0 * number, 2),
        // A second rounding could differ from that of the terminal.
        Ok(_) if column.starts_with("rating") => text.to_owned(),
        Ok(number) if text.contains('.') => fixed(number, 2),
        _ => text.to_owned(),
    }
}

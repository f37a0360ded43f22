//! Tables of a page: every cell carries the value of the CSV file, and shows it rounded.

use super::super::svg::escape;
use crate::tables::{Cell, Column, ColumnKind, ResultTable};

/// A table of results as a part of a page, under the name of its file.
pub(super) fn table_html(table: &ResultTable, name: &str) -> String {
    let heading = |column: &Column| {
        let (class, name, words) = (class(column), &column.name, column.heading());
        format!("<th{class} data-column=\"{name}\"><button type=\"button\">{words}</button></th>")
    };
    let cell = |(column, cell): (&Column, &Cell)| {
        let (value, shown, class) = (escape(&cell.exact()), escape(&cell.shown(column.kind)), class(column));
        // Only a value that differs from the text shown is stated separately.
        let exact = if value == shown { String::new() } else { format!(" data-value=\"{value}\"") };
        format!("<td{class}{exact}>{shown}</td>")
    };
    let row = |row: &Vec<Cell>| format!("<tr>{}</tr>\n", table.columns.iter().zip(row).map(cell).collect::<String>());
    format!(
        "<div class=\"wide\"><table data-file=\"{name}\">\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n",
        table.columns.iter().map(heading).collect::<String>(),
        table.rows.iter().map(row).collect::<String>()
    )
}

fn class(column: &Column) -> &'static str {
    if column.kind == ColumnKind::Text { " class=\"text\"" } else { "" }
}

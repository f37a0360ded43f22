//! Tables of a page: every cell carries the value of the CSV file, and shows it rounded.

use super::super::standings::rating_error;
use super::super::svg::{breakable, escape};
use crate::tables::{Cell, Column, ColumnKind, ResultTable, Standing, fixed};

/// The columns of the standings that fit on a phone, with their headings; the others are shown on request.
const MAIN: [(&str, &str); 6] = [
    ("rank", "#"),
    ("entrant", "entrant"),
    ("win_rate", "win rate"),
    ("rating", "rating"),
    ("mean_worms", "worms"),
    ("tie_group", "group"),
];

/// A table of results as a part of a page, under the name of its file.
pub(super) fn table_html(table: &ResultTable, name: &str) -> String {
    let heading = |column: &Column| heading(column, &class(column, ""), &column.heading());
    let row = |row: &Vec<Cell>| {
        let cell =
            |(column, cell): (&Column, &Cell)| cell_html(cell, &class(column, ""), &escape(&cell.shown(column.kind)));
        table.columns.iter().zip(row).map(cell).collect::<String>()
    };
    table_of(name, &table.columns.iter().map(heading).collect::<String>(), table.rows.iter().map(row))
}

/// The standings: the main columns with their intervals, and a switch that shows all.
pub(super) fn standings_html(table: &ResultTable, rows: &[Standing], name: &str) -> String {
    let main = |column: &Column| MAIN.iter().find(|(name, _)| *name == column.name);
    let more = |column: &Column| if main(column).is_some() { "" } else { "more" };
    let headings = table.columns.iter().map(|column| {
        let words = main(column).map_or_else(|| column.heading(), |(_, words)| (*words).to_owned());
        heading(column, &class(column, more(column)), &words)
    });
    let row = |(cells, standing): (&Vec<Cell>, &Standing)| {
        let cell = |(column, cell): (&Column, &Cell)| {
            let shown = shown(column, standing).unwrap_or_else(|| breakable(&cell.shown(column.kind)));
            cell_html(cell, &class(column, more(column)), &shown)
        };
        table.columns.iter().zip(cells).map(cell).collect::<String>()
    };
    let table = table_of(name, &headings.collect::<String>(), table.rows.iter().zip(rows).map(row));
    format!(
        "<div class=\"standings\">\n{table}<label class=\"switch\"><input type=\"checkbox\"> more columns</label>\n</div>\n"
    )
}

/// The main numbers of an entrant, with few digits and their intervals.
fn shown(column: &Column, row: &Standing) -> Option<String> {
    let half = || fixed(row.interval.map(|interval| 100.0 * interval.half_width()), 1);
    match column.name.as_str() {
        "win_rate" => Some(with_error(&fixed(row.win_rate.map(|rate| 100.0 * rate), 1), &half())),
        "rating" => Some(with_error(&fixed(row.rating, 0), &rating_error(row.rating_interval))),
        "mean_worms" => Some(fixed(row.mean_worms, 1)),
        _ => None,
    }
}

/// A number and what is known about its error, in small letters.
pub(super) fn with_error(number: &str, error: &str) -> String {
    match error {
        "" => number.to_owned(),
        error if error.starts_with(['<', '>']) => format!("{number} <small>{}</small>", escape(error)),
        error => format!("{number} <small>± {error}</small>"),
    }
}

fn table_of(name: &str, headings: &str, rows: impl Iterator<Item = String>) -> String {
    let rows = rows.map(|cells| format!("<tr>{cells}</tr>\n")).collect::<Vec<_>>().concat();
    format!(
        "<div class=\"wide\" tabindex=\"0\"><table data-file=\"{name}\">\n<thead><tr>{headings}</tr></thead>\n<tbody>\n{rows}</tbody>\n\
         </table></div>\n"
    )
}

fn heading(column: &Column, class: &str, words: &str) -> String {
    format!("<th{class} data-column=\"{}\"><button type=\"button\">{words}</button></th>", column.name)
}

fn cell_html(cell: &Cell, class: &str, shown: &str) -> String {
    let value = escape(&cell.exact());
    // Only a value that differs from the text shown is stated separately.
    let exact = if value == shown { String::new() } else { format!(" data-value=\"{value}\"") };
    format!("<td{class}{exact}>{shown}</td>")
}

fn class(column: &Column, more: &str) -> String {
    let text = if column.kind == ColumnKind::Text { "text" } else { "" };
    match format!("{text} {more}").trim() {
        "" => String::new(),
        class => format!(" class=\"{class}\""),
    }
}

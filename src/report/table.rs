//! Tables for the terminal.

use crate::statistics::Interval;
use crate::tables::{Results, Standing, fixed, standings};

/// Rows of cells in columns as wide as they need; the first row is the heading. Numbers stand to the right.
pub fn align(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let is_number = |cell: &str| cell.starts_with(|c: char| c.is_ascii_digit() || "±-+".contains(c));
    let to_the_right = |column: usize| {
        let mut cells =
            rows.iter().skip(1).filter_map(|row| row.get(column)).filter(|cell| !cell.is_empty()).peekable();
        cells.peek().is_some() && cells.all(|cell| is_number(cell))
    };
    let right: Vec<bool> = (0..columns).map(to_the_right).collect();
    let line = |row: &Vec<String>| {
        let cell = |(column, cell): (usize, &String)| {
            let width = widths[column];
            if right[column] { format!("{cell:>width$}") } else { format!("{cell:width$}") }
        };
        let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

/// A name that is not too long for its place: the middle is left out, since names that are alike differ at their ends.
pub fn clip(name: &str, most: usize) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= most {
        return name.to_owned();
    }
    let (head, tail) = ((most - 1) / 2, most / 2);
    letters[..head].iter().chain(&['…']).chain(&letters[letters.len() - tail..]).collect()
}

/// The standings of one table size, by its index, for the terminal.
pub fn standings_table(results: &Results<'_>, table_index: usize) -> String {
    let heading = ["rank", "entrant", "games", "win rate", "±", "worms", "place", "rating", "±", "group"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    rows.extend(standings(results, table_index).iter().map(cells));
    align(&rows)
}

fn cells(row: &Standing) -> Vec<String> {
    let half = |interval: Option<Interval>| interval.map(|interval| interval.half_width());
    vec![
        row.rank.to_string(),
        row.name.clone(),
        row.games.to_string(),
        row.win_rate.map_or_else(String::new, |rate| format!("{:.2} %", 100.0 * rate)),
        fixed(half(row.interval).map(|half| 100.0 * half), 2),
        fixed(row.mean_worms, 2),
        fixed(row.mean_place, 2),
        fixed(row.rating, 0),
        rating_error(row.rating_interval),
        row.tie_group.clone(),
    ]
}

/// Half of the width of an interval of ratings; of one that is open at one side the end that is known.
fn rating_error(interval: Option<Interval>) -> String {
    match interval {
        Some(Interval { low, high }) if low.is_finite() && high.is_infinite() => format!("> {low:.0}"),
        Some(Interval { low, high }) if low.is_infinite() && high.is_finite() => format!("< {high:.0}"),
        interval => fixed(interval.map(|interval| interval.half_width()), 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_they_need() {
        let rows = [["a", "number"], ["long", "7"], ["b", "12.5"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(align(&rows), "a     number\nlong       7\nb       12.5\n");
        assert_eq!(align(&[]), "");
    }

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(clip("heuristic:tempo=1.05", 16), "heurist…mpo=1.05");
        assert_eq!(clip("heuristic:tempo=1.05", 16).chars().count(), 16);
        assert_eq!((clip("greedy", 6), clip("greedier", 5)), ("greedy".to_owned(), "gr…er".to_owned()));
    }
}

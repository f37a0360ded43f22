//! Who is ahead of whom, as a heat map.

use super::labels::{LINE, lines, width_of, write_lines};
use super::rows::WIDTH;
use super::{Contest, Figure, percent};
use crate::arena::EntrantIndex;
use crate::report::svg::{Anchor, Note, Svg};
use crate::tables::rate;

/// The most entrants whose map fits into a column.
const MAX_NARROW: usize = 7;
/// The width of a map that does not.
const WIDE: f64 = 1080.0;
/// The largest cell.
const MAX_CELL: [f64; 2] = [62.0, 34.0];

/// Lengths of the names above the columns, from which the first is taken that suffices.
const LENGTHS: [f64; 4] = [106.0, 160.0, 240.0, 360.0];

/// Sizes of a map.
struct Grid {
    left: f64,
    top: f64,
    cell: [f64; 2],
    names: Vec<Vec<String>>,
    /// The names above the columns, from the bottom up.
    turned: Vec<Vec<String>>,
}

impl Grid {
    fn new(contest: &Contest<'_>, width: f64) -> Grid {
        let is_wide = width > WIDTH;
        let fit = |most: f64| -> Vec<Vec<String>> {
            contest.rows.iter().map(|row| lines(contest.name(row.entrant), most)).collect()
        };
        let longest = |names: &[Vec<String>]| names.iter().flatten().map(|line| width_of(line)).fold(0.0, f64::max);
        let names = fit(if is_wide { 230.0 } else { 106.0 });
        let left = longest(&names) + 12.0;
        let count = contest.rows.len().max(1) as f64;
        let cell_width = ((width - left - 4.0) / count).min(MAX_CELL[0]);
        let across = |names: &[Vec<String>]| LINE * names.iter().map(Vec::len).max().unwrap_or(1) as f64;
        let cell_height = (across(&names) + 6.0).max((320.0 / count).clamp(22.0, MAX_CELL[1]));
        // As short as lines can be that fit above a cell.
        let shortest = LENGTHS.iter().map(|most| fit(*most)).find(|turned| across(turned) <= cell_width + 2.0);
        let turned = shortest.unwrap_or_else(|| fit(f64::MAX));
        Grid { left, top: longest(&turned) + 10.0, cell: [cell_width, cell_height], names, turned }
    }

    fn corner(&self, row: usize, column: usize) -> [f64; 2] {
        [self.left + self.cell[0] * column as f64, self.top + self.cell[1] * row as f64]
    }

    /// The names of a row and of the column with the same number.
    fn write_names(&self, svg: &mut Svg, index: usize) {
        let middle = |lines: &[String]| 4.0 - LINE * (lines.len() as f64 - 1.0) / 2.0;
        let (name, turned) = (&self.names[index], &self.turned[index]);
        let y = self.corner(index, 0)[1] + self.cell[1] / 2.0 - 1.0 + middle(name);
        write_lines(svg, [self.left - 8.0, y], Anchor::End, "", name);
        let x = self.corner(0, index)[0] + self.cell[0] / 2.0 - 1.0 + middle(turned);
        for (number, line) in turned.iter().enumerate() {
            svg.turned_text([x + LINE * number as f64, self.top - 6.0], "", line);
        }
    }
}

pub(super) fn draw(contest: &Contest<'_>) -> Figure {
    let is_wide = contest.rows.len() > MAX_NARROW;
    let grid = Grid::new(contest, if is_wide { WIDE } else { WIDTH });
    let count = contest.rows.len();
    let width = if is_wide { grid.corner(0, count)[0] + 4.0 } else { WIDTH };
    let mut svg = Svg::new(width, grid.corner(count, 0)[1] + 4.0);
    for (index, row) in contest.rows.iter().enumerate() {
        grid.write_names(&mut svg, index);
        svg.open("row", &[("entrant", contest.name(row.entrant))]);
        for (other, rival) in contest.rows.iter().enumerate() {
            draw_cell(contest, &mut svg, grid.corner(index, other), grid.cell, [row.entrant, rival.entrant]);
        }
        svg.close();
    }
    let about = "The share of meetings, in percent, in which the entrant of the row finished ahead of the one of the column. Blue: \
                 mostly ahead, orange: mostly behind; slanted numbers: 50 % is inside the interval.";
    Figure { is_wide, ..Figure::new("matchups", "Who is ahead of whom", about, svg) }
}

fn draw_cell(contest: &Contest<'_>, svg: &mut Svg, [x, y]: [f64; 2], cell: [f64; 2], [one, other]: [EntrantIndex; 2]) {
    let size = [cell[0] - 2.0, cell[1] - 2.0];
    let Some(row) = contest.tables.matchup(contest.table_index, one, other) else { return };
    let Some(share) = row.ahead_rate else { return };
    let interval = row.interval;
    let sure = interval.is_some_and(|interval| !interval.contains(0.5));
    let (class, strength) = (if share >= 0.5 { "ahead" } else { "behind" }, (2.0 * (share - 0.5).abs()).min(1.0));
    let (rival, value) = (contest.name(other), rate(share));
    let half = interval.map_or_else(String::new, |interval| format!(" ± {:.1}", 100.0 * interval.half_width()));
    let hint = format!("before {rival}: {} of {}, {}{half}", row.ahead, row.games, percent(share));
    let data = [("opponent", rival), ("value", value.as_str())];
    svg.rect([x, y], size, (class, 0.06 + 0.8 * strength), Note { hint: &hint, data: &data });
    let words = format!("small{}{}", if strength > 0.72 { " on" } else { "" }, if sure { "" } else { " unsure" });
    let at = [x + size[0] / 2.0, y + size[1] / 2.0 + 4.0];
    svg.text(at, Anchor::Middle, &words, &format!("{:.1}", 100.0 * share));
}

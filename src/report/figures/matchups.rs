//! Who is ahead of whom, as a heat map.

use super::rows::WIDTH;
use super::{Contest, Figure, clip, percent};
use crate::arena::EntrantIndex;
use crate::report::svg::{Anchor, Note, Svg};
use crate::tables::rate;

const LEFT: f64 = 160.0;
const TOP: f64 = 30.0;
/// The width of a cell below which letters are smaller.
const NARROW: f64 = 26.0;

pub(super) fn draw(contest: &Contest<'_>) -> Figure {
    let count = contest.rows.len().max(1) as f64;
    let cell = [((WIDTH - LEFT - 12.0) / count).min(64.0), (320.0 / count).clamp(20.0, 34.0)];
    let mut svg = Svg::new(WIDTH, TOP + cell[1] * count + 12.0);
    for (index, row) in contest.rows.iter().enumerate() {
        let middle = LEFT + cell[0] * (index as f64 + 0.5);
        svg.text(
            [middle, TOP - 10.0],
            Anchor::Middle,
            if cell[0] < NARROW { "quiet tiny" } else { "quiet" },
            &(index + 1).to_string(),
        );
        let y = TOP + cell[1] * (index as f64 + 0.5) + 4.0;
        let label = format!("{}  {}", clip(contest.name(row.entrant), 17), index + 1);
        svg.text([LEFT - 10.0, y], Anchor::End, "", &label);
        svg.open("row", &[("entrant", contest.name(row.entrant))]);
        for (other, rival) in contest.rows.iter().enumerate() {
            let corner = [LEFT + cell[0] * other as f64, TOP + cell[1] * index as f64];
            draw_cell(contest, &mut svg, corner, cell, [row.entrant, rival.entrant]);
        }
        svg.close();
    }
    Figure {
        name: "matchups",
        title: "Who is ahead of whom",
        about: "The share of meetings in which the entrant on the left finished ahead of the one above. Blue: mostly ahead, orange: \
                mostly behind; pale numbers: 50 % is inside the interval.",
        svg,
    }
}

fn draw_cell(contest: &Contest<'_>, svg: &mut Svg, [x, y]: [f64; 2], cell: [f64; 2], [one, other]: [EntrantIndex; 2]) {
    let Some(row) = contest.tables.matchup(contest.table_index, one, other) else { return };
    let Some(share) = row.ahead_rate else { return };
    let interval = row.interval;
    let sure = interval.is_some_and(|interval| !interval.contains(0.5));
    let (class, strength) = (if share >= 0.5 { "ahead" } else { "behind" }, (2.0 * (share - 0.5).abs()).min(1.0));
    let (rival, value) = (contest.name(other), rate(share));
    let half = interval.map_or_else(String::new, |interval| format!(" ± {:.1}", 100.0 * interval.half_width()));
    let hint = format!("before {rival}: {} of {}, {}{half}", row.ahead, row.games, percent(share));
    let data = [("opponent", rival), ("value", value.as_str())];
    let size = [cell[0] - 2.0, cell[1] - 2.0];
    svg.rect([x, y], size, (class, 0.06 + 0.8 * strength), Note { hint: &hint, data: &data });
    let size_of_letters = if cell[0] < NARROW { "tiny" } else { "small" };
    let words =
        format!("{size_of_letters}{}{}", if strength > 0.72 { " on" } else { "" }, if sure { "" } else { " unsure" });
    let digits = usize::from(cell[0] > 40.0);
    let at = [x + size[0] / 2.0, y + size[1] / 2.0 + 4.0];
    svg.text(at, Anchor::Middle, &words, &format!("{:.digits$}", 100.0 * share));
}

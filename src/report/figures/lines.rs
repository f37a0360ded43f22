//! Lines of several entrants in one chart: each ends in a number, which a list below the chart explains.

use super::labels::{LINE, lines, write_lines};
use super::rows::{WIDTH, spread};
use crate::report::svg::{Anchor, Svg, colour};

/// Where the lines end.
pub(super) const RIGHT: f64 = WIDTH - 24.0;
/// The width of a number and of the colour of a name.
const INDENT: f64 = 34.0;

/// The end of a line: its height, the colour of the entrant, and its name.
pub(super) struct LineEnd<'a> {
    pub(super) y: f64,
    pub(super) colour: usize,
    pub(super) name: &'a str,
}

/// How high the list below the chart is.
pub(super) fn key_height<'a>(names: impl Iterator<Item = &'a str>) -> f64 {
    names.map(|name| lines(name, WIDTH - INDENT).len() as f64 * LINE + 2.0).sum()
}

/// Writes a number at the end of each line, from the top down, and the list of the names below `y`.
pub(super) fn draw_key(svg: &mut Svg, ends: Vec<LineEnd<'_>>, [top, bottom]: [f64; 2], mut y: f64) {
    let ends = spread(ends.into_iter().map(|end| (end.y, end)).collect(), [top, bottom]);
    for (index, (height, end)) in ends.iter().enumerate() {
        let number = (index + 1).to_string();
        svg.text([RIGHT + 6.0, *height], Anchor::Start, "small strong", &number);
        y += LINE;
        svg.text([18.0, y], Anchor::End, "small strong", &number);
        svg.path(&[[22.0, y - 4.0], [30.0, y - 4.0]], &format!("stroke {}", colour(end.colour)));
        let name = lines(end.name, WIDTH - INDENT);
        write_lines(svg, [INDENT, y], Anchor::Start, "", &name);
        y += LINE * (name.len() as f64 - 1.0) + 2.0;
    }
}

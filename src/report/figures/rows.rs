//! A chart of rows: a name to the left of each, one axis for all.

use super::{clip, text_width};
use crate::report::svg::{Anchor, Scale, Svg};
use crate::tables::fixed;

/// The width of every figure: two fit side by side on a screen, and one is readable on a phone.
pub(super) const WIDTH: f64 = 520.0;
/// Room for names.
pub(super) const LEFT: f64 = 148.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 40.0;

/// What the numbers of an axis mean.
#[derive(Clone, Copy)]
pub(super) enum Unit {
    /// Shares, shown in percent.
    Percent,
    /// Numbers as they are.
    Plain,
}

/// An axis: what it measures, from where to where.
#[derive(Clone, Copy)]
pub(super) struct ChartAxis {
    pub(super) title: &'static str,
    pub(super) unit: Unit,
    pub(super) ends: [f64; 2],
}

/// Rows of equal height over one axis.
pub(super) struct Rows {
    pub(super) svg: Svg,
    pub(super) x: Scale,
    pub(super) bottom: f64,
    height: f64,
}

impl Rows {
    /// Draws names, grid and axis; `right` is kept free for texts to the right of the rows.
    pub(super) fn new(names: &[String], height: f64, right: f64, axis: ChartAxis) -> Rows {
        let bottom = TOP + height * names.len() as f64;
        let mut svg = Svg::new(WIDTH, bottom + BOTTOM);
        let span = [LEFT, WIDTH - right - 12.0];
        let x = Scale::new(axis.ends, span);
        ticks(&mut svg, &x, axis.unit, [TOP, bottom]);
        svg.text([f64::midpoint(span[0], span[1]), bottom + 34.0], Anchor::Middle, "quiet", axis.title);
        let chart = Rows { svg, x, bottom, height };
        chart.with_names(names)
    }

    fn with_names(mut self, names: &[String]) -> Rows {
        for (row, name) in names.iter().enumerate() {
            let y = self.middle(row) + 4.0;
            self.svg.text([LEFT - 10.0, y], Anchor::End, "", &clip(name, 17));
        }
        self
    }

    /// The middle of a row.
    pub(super) fn middle(&self, row: usize) -> f64 {
        TOP + self.height * (row as f64 + 0.5)
    }

    /// A line through all rows.
    pub(super) fn mark(&mut self, value: f64, label: &str) {
        let x = self.x.place(value);
        self.svg.path(&[[x, TOP - 4.0], [x, self.bottom]], "base");
        self.svg.text([x + 4.0, self.bottom - 3.0], Anchor::Start, "quiet small", label);
    }
}

/// Lines and numbers along an axis that runs from left to right, between two heights.
pub(super) fn ticks(svg: &mut Svg, x: &Scale, unit: Unit, [top, bottom]: [f64; 2]) {
    let (ticks, digits) = x.ticks(5.0);
    for tick in ticks {
        let at = x.place(tick);
        svg.path(&[[at, top], [at, bottom]], "grid");
        let label = match unit {
            Unit::Percent => format!("{} %", fixed(100.0 * tick, digits.saturating_sub(2))),
            Unit::Plain => fixed(tick, digits),
        };
        svg.text([at, bottom + 16.0], Anchor::Middle, "quiet small", &label);
    }
    svg.path(&[[x.place(f64::MIN), bottom], [x.place(f64::MAX), bottom]], "axis");
}

/// A legend: boxes of classes with words, rightwards from a point.
pub(super) fn legend(svg: &mut Svg, [mut x, y]: [f64; 2], entries: &[(&str, &str)]) {
    for (class, words) in entries {
        svg.rect([x, y - 9.0], [10.0, 10.0], (class, 1.0), "");
        svg.text([x + 15.0, y], Anchor::Start, "quiet small", words);
        x += 30.0 + 6.8 * text_width(words) as f64;
    }
}

/// The minimum distance between two names.
const LINE: f64 = 13.0;

/// Heights for names next to the ends of lines, from the top down, without overlap: `names` are heights and whose they are.
pub(super) fn spread<T>(mut names: Vec<(f64, T)>, [top, bottom]: [f64; 2]) -> Vec<(f64, T)> {
    names.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let room = names.len() as f64 * LINE;
    let mut free = top;
    for (index, (y, _)) in names.iter_mut().enumerate() {
        let last = bottom.max(top + room) - room + LINE * (index as f64 + 1.0);
        *y = (*y + 4.0).max(free).min(last);
        free = *y + LINE;
    }
    names
}

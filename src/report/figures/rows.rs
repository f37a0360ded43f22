//! A chart of rows: a name above each, one axis for all.

use super::labels::{LINE, lines, write_lines};
use super::text_width;
use crate::report::svg::{Anchor, Note, Scale, Svg, colour};
use crate::statistics::Interval;
use crate::tables::fixed;

/// The width of most figures: three fit side by side on a screen, two on paper, and one on a phone.
pub(super) const WIDTH: f64 = 360.0;
const LEFT: f64 = 18.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 40.0;
/// Between the marks of a row and the next name.
const GAP: f64 = 7.0;

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

impl ChartAxis {
    /// Shares of games. Where they differ much, the axis begins at 0, and where they come near 100 %, it ends there; close
    /// ones are enlarged.
    pub(super) fn of_shares(title: &'static str, [low, high]: [f64; 2]) -> ChartAxis {
        let air = 0.04 * (high - low).max(0.02);
        let from_zero = high - low > 0.2 || low < 0.1;
        let low = if from_zero { 0.0 } else { low - air };
        let high = if from_zero && high > 0.6 { 1.0 } else { (high + air).min(1.0) };
        ChartAxis { title, unit: Unit::Percent, ends: [low, high] }
    }
}

/// A row: its name, and how high its marks are.
pub(super) struct Row<'a> {
    pub(super) name: &'a str,
    /// The class of the name.
    pub(super) class: &'static str,
    pub(super) height: f64,
}

/// Rows over one axis.
pub(super) struct Rows {
    pub(super) svg: Svg,
    pub(super) x: Scale,
    pub(super) bottom: f64,
    /// The base of the name of each row, and the middle of its marks.
    places: Vec<[f64; 2]>,
}

impl Rows {
    /// Draws names, grid and axis. To the right of a name `beside` is kept free, for its numbers, and to the right of the marks `right`.
    pub(super) fn new(rows: &[Row<'_>], [beside, right]: [f64; 2], axis: ChartAxis) -> Rows {
        let fit = WIDTH - 8.0 - beside;
        let names: Vec<Vec<String>> = rows.iter().map(|row| lines(row.name, fit)).collect();
        let mut y = TOP;
        let places: Vec<[f64; 2]> = rows
            .iter()
            .zip(&names)
            .map(|(row, name)| {
                let (base, marks) = (y, y + LINE * (name.len() as f64 - 1.0) + 5.0);
                y = marks + row.height + GAP + LINE - 4.0;
                [base, marks + row.height / 2.0]
            })
            .collect();
        let bottom = y - LINE + 4.0;
        let mut svg = Svg::new(WIDTH, bottom + BOTTOM);
        let span = [LEFT, WIDTH - LEFT - right];
        let x = Scale::new(axis.ends, span);
        ticks(&mut svg, &x, axis.unit, [2.0, bottom]);
        svg.text([f64::midpoint(span[0], span[1]), bottom + 34.0], Anchor::Middle, "quiet", axis.title);
        for ((row, name), [base, _]) in rows.iter().zip(&names).zip(&places) {
            write_lines(&mut svg, [4.0, *base], Anchor::Start, &format!("halo {}", row.class), name);
        }
        Rows { svg, x, bottom, places }
    }

    /// The middle of the marks of a row.
    pub(super) fn middle(&self, row: usize) -> f64 {
        self.places[row][1]
    }

    /// Writes numbers to the right of the name of a row.
    pub(super) fn tell(&mut self, row: usize, text: &str) {
        self.svg.text([WIDTH - 4.0, self.places[row][0]], Anchor::End, "small halo", text);
    }

    /// A line through all rows.
    pub(super) fn mark(&mut self, value: f64, label: &str) {
        let x = self.x.place(value);
        self.svg.path(&[[x, 0.0], [x, self.bottom]], "base");
        let near_the_end = x > WIDTH - 90.0;
        let (at, anchor) = if near_the_end { (x - 4.0, Anchor::End) } else { (x + 4.0, Anchor::Start) };
        self.svg.text([at, self.bottom - 2.0], anchor, "quiet small halo", label);
    }

    /// An interval, higher than the dot in front of it, so that it is seen even if it is narrow. An unknown end is the end of the axis.
    pub(super) fn interval(&mut self, y: f64, height: f64, interval: Option<Interval>, number: usize) {
        let Some(Interval { low, high }) = interval else { return };
        let [left, right] = [low, high].map(|end| self.x.place(end));
        let class = format!("interval {}", colour(number));
        self.svg.rect([left, y - height / 2.0], [(right - left).max(1.0), height], (&class, 0.4), "");
    }

    /// A dot at a value.
    pub(super) fn dot<'a>(&mut self, y: f64, value: f64, number: usize, note: impl Into<Note<'a>>) {
        let at = [self.x.place(value), y];
        self.svg.dot(at, 3.2, &format!("edged {}", colour(number)), note);
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
        svg.text([x + 14.0, y], Anchor::Start, "quiet small", words);
        x += 26.0 + 6.4 * text_width(words) as f64;
    }
}

/// The minimum distance between two texts.
const APART: f64 = 11.0;

/// Heights for texts next to the ends of lines, from the top down, without overlap: `ends` are heights and whose they are.
pub(super) fn spread<T>(mut ends: Vec<(f64, T)>, [top, bottom]: [f64; 2]) -> Vec<(f64, T)> {
    ends.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let room = ends.len() as f64 * APART;
    let mut free = top;
    for (index, (y, _)) in ends.iter_mut().enumerate() {
        let last = bottom.max(top + room) - room + APART * (index as f64 + 1.0);
        *y = (*y + 4.0).max(free).min(last);
        free = *y + APART;
    }
    ends
}

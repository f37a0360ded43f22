//! Who gets which portion, and how.

use super::labels::{LINE, lines, most_lines, write_lines};
use super::rows::{WIDTH, legend};
use super::{Contest, Figure};
use crate::arena::{EntrantIndex, Fate, PORTION_VALUES};
use crate::report::svg::{Anchor, Scale, Svg, short};
use crate::tables::{PortionRow, fixed, portions};

const TOP: f64 = 26.0;
/// The size of a panel without the name above it.
const PANEL: [f64; 2] = [176.0, 112.0];
/// Space in a panel to the left of and below the bars.
const MARGIN: [f64; 2] = [36.0, 20.0];

/// The ways to a portion, from the axis up.
const WAYS: [(Fate, &str, &str); 3] =
    [(Fate::TakenMenu, "menu", "menu"), (Fate::TakenInvalid, "invalid", "invalid"), (Fate::Stolen, "stolen", "stolen")];

pub(super) fn draw(contest: &Contest<'_>) -> Figure {
    let rows = contest.rows.len().div_ceil(2) as f64;
    let names = contest.rows.iter().map(|row| row.name.as_str());
    let above = LINE * most_lines(names, PANEL[0] - 8.0) as f64 + 8.0;
    let mut svg = Svg::new(WIDTH, TOP + rows * (PANEL[1] + above));
    let entries: Vec<(&str, &str)> = WAYS.iter().map(|(_, class, words)| (*class, *words)).collect();
    legend(&mut svg, [4.0, 14.0], &[&entries[..], &[("lost", "lost"), ("keptdot", "kept")]].concat());
    let panels: Vec<Panel<'_>> = contest.rows.iter().map(|row| Panel::new(contest, row.entrant)).collect();
    let most = panels.iter().map(|panel| panel.extent(&|shares| shares[..3].iter().sum())).fold(0.05, f64::max);
    let least = panels.iter().map(|panel| panel.extent(&|shares| shares[3])).fold(0.0, f64::max);
    for (index, panel) in panels.iter().enumerate() {
        let corner = [(index % 2) as f64 * (PANEL[0] + 8.0), TOP + (index / 2) as f64 * (PANEL[1] + above) + above];
        panel.draw(&mut svg, corner, [-least, most]);
    }
    Figure::new(
        "portions",
        "Portions",
        "Of all portions of a value that were turned up in an entrant's games: the share that it got, by how (served in \
                the menu, taken with an invalid display, or stolen), and below the axis the share that it lost again. The dots \
                are the share it kept. 0 stands for the three zeros.",
        svg,
    )
}

/// One entrant.
struct Panel<'a> {
    name: &'a str,
    /// By the index of the value.
    rows: Vec<PortionRow>,
}

impl<'a> Panel<'a> {
    fn new(contest: &Contest<'a>, entrant: EntrantIndex) -> Panel<'a> {
        let rows = portions(&contest.tables.results(), contest.table_index, entrant);
        Panel { name: contest.name(entrant), rows }
    }

    /// The shares of a value by fate.
    fn shares(&self, value: usize) -> [f64; Fate::ALL.len()] {
        Fate::ALL.map(|fate| self.rows[value].share(fate).unwrap_or(0.0))
    }

    fn extent(&self, of: &dyn Fn([f64; Fate::ALL.len()]) -> f64) -> f64 {
        (0..PORTION_VALUES).map(|value| of(self.shares(value))).fold(0.0, f64::max)
    }

    fn draw(&self, svg: &mut Svg, [left, top]: [f64; 2], ends: [f64; 2]) {
        svg.open("panel", &[("entrant", self.name)]);
        let name = lines(self.name, PANEL[0] - 8.0);
        let base = top - 8.0 - LINE * (name.len() as f64 - 1.0);
        write_lines(svg, [left + 4.0, base], Anchor::Start, "", &name);
        let y = Scale::new(ends, [top + PANEL[1] - MARGIN[1], top]);
        let (ticks, digits) = y.ticks(4.0);
        for tick in ticks {
            svg.path(&[[left + MARGIN[0], y.place(tick)], [left + PANEL[0], y.place(tick)]], "grid");
            let label = format!("{} %", fixed(100.0 * tick.abs(), digits.saturating_sub(2)));
            svg.text([left + MARGIN[0] - 4.0, y.place(tick) + 4.0], Anchor::End, "quiet small", &label);
        }
        svg.path(&[[left + MARGIN[0], y.place(0.0)], [left + PANEL[0], y.place(0.0)]], "axis");
        self.bars(svg, left, &y);
        for value in [0, 5, 15, 25] {
            let (x, _) = column(left, value);
            let label = self.rows[value].portion.to_string();
            svg.text([x, top + PANEL[1] - 6.0], Anchor::Middle, "quiet small", &label);
        }
        self.hints(svg, left, &y, ends);
        svg.close();
    }

    /// One outline for each fate, so that a page of many entrants stays small.
    fn bars(&self, svg: &mut Svg, left: f64, y: &Scale) {
        let mut base = [0.0; PORTION_VALUES];
        for (fate, class, _) in WAYS {
            let mut outline = String::new();
            for (value, base) in base.iter_mut().enumerate() {
                let share = self.shares(value)[fate as usize];
                outline += &bar(left, value, [y.place(*base), y.place(*base + share)]);
                *base += share;
            }
            svg.outline(&outline, class, "");
        }
        let lost = |value: usize| bar(left, value, [y.place(0.0), y.place(-self.shares(value)[Fate::Lost as usize])]);
        svg.outline(&(0..PORTION_VALUES).map(lost).collect::<String>(), "lost", "");
        // Nothing is known about values that were never turned up.
        let kept = |value: usize| {
            let [x, y] = [column(left, value).0, y.place(self.shares(value)[Fate::Kept as usize])];
            format!("M{},{}h3v3h-3z", short(x - 1.5), short(y - 1.5))
        };
        svg.outline(
            &(0..PORTION_VALUES).filter(|&value| self.rows[value].turned_up > 0).map(kept).collect::<Vec<_>>().concat(),
            "keptdot",
            "",
        );
    }

    /// The numbers of each value as tooltips.
    fn hints(&self, svg: &mut Svg, left: f64, y: &Scale, ends: [f64; 2]) {
        for (value, row) in self.rows.iter().enumerate() {
            let (x, width) = column(left, value);
            let [menu, invalid, stolen, lost, kept] = Fate::ALL.map(|fate| row.count(fate));
            let (portion, turned_up) = (row.portion, row.turned_up);
            let hint = format!(
                "{portion}: turned up {turned_up}, menu {menu}, invalid {invalid}, stolen {stolen}, lost {lost}, kept {kept}"
            );
            let [top, bottom] = [y.place(ends[1]), y.place(ends[0])];
            svg.glass([x - width / 2.0, top], [width, bottom - top], &hint);
        }
    }
}

/// The middle of the column of a value, and its width. The zeros are set slightly apart.
fn column(left: f64, value: usize) -> (f64, f64) {
    let width = (PANEL[0] - MARGIN[0]) / (PORTION_VALUES as f64 + 1.0);
    let apart = if value == 0 { 0.0 } else { width / 2.0 };
    (left + MARGIN[0] + apart + (value as f64 + 0.7) * width, width)
}

fn bar(left: f64, value: usize, [from, to]: [f64; 2]) -> String {
    if (from - to).abs() < 0.05 {
        return String::new();
    }
    let (x, width) = column(left, value);
    format!("M{},{}h{}V{}h-{}z", short(x - 0.4 * width), short(from), short(0.8 * width), short(to), short(0.8 * width))
}

//! The figures of the engine, and their table.

use serde::{Deserialize, Serialize};

use crate::report::{align, pad, text_width};

/// One figure: how long something takes, also in draws.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct BenchFigure {
    per_second: f64,
    pub(super) ns: f64,
    pub(super) draws: f64,
}

/// The figures for one number of players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct BenchRow {
    pub(super) players: usize,
    pub(super) games: BenchFigure,
    pub(super) decisions: BenchFigure,
    pub(super) imagine: BenchFigure,
    pub(super) rollouts: BenchFigure,
}

/// The speed of the engine: all figures.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct EngineSpeed {
    pub(super) draw_ns: f64,
    pub(super) rows: Vec<BenchRow>,
}

/// The heading of the table.
const HEADING: [&str; 12] = [
    "players",
    "games/s",
    "in draws",
    "decisions/s",
    "ns",
    "in draws",
    "per second",
    "ns",
    "in draws",
    "per second",
    "ns",
    "in draws",
];

/// What columns have in common, with the first and the last of them.
const GROUPS: [(&str, usize, usize); 4] =
    [("random games", 1, 2), ("decisions", 3, 5), ("imagine", 6, 8), ("rollouts", 9, 11)];

impl EngineSpeed {
    /// Everything in one table, or one below the other where there is less room.
    pub(super) fn tables(&self, columns: usize) -> String {
        let wide = self.table();
        if wide.lines().all(|line| text_width(line) <= columns) {
            return wide;
        }
        let parts = [
            self.part("random games", "games/s", |row| row.games),
            self.part("decisions", "decisions/s", |row| row.decisions),
            self.part("imagine", "per second", |row| row.imagine),
            self.part("rollouts", "per second", |row| row.rollouts),
        ];
        format!("one bounded draw: {:.2} ns\n{}", self.draw_ns, parts.concat())
    }

    /// One kind of work in a table of its own.
    fn part(&self, title: &str, what: &str, figure: fn(&BenchRow) -> BenchFigure) -> String {
        let heading = ["players", what, "ns", "in draws"].map(str::to_owned).to_vec();
        let row = |row: &BenchRow| {
            let BenchFigure { per_second, ns, draws } = figure(row);
            vec![row.players.to_string(), format!("{per_second:.0}"), format!("{ns:.1}"), format!("{draws:.1}")]
        };
        let rows: Vec<Vec<String>> = [heading].into_iter().chain(self.rows.iter().map(row)).collect();
        format!("\n{title}\n{}", align(&rows))
    }

    fn table(&self) -> String {
        let heading = HEADING.map(str::to_owned).to_vec();
        let rows: Vec<Vec<String>> = [heading].into_iter().chain(self.rows.iter().map(BenchRow::cells)).collect();
        let widths: Vec<usize> = (0..HEADING.len())
            .map(|column| rows.iter().map(|row| text_width(&row[column])).max().unwrap_or(0))
            .collect();
        let groups = GROUPS.map(|(title, first, last)| {
            let width = widths[first..=last].iter().sum::<usize>() + 2 * (last - first);
            format!("{:─^width$}", format!(" {title} "))
        });
        let players = pad("", widths[0]);
        format!("one bounded draw: {:.2} ns\n\n{players}  {}\n{}", self.draw_ns, groups.join("  "), align(&rows))
    }
}

impl BenchFigure {
    /// Of work that takes so many nanoseconds where a draw takes `draw_ns`.
    pub(super) fn new(ns: f64, draw_ns: f64) -> BenchFigure {
        BenchFigure { per_second: 1e9 / ns, ns, draws: ns / draw_ns }
    }
}

impl BenchRow {
    fn cells(&self) -> Vec<String> {
        let whole = |number: f64| format!("{number:.0}");
        let games = [self.players.to_string(), whole(self.games.per_second), whole(self.games.draws)];
        let others = [&self.decisions, &self.imagine, &self.rollouts];
        let others = others
            .map(|figure| [whole(figure.per_second), format!("{:.1}", figure.ns), format!("{:.1}", figure.draws)]);
        games.into_iter().chain(others.into_iter().flatten()).collect()
    }
}

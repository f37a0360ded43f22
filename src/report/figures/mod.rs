//! The figures of a run: each shows one file of results, and its marks carry the numbers of that file.

mod convergence;
mod curve;
mod histograms;
mod labels;
mod lines;
mod matchups;
mod overview;
mod portions;
mod ratings;
mod rounds;
mod rows;
mod seats;
mod standings;
mod steals;

use super::RunInput;
use super::svg::Svg;
use super::table::text_width;
use crate::arena::{EntrantIndex, TableIndex};
use crate::statistics::Interval;
use crate::tables::{RunTables, Standing};

pub(super) use curve::{Spot, curve};
pub(super) use overview::overview;
pub(super) use standings::{compared, names_in};

/// A picture with what the reader needs to know.
pub(super) struct Figure {
    /// Its name, for files and links.
    pub(super) name: &'static str,
    /// The heading.
    pub(super) title: &'static str,
    /// What is drawn.
    pub(super) about: &'static str,
    pub(super) svg: Svg,
    /// Whether it needs more than a column.
    pub(super) is_wide: bool,
}

impl Figure {
    fn new(name: &'static str, title: &'static str, about: &'static str, svg: Svg) -> Figure {
        Figure { name, title, about, svg, is_wide: false }
    }

    /// As a file of its own; `context` says which run it belongs to.
    pub(super) fn file(&self, context: &str) -> String {
        self.svg.finish_under(&format!("{} · {context}", self.title))
    }
}

/// One number of players of a run, ready to be drawn.
pub(super) struct Contest<'a> {
    pub(super) tables: &'a RunTables<'a>,
    /// Its index in the plan.
    pub(super) table_index: TableIndex,
    /// The entrants that have played, best first.
    pub(super) rows: &'a [Standing],
}

impl<'a> Contest<'a> {
    /// Entrants in most figures: of more only the best are drawn, since the others could not be read.
    pub(super) const MAX_DRAWN: usize = 24;

    /// The contest of a table size.
    pub(super) fn new(run: &'a RunInput<'_>, table_index: TableIndex) -> Contest<'a> {
        let rows = run.tables.standings(table_index);
        // Those without a game are the last.
        let played = rows.iter().filter(|row| row.games > 0).count();
        Contest { tables: &run.tables, table_index, rows: &rows[..played] }
    }

    /// Whether some entrants are not drawn.
    pub(super) fn is_cut(&self) -> bool {
        self.rows.len() > Contest::MAX_DRAWN
    }

    /// The number of players.
    pub(super) fn players(&self) -> usize {
        self.tables.results().plan.schedules[self.table_index].players.count()
    }

    /// An entrant's name.
    pub(super) fn name(&self, entrant: EntrantIndex) -> &'a str {
        &self.tables.results().plan.entrants[entrant].name
    }

    /// The names, best first.
    fn names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let (plan, rows) = (self.tables.results().plan, self.rows);
        rows.iter().map(move |row| plan.entrants[row.entrant].name.as_str())
    }

    fn tally(&self) -> &'a crate::arena::Tally {
        &self.tables.results().state.sizes[self.table_index].tally
    }

    /// All figures.
    pub(super) fn figures(&self) -> Vec<Figure> {
        let drawn = Contest { rows: &self.rows[..self.rows.len().min(Contest::MAX_DRAWN)], ..*self };
        vec![
            standings::draw(self),
            ratings::draw(self),
            matchups::draw(&drawn),
            histograms::worms(&drawn),
            portions::draw(&drawn),
            seats::draw(&drawn),
            steals::draw(&drawn),
            rounds::draw(&drawn),
            histograms::pass_totals(&drawn),
            convergence::draw(&drawn),
        ]
    }
}

/// A share in percent, for people.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A share with its interval: as half its width, or where that would extend beyond 0 or 1, as its ends.
pub(super) fn with_interval(share: f64, interval: Option<Interval>) -> String {
    match interval.map(|interval| (interval, interval.half_width())) {
        None => percent(share),
        Some((interval, half)) if share - half < 0.0 || share + half > 1.0 => {
            format!("{:.1}–{:.1} %", 100.0 * interval.low, 100.0 * interval.high)
        }
        Some((_, half)) => format!("{} ± {:.1}", percent(share), 100.0 * half),
    }
}

/// All figures of a run as separate files: names and texts.
pub fn figure_files(run: &RunInput<'_>) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for table_index in run.table_sizes() {
        let contest = Contest::new(run, table_index);
        let players = contest.players();
        for figure in contest.figures() {
            let file = format!("{}-{players}-players.svg", figure.name);
            files.push((file, figure.file(&format!("{}, {players} players", run.name))));
        }
    }
    files
}

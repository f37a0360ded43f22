//! The figures of a run: each shows one file of results, and its marks carry the numbers of that file.

mod convergence;
mod curve;
mod histograms;
mod matchups;
mod portions;
mod rounds;
mod rows;
mod seats;
mod standings;
mod steals;

use super::svg::Svg;
use super::table::{clip, text_width};
use super::{Results, RunInput, Standing};
use crate::statistics::Interval;

pub(super) use curve::{Spot, curve};
pub(super) use standings::{compared, names_in};

/// A picture with what a reader has to know.
pub(super) struct Figure {
    /// Its name, for files and links.
    pub(super) name: &'static str,
    /// The heading.
    pub(super) title: &'static str,
    /// What is drawn.
    pub(super) about: &'static str,
    pub(super) svg: Svg,
}

impl Figure {
    /// As a file of its own; `context` says of what.
    pub(super) fn file(&self, context: &str) -> String {
        self.svg.finish_under(&format!("{} · {context}", self.title))
    }
}

/// One number of players of a run, ready to be drawn.
pub(super) struct Contest<'a> {
    pub(super) results: Results<'a>,
    /// Its place in the plan.
    pub(super) size: usize,
    /// The entrants that have played, best first.
    pub(super) rows: &'a [Standing],
}

impl<'a> Contest<'a> {
    /// Entrants in most figures: of more only the best are drawn, since nobody could read the others.
    pub(super) const MAX_DRAWN: usize = 24;

    /// The contest of a number of players, by its place in the plan.
    pub(super) fn new(run: &'a RunInput<'_>, size: usize) -> Contest<'a> {
        // Those without a game are the last.
        let played = run.standings[size].iter().filter(|row| row.games > 0).count();
        Contest { results: run.results, size, rows: &run.standings[size][..played] }
    }

    /// Whether some entrants are not drawn.
    pub(super) fn is_cut(&self) -> bool {
        self.rows.len() > Contest::MAX_DRAWN
    }

    /// How many play.
    pub(super) fn players(&self) -> usize {
        self.results.plan.schedules[self.size].players.count()
    }

    /// An entrant's name.
    pub(super) fn name(&self, entrant: usize) -> &'a str {
        &self.results.plan.entrants[entrant].name
    }

    /// The names, best first.
    fn names(&self) -> Vec<String> {
        self.rows.iter().map(|row| self.name(row.entrant).to_owned()).collect()
    }

    fn tally(&self) -> &'a crate::arena::Tally {
        &self.results.state.sizes[self.size].tally
    }

    /// All figures.
    pub(super) fn figures(&self) -> Vec<Figure> {
        let drawn = Contest { rows: &self.rows[..self.rows.len().min(Contest::MAX_DRAWN)], ..*self };
        vec![
            standings::draw(self),
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

/// A share as percents, for reading.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A share with its interval: as half of its width, or where that would reach beyond 0 or 1, as its ends.
pub(super) fn with_interval(share: f64, interval: Option<Interval>) -> String {
    match interval.map(|interval| (interval, interval.half_width())) {
        None => percent(share),
        Some((interval, half)) if share - half < 0.0 || share + half > 1.0 => {
            format!("{:.1}–{:.1} %", 100.0 * interval.low, 100.0 * interval.high)
        }
        Some((_, half)) => format!("{} ± {:.1}", percent(share), 100.0 * half),
    }
}

/// All figures of a run as files of their own: names and texts.
pub fn figure_files(run: &RunInput<'_>) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for size in 0..run.standings.len() {
        let contest = Contest::new(run, size);
        let players = contest.players();
        for figure in contest.figures() {
            let file = format!("{}-{players}-players.svg", figure.name);
            files.push((file, figure.file(&format!("{}, {players} players", run.name))));
        }
    }
    files
}

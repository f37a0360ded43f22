//! The figures of a run: each shows one file of results, and its marks carry the numbers of that file.

mod convergence;
mod frame;
mod histograms;
mod matchups;
mod portions;
mod rounds;
mod seats;
mod standings;
mod steals;

use super::svg::Svg;
use super::{Results, Standing, standings as standings_of};

pub(super) use standings::compared;

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
pub(super) struct Scene<'a> {
    pub(super) results: Results<'a>,
    /// Its place in the plan.
    pub(super) size: usize,
    /// The entrants that have played, best first.
    pub(super) rows: Vec<Standing>,
}

impl<'a> Scene<'a> {
    pub(super) fn new(results: Results<'a>, size: usize) -> Scene<'a> {
        let mut rows = standings_of(&results, size);
        rows.retain(|row| row.games > 0);
        Scene { results, size, rows }
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
        vec![
            standings::draw(self),
            matchups::draw(self),
            histograms::worms(self),
            portions::draw(self),
            seats::draw(self),
            steals::draw(self),
            rounds::draw(self),
            histograms::pass_totals(self),
            convergence::draw(self),
        ]
    }
}

/// A name that is not too long for its place.
fn clip(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars().take(most - 1).chain(['…']).collect()
}

/// A share as percents, for reading.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// All figures of a run as files of their own: names and texts.
pub fn figure_files(name: &str, results: Results<'_>) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for size in 0..results.plan.schedules.len() {
        let scene = Scene::new(results, size);
        let players = scene.players();
        for figure in scene.figures() {
            let file = format!("{}-{players}-players.svg", figure.name);
            files.push((file, figure.file(&format!("{name}, {players} players"))));
        }
    }
    files
}

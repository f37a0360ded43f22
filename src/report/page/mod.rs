//! Pages: one or more runs, or one game, in a single file.

pub(super) mod comparison;
mod figure;
mod html;
mod overview;
mod run;
pub(super) mod tables;

use super::svg::escape;
use super::viewer::{self, GameInput, Playback};
use crate::arena::TableIndex;
use crate::records::ReplayError;
use crate::runs::Manifest;
use crate::tables::{Results, RunTables};
pub(super) use html::{Page, html_table};

/// A run to be shown.
#[derive(Clone, Debug)]
pub struct RunInput<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where it is, for commands.
    pub path: &'a str,
    /// What determines it.
    pub manifest: &'a Manifest,
    /// Games worth a look.
    pub games: Vec<GameInput<'a>>,
    /// How many more there are that cannot be shown.
    pub missing: usize,
    /// All rows, computed once for all parts of the page.
    pub(super) tables: RunTables<'a>,
}

impl<'a> RunInput<'a> {
    /// A run with the results of the plan in its manifest.
    pub fn new(
        [name, path]: [&'a str; 2],
        manifest: &'a Manifest,
        results: Results<'a>,
        games: Vec<GameInput<'a>>,
        missing: usize,
    ) -> RunInput<'a> {
        RunInput { name, path, manifest, games, missing, tables: RunTables::new(results) }
    }

    /// Its table sizes.
    pub(super) fn table_sizes(&self) -> impl Iterator<Item = TableIndex> + use<> {
        self.manifest.plan.schedules.indices()
    }
}

/// The page of one or more runs.
///
/// # Errors
/// If a game to be shown breaks a rule.
pub fn report_page(runs: &[RunInput<'_>]) -> Result<String, ReplayError> {
    let [title, in_tab] = run::titles(runs);
    let mut page = Page::new(&in_tab);
    page.add(format_args!("<header class=\"top\"><h1>{}</h1>\n", escape(&title)));
    page.body += &if runs.len() == 1 { run::lead(&runs[0]) } else { String::new() };
    page.body += "</header>\n<main>\n";
    if runs.len() > 1 {
        comparison::comparison(runs, &mut page);
    }
    for (number, run) in runs.iter().enumerate() {
        run::sections(run, number, runs.len() > 1, &mut page);
    }
    add_games(runs, &mut page)?;
    for (number, run) in runs.iter().enumerate() {
        run::origin(run, number, &mut page);
    }
    page.body += "</main>\n";
    Ok(page.finish())
}

/// The page of one game.
///
/// # Errors
/// If it breaks a rule.
pub fn replay_page(shown: &GameInput<'_>) -> Result<String, ReplayError> {
    let playback = Playback::new(shown)?;
    let mut page = Page::new(shown.title);
    page.has_games = true;
    page.add(format_args!(
        "{}<main>\n{}<p class=\"note\">{KEYS}</p>\n</main>\n",
        game_header(shown),
        viewer::games_section(&[playback])
    ));
    Ok(page.finish())
}

/// The head of a page of one game.
pub(super) fn game_header(shown: &GameInput<'_>) -> String {
    let (title, about) = (escape(shown.title), escape(shown.about));
    format!("<header class=\"top\"><h1>{title}</h1>\n<p class=\"lead\">{about}</p></header>\n")
}

/// How to step through a game.
const KEYS: &str =
    "Step with the buttons, the slider, a line of the moves, or the keys ← → Home End; the space bar plays and pauses.";

/// The list of games and the viewer that shows one.
fn add_games(runs: &[RunInput<'_>], page: &mut Page) -> Result<(), ReplayError> {
    let games: Vec<(&str, &GameInput<'_>)> =
        runs.iter().flat_map(|run| run.games.iter().map(|game| (run.name, game))).collect();
    let missing: usize = runs.iter().map(|run| run.missing).sum();
    if games.is_empty() && missing == 0 {
        return Ok(());
    }
    page.add(format_args!("<section id=\"games\">\n<h2>Games worth a look</h2>\n"));
    if missing > 0 {
        page.add(format_args!("<p class=\"note\">{missing} of them cannot be shown: {WHY_MISSING}.</p>\n"));
    }
    if !games.is_empty() {
        list_games(&games, runs.len() > 1, page)?;
    }
    page.add(format_args!("</section>\n"));
    Ok(())
}

/// Why a game is not shown.
const WHY_MISSING: &str = "they involve programs, which a page does not start, and their records were not kept; \
                           play with <code>--record all</code>";

/// The games, with the names of their runs if there are several.
fn list_games(games: &[(&str, &GameInput<'_>)], several: bool, page: &mut Page) -> Result<(), ReplayError> {
    page.parts.push(("games".to_owned(), "Games".to_owned()));
    page.has_games = true;
    let playbacks = games.iter().map(|(_, shown)| Playback::new(shown)).collect::<Result<Vec<_>, _>>()?;
    let link = |(number, (run, game)): (usize, &(&str, &GameInput<'_>))| {
        let title = if several { format!("{run}: {}", game.title) } else { game.title.to_owned() };
        let (title, about) = (escape(&title), escape(game.about));
        format!("<li><a href=\"#game-{number}\" data-game=\"{number}\"><b>{title}</b><span>{about}</span></a></li>\n")
    };
    let list = games.iter().enumerate().map(link).collect::<Vec<_>>().concat();
    page.add(format_args!(
        "<p>Choose one. {KEYS}</p>\n\
         <ul class=\"games\">\n{list}</ul>\n{}",
        viewer::games_section(&playbacks)
    ));
    Ok(())
}

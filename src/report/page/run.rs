//! The parts of a page that tell one run, or compare several.

use super::super::figures::{Figure, Scene, compared};
use super::super::files::files_with;
use super::super::findings::{findings, played_so_far};
use super::super::reproduce::reproduce;
use super::super::svg::escape;
use super::RunShown;
use super::html::Page;
use super::tables::Table;

/// Tables under the figures: the figure, the file, and what it is called.
const TABLES: [(&str, &str, &str); 2] =
    [("matchups", "matchups.csv", "All pairs"), ("seats", "seats.csv", "All seats")];

/// What was played, and what came of it in a few sentences.
pub(super) fn lead(run: &RunShown<'_>) -> String {
    let said: Vec<String> =
        findings(&run.results, &run.standings).iter().map(|words| format!("<li>{}</li>\n", escape(words))).collect();
    let told = escape(&played_so_far(run.manifest, &run.results));
    format!("<p class=\"lead\">{told}</p>\n<ul>\n{}</ul>\n", said.concat())
}

/// The sections of a run, one for each number of players.
pub(super) fn sections(run: &RunShown<'_>, number: usize, several: bool, page: &mut Page) {
    let files = files_with(&run.results, &run.standings);
    if several {
        page.add(format_args!("<section><h2>{}</h2>\n{}</section>\n", escape(run.name), lead(run)));
    }
    for size in 0..run.standings.len() {
        let scene = Scene::new(run, size);
        let players = scene.players();
        let place = format!("run-{number}-players-{players}");
        let name = if several { format!("{}: {players} players", run.name) } else { format!("{players} players") };
        page.add(format_args!("<section id=\"{place}\" data-players=\"{players}\">\n<h2>{}</h2>\n", escape(&name)));
        if scene.is_cut() {
            let note = "Most charts show the best entrants only; the CSV files have all.";
            page.add(format_args!("<p class=\"note\">{note}</p>\n"));
        }
        page.add(format_args!("<div class=\"charts\">\n{}</div>\n</section>\n", charts(&scene, &place, &files)));
        page.parts.push((place, name));
    }
}

/// All figures of a number of players, with the tables that belong to them.
fn charts(scene: &Scene<'_>, place: &str, files: &[(&str, Vec<u8>)]) -> String {
    let table = |file: &str, words: &str, open: &str| {
        let bytes = files.iter().find(|(name, _)| *name == file).map_or(&[][..], |(_, bytes)| bytes);
        let table = Table::new(bytes, scene.players()).to_html(file);
        format!("<details{open}><summary>{words}</summary>\n{table}</details>\n")
    };
    let chart = |figure: &Figure| {
        let own = TABLES.iter().find(|(of, ..)| *of == figure.name && !scene.is_cut());
        let under = own.map_or_else(String::new, |(_, file, words)| table(file, words, ""));
        format!("<div>\n{}{under}</div>\n", figure_html(figure, place))
    };
    let mut parts: Vec<String> = scene.figures().iter().map(chart).collect();
    // Below the first row, where it has the whole width.
    let standings = table("standings.csv", "All numbers of the standings", " open");
    parts.insert(2, format!("<div class=\"whole\">{standings}</div>\n"));
    parts.concat()
}

fn figure_html(figure: &Figure, place: &str) -> String {
    let (name, title, about) = (figure.name, figure.title, escape(figure.about));
    format!(
        "<h3 id=\"{place}-{name}\">{title}</h3>\n<p class=\"note\">{about}</p>\n<figure data-figure=\"{name}\">{}</figure>\n",
        figure.svg.inline(title)
    )
}

/// The same entrants in all runs, for each number of players that several have.
pub(super) fn comparison(runs: &[RunShown<'_>], page: &mut Page) {
    page.body += "<section id=\"comparison\">\n<h2>The runs side by side</h2>\n";
    page.parts.push(("comparison".to_owned(), "Comparison".to_owned()));
    for players in 2..=crate::game::MAX_PLAYERS {
        let scenes: Vec<(String, Scene<'_>)> =
            runs.iter().filter_map(|run| Some((run.name.to_owned(), scene_of(run, players)?))).collect();
        let shown: Vec<(String, &Scene<'_>)> = scenes.iter().map(|(name, scene)| (name.clone(), scene)).collect();
        if let (true, Some(figure)) = (shown.len() > 1, compared(&shown)) {
            page.add(format_args!("<h3>{players} players</h3>\n{}", figure_html(&figure, &format!("all-{players}"))));
        }
    }
    page.body += "</section>\n";
}

fn scene_of<'a>(run: &'a RunShown<'_>, players: usize) -> Option<Scene<'a>> {
    let size = run.results.plan.schedules.iter().position(|schedule| schedule.players.count() == players)?;
    Some(Scene::new(run, size))
}

/// Where the run comes from, and how to play it again.
pub(super) fn origin(run: &RunShown<'_>, number: usize, page: &mut Page) {
    let place = format!("run-{number}-origin");
    let commands = escape(&reproduce(&run.manifest.plan, run.path).join("\n"));
    page.add(format_args!(
        "<section id=\"{place}\">\n<h2>Play it again: {}</h2>\n\
         <p>A run is a function of its manifest: the same plan gives the same bytes, whatever the threads.</p>\n\
         <pre class=\"commands\">{commands}</pre>\n\
         <details><summary>manifest.json</summary>\n<pre class=\"long\">{}</pre></details>\n</section>\n",
        escape(run.name),
        escape(run.manifest.to_text().trim_end())
    ));
    page.parts.push((place, "Play it again".to_owned()));
}

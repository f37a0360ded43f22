//! The sections of a page about one run.

use super::super::figures::{Contest, Figure};
use super::super::findings::{findings, played_so_far};
use super::super::reproduce::reproduce;
use super::super::svg::escape;
use super::RunInput;
use super::html::Page;
use super::tables::table_html;
use crate::tables::{ResultFile, ResultTable};

/// Tables under the figures: the figure, the file, and its title.
const TABLES: [(&str, ResultFile, &str); 2] =
    [("matchups", ResultFile::Matchups, "All pairs"), ("seats", ResultFile::Seats, "All seats")];

/// The most rows of a table under a figure: longer ones are not read, and a page of many entrants stays small.
const MAX_ROWS: usize = 150;

/// What was played, and the findings in a few sentences.
pub(super) fn lead(run: &RunInput<'_>) -> String {
    let said: Vec<String> = findings(&run.tables).iter().map(|words| format!("<li>{}</li>\n", escape(words))).collect();
    let played = escape(&played_so_far(run));
    format!("<p class=\"lead\">{played}</p>\n<ul>\n{}</ul>\n", said.concat())
}

/// The sections of a run, one for each number of players.
pub(super) fn sections(run: &RunInput<'_>, number: usize, several: bool, page: &mut Page) {
    let tables = Tables {
        standings: run.tables.table(ResultFile::Standings),
        of_figures: TABLES.map(|(_, file, _)| run.tables.table(file)),
    };
    if several {
        page.add(format_args!("<section><h2>{}</h2>\n{}</section>\n", escape(run.name), lead(run)));
    }
    for table_index in run.table_sizes() {
        let contest = Contest::new(run, table_index);
        let players = contest.players();
        let id = format!("run-{number}-players-{players}");
        let name = if several { format!("{}: {players} players", run.name) } else { format!("{players} players") };
        page.add(format_args!("<section id=\"{id}\" data-players=\"{players}\">\n<h2>{}</h2>\n", escape(&name)));
        if contest.is_cut() {
            let (most, all) = (Contest::MAX_DRAWN, contest.rows.len());
            page.add(format_args!(
                "<p class=\"note\">Most charts show the best {most} of {all} entrants; the CSV files have all.</p>\n"
            ));
        }
        page.add(format_args!("<div class=\"charts\">\n{}</div>\n</section>\n", charts(&contest, &id, &tables)));
        page.parts.push((id, name));
    }
}

/// The tables of a run that a page shows.
struct Tables {
    standings: ResultTable,
    of_figures: [ResultTable; TABLES.len()],
}

/// All figures of a number of players, with the tables that belong to them.
fn charts(contest: &Contest<'_>, id: &str, tables: &Tables) -> String {
    let fold = |table: &ResultTable, file: ResultFile, words: &str, open: &str| {
        format!("<details{open}><summary>{words}</summary>\n{}</details>\n", table_html(table, file.name()))
    };
    let chart = |figure: &Figure| {
        let own = TABLES.iter().zip(&tables.of_figures).find(|((of, ..), _)| *of == figure.name);
        let under = own.map_or_else(String::new, |((_, file, words), table)| {
            let table = table.of_players(contest.players());
            // The marks of the chart show the numbers, too.
            if table.rows.len() > MAX_ROWS {
                return format!("<p class=\"note\">{} rows are in {}.</p>\n", table.rows.len(), file.name());
            }
            fold(&table, *file, words, "")
        });
        format!("<div>\n{}{under}</div>\n", figure_html(figure, id))
    };
    let mut parts: Vec<String> = contest.figures().iter().map(chart).collect();
    // Below the first row, where it has the full width.
    let standings = tables.standings.of_players(contest.players());
    let standings = fold(&standings, ResultFile::Standings, "All numbers of the standings", " open");
    parts.insert(2, format!("<div class=\"whole\">{standings}</div>\n"));
    parts.concat()
}

pub(super) fn figure_html(figure: &Figure, id: &str) -> String {
    let (name, title, about) = (figure.name, figure.title, escape(figure.about));
    format!(
        "<h3 id=\"{id}-{name}\">{title}</h3>\n<p class=\"note\">{about}</p>\n<figure data-figure=\"{name}\">{}\
         <figcaption aria-live=\"polite\"></figcaption></figure>\n",
        figure.svg.inline(title)
    )
}

/// Where the run comes from, and how to play it again.
pub(super) fn origin(run: &RunInput<'_>, number: usize, page: &mut Page) {
    let id = format!("run-{number}-origin");
    let commands = escape(&reproduce(&run.manifest.plan, run.path).join("\n"));
    page.add(format_args!(
        "<section id=\"{id}\">\n<h2>Play it again: {}</h2>\n\
         <p>A run is a function of its manifest: the same plan gives the same bytes on any number of threads. Without the folder, \
         save the manifest below as <code>manifest.json</code> and give it to <code>--from</code>.</p>\n\
         <pre class=\"commands\">{commands}</pre>\n\
         <details><summary>manifest.json</summary>\n<pre class=\"long\">{}</pre></details>\n</section>\n",
        escape(run.name),
        escape(run.manifest.to_text().trim_end())
    ));
    if number == 0 {
        page.parts.push((id, "Play it again".to_owned()));
    }
}

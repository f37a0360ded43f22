//! The sections of a page about one run.

use super::super::figures::{Contest, Figure};
use super::super::findings::{findings, list, played_so_far, run_title};
use super::super::reproduce::reproduce;
use super::super::svg::escape;
use super::RunInput;
use super::figure::figure_html;
use super::html::Page;
use super::overview::add_overview;
use super::tables::{standings_html, table_html};
use crate::tables::{ResultFile, ResultTable};

/// Tables under the figures: the figure, the file, and its title.
const TABLES: [(&str, ResultFile, &str); 2] =
    [("matchups", ResultFile::Matchups, "All pairs"), ("seats", ResultFile::Seats, "All seats")];

/// The most rows of a table under a figure: longer ones are not read, and a page of many entrants stays small.
const MAX_ROWS: usize = 150;

/// What the runs of a page were: its heading, and the same with the name of the run, for the tab of the browser.
pub(super) fn titles(runs: &[RunInput<'_>]) -> [String; 2] {
    if let [run] = runs {
        let title = run_title(run);
        return [title.clone(), format!("{title} · {}", run.name)];
    }
    let names: Vec<String> = runs.iter().map(|run| run.name.to_owned()).collect();
    let title = format!("Comparison of {}", list(&names));
    [title.clone(), title]
}

/// What was played, and the findings in a few sentences.
pub(super) fn lead(run: &RunInput<'_>) -> String {
    let said: Vec<String> = findings(&run.tables).iter().map(|words| format!("<li>{}</li>\n", escape(words))).collect();
    let played = escape(&played_so_far(run));
    let name = escape(run.name);
    format!("<p class=\"lead\"><b>{name}</b> · {played}</p>\n<ul class=\"findings\">\n{}</ul>\n", said.concat())
}

/// The sections of a run, one for each number of players.
pub(super) fn sections(run: &RunInput<'_>, number: usize, several: bool, page: &mut Page) {
    let tables = Tables {
        standings: run.tables.table(ResultFile::Standings),
        of_figures: TABLES.map(|(_, file, _)| run.tables.table(file)),
    };
    if several {
        page.add(format_args!("<section><h2>{}</h2>\n{}</section>\n", escape(&run_title(run)), lead(run)));
    }
    add_overview(run, number, several, page);
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
        page.add(format_args!("{}</section>\n", charts(run, &contest, &id, &tables)));
        page.parts.push((id, name));
    }
}

/// The tables of a run that a page shows.
struct Tables {
    standings: ResultTable,
    of_figures: [ResultTable; TABLES.len()],
}

/// All figures of a number of players, with the tables that belong to them.
fn charts(run: &RunInput<'_>, contest: &Contest<'_>, id: &str, tables: &Tables) -> String {
    let fold = |table: &ResultTable, file: ResultFile, words: &str| {
        format!("<details><summary>{words}</summary>\n{}</details>\n", table_html(table, file.name()))
    };
    let chart = |figure: &Figure| {
        let own = TABLES.iter().zip(&tables.of_figures).find(|((of, ..), _)| *of == figure.name);
        let under = own.map_or_else(String::new, |((_, file, words), table)| {
            let table = table.of_players(contest.players());
            // The marks of the chart show the numbers, too.
            if table.rows.len() > MAX_ROWS {
                return format!("<p class=\"note\">{} rows are in {}.</p>\n", table.rows.len(), file.name());
            }
            fold(&table, *file, words)
        });
        format!("<div>\n{}{under}</div>\n", figure_html(figure, id))
    };
    let standings = tables.standings.of_players(contest.players());
    let rows = run.tables.standings(contest.table_index);
    let standings = standings_html(&standings, rows, ResultFile::Standings.name());
    let figures = contest.figures();
    let of = |is_wide: bool| figures.iter().filter(|figure| figure.is_wide == is_wide).map(chart).collect::<String>();
    let wide = match of(true) {
        wide if wide.is_empty() => wide,
        wide => format!("<div class=\"whole\" tabindex=\"0\">\n{wide}</div>\n"),
    };
    format!(
        "<div class=\"charts\">\n<div>\n<h3>Standings</h3>\n<p class=\"note\">{STANDINGS}</p>\n{standings}</div>\n{}</div>\n{wide}",
        of(false)
    )
}

const STANDINGS: &str = "Win rates in percent; ± is half the width of a 95 % interval; entrants that share a letter of the group cannot be told apart.";

/// Where the run comes from, and how to play it again.
pub(super) fn origin(run: &RunInput<'_>, number: usize, page: &mut Page) {
    let id = format!("run-{number}-origin");
    let commands = escape(&reproduce(&run.manifest.plan, run.path).join("\n"));
    page.add(format_args!(
        "<section id=\"{id}\">\n<h2>Play it again: {}</h2>\n\
         <p>A run is a function of its manifest: the same plan gives the same bytes on any number of threads. Without the folder, \
         save the manifest below as <code>manifest.json</code> and give it to <code>--from</code>.</p>\n\
         <pre class=\"commands\" tabindex=\"0\">{commands}</pre>\n\
         <details><summary>manifest.json</summary>\n<pre class=\"long\" tabindex=\"0\">{}</pre></details>\n</section>\n",
        escape(run.name),
        escape(run.manifest.to_text().trim_end())
    ));
    if number == 0 {
        page.parts.push((id, "Play it again".to_owned()));
    }
}

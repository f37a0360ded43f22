//! All numbers of players of a run at a glance.

use super::super::figures::{Contest, names_in, overview};
use super::super::standings::rating_error;
use super::super::svg::{breakable, escape};
use super::RunInput;
use super::figure::figure_html;
use super::html::Page;
use super::tables::with_error;
use crate::tables::{Standing, fixed, rate};

/// What a table shows of an entrant: the number and its error for people, and the number of the file.
type Shown = fn(&Standing) -> Option<[String; 3]>;

/// A chart of ratings and tables of win rates and ratings over the numbers of players, if there are several.
pub(super) fn add_overview(run: &RunInput<'_>, number: usize, several: bool, page: &mut Page) {
    let contests: Vec<Contest<'_>> = run.table_sizes().map(|table_index| Contest::new(run, table_index)).collect();
    let Some(figure) = overview(&contests) else { return };
    let id = format!("run-{number}-overview");
    let name = if several { format!("{}: overview", run.name) } else { "Overview".to_owned() };
    page.add(format_args!(
        "<section id=\"{id}\">\n<h2>{}</h2>\n<div class=\"pair\">\n<div>{}</div>\n\
         <div><h3>Win rates by number of players</h3>\n<p class=\"note\">In percent; the highest of each column is bold.</p>\n{}</div>\n\
         <div><h3>Ratings by number of players</h3>\n<p class=\"note\">In points; ± is half the width of a 95 % interval.</p>\n{}</div>\n\
         </div>\n</section>\n",
        escape(&name),
        figure_html(&figure, &id),
        table("win-rates", &contests, win_rate),
        table("ratings", &contests, rating)
    ));
    page.parts.push((id, name));
}

fn win_rate(row: &Standing) -> Option<[String; 3]> {
    let share = row.win_rate?;
    let half = row.interval.map(|interval| 100.0 * interval.half_width());
    Some([fixed(100.0 * share, 1), fixed(half, 1), rate(share)])
}

fn rating(row: &Standing) -> Option<[String; 3]> {
    let rating = row.rating?;
    Some([fixed(rating, 0), rating_error(row.rating_interval), fixed(rating, 1)])
}

fn table(name: &str, contests: &[Contest<'_>], shown: Shown) -> String {
    let heading = |contest: &Contest<'_>| {
        let players = contest.players();
        format!("<th><button type=\"button\" aria-label=\"{players} players\">{players}</button></th>")
    };
    let row = |entrant: &&str| {
        let cells: String = contests.iter().map(|contest| cell(contest, entrant, shown)).collect();
        format!("<tr><td class=\"text\">{}</td>{cells}</tr>\n", breakable(entrant))
    };
    format!(
        "<div class=\"wide\" tabindex=\"0\"><table class=\"overview\" data-table=\"{name}\">\n\
         <thead><tr><th class=\"text\"><button type=\"button\">entrant</button></th>{}</tr></thead>\n\
         <tbody>\n{}</tbody>\n</table></div>\n",
        contests.iter().map(heading).collect::<String>(),
        names_in(contests.iter()).iter().map(row).collect::<String>()
    )
}

fn cell(contest: &Contest<'_>, name: &str, shown: Shown) -> String {
    let row = contest.rows.iter().find(|row| contest.name(row.entrant) == name);
    let Some((row, [number, error, value])) = row.and_then(|row| Some((row, shown(row)?))) else {
        return "<td></td>".to_owned();
    };
    let number = if row.rank == 1 { format!("<b>{number}</b>") } else { number };
    format!("<td data-value=\"{value}\">{}</td>", with_error(&number, &error))
}

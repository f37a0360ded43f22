//! Several runs side by side.

use super::super::figures::{Contest, compared, names_in};
use super::super::svg::{colour, escape};
use super::RunInput;
use super::html::{Page, html_table};
use super::run::figure_html;
use crate::tables::Standing;
use crate::tables::fixed;

/// The same entrants in all runs, for each number of players that several runs have.
pub(super) fn comparison(runs: &[RunInput<'_>], page: &mut Page) {
    page.add(format_args!("<section id=\"comparison\">\n<h2>The runs side by side</h2>\n{}", legend(runs)));
    page.parts.push(("comparison".to_owned(), "Comparison".to_owned()));
    for (players, contests) in in_several(runs) {
        if let Some(figure) = compared(&contests) {
            let table = html_table("compared", &compared_rows(runs, &contests), &[]);
            let figure = figure_html(&figure, &format!("all-{players}"));
            page.add(format_args!(
                "<h3>{players} players</h3>\n<div class=\"charts\"><div>{figure}</div><div><h3>The same as a table</h3>\n\
                 <p class=\"note\">Win rates in percent; ± is half the width of a 95 % interval.</p>\n{table}</div></div>\n"
            ));
        }
    }
    page.add(format_args!("</section>\n"));
}

/// The numbers of players that several runs have, each with the runs, by their numbers.
pub(in crate::report) fn in_several<'a>(runs: &'a [RunInput<'_>]) -> Vec<(usize, Vec<(usize, Contest<'a>)>)> {
    let of_run = |(number, run), players| Some((number, contest_of(run, players)?));
    let contests = |players| runs.iter().enumerate().filter_map(|run| of_run(run, players)).collect::<Vec<_>>();
    let all = (2..=crate::game::MAX_PLAYERS).map(|players| (players, contests(players)));
    all.filter(|(_, contests)| contests.len() > 1).collect()
}

/// The colour of each run.
fn legend(runs: &[RunInput<'_>]) -> String {
    let entry = |(number, run): (usize, &RunInput<'_>)| {
        let square = format!(
            "<svg width=\"10\" height=\"10\"><rect width=\"10\" height=\"10\" class=\"{}\"/></svg>",
            colour(number)
        );
        format!("<span>{square} {}</span>", escape(run.name))
    };
    let entries: Vec<String> = runs.iter().enumerate().map(entry).collect();
    format!("<p class=\"legend\">{}</p>\n", entries.join(" "))
}

fn contest_of<'a>(run: &'a RunInput<'_>, players: usize) -> Option<Contest<'a>> {
    Some(Contest::new(run, run.manifest.plan.table_index(players)?))
}

/// A row for each entrant: its win rate in each run, and the difference if there are two. The first row is the heading.
pub(in crate::report) fn compared_rows(runs: &[RunInput<'_>], contests: &[(usize, Contest<'_>)]) -> Vec<Vec<String>> {
    let names = contests.iter().flat_map(|(number, _)| [runs[*number].name.to_owned(), "±".to_owned()]);
    let two = contests.len() == 2;
    let difference = two.then(|| "difference".to_owned());
    let mut rows: Vec<Vec<String>> =
        vec![std::iter::once("entrant".to_owned()).chain(names).chain(difference).collect()];
    for entrant in names_in(contests) {
        let found: Vec<Option<&Standing>> = contests.iter().map(|(_, contest)| find(contest, entrant)).collect();
        let shares: Vec<Option<f64>> = found.iter().map(|row| row.and_then(|row| row.win_rate)).collect();
        let cells = found.iter().zip(&shares).flat_map(|(row, share)| {
            let half = row.and_then(|row| row.interval).map(|interval| 100.0 * interval.half_width());
            [fixed(share.map(|share| 100.0 * share), 2), fixed(half, 2)]
        });
        let change = two.then(|| fixed(shares[0].zip(shares[1]).map(|(one, other)| 100.0 * (other - one)), 2));
        rows.push(std::iter::once(entrant.to_owned()).chain(cells).chain(change).collect());
    }
    rows
}

fn find<'a>(contest: &Contest<'a>, entrant: &str) -> Option<&'a Standing> {
    contest.rows.iter().find(|row| contest.name(row.entrant) == entrant)
}

//! Several runs side by side.

use std::collections::BTreeSet;

use super::super::figures::{Contest, compared, names_in};
use super::super::findings::some;
use super::super::svg::{colour, escape};
use super::RunInput;
use super::figure::figure_html;
use super::html::{Page, html_table};
use crate::tables::{Standing, fixed};

/// What the numbers of a comparison are.
pub(in crate::report) const COMPARED: &str = "Win rates in percent; ± is half the width of a 95 % interval. That of a difference takes the \
     runs as independent, so it is too wide if they share deals.";

/// The runs that have a number of players: the number of each, its name, and its contest.
pub(in crate::report) type SideBySide<'a> = Vec<(usize, &'a str, Contest<'a>)>;

/// The same entrants in all runs, for each number of players that several runs have.
pub(super) fn comparison(runs: &[RunInput<'_>], page: &mut Page) {
    page.add(format_args!("<section id=\"comparison\">\n<h2>The runs side by side</h2>\n{}", legend(runs)));
    page.parts.push(("comparison".to_owned(), "Comparison".to_owned()));
    let sizes = in_several(runs);
    if sizes.is_empty() {
        page.add(format_args!("<p>No number of players was played in more than one of them.</p>\n"));
    }
    for (players, contests) in sizes {
        let loud = different_opponents(runs, &contests).map_or_else(String::new, |words| warning(&words));
        let table = html_table("compared", &compared_rows(runs, &contests), &[]);
        let figure =
            compared(&contests).map_or_else(String::new, |figure| figure_html(&figure, &format!("all-{players}")));
        page.add(format_args!(
            "<h3>{players} players</h3>\n{loud}<div class=\"pair\"><div><h3>Win rates</h3>\n\
             <p class=\"note\">{COMPARED}</p>\n{table}</div><div>{figure}</div></div>\n"
        ));
    }
    page.add(format_args!("</section>\n"));
}

fn warning(words: &str) -> String {
    format!("<p class=\"warning\" role=\"note\"><b>⚠ Not comparable.</b> {}</p>\n", escape(words))
}

/// The numbers of players that several runs have, each with the runs.
pub(in crate::report) fn in_several<'a>(runs: &'a [RunInput<'_>]) -> Vec<(usize, SideBySide<'a>)> {
    let of_run =
        |(number, run): (usize, &'a RunInput<'_>), players| Some((number, run.name, contest_of(run, players)?));
    let contests = |players| runs.iter().enumerate().filter_map(|run| of_run(run, players)).collect::<Vec<_>>();
    let all = (2..=crate::game::MAX_PLAYERS).map(|players| (players, contests(players)));
    all.filter(|(_, contests)| contests.len() > 1).collect()
}

/// The colour of each run.
fn legend(runs: &[RunInput<'_>]) -> String {
    let entry = |(number, run): (usize, &RunInput<'_>)| {
        let square = format!(
            "<svg width=\"10\" height=\"10\" aria-hidden=\"true\"><rect width=\"10\" height=\"10\" class=\"{}\"/></svg>",
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

/// Why the win rates of some runs measure different things, in words; `None` if all have the same opponents.
pub(in crate::report) fn different_opponents(runs: &[RunInput<'_>], contests: &SideBySide<'_>) -> Option<String> {
    let (first, _, _) = contests.first()?;
    let names = names_in(contests.iter().map(|(_, _, contest)| contest));
    let somewhere_missing: Vec<String> = names
        .iter()
        .filter(|name| contests.iter().any(|(_, _, contest)| find(contest, name).is_none()))
        .map(|name| (*name).to_owned())
        .collect();
    let entrant = |run: usize, name: &str| runs[run].manifest.plan.entrants.iter().find(|entrant| entrant.name == name);
    let changed: Vec<String> = names
        .iter()
        .filter(|name| contests.iter().any(|(run, ..)| entrant(*run, name) != entrant(*first, name)))
        .filter(|name| !somewhere_missing.iter().any(|missing| missing == *name))
        .map(|name| (*name).to_owned())
        .collect();
    let line_ups = |(run, _, contest): &(usize, &str, Contest<'_>)| line_ups(&runs[*run], contest);
    let why = match () {
        () if !somewhere_missing.is_empty() => format!("not all of them have {}", some(&somewhere_missing)),
        () if !changed.is_empty() => format!("the same name has different settings: {}", some(&changed)),
        () if contests.iter().any(|contest| line_ups(contest) != line_ups(&contests[0])) => {
            "they played in different line-ups".to_owned()
        }
        () => return None,
    };
    Some(format!(
        "These runs had different opponents: {why}. A win rate depends on who is beaten, so no difference is shown; \
         karteneck ratings puts several runs on one scale."
    ))
}

/// Who sat together, by name.
fn line_ups<'a>(run: &'a RunInput<'_>, contest: &Contest<'_>) -> BTreeSet<Vec<&'a str>> {
    let plan = &run.manifest.plan;
    let names = |line_up: &[crate::arena::EntrantIndex]| {
        let mut names: Vec<&str> = line_up.iter().map(|&entrant| plan.entrants[entrant].name.as_str()).collect();
        names.sort_unstable();
        names
    };
    plan.schedules[contest.table_index].line_ups.iter().map(|line_up| names(line_up)).collect()
}

/// A row for each entrant: its win rate in each run, and the difference if there are two with the same opponents. Its interval is that
/// of independent runs: if they share deals it is too wide rather than too narrow. The first row is the heading.
pub(in crate::report) fn compared_rows(runs: &[RunInput<'_>], contests: &SideBySide<'_>) -> Vec<Vec<String>> {
    let names = contests.iter().flat_map(|(_, name, _)| [(*name).to_owned(), "±".to_owned()]);
    let two = contests.len() == 2 && different_opponents(runs, contests).is_none();
    let difference = two.then(|| ["difference", "±"].map(str::to_owned)).into_iter().flatten();
    let mut rows: Vec<Vec<String>> =
        vec![std::iter::once("entrant".to_owned()).chain(names).chain(difference).collect()];
    for entrant in names_in(contests.iter().map(|(_, _, contest)| contest)) {
        let found: Vec<Option<&Standing>> = contests.iter().map(|(_, _, contest)| find(contest, entrant)).collect();
        let percent = |share: Option<f64>| share.map(|share| 100.0 * share);
        let shares: Vec<Option<f64>> = found.iter().map(|row| percent(row.and_then(|row| row.win_rate))).collect();
        let halves: Vec<Option<f64>> = found
            .iter()
            .map(|row| percent(row.and_then(|row| row.interval).map(|interval| interval.half_width())))
            .collect();
        let cells = shares.iter().zip(&halves).flat_map(|(share, half)| [fixed(*share, 2), fixed(*half, 2)]);
        let change = two.then(|| {
            let of_two =
                |of: &[Option<f64>], join: fn(f64, f64) -> f64| of[0].zip(of[1]).map(|(one, other)| join(one, other));
            [
                fixed(of_two(&shares, |one, other| other - one), 2),
                fixed(of_two(&halves, |one, other| (one * one + other * other).sqrt()), 2),
            ]
        });
        rows.push(std::iter::once(entrant.to_owned()).chain(cells).chain(change.into_iter().flatten()).collect());
    }
    rows
}

fn find<'a>(contest: &Contest<'a>, entrant: &str) -> Option<&'a Standing> {
    contest.rows.iter().find(|row| contest.name(row.entrant) == entrant)
}

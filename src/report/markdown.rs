//! A run as Markdown, for pasting into issues and notes.

use super::files::files_with;
use super::findings::{findings, played_so_far};
use super::page::RunInput;
use super::page::comparison::{compared_rows, in_several};
use super::page::tables::{HtmlTable, heading, shown};
use super::reproduce::reproduce;

/// The columns of the standings that are worth pasting.
const STANDINGS: [&str; 11] = [
    "rank",
    "entrant",
    "games",
    "win_rate",
    "win_rate_low",
    "win_rate_high",
    "mean_worms",
    "mean_place",
    "rating",
    "tie_group",
    "steals_per_game",
];
const MATCHUPS: [&str; 7] =
    ["entrant", "opponent", "games", "ahead_rate", "ahead_low", "ahead_high", "mean_worm_margin"];

/// The runs as Markdown, one after the other.
pub fn markdown(runs: &[RunInput<'_>]) -> String {
    let compared = in_several(runs).into_iter().map(|(players, contests)| {
        let table = plain_table(&compared_rows(runs, &contests));
        let about = "Win rates in percent, with half of their 95 % intervals.";
        format!("## Side by side, {players} players\n\n{about}\n\n{table}")
    });
    compared.chain(runs.iter().map(one)).collect::<Vec<_>>().join("\n")
}

/// A table of texts; the first row is the heading, the first column names.
fn plain_table(rows: &[Vec<String>]) -> String {
    let line =
        |cells: &Vec<String>| format!("| {} |\n", cells.iter().map(|cell| plain(cell)).collect::<Vec<_>>().join(" | "));
    let Some((heading, rest)) = rows.split_first() else { return String::new() };
    let rule = format!("| :-- |{}\n", " --: |".repeat(heading.len() - 1));
    let body = rest.iter().map(line).collect::<Vec<_>>().concat();
    format!("{}{rule}{body}", line(heading))
}

fn one(run: &RunInput<'_>) -> String {
    let mut parts = vec![format!("## {}\n\n{}\n\n", plain(run.name), played_so_far(run.manifest, &run.results))];
    parts.extend(findings(&run.results, &run.standings).iter().map(|words| format!("- {}\n", plain(words))));
    let files = files_with(&run.results, &run.standings);
    let bytes = |name: &str| files.iter().find(|(file, _)| *file == name).map_or(&[][..], |(_, bytes)| bytes);
    for schedule in &run.results.plan.schedules {
        let players = schedule.players.count();
        let standings = table(&HtmlTable::new(bytes("standings.csv"), players), &STANDINGS);
        let matchups = table(&HtmlTable::new(bytes("matchups.csv"), players), &MATCHUPS);
        parts.push(format!("\n### {players} players\n\n{standings}\n{matchups}"));
    }
    let commands = reproduce(&run.manifest.plan, run.path).join("\n");
    parts.push(format!("\nPlay it again:\n```sh\n{commands}\n```\n"));
    parts.concat()
}

/// Some columns of a table.
fn table(table: &HtmlTable, wanted: &[&str]) -> String {
    let places: Vec<usize> =
        wanted.iter().filter_map(|name| table.columns.iter().position(|column| column == name)).collect();
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let is_text = |&place: &usize| matches!(table.columns[place].as_str(), "entrant" | "opponent" | "tie_group");
    let rule = places.iter().map(|place| if is_text(place) { ":--" } else { "--:" }.to_owned());
    let mut text = line(places.iter().map(|&place| heading(&table.columns[place])).collect());
    text += &line(rule.collect());
    for row in &table.rows {
        text += &line(places.iter().map(|&place| plain(&shown(&table.columns[place], &row[place]))).collect());
    }
    text
}

/// A text that is no markup, whatever somebody has named an entrant.
fn plain(text: &str) -> String {
    text.chars().flat_map(|c| if "|*_`<>[]\\".contains(c) { vec!['\\', c] } else { vec![c] }).collect()
}

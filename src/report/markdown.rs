//! A run as Markdown, for pasting into issues and notes.

use super::findings::{findings, played_so_far};
use super::page::RunInput;
use super::page::comparison::{COMPARED, compared_rows, different_opponents, in_several};
use super::reproduce::reproduce;
use crate::records::words::printable;
use crate::tables::{Cell, ColumnKind, ResultFile, ResultTable};

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
        let loud = different_opponents(runs, &contests);
        let loud = loud.map_or_else(String::new, |words| format!("**Not comparable.** {}\n\n", plain(&words)));
        format!("## Side by side, {players} players\n\n{loud}{COMPARED}\n\n{table}")
    });
    compared.chain(runs.iter().map(one)).collect::<Vec<_>>().join("\n")
}

/// A table of text; the first row is the heading, the first column has names.
fn plain_table(rows: &[Vec<String>]) -> String {
    let line =
        |cells: &Vec<String>| format!("| {} |\n", cells.iter().map(|cell| plain(cell)).collect::<Vec<_>>().join(" | "));
    let Some((heading, rest)) = rows.split_first() else { return String::new() };
    let rule = format!("| :-- |{}\n", " --: |".repeat(heading.len() - 1));
    let body = rest.iter().map(line).collect::<Vec<_>>().concat();
    format!("{}{rule}{body}", line(heading))
}

fn one(run: &RunInput<'_>) -> String {
    let mut parts = vec![format!("## {}\n\n{}\n\n", plain(run.name), played_so_far(run))];
    parts.extend(findings(&run.tables).iter().map(|words| format!("- {}\n", plain(words))));
    let [standings, matchups] = [ResultFile::Standings, ResultFile::Matchups].map(|file| run.tables.table(file));
    for schedule in &run.manifest.plan.schedules {
        let players = schedule.players.count();
        let standings = table(&standings.of_players(players), &STANDINGS);
        let matchups = table(&matchups.of_players(players), &MATCHUPS);
        parts.push(format!("\n### {players} players\n\n{standings}\n{matchups}"));
    }
    let commands = reproduce(&run.manifest.plan, run.path).join("\n");
    parts.push(format!("\nPlay it again:\n```sh\n{commands}\n```\n"));
    parts.concat()
}

/// Some columns of a table.
fn table(table: &ResultTable, wanted: &[&str]) -> String {
    let indices: Vec<usize> =
        wanted.iter().filter_map(|name| table.columns.iter().position(|column| column.name == *name)).collect();
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let rule = |&index: &usize| if table.columns[index].kind == ColumnKind::Text { ":--" } else { "--:" }.to_owned();
    let mut text = line(indices.iter().map(|&index| table.columns[index].heading()).collect());
    text += &line(indices.iter().map(rule).collect());
    for row in &table.rows {
        let cell = |&index: &usize| {
            let cell: &Cell = &row[index];
            plain(&cell.shown(table.columns[index].kind))
        };
        text += &line(indices.iter().map(cell).collect());
    }
    text
}

/// Text that is not markup and stays on its line, whatever an entrant is named.
fn plain(text: &str) -> String {
    let escaped = |c: char| match c {
        '|' | '*' | '_' | '`' | '<' | '>' | '[' | ']' | '\\' | '~' | '#' | '&' => vec!['\\', c],
        c => vec![c],
    };
    printable(text).chars().flat_map(escaped).collect()
}

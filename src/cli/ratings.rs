//! `karteneck ratings`: one rating list over many runs.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;

use super::catalogue::catalogue;
use super::failure::Failure;
use super::json::{JsonOption, print_json};
use super::messages::note;
use super::players::parse_players;
use super::progress::Progress;
use super::run::{open_run, run_failure};
use super::screen::columns;
use crate::game::Players;
use crate::records::words::harmless;
use crate::report::{ratings_json, ratings_table};
use crate::runs::{MANIFEST, RatingPool, Run};
use crate::strategies::nearest;
use crate::tables::{RatingRow, rating_table};

/// Rate all entrants of many runs on one scale
///
/// The games of all runs are pooled: a new entrant that has met some of the others gets its rating without playing all again. Runs of the
/// same seed share their deals, and so their luck: intervals are based on deals, and a line-up that several runs play on the same deal
/// counts once. Entrants are the same if everything that determines how they play is the same, whatever their names.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck ratings results                              all finished runs in the folder
  karteneck ratings results/tournament-001 results/match-002 --anchor heuristic=1500
  karteneck ratings results --players 4 --csv > ratings.csv

docs/RATINGS.md explains the method and its limits.")]
pub(super) struct Arguments {
    /// Folders of runs, or folders that contain them
    #[arg(value_name = "RUN", required = true)]
    runs: Vec<PathBuf>,
    /// Give an entrant a rating, which fixes the scale; may be repeated. By default 1500 is a newcomer that wins its fair share
    #[arg(long, value_name = "NAME=RATING", value_parser = parse_anchor)]
    anchor: Vec<(String, f64)>,
    /// Only games of this number of players; by default a list for each
    #[arg(long, value_name = "N", value_parser = parse_players)]
    players: Option<Players>,
    /// Print a CSV file instead of a table
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    #[command(flatten)]
    json: JsonOption,
}

/// `heuristic=1500`; a name may contain the sign too.
fn parse_anchor(text: &str) -> Result<(String, f64), String> {
    let parts = text.rsplit_once('=').filter(|(name, _)| !name.is_empty());
    let anchor = parts.and_then(|(name, points)| Some((name.to_owned(), points.trim().parse::<f64>().ok()?)));
    let anchor = anchor.filter(|(_, points)| points.abs() <= 100_000.0);
    anchor.ok_or_else(|| "expected a name and a rating, like heuristic=1500".to_owned())
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let runs = collect(arguments)?;
    let sizes = sizes(&runs, arguments.players)?;
    let mut lists = Vec::new();
    let progress = Progress::waiting("reading the deals of all runs");
    for players in sizes {
        let pool = RatingPool::new(&runs, players).map_err(run_failure)?;
        lists.push((pool.rate(&arguments.anchor), pool));
    }
    drop(progress);
    check_anchors(&arguments.anchor, &lists)?;
    if arguments.json.is_wanted() {
        return print_json(&ratings_json(&runs, &arguments.anchor, &lists));
    }
    let mut out = io::stdout().lock();
    if arguments.csv {
        let rows: Vec<RatingRow> = lists.iter().flat_map(|(rows, _)| rows.clone()).collect();
        out.write_all(&rating_table(&rows).to_csv())?;
        return Ok(());
    }
    for (rows, pool) in &lists {
        print(&mut out, rows, pool, runs.iter().filter(|run| has(run, pool.players())).count())?;
    }
    out.flush()?;
    drop(out);
    tell(&lists, &arguments.anchor);
    Ok(())
}

/// The finished runs that are named, or that are in folders that are named.
fn collect(arguments: &Arguments) -> Result<Vec<Run>, Failure> {
    let (mut runs, catalogue) = (Vec::new(), catalogue()?);
    for path in &arguments.runs {
        if path.join(MANIFEST).exists() || path.is_file() {
            let run = open_run(path)?;
            run.check_pooled().map_err(run_failure)?;
            runs.push(run);
            continue;
        }
        let before = runs.len();
        for folder in folders_in(path)? {
            match Run::open(&folder, &catalogue).and_then(|run| run.check_pooled().map(|()| run)) {
                Ok(run) => runs.push(run),
                Err(error) => note(format_args!("left out: {error}")),
            }
        }
        if runs.len() == before {
            return Err(Failure::Usage(anyhow!("{}: there is no finished run here", path.display())));
        }
    }
    Ok(runs)
}

/// The folders in a folder that have a manifest, by name.
fn folders_in(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(path).map_err(|error| {
        Failure::Usage(anyhow!("{}: expected the folder of a run, or of several: {error}", path.display()))
    })?;
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    folders.retain(|folder| folder.join(MANIFEST).exists());
    folders.sort();
    Ok(folders)
}

/// Whether a run has games of this number of players.
fn has(run: &Run, players: Players) -> bool {
    run.plan().table_index(players.count()).is_some()
}

/// The numbers of players of all runs, or the one that is wanted.
fn sizes(runs: &[Run], wanted: Option<Players>) -> Result<Vec<Players>, Failure> {
    let is_played = |&players: &Players| runs.iter().any(|run| has(run, players));
    let sizes: Vec<Players> = Players::ALL.into_iter().filter(is_played).collect();
    match wanted {
        Some(players) if !sizes.contains(&players) => {
            Err(Failure::Usage(anyhow!("--players {players}: none of the runs has games of {players} players")))
        }
        Some(players) => Ok(vec![players]),
        None => Ok(sizes),
    }
}

/// An anchor must be in one of the lists.
fn check_anchors(anchors: &[(String, f64)], lists: &[(Vec<RatingRow>, RatingPool)]) -> Result<(), Failure> {
    let names: Vec<&str> = lists.iter().flat_map(|(_, pool)| pool.names()).collect();
    for (index, (name, _)) in anchors.iter().enumerate() {
        if anchors[..index].iter().any(|(other, _)| other == name) {
            return Err(Failure::Usage(anyhow!("--anchor {name}: it is given twice")));
        }
        if !names.contains(&name.as_str()) {
            let hint = nearest(name, names.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
            return Err(Failure::Usage(anyhow!(
                "--anchor {name}: no entrant of these runs has that name{}",
                hint.unwrap_or_default()
            )));
        }
    }
    Ok(())
}

fn print(out: &mut impl Write, rows: &[RatingRow], pool: &RatingPool, runs: usize) -> Result<(), Failure> {
    let (players, deals) = (pool.players(), pool.deals());
    writeln!(out, "{players} players · {deals} deals of {runs} run{}\n", if runs == 1 { "" } else { "s" })?;
    let last = rows.iter().map(|row| row.group).max().unwrap_or(1);
    for group in 1..=last {
        let own: Vec<RatingRow> = rows.iter().filter(|row| row.group == group).cloned().collect();
        if last > 1 {
            writeln!(out, "group {group} of {last}")?;
        }
        writeln!(out, "{}", ratings_table(&own).within(columns()))?;
    }
    Ok(())
}

/// What a reader must know.
fn tell(lists: &[(Vec<RatingRow>, RatingPool)], anchors: &[(String, f64)]) {
    note(format_args!("± is half the width of a 95 % interval, with deals as the unit"));
    let repeated: u64 = lists.iter().map(|(_, pool)| pool.repeated()).sum();
    if repeated > 0 {
        note(format_args!("{repeated} games were in several runs, and count once"));
    }
    for (rows, pool) in lists {
        let players = pool.players();
        let last = rows.iter().map(|row| row.group).max().unwrap_or(1);
        if last > 1 {
            note(format_args!(
                "at {players} players no game connects the {last} groups: ratings of different groups cannot be compared; let some \
                 of them meet"
            ));
        }
        let is_lost = |group: usize| !rows.iter().any(|row| row.group == group && row.is_anchor);
        if !anchors.is_empty() && (1..=last).any(is_lost) {
            note(format_args!("at {players} players some entrants have no anchor: 1500 is their own newcomer"));
        }
        let numbered = rows.iter().filter(|row| row.entrant.contains(" #"));
        for row in numbered {
            note(format_args!("{} is {}", row.entrant, harmless(&row.description)));
        }
    }
}

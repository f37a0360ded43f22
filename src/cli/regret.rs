//! `karteneck regret`: what the decisions of entrants cost, in the eyes of a much stronger search.

use std::path::PathBuf;

use anyhow::Error;
use clap::Args;

use super::edition::edition_or_default;
use super::entrants::{HELP, find_entrant, find_entrants};
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::messages::note;
use super::numbers::{count, seed_number};
use super::progress::Progress;
use super::rows::RowFormat;
use super::source::{Source, read};
use super::threads::Threads;
use crate::analysis::{Examination, Regret};
use crate::arena::{WorkOptions, WorkThreads};
use crate::entrants::Entrant;
use crate::game::Game;
use crate::records::{ReplayStep, replay};
use crate::report::{regret_json, regret_rows, regret_table};

/// Show what the decisions of entrants cost, in the eyes of a much stronger search
///
/// The positions are decisions of recorded games in which there is a choice. In each, the judge and all entrants choose a move; then the
/// judge spends its whole effort on each of these moves, in worlds that are not those in which it chose. The regret of an entrant is how much
/// lower its chance to win is than with the judge's move, on average over the positions.
#[derive(Args, Debug)]
#[command(after_help = format!("\
Examples:
  karteneck regret results/strong-games.jsonl tuned flash swift --every 40
  karteneck regret results/strong-games.jsonl champion --every 4      as in docs/STRENGTH.md: this takes long
  karteneck regret games.jsonl greedy heuristic --judge champion --every 3
  karteneck regret results/strong-games.jsonl flash --csv > regret.csv

{HELP}
docs/STRENGTH.md has the regret of the shipped entrants."))]
pub(super) struct Arguments {
    /// A file of records; `-` for stdin
    #[arg(value_name = "FILE")]
    file: String,
    /// The entrants to examine; they must decide by their view alone
    #[arg(value_name = "ENTRANT", required = true)]
    entrants: Vec<String>,
    /// The search that judges; by default one with twenty times the effort of `champion`
    #[arg(long, value_name = "ENTRANT", default_value = "champion:iterations=20000")]
    judge: String,
    /// Examine only every Nth decision
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count("decisions", 1..=1000), allow_hyphen_values = true)]
    every: u64,
    /// The seed of all luck
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed_number, allow_hyphen_values = true)]
    seed: u64,
    /// The TOML file of the worm table, for records with another one
    #[arg(long, value_name = "FILE")]
    edition: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    format: RowFormat,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (entrants, judge) = (find_entrants(&arguments.entrants)?, find_entrant(&arguments.judge)?);
    let games = positions(arguments)?;
    let interrupt = Interrupt::listen_alone("what was finished is shown");
    let threads = WorkThreads::start(arguments.threads.number())?;
    let all = games.iter().map(Vec::len).sum::<usize>();
    let progress = Progress::of("positions", all as u64);
    let options = WorkOptions { should_stop: &|| interrupt.has_come(), on_done: &|| progress.add(1) };
    let examination = Examination { entrants: &entrants, judge: &judge, seed: arguments.seed };
    let regrets = threads.work(|| examination.regrets(&games, &options)).map_err(Failure::of_examination)?;
    drop(progress);
    let finished = regrets.first().map_or(0, |regret| regret.positions as usize);
    print(arguments, &judge, &regrets, finished == all)?;
    if finished < all {
        return Err(Failure::unfinished(finished, all, "position"));
    }
    Ok(())
}

fn print(arguments: &Arguments, judge: &Entrant, regrets: &[Regret], is_complete: bool) -> Result<(), Failure> {
    let is_nothing = regrets.iter().all(|regret| regret.positions == 0);
    let (rows, json) = (|| regret_rows(regrets), || regret_json(&judge.name, arguments.seed, regrets, is_complete));
    if !is_nothing && arguments.format.print(|| regret_table(regrets), rows, json)? {
        note(format_args!(
            "lost chance to win per decision in percentage points, as {} sees it; ± is one standard error over games; agrees: the share of \
             positions in which both choose the same move",
            judge.name
        ));
    }
    Ok(())
}

/// The decisions of the records with a choice, one in so many, by game.
fn positions(arguments: &Arguments) -> Result<Vec<Vec<Game>>, Failure> {
    let (source, edition) = (Source::parse(&arguments.file)?, edition_or_default(arguments.edition.as_deref())?);
    let (mut games, mut seen) = (Vec::new(), 0);
    for (line, text) in source.lines()? {
        let place = source.place(line);
        let record = read(text, &place, &edition)?;
        let mut positions = Vec::new();
        let mut look = |step: ReplayStep<'_>| {
            if let ReplayStep::Move { before, .. } = step
                && before.view(before.table().turn()).choices().len() > 1
            {
                if seen % arguments.every == 0 {
                    positions.push(*before);
                }
                seen += 1;
            }
        };
        replay(&record, &edition, &mut look).map_err(|error| Failure::Failed(Error::new(error).context(place)))?;
        games.extend(Some(positions).filter(|positions| !positions.is_empty()));
    }
    if games.is_empty() { Err(source.nothing()) } else { Ok(games) }
}

//! `karteneck regret`: what the decisions of entrants cost, in the eyes of a much stronger search.

use std::io::{self, Write};

use anyhow::{Error, anyhow};
use clap::Args;

use super::edition::edition_or_default;
use super::entrants::{HELP, find_entrant, find_entrants};
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::messages::note;
use super::numbers::count;
use super::progress::Progress;
use super::screen::columns;
use super::source::{Source, read};
use super::threads::Threads;
use crate::analysis::{Examination, ExaminationError};
use crate::arena::WorkThreads;
use crate::entrants::Entrant;
use crate::game::Game;
use crate::records::{ReplayStep, replay};
use crate::report::{regret_rows, regret_table};

/// Show what the decisions of entrants cost, in the eyes of a much stronger search
///
/// The positions are decisions of recorded games in which there is a choice. In each, the judge and all entrants choose a move; then the
/// judge spends its whole effort on each of these moves, in worlds that are not those in which it chose. The regret of an entrant is how much
/// lower its chance to win is than with the judge's move, on average over the positions.
#[derive(Args, Debug)]
#[command(after_help = format!("\
Examples:
  karteneck regret results/strong-games.jsonl tuned flash swift champion
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
    /// The search that judges
    #[arg(long, value_name = "ENTRANT", default_value = "grandmaster")]
    judge: String,
    /// Only one decision in so many, to have positions of many games in little time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count("decisions", 1..=1000))]
    every: u64,
    /// The seed of all luck
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Print a CSV file instead of a table
    #[arg(long)]
    csv: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (entrants, judge) = (find_entrants(&arguments.entrants)?, find_entrant(&arguments.judge)?);
    refuse_programs(entrants.iter().chain([&judge]))?;
    let positions = positions(arguments)?;
    Interrupt::leave_at_once();
    let threads = WorkThreads::start(arguments.threads.number())?;
    let progress = Progress::of("positions", positions.len() as u64);
    let examination = Examination { entrants: &entrants, judge: &judge, seed: arguments.seed };
    let regrets = threads.work(|| examination.regrets(&positions, &|| progress.add(1))).map_err(failure)?;
    drop(progress);
    let mut out = io::stdout().lock();
    if arguments.csv {
        out.write_all(&regret_rows(&regrets).to_csv())?;
        return Ok(out.flush()?);
    }
    write!(out, "{}", regret_table(&regrets).within(columns()))?;
    out.flush()?;
    drop(out);
    note(format_args!(
        "lost chance to win per decision in percentage points, as {} sees it; ± is one standard error; agrees: the share of positions in \
         which both choose the same move",
        judge.name
    ));
    Ok(())
}

fn refuse_programs<'a>(mut entrants: impl Iterator<Item = &'a Entrant>) -> Result<(), Failure> {
    match entrants.find(|entrant| entrant.is_process()) {
        Some(program) => Err(Failure::Usage(anyhow!(
            "{}: a program may remember what it saw before; only an entrant that decides by its view alone can be asked about single positions",
            program.name
        ))),
        None => Ok(()),
    }
}

/// The decisions of the records with a choice, one in so many.
fn positions(arguments: &Arguments) -> Result<Vec<Game>, Failure> {
    let (source, edition) = (Source::parse(&arguments.file)?, edition_or_default(None)?);
    let (mut positions, mut seen) = (Vec::new(), 0);
    for (line, text) in source.lines()? {
        let place = source.place(line);
        let record = read(text, &place, &edition)?;
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
    }
    if positions.is_empty() { Err(source.nothing()) } else { Ok(positions) }
}

/// A judge that cannot judge is a wrong argument; all else has failed.
fn failure(error: ExaminationError) -> Failure {
    match error {
        ExaminationError::NoJudge(_) => Failure::Usage(Error::new(error)),
        ExaminationError::Fault { .. } => Failure::Failed(Error::new(error)),
    }
}

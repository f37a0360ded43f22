//! `karteneck analyze`: what moves were worth.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Error, anyhow};
use clap::Args;
use indicatif::ProgressBar;

use super::edition::edition_or_default;
use super::entrants::find_entrant;
use super::failure::{Failure, say};
use super::replay::sample_of_run;
use super::run::threads;
use super::source::{Source, WhichGame, read};
use crate::arena::{Judge, Judgement};
use crate::game::{Edition, Game, Key, Move};
use crate::records::{Record, Step, replay};
use crate::report::{Decision, LossesByClass, analysis_table, judgement_table};

/// Tell what the moves of a game were worth: of one decision, or of all
///
/// Every candidate is tried in many worlds that fit what the seat on turn could know, and a strategy plays on for everybody.
/// The loss of a move is by how much the chance to win is lower with it than with the best one.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck analyze games.jsonl:3                         every decision of the game on line 3
  karteneck analyze games.jsonl:3 --move 2.5              all candidates of round 2, move 5
  karteneck analyze results/tournament-001 17:1 --lineup 3 --policy heuristic --worlds 2000
  karteneck analyze results/tournament-001 --sample 50    what strategies lose, and by what sort of decision")]
pub(super) struct Arguments {
    #[command(flatten)]
    game: WhichGame,
    /// One decision only: round and move in it, both counted from 1
    #[arg(long = "move", value_name = "ROUND.MOVE", value_parser = parse_place)]
    place: Option<(usize, usize)>,
    /// Of a run, so many games from its beginning to its end, and what strategies lose in them by class of decision
    #[arg(long, value_name = "K", conflicts_with_all = ["address", "place"],
        value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    sample: Option<u64>,
    /// In how many worlds every candidate is tried
    #[arg(long, value_name = "W", default_value_t = 400, value_parser = clap::value_parser!(u64).range(4..=10_000_000))]
    worlds: u64,
    /// Who plays on for everybody
    #[arg(long, value_name = "ENTRANT", default_value = "tuned")]
    policy: String,
    /// The seed of all luck
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many threads; all cores without it. The results do not change
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// The TOML file of the worm table, for records played with another one
    #[arg(long, value_name = "FILE")]
    edition: Option<PathBuf>,
}

/// `3.5`: round 3, move 5.
fn parse_place(text: &str) -> Result<(usize, usize), String> {
    let place = text.split_once('.').and_then(|(round, number)| Some((round.parse().ok()?, number.parse().ok()?)));
    place
        .filter(|(round, number)| *round > 0 && *number > 0)
        .ok_or_else(|| "expected a round and a move in it, both from 1, like 3.5".to_owned())
}

/// A decision as it was made.
struct Made {
    place: (usize, usize),
    before: Game,
    mv: Move,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let policy = find_entrant(&arguments.policy)?;
    if policy.is_process() {
        return Err(Failure::Usage(anyhow!(
            "--policy {}: expected an entrant of a family; a program is too slow to play on in every world",
            policy.name
        )));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads(arguments.threads)?).build()?;
    let judge = |made: &Made| {
        let key = Key::new(arguments.seed).with(made.place.0 as u64).with(made.place.1 as u64);
        let judge = Judge { policy: &policy, worlds: arguments.worlds, key };
        let view = made.before.view(made.before.table().turn());
        pool.install(|| judge.judge(&view, Some(made.mv))).map_err(|fault| Failure::Failed(Error::new(fault)))
    };
    if let Some(count) = arguments.sample {
        return show_sample(Path::new(&arguments.game.record), count, judge);
    }
    let (record, edition) = find_record(arguments)?;
    let made = decisions(&record, &edition)?;
    match arguments.place {
        Some(place) => {
            let found = made.iter().find(|made| made.place == place);
            let made = found.ok_or_else(|| no_such_move(place, &made))?;
            show_one(made, &judge(made)?)
        }
        None => show_all(&record, &made, judge),
    }
}

/// What strategies lose in some games of a run.
fn show_sample(run: &Path, count: u64, judge: impl Fn(&Made) -> Result<Judgement, Failure>) -> Result<(), Failure> {
    let mut losses = LossesByClass::default();
    // On a terminal only.
    let bar = ProgressBar::new(count);
    for game in sample_of_run(run, count)? {
        let (record, edition) = game?;
        let judged = judge_all(&decisions(&record, &edition)?, &judge)?;
        losses.add_game(&record.strategies, &judged);
        bar.inc(1);
    }
    bar.finish_and_clear();
    io::stdout().lock().write_all(losses.table().as_bytes())?;
    say(format_args!("lost of the chance to win, in points; ± is one standard error, over games"));
    Ok(())
}

fn no_such_move((round, number): (usize, usize), made: &[Made]) -> Failure {
    let in_round = made.iter().filter(|made| made.place.0 == round).count();
    let rounds = made.last().map_or(0, |made| made.place.0);
    Failure::Usage(match in_round {
        0 => anyhow!("--move {round}.{number}: the game has {rounds} rounds"),
        moves => anyhow!("--move {round}.{number}: round {round} has {moves} moves"),
    })
}

/// The record that is asked for.
fn find_record(arguments: &Arguments) -> Result<(Record, Edition), Failure> {
    if let Some(found) = arguments.game.in_run() {
        return found;
    }
    let source = Source::parse(&arguments.game.record)?;
    let edition = edition_or_default(arguments.edition.as_deref())?;
    let (number, line) = source.lines()?.next().ok_or_else(|| source.nothing())?;
    Ok((read(line, &source.place(number), &edition)?, edition))
}

/// All decisions of a game, in order.
fn decisions(record: &Record, edition: &Edition) -> Result<Vec<Made>, Failure> {
    let mut made: Vec<Made> = Vec::new();
    let mut show = |step: Step<'_>| {
        if let Step::Move { before, record, .. } = step {
            let round = before.table().round();
            let number = made.iter().filter(|made| made.place.0 == round).count() + 1;
            made.extend(record.to_move().map(|mv| Made { place: (round, number), before: *before, mv }));
        }
    };
    replay(record, edition, &mut show).map_err(|error| Failure::Failed(Error::new(error)))?;
    Ok(made)
}

fn show_one(made: &Made, judgement: &Judgement) -> Result<(), Failure> {
    let (round, number) = made.place;
    let seat = made.before.table().turn();
    let mut out = io::stdout().lock();
    writeln!(out, "round {round}, move {number}: seat {seat} on turn, who played: {}\n", made.mv)?;
    out.write_all(judgement_table(judgement, made.mv).as_bytes())?;
    say(format_args!("± is one standard error; the loss is measured against the best of the other half of the worlds"));
    Ok(())
}

fn show_all(
    record: &Record,
    made: &[Made],
    judge: impl Fn(&Made) -> Result<Judgement, Failure>,
) -> Result<(), Failure> {
    let decisions = judge_all(made, &judge)?;
    io::stdout().lock().write_all(analysis_table(&record.strategies, &decisions).as_bytes())?;
    say(format_args!("± is one standard error; for all candidates of a decision give --move ROUND.MOVE"));
    Ok(())
}

fn judge_all(made: &[Made], judge: impl Fn(&Made) -> Result<Judgement, Failure>) -> Result<Vec<Decision>, Failure> {
    let decide = |made: &Made| {
        let seat = made.before.table().turn().index();
        Ok(Decision::new(seat, made.place, made.mv, &judge(made)?))
    };
    made.iter().map(decide).collect()
}

//! `karteneck analyze`: what moves were worth.

mod analyzer;
mod game;
mod position;
mod sample;

use std::path::PathBuf;

use clap::Args;

pub(super) use self::analyzer::{Analyzer, find_policy};
pub(super) use self::game::judge_seat;
use super::failure::Failure;
use super::json::JsonOption;
use super::numbers::{count, seed_number};
use super::source::WhichGame;
use super::threads::Threads;
use crate::analysis::{MIN_LOOKS, MIN_WORLDS};

/// The most worlds: their outcomes are kept until a decision is judged.
const MAX_WORLDS: u64 = 10_000_000;
/// The most looks of a search: far more than tell moves apart.
const MAX_LOOKS: u64 = 100_000;

/// Reads a number of worlds.
pub(super) fn worlds() -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    count("worlds", MIN_WORLDS..=MAX_WORLDS)
}

/// How often a search looks, if nothing else is asked for.
pub(super) const LOOKS: u64 = 16;

/// Reads a number of looks.
pub(super) fn looks() -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    count("looks", MIN_LOOKS..=MAX_LOOKS)
}

/// Show what moves are worth: in a position, in one decision of a game, or in all
///
/// Every candidate is tried in many worlds consistent with what the seat on turn can know, and a strategy continues for all
/// seats; or a search judges (--judge). The loss of a move is how much lower the chance to win is with it than with the best one. The accuracy of a seat is
/// the share it kept of what was at stake in all its decisions: 100 % for always the best move, 0 % for always the worst.
#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("file").multiple(true))]
#[command(after_help = "\
Examples:
  karteneck analyze games.jsonl:3                           how each seat played the game on line 3
  karteneck analyze games.jsonl:3 --all --csv moves.csv     … and every decision of it
  karteneck analyze games.jsonl:3 --html game.html          a page with the curve of the chances
  karteneck analyze games.jsonl:3 --judge champion          … as the strongest search sees it
  karteneck analyze games.jsonl:3 --move 2.5                all candidates of round 2, move 5
  karteneck analyze games.jsonl:3 --move 2.5 --save-position what-if.toml
  karteneck analyze --position what-if.toml                 all candidates of a position
  karteneck analyze results/tournament-001 17:1 --lineup 3 --policy heuristic --worlds 2000
  karteneck analyze results/tournament-001 --sample 50      what strategies lose, over 50 games

docs/POSITIONS.md explains position files, all numbers and the columns of --csv.")]
pub(super) struct Arguments {
    #[command(flatten)]
    game: WhichGame,
    /// A position instead of a game: a TOML file with what the seat on turn sees
    #[arg(long, value_name = "FILE", conflicts_with_all = ["record", "address", "run", "lineup", "players", "sample", "place"])]
    position: Option<PathBuf>,
    /// Only one decision: round and move in it, both counted from 1
    #[arg(long = "move", value_name = "ROUND.MOVE", value_parser = parse_place, allow_hyphen_values = true)]
    place: Option<(usize, usize)>,
    /// Write the position of that decision to this file, to change it and ask again
    #[arg(long, value_name = "FILE", requires = "place", group = "file")]
    save_position: Option<PathBuf>,
    /// List every decision of the game
    #[arg(long, conflicts_with_all = ["position", "place", "sample"])]
    all: bool,
    /// Write every decision of the game to this file
    #[arg(long, value_name = "FILE", group = "file", conflicts_with_all = ["position", "place", "sample"])]
    csv: Option<PathBuf>,
    /// Write a page to this file: the chances to win over the game, and every move with what it was worth
    #[arg(long, value_name = "FILE", group = "file", conflicts_with_all = ["position", "place", "sample"])]
    html: Option<PathBuf>,
    /// Replace the files if they exist
    #[arg(long, requires = "file")]
    force: bool,
    /// Analyze this many games of a run, spread from its beginning to its end: how accurate strategies are in them, and what
    /// they lose by class of decision
    #[arg(long, value_name = "K", conflicts_with_all = ["address", "place"],
        value_parser = count("games", 2..=1_000_000), allow_hyphen_values = true)]
    sample: Option<u64>,
    /// The number of worlds in which every candidate is tried
    #[arg(long, value_name = "W", default_value_t = 400, value_parser = worlds(), allow_hyphen_values = true)]
    worlds: u64,
    /// The strategy that continues for all seats
    #[arg(long, value_name = "ENTRANT", default_value = "tuned")]
    policy: String,
    /// A search that judges instead, like champion: it spends its whole effort on each candidate
    #[arg(long, value_name = "ENTRANT", conflicts_with_all = ["policy", "worlds", "html", "json"])]
    judge: Option<String>,
    /// How often that search looks at all candidates, in other worlds each time: the spread is the error
    #[arg(long, value_name = "N", default_value_t = LOOKS, requires = "judge",
        value_parser = looks(), allow_hyphen_values = true)]
    looks: u64,
    /// The seed of all luck
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed_number, allow_hyphen_values = true)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// The TOML file of the worm table, for records and positions with another one
    #[arg(long, value_name = "FILE")]
    edition: Option<PathBuf>,
    #[command(flatten)]
    json: JsonOption,
}

/// `3.5`: round 3, move 5.
fn parse_place(text: &str) -> Result<(usize, usize), String> {
    let place = text.split_once('.').and_then(|(round, number)| Some((round.parse().ok()?, number.parse().ok()?)));
    place
        .filter(|(round, number)| *round > 0 && *number > 0)
        .ok_or_else(|| "expected a round and a move in it, both from 1, like 3.5".to_owned())
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let analyzer = Analyzer::new(arguments)?;
    match (&arguments.position, arguments.sample, arguments.place) {
        (Some(path), _, _) => position::show(arguments, path, &analyzer),
        (None, Some(wanted), _) => sample::show(arguments, wanted, analyzer),
        (None, None, Some(place)) => game::show_one(arguments, place, &analyzer),
        (None, None, None) => game::show_all(arguments, analyzer),
    }
}

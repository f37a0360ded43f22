//! `karteneck match`: one question between few entrants.

use std::process::ExitCode;

use anyhow::anyhow;
use clap::Args;

use super::entrants::HELP;
use super::failure::Failure;
use super::json::JsonOption;
use super::numbers::error_rate;
use super::players::parse_players;
use super::run::{RunOptions, RunRequest, parse_bounds, play, print_summary};
use crate::arena::{SprtBounds, TableIndex};
use crate::game::Players;
use crate::records::words::quoted;
use crate::runs::Run;
use crate::statistics::Stop;
use crate::tables::test_verdict;

/// Games if the user gives no number.
const GAMES: u64 = 10_000;
/// Suggested to an entrant that is alone.
const RIVAL: &str = "heuristic";
const OTHER_RIVAL: &str = "greedy";

/// Settle one question: is the first entrant better than the others?
///
/// All entrants sit at one table, and every deal is played in all rotations of the seats. With --sprt the match ends as
/// soon as the answer is clear, and errs no more often than promised.
#[derive(Args, Debug)]
#[command(after_help = format!("\
Examples:
  karteneck match heuristic greedy --games 10k
  karteneck match heuristic:tempo=1.2 heuristic --sprt 0pp:1pp
  karteneck match monte-carlo heuristic --sprt 0elo:10elo
  karteneck match greedy heuristic steal-hunter --until 0.5pp
  karteneck match mine.toml heuristic --sprt 0pp:2pp --json --exit-code

{HELP}"))]
pub(super) struct Arguments {
    /// Who plays, one for each seat or fewer
    #[arg(value_name = "ENTRANT", required_unless_present_any = ["resume", "from"], num_args = 1..)]
    entrants: Vec<String>,
    /// The number of players, if not that of the entrants
    #[arg(long, value_name = "N", value_parser = parse_players, allow_hyphen_values = true)]
    players: Option<Players>,
    /// Decide between two advantages of the first entrant over the fair share of wins, like 0pp:1pp or 0elo:5elo
    #[arg(long, value_name = "LOW:HIGH", value_parser = parse_bounds, allow_hyphen_values = true,
        conflicts_with_all = ["resume", "from"])]
    sprt: Option<SprtBounds>,
    /// The probability that the test accepts the higher advantage when the lower one is true
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt", value_parser = error_rate, allow_hyphen_values = true)]
    alpha: f64,
    /// The probability that the test accepts the lower advantage when the higher one is true
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt", value_parser = error_rate, allow_hyphen_values = true)]
    beta: f64,
    #[command(flatten)]
    options: RunOptions,
    #[command(flatten)]
    json: JsonOption,
    /// End with the decision of the test: exit code 0 if it accepts the higher advantage, 3 the lower one, 4 if it is undecided
    #[arg(long)]
    exit_code: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let [alone] = &arguments.entrants[..] {
        let alone = quoted(alone);
        let against = if alone == RIVAL { OTHER_RIVAL } else { RIVAL };
        return Err(Failure::Usage(anyhow!(
            "{alone} alone makes no match; add whom it plays against, like: karteneck match {alone} {against}"
        )));
    }
    let given = arguments.entrants.len();
    let players = arguments.players.or_else(|| Players::new(given.max(2)));
    let players = players.ok_or_else(|| Failure::Usage(anyhow!("{given} entrants; at most 6 can play")))?;
    if given > players.count() {
        return Err(Failure::Usage(anyhow!(
            "{given} entrants for {players} seats; `karteneck tournament` lets all meet"
        )));
    }
    let bounds = arguments.sprt.map(|bounds| bounds.with_errors(arguments.alpha, arguments.beta));
    let request = RunRequest {
        command: "match",
        specs: &arguments.entrants,
        challenger: None,
        lineups: None,
        players: vec![players],
        default_games: GAMES,
        bounds,
        needs_test: arguments.exit_code,
    };
    let Some(run) = play(&arguments.options, &request)? else { return Ok(ExitCode::SUCCESS) };
    match print_summary(&run, arguments.json) {
        // A caller that asks for the decision by exit code need not read to the end.
        Err(failure) if !(arguments.exit_code && failure.is_closed_pipe()) => Err(failure),
        _ if arguments.exit_code => Ok(decision(&run)),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// The decision of a test as an exit code.
fn decision(run: &Run) -> ExitCode {
    let verdict = test_verdict(&run.results(), TableIndex::FIRST);
    match verdict.and_then(|verdict| verdict.look.stop) {
        Some(Stop::Alternative) => ExitCode::SUCCESS,
        Some(Stop::Null) => ExitCode::from(3),
        None => ExitCode::from(4),
    }
}

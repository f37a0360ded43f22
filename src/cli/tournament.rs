//! `karteneck tournament`: entrants against each other, with numbers that can be trusted.

use clap::Args;

use super::entrants::HELP;
use super::failure::Failure;
use super::json::JsonOption;
use super::messages::note;
use super::numbers::count;
use super::players::{Sizes, parse_sizes};
use super::run::{RunOptions, RunRequest, play, print_summary};
use crate::arena::MAX_LINE_UPS;

/// The entrants if none is named: one of each sort.
const FIELD: [&str; 7] = ["random", "greedy", "heuristic", "tuned", "flash", "monte-carlo", "champion"];
/// Games if the user gives no number: with the entrants that the user names, and among those above, in less than half a minute on two
/// cores and with intervals of at most 2.5 points to each side.
const GAMES: u64 = 15_000;
const FIELD_GAMES: u64 = 3_570;

/// Play entrants against each other and write win rates and portion statistics to CSV
///
/// Every choice of as many entrants as there are seats meets at a table; every deal is played in all rotations of the
/// seats. With fewer entrants than seats each takes as many seats as the others or one more, in every combination. The
/// same arguments give the same bytes, whatever the number of threads.
#[derive(Args, Debug)]
#[command(after_help = format!("\
Examples:
  karteneck tournament                                     the shipped field, in half a minute
  karteneck tournament greedy heuristic steal-hunter --players 2-4 --games 100k
  karteneck tournament --challenger my-bot.toml --until 0.5pp
  karteneck tournament --resume results/tournament-001     continue after an interruption
  karteneck tournament --from results/tournament-001       the same run again, byte for byte
  karteneck tournament greedy heuristic --games 1e6 --shard 1/3 --out part1
  karteneck tournament --from plan --shard 2/3 --out part2

{HELP}"))]
pub(super) struct Arguments {
    /// Who takes part; by default a selection of the shipped entrants
    #[arg(value_name = "ENTRANT")]
    entrants: Vec<String>,
    /// Let this entrant meet every choice of the others, which never play without it
    #[arg(long, value_name = "ENTRANT", conflicts_with_all = ["resume", "from"])]
    challenger: Option<String>,
    /// Draw this many line-ups of each number of players instead of playing all; each entrant is in about as many as any other
    #[arg(long, value_name = "L", conflicts_with_all = ["challenger", "resume", "from"], value_parser = count("line-ups", 1..=MAX_LINE_UPS),
        allow_hyphen_values = true)]
    lineups: Option<u64>,
    /// How many play; several numbers like 2-4, 2,4-6 or `all` are played one after the other
    #[arg(long, value_name = "N,…", default_value = "2", value_parser = parse_sizes, allow_hyphen_values = true)]
    players: Sizes,
    #[command(flatten)]
    options: RunOptions,
    #[command(flatten)]
    json: JsonOption,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let field: Vec<String> = FIELD.map(str::to_owned).to_vec();
    let specs = if arguments.entrants.is_empty() { &field } else { &arguments.entrants };
    let request = RunRequest {
        command: "tournament",
        specs,
        challenger: arguments.challenger.as_ref(),
        lineups: arguments.lineups.map(|line_ups| line_ups as u32),
        players: arguments.players.0.clone(),
        default_games: if arguments.entrants.is_empty() { FIELD_GAMES } else { GAMES },
        bounds: None,
        needs_test: false,
    };
    let Some(run) = play(&arguments.options, &request)? else { return Ok(()) };
    print_summary(&run, arguments.json)?;
    if arguments.entrants.is_empty() {
        note(format_args!(
            "next: --players 4 for a bigger table, `karteneck match heuristic greedy` for one question, `karteneck strategies`"
        ));
    }
    Ok(())
}

//! `karteneck tune`: better parameters, and evidence that they are better.

mod execute;
mod progress;
mod request;
mod summary;

use std::path::PathBuf;

use clap::Args;

use super::entrants::HELP;
use super::failure::Failure;
use super::json::JsonOption;
use super::numbers::{MAX_GAMES, count};
use super::players::{Sizes, parse_sizes};
use super::seed::SeedOption;
use super::threads::Threads;
use super::trust::Trust;
use crate::tuning::Method;

/// Improve the parameters of an entrant, and report honestly what was gained
///
/// The search plays candidates against the field, all of a generation on the same deals. Then the start and the proposals
/// of the search are compared on other deals, and the choice is confirmed on deals that played no part in it: against its
/// start, and against the field. In the end start and result meet every shipped entrant at 2 to 6 players. If nothing
/// better was found, it says so. The same arguments give the same bytes, whatever the number of threads.
#[derive(Args, Debug)]
#[command(after_help = format!("\
Examples:
  karteneck tune heuristic --games 300k
  karteneck tune heuristic --against heuristic,steal-hunter,self --players 2 --games 4M --out better.toml
  karteneck tune heuristic --params tempo,wait,steal --players 3-5 --sensitivity
  karteneck tune monte-carlo:rollouts=50 --params policy,caution --against heuristic --games 20k
  karteneck tune --resume results/tune-001                 continue after an interruption

{HELP}
In --against, `self` is a copy of the entrant's own best so far. Entrants with several settings may appear in --against too; a setting \
belongs to the entrant before it. --against may be given several times."))]
pub(super) struct Arguments {
    /// The entrant whose parameters are tuned, and where they start
    #[arg(value_name = "ENTRANT", required_unless_present = "resume")]
    entrant: Option<String>,
    /// The rivals
    #[arg(long, value_name = "A,B,…", default_value = "self")]
    against: Vec<String>,
    /// The number of players; with several numbers like 3-5, 2,4-6 or `all` the mean over all of them counts
    #[arg(long, value_name = "N,…", default_value = "2", value_parser = parse_sizes, allow_hyphen_values = true)]
    players: Sizes,
    /// The number of games for search, selection and confirmation; the final comparisons are extra
    #[arg(long, value_name = "G", default_value_t = 500_000, value_parser = count("games", 1..=MAX_GAMES), allow_hyphen_values = true)]
    games: u64,
    /// The seed of all luck; `random` draws one that cannot be guessed, and keeps it in a file of its own
    #[arg(long, value_name = "S", default_value = "1", allow_hyphen_values = true)]
    seed: SeedOption,
    /// The parameters to tune; by default all that can be tuned
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    params: Option<Vec<String>>,
    /// How to search: cma-es, spsa or ntbea; by default chosen by the kind of parameters
    #[arg(long, value_name = "METHOD", value_parser = |text: &str| text.parse::<Method>())]
    method: Option<Method>,
    /// Also measure how much each parameter matters around the result
    #[arg(long)]
    sensitivity: bool,
    /// The entrants that start and result meet in the end: `all` shipped ones, `none`, or some
    #[arg(long, value_name = "A,B,…", default_value = "all")]
    transfer: Vec<String>,
    /// A TOML file with another worm table
    #[arg(long, value_name = "FILE")]
    edition: Option<PathBuf>,
    /// Where to write the tuned entrant, in addition to the folder
    #[arg(long, value_name = "FILE.toml")]
    out: Option<PathBuf>,
    /// The folder for everything else; by default a new one in `results`
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Replace the existing file and tuning
    #[arg(long)]
    force: bool,
    /// Continue the tuning in this folder; what to do is in its manifest
    #[arg(long, value_name = "DIR", conflicts_with_all = ["entrant", "against", "players", "games", "seed", "params",
        "method", "sensitivity", "transfer", "edition", "folder"])]
    resume: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    trust: Trust,
    #[command(flatten)]
    json: JsonOption,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let tuning = request::prepare(arguments)?;
    let (findings, trouble) = execute::execute(&tuning)?;
    let printed = summary::print_summary(&tuning, &findings, arguments.json);
    // What could not be written matters more than a reader that has gone.
    trouble.map_or(printed, Err)
}

//! `karteneck learn`: nets from games.

mod execute;
mod request;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::entrants::HELP;
use super::failure::Failure;
use super::messages::note;
use super::numbers::{count, few};
use super::players::{Sizes, parse_sizes};
use super::seed::SeedOption;
use super::threads::Threads;
use super::trust::Trust;
use crate::learning::LearningRequest;
use crate::records::words::quoted;
use crate::report::lesson_text;
use crate::runs::LEARNED;
use crate::strategies::nets::NetKind;

/// Fit a net to games of an entrant against itself
///
/// A value net learns each seat's chance to win at the beginning of a round; a policy net learns which moves the entrant
/// prefers: a search says by its visits how much; a belief net learns which hands others hold, given what they did; a position net
/// learns each seat's chance to win at any point of a round. One game in ten is held out; on these the net is judged: log-loss, its gain over
/// a simple judge (the forecast, or all seats, moves or hands equally likely), Brier score and calibration. The same arguments give the
/// same bytes, whatever the number of threads.
#[derive(Args, Debug)]
#[command(after_help = format!("\
Examples:
  karteneck learn value tuned --games 200000 --out value.net
  karteneck learn value tree:value=value.net --games 10000 --start value.net --rate 0.001 --out better.net
  karteneck learn policy tree:iterations=400,value=better.net --games 1000 --out policy.net
  karteneck match tree:value=better.net,prior=policy.net monte-carlo
  karteneck learn --resume results/learn-001              continue after an interruption

{HELP}"))]
pub(super) struct Arguments {
    /// What to learn
    #[arg(value_name = "KIND", required_unless_present = "resume")]
    kind: Option<Kind>,
    /// The entrant whose games it learns from
    #[arg(value_name = "ENTRANT", required_unless_present = "resume")]
    entrant: Option<String>,
    /// The number of players; with several numbers like 3-5, 2,4-6 or `all` the net gets a network for each
    #[arg(long, value_name = "N,…", default_value = "2", value_parser = parse_sizes, allow_hyphen_values = true)]
    players: Sizes,
    /// The number of games for each number of players
    #[arg(long, value_name = "G", default_value_t = 20_000, value_parser = count("games", LearningRequest::GAMES),
        allow_hyphen_values = true)]
    games: u64,
    /// The seed of all luck; `random` draws one that cannot be guessed, keeps it in a file of its own, and reveals it at the end
    #[arg(long, value_name = "S", default_value = "1", allow_hyphen_values = true)]
    seed: SeedOption,
    /// One move in this many is random, for variety; 0 for none
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = few("moves", 0..=u64::from(u32::MAX)),
        allow_hyphen_values = true)]
    random_every: u64,
    /// Passes over the games
    #[arg(long, value_name = "E", default_value_t = 6, value_parser = few("epochs", LearningRequest::EPOCHS), allow_hyphen_values = true)]
    epochs: u64,
    /// The length of the first steps of the fit; it falls to nothing
    #[arg(long, value_name = "R", default_value_t = 0.002, value_parser = parse_rate, allow_hyphen_values = true)]
    rate: f64,
    /// A net whose weights are improved, and whose networks for other numbers of players are kept
    #[arg(long, value_name = "FILE.net")]
    start: Option<PathBuf>,
    /// A value net that tells a position net what the end of each round was worth, instead of who has won in the end: less luck
    #[arg(long, value_name = "FILE.net")]
    judge: Option<PathBuf>,
    /// Where to write the net, in addition to the folder
    #[arg(long, value_name = "FILE.net")]
    out: Option<PathBuf>,
    /// The folder for everything; by default a new one in `results`
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Replace the existing file and folder
    #[arg(long)]
    force: bool,
    /// Continue in this folder; what to do is in its manifest
    #[arg(long, value_name = "DIR", conflicts_with_all = ["kind", "entrant", "players", "games", "seed", "random_every",
        "epochs", "rate", "start", "judge", "folder"])]
    resume: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    trust: Trust,
}

/// A rate; whether it makes sense is checked with everything else.
fn parse_rate(text: &str) -> Result<f64, String> {
    text.trim().parse().map_err(|_| "expected a number above 0 and at most 1, like 0.002".to_owned())
}

/// What to learn.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    /// Each seat's chance to win at the beginning of a round
    Value,
    /// Which moves the entrant prefers
    Policy,
    /// Which hands others are likely to hold, given what they did
    Belief,
    /// Each seat's chance to win at any point of a round
    Position,
}

impl From<Kind> for NetKind {
    fn from(kind: Kind) -> NetKind {
        match kind {
            Kind::Value => NetKind::Value,
            Kind::Policy => NetKind::Policy,
            Kind::Belief => NetKind::Belief,
            Kind::Position => NetKind::Position,
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let learning = request::prepare(arguments)?;
    let lesson = execute::execute(&learning)?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", lesson_text(&learning.request, &lesson))?;
    out.flush()?;
    drop(out);
    tell(&learning);
    Ok(())
}

/// What the numbers mean, and what to do with the net.
fn tell(learning: &request::Learning) {
    let (folder, file) = (&learning.folder, learning.out.clone().unwrap_or_else(|| learning.folder.file(LEARNED)));
    note(format_args!(
        "± is half of a 95 % interval; gain is how much lower the log-loss is than that of a simple judge; curves are in {}",
        folder.path().display()
    ));
    let parameter = match learning.request.kind {
        NetKind::Policy => "prior",
        kind => kind.name(),
    };
    let spec = format!("tree:{parameter}={}", file.display());
    note(format_args!("the net is in {}; play with it: karteneck match {} tree", file.display(), quoted(&spec)));
}

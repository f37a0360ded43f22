//! `karteneck solve`: how far entrants are from perfect play in games that can be solved.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Error, anyhow};
use clap::Args;

use super::entrants::{HELP, find_entrants};
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::messages::note;
use super::numbers::{count, few};
use super::progress::Progress;
use super::rows::RowFormat;
use super::screen::columns;
use super::threads::Threads;
use crate::arena::{WorkOptions, WorkThreads, work_in_order};
use crate::entrants::Entrant;
use crate::files::read_text;
use crate::game::Seed;
use crate::report::{MeasuredGame, solving_json, solving_mistakes, solving_rows, solving_table};
use crate::solving::{Asking, FROZEN, FrozenGame, MiniGame, SolveError, SolvedGame};
use crate::strategies::nearest;

/// Solve mini games exactly, and show how exploitable entrants are in them
///
/// A mini game is a real last round of two, small enough to be solved (CFR+). An entrant is asked for its move at every
/// information set that its own play can reach, with many streams; what it plays there is its policy. How much more than the
/// game's value a perfect opponent that knows this policy gets, on average over both seats, is its exploitability: 0 is perfect play,
/// and 0.5 the most that there is.
#[derive(Args, Debug)]
#[command(after_help = format!("\
Examples:
  karteneck solve                                     the mini games, their values, and random play
  karteneck solve greedy tuned
  karteneck solve monte-carlo champion --streams 64
  karteneck solve champion --game bluff --mistakes 5
  karteneck solve tuned --position what-if.toml

{HELP}
docs/MINI-GAMES.md explains the games and the numbers."))]
pub(super) struct Arguments {
    /// The entrants to measure; they must decide by their view alone
    #[arg(value_name = "ENTRANT")]
    entrants: Vec<String>,
    /// Only this mini game; may be repeated
    #[arg(long, value_name = "NAME")]
    game: Vec<String>,
    /// A mini game of your own: a TOML file with a position of the last round of two
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    position: Option<PathBuf>,
    /// How often an entrant is asked at each information set, every time with another stream
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = count("streams", 1..=1_000_000), allow_hyphen_values = true)]
    streams: u64,
    /// The seed of the streams
    #[arg(long, value_name = "S", default_value = "1", allow_hyphen_values = true)]
    seed: Seed,
    /// Show this many of the most expensive mistakes of each entrant in each game
    #[arg(long, value_name = "M", requires = "entrants", conflicts_with_all = ["csv", "json"],
        value_parser = few("mistakes", 1..=1000), allow_hyphen_values = true)]
    mistakes: Option<u64>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    format: RowFormat,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let entrants = find_entrants(&arguments.entrants)?;
    if let Some(program) = entrants.iter().find(|entrant| entrant.is_process()) {
        return Err(Failure::Usage(anyhow!(
            "{}: a program may remember what it saw before; only an entrant that decides by its view alone has a policy to measure",
            program.name
        )));
    }
    let games = mini_games(arguments)?;
    let interrupt = Interrupt::listen_alone("what was finished is shown");
    let threads = WorkThreads::start(arguments.threads.number())?;
    let measured = threads.work(|| measure(arguments, &games, &entrants, &interrupt)).map_err(failure)?;
    print(arguments, &measured, measured.len() == games.len())?;
    if measured.len() < games.len() {
        return Err(Failure::unfinished(measured.len(), games.len(), "game"));
    }
    Ok(())
}

fn print(arguments: &Arguments, measured: &[MeasuredGame], is_complete: bool) -> Result<(), Failure> {
    let json = || solving_json(arguments.streams, arguments.seed, measured, is_complete);
    if !measured.is_empty() && arguments.format.print(|| solving_table(measured), || solving_rows(measured), json)? {
        print_mistakes(measured, arguments.mistakes.unwrap_or(0) as usize)?;
        tell(arguments);
    }
    Ok(())
}

/// The mini games that are wanted: all that are shipped, some of them, or that of a file.
fn mini_games(arguments: &Arguments) -> Result<Vec<MiniGame>, Failure> {
    if let Some(path) = &arguments.position {
        let place = path.display().to_string();
        let text = read_text(path).map_err(|error| Failure::Usage(anyhow!("{place}: cannot be read: {error}")))?;
        return Ok(vec![MiniGame::parse(&place, &text).map_err(failure)?]);
    }
    if arguments.game.is_empty() {
        return Ok(FROZEN.iter().map(FrozenGame::game).collect());
    }
    let mut names: Vec<&String> = Vec::new();
    arguments.game.iter().for_each(|name| names.extend(Some(name).filter(|name| !names.contains(name))));
    names.into_iter().map(|name| find_game(name)).collect()
}

fn find_game(name: &str) -> Result<MiniGame, Failure> {
    let names = || FROZEN.iter().map(|frozen| frozen.name);
    let found = FROZEN.iter().find(|frozen| frozen.name == name);
    found.map(FrozenGame::game).ok_or_else(|| {
        let hint = nearest(name, names()).map(|near| format!("did you mean `{near}`?"));
        let hint = hint.unwrap_or_else(|| format!("there are {}", names().collect::<Vec<_>>().join(", ")));
        Failure::Usage(anyhow!("--game {name}: no mini game has this name; {hint}"))
    })
}

/// Parts of a mini game in which progress is counted.
const PARTS: u64 = 1000;

/// Solves the games, and asks the entrants; only the first ones if there is an interrupt.
fn measure(
    arguments: &Arguments,
    games: &[MiniGame],
    entrants: &[Entrant],
    interrupt: &Interrupt,
) -> Result<Vec<MeasuredGame>, SolveError> {
    let asking = Asking { streams: arguments.streams, seed: arguments.seed };
    let progress = Progress::of("", (games.len() * (1 + entrants.len())) as u64 * PARTS);
    progress.tell("solving");
    let options = WorkOptions { should_stop: &|| interrupt.has_come(), on_done: &|| progress.add(PARTS) };
    let solve = |(): &mut (), game: u64| SolvedGame::solve_until(options.should_stop, &games[game as usize]);
    let solved = work_in_order(games.len() as u64, &options, || (), solve)?;
    let mut measured = Vec::new();
    for (number, game) in (1..).zip(solved.into_iter().map_while(|game| game)) {
        let mut measurements = Vec::new();
        for entrant in entrants {
            progress.tell(format!("{} in {} ({number} of {})", entrant.name, game.name(), games.len()));
            let asked = AtomicU64::new(0);
            let begun = (games.len() + (number - 1) * entrants.len() + measurements.len()) as u64;
            let sets = game.information_sets() as u64;
            let on_done = || progress.set(begun * PARTS + asked.fetch_add(1, Ordering::Relaxed) * PARTS / sets);
            match game.measure_with(&WorkOptions { on_done: &on_done, ..options }, entrant, &asking)? {
                Some(measurement) => measurements.push(measurement),
                None => break,
            }
        }
        if measurements.len() < entrants.len() {
            // A game without all of them is left out: the columns of a table are the entrants.
            return Ok(measured);
        }
        measured.push((game, measurements));
    }
    Ok(measured)
}

fn print_mistakes(games: &[MeasuredGame], most: usize) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for (game, measured) in games.iter().filter(|_| most > 0) {
        for measurement in measured {
            let mistakes = game.mistakes(measurement);
            let count = mistakes.len();
            writeln!(out, "\n{} in {}: mistakes at {count} information sets", measurement.entrant, game.name())?;
            if count > 0 {
                write!(out, "{}", solving_mistakes(&mistakes, most).within(columns()))?;
            }
        }
    }
    out.flush()
}

/// What the numbers mean.
fn tell(arguments: &Arguments) {
    note(format_args!(
        "value: the chance of seat 0 with perfect play; below the names: exploitability, the share of wins that a perfect opponent \
         gains, from 0 to 0.5"
    ));
    if arguments.mistakes.is_some() {
        note(format_args!("losses and wins are against perfect play that does not know the entrant"));
    }
}

/// A file that is no mini game is a wrong argument; all else has failed.
fn failure(error: SolveError) -> Failure {
    match error {
        SolveError::Fault { .. } | SolveError::Remembers { .. } | SolveError::NotConsidered { .. } => {
            Failure::Failed(Error::new(error))
        }
        error => Failure::Usage(Error::new(error)),
    }
}

//! `karteneck play`: a person against entrants, in the terminal.

mod choices;
mod draw;
mod input;
mod parse;
mod plan;
mod session;
mod store;
mod talk;
mod tell;
mod texts;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, anyhow};
use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use console::Term;

use super::bots::{host_in, tell_logs, tell_protection};
use super::catalogue::catalogue;
use super::entrants::HELP;
use super::failure::Failure;
use super::first::{FirstSeat, parse_seat};
use super::interrupt::Interrupt;
use super::messages::say;
use super::numbers::index;
use super::paint::Paint;
use super::players::parse_players;
use super::seed::{SeedOption, tell_seal, warn_if_guessable};
use super::trust::Trust;
use crate::bots::{BotHost, kill_all};
use crate::cli::analyze::worlds;
use crate::entrants::{Catalogue, Entrant};
use crate::files::read_text;
use crate::game::{Players, Seat, Seed};
use crate::records::words::quoted;
use crate::records::{SavedGame, result};
use draw::Style;
use input::{Input, until_interrupted};
use plan::GamePlan;
use session::Session;
use store::Store;
use talk::{End, Talk};

/// Play against entrants, in the terminal
///
/// The table is shown before each of your decisions, with your choices and what they do; `help` explains the rest. The same
/// seed and number give the same deal, also with `karteneck record`. If you leave in the middle, the game is saved to a file
/// and continued with --resume; the record of a finished game is for `karteneck replay` and `karteneck analyze`.
#[derive(Args, Debug)]
#[command(after_help = format!("\
Examples:
  karteneck play                                  against `tuned`
  karteneck play monte-carlo tuned --seed 7       three players, a deal that a friend can play too
  karteneck play tuned --players 6 --seat 3       one entrant on all other seats
  karteneck play --resume results/play-001.json   continue a game

{HELP}"))]
pub(super) struct Arguments {
    /// Who plays against you, one for each other seat; one alone takes all of them
    #[arg(value_name = "ENTRANT", default_value = "tuned")]
    entrants: Vec<String>,
    /// The number of players, including you, 2 to 6, if it is not one more than the entrants
    #[arg(long, value_name = "N", value_parser = parse_players, allow_hyphen_values = true)]
    players: Option<Players>,
    /// Where you sit
    #[arg(long, value_name = "SEAT", default_value = "0", value_parser = parse_seat, allow_hyphen_values = true)]
    seat: Seat,
    /// The seat that begins: its number, or `random` for one from the seed
    #[arg(long, value_name = "SEAT", default_value = "random", allow_hyphen_values = true)]
    first: FirstSeat,
    /// The seed of all luck; `random` draws one that cannot be guessed, and reveals it at the end. Default: a short one, which
    /// is shown, or `random` against programs
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    seed: Option<SeedOption>,
    /// The number of the deal under the seed
    #[arg(long, value_name = "G", default_value_t = 0, value_parser = index("deal", 0..=u64::MAX), allow_hyphen_values = true)]
    game: u64,
    /// A TOML file with another worm table
    #[arg(long, value_name = "FILE")]
    edition: Option<PathBuf>,
    /// Your name in the record
    #[arg(long, value_name = "NAME", default_value = "you", value_parser = NonEmptyStringValueParser::new())]
    name: String,
    /// Continue a saved game; who plays and how is in the file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["entrants", "players", "seat", "first", "seed", "game", "edition",
        "name"])]
    resume: Option<PathBuf>,
    /// Where to save an unfinished game; by default the file it was resumed from or a new one in `results`
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Where to write the record; by default a new file in `results`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the files of --save and --out if they exist
    #[arg(long)]
    force: bool,
    /// The number of worlds in which a hint tries every candidate
    #[arg(long, value_name = "W", default_value_t = 400, value_parser = worlds(), allow_hyphen_values = true)]
    worlds: u64,
    #[command(flatten)]
    trust: Trust,
}

/// Columns of a screen whose size is unknown.
const USUAL_WIDTH: usize = 80;
/// The minimum and maximum number of columns used.
const WIDTHS: (usize, usize) = (60, 110);

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut store = Store::open(arguments)?;
    let interrupt = Interrupt::listen_silently();
    let host = host_in(None, &store.paths())?;
    let Some(session) = begin(arguments, &host, &interrupt)? else {
        kill_all();
        return Err(Failure::Interrupted(anyhow!("the game has not begun, and nothing was changed")));
    };
    let width = Term::stdout().size_checked().map_or(USUAL_WIDTH, |(_, width)| usize::from(width));
    let width = width.clamp(WIDTHS.0, WIDTHS.1);
    let look = Style::new(Paint::stdout(), width, &session.plan.names());
    let mut talk = Talk {
        input: Input::open(&interrupt),
        interrupt: &interrupt,
        look,
        store: &mut store,
        worlds: arguments.worlds,
        reported: session.moves(),
        faults: if arguments.resume.is_some() { session.past_faults() } else { 0 },
    };
    let end = talk.play(session);
    let done = conclude(end, store, arguments);
    tell_logs(&host);
    done
}

/// A new game or a saved one; `None` if it is interrupted first.
fn begin(arguments: &Arguments, host: &BotHost, interrupt: &Interrupt) -> Result<Option<Session>, Failure> {
    let mut stdout = io::stdout();
    let host = host.clone();
    if let Some(path) = &arguments.resume {
        let (plan, past) = read_saved(path)?;
        arguments.trust.check(&path.display().to_string(), &plan.others)?;
        writeln!(stdout, "{}\nThe game continues after {} moves.", introduce(&plan), past.moves.len())?;
        let resumed = until_interrupted(interrupt, move || Session::resume(plan, past, &host));
        let Some(resumed) = resumed else { return Ok(None) };
        let (session, notes) = resumed.map_err(|failure| at(path, failure))?;
        for note in notes {
            say(format_args!("note: {note}; the game continues as it was played"));
        }
        return Ok(Some(session));
    }
    let plan = GamePlan::resolve(arguments)?;
    tell_protection(&plan.others, &host);
    writeln!(stdout, "{}", introduce(&plan))?;
    if plan.seed.is_sealed() {
        tell_seal(plan.seed);
    } else {
        warn_if_guessable(plan.seed, &plan.others);
        writeln!(stdout, "This deal again: {}", same_deal(arguments, plan.seed.seed()))?;
    }
    until_interrupted(interrupt, move || Session::begin(plan, &host)).transpose()
}

/// A saved game resumed and saved again, without files and programs. For fuzzing.
///
/// # Errors
/// Why it cannot be continued.
pub fn resumed(text: &str) -> Result<String, String> {
    let again = || {
        let (plan, past) = GamePlan::of_saved(&SavedGame::from_text(text)?, &Catalogue::shipped_only())?;
        if plan.others.iter().any(Entrant::is_process) {
            return Err(anyhow!("it names a program"));
        }
        match Session::resume(plan, past, &BotHost::default()) {
            Ok((session, _)) => Ok(session.save().to_text()),
            Err(Failure::Failed(error) | Failure::Usage(error) | Failure::Interrupted(error)) => Err(error),
        }
    };
    again().map_err(|error: Error| format!("{error:#}"))
}

fn introduce(plan: &GamePlan) -> String {
    let players = plan.setup.players;
    let (seed, game, person, first) = (plan.seed.name(), plan.game, plan.person, plan.setup.first);
    let begins = if first == person { " and begin".to_owned() } else { format!("; seat {first} begins") };
    format!("Game {game} of seed {seed}, {players} players. You sit on seat {person}{begins}.")
}

/// Adds the file to a failure.
fn at(path: &Path, failure: Failure) -> Failure {
    match failure {
        Failure::Usage(error) => {
            Failure::Usage(error.context(format!("{}: cannot continue this game", path.display())))
        }
        other => other,
    }
}

fn read_saved(path: &Path) -> Result<(GamePlan, plan::Past), Failure> {
    let catalogue = catalogue()?;
    let read = || -> Result<_, Error> {
        let text = read_text(path).context("cannot be read")?;
        GamePlan::of_saved(&SavedGame::from_text(&text)?, &catalogue)
    };
    read().map_err(|error| at(path, Failure::Usage(error)))
}

/// The command that plays this same deal.
fn same_deal(arguments: &Arguments, seed: Seed) -> String {
    let mut words = vec!["karteneck".to_owned(), "play".to_owned()];
    words.extend(arguments.entrants.iter().map(|entrant| quoted(entrant)));
    let mut option = |name: &str, value: Option<String>| {
        words.extend(value.into_iter().flat_map(|value| [name.to_owned(), quoted(&value)]));
    };
    option("--players", arguments.players.map(|players| players.to_string()));
    option("--seat", Some(arguments.seat.to_string()).filter(|seat| seat != "0"));
    option(
        "--first",
        match arguments.first {
            FirstSeat::Random => None,
            FirstSeat::Chosen(seat) => Some(seat.to_string()),
        },
    );
    option("--seed", Some(seed.to_string()));
    option("--game", Some(arguments.game.to_string()).filter(|game| game != "0"));
    option("--edition", arguments.edition.as_ref().map(|path| path.display().to_string()));
    words.join(" ")
}

/// Saves what is to be kept, and says where.
fn conclude(end: End, mut store: Store, arguments: &Arguments) -> Result<(), Failure> {
    match end {
        End::Over(session) => finish(*session, store, arguments),
        End::Left(None) => {
            say(format_args!("{}", talk::nothing_to_save()));
            Ok(())
        }
        End::Left(Some(game)) => {
            say(format_args!("{}", keep(&game, &mut store)?));
            Ok(())
        }
        End::Interrupted(kept) => {
            // Players that are still thinking do so in vain.
            kill_all();
            let Some(game) = kept else { return Err(Failure::Interrupted(talk::nothing_to_save())) };
            Err(Failure::Interrupted(anyhow!(keep(&game, &mut store)?)))
        }
        End::Broken(kept, failure) => {
            if let Some(game) = kept {
                say(format_args!("{}", keep(&game, &mut store)?));
            }
            Err(failure)
        }
    }
}

/// Saves a game and says how to continue it. If it cannot be saved as it should be, it is saved elsewhere.
fn keep(game: &SavedGame, store: &mut Store) -> Result<String, Failure> {
    let path = store.save(game, None).or_else(|failure| {
        failure.report();
        store::write_anywhere(&game.to_text(), ".json")
    })?;
    let path = path.display().to_string();
    let trust = if game.entrants.iter().any(|entrant| entrant.command.is_some()) { " --trust" } else { "" };
    Ok(format!("the game is saved to {path}; continue with: karteneck play --resume {}{trust}", quoted(&path)))
}

/// Shows the result and writes the record.
fn finish(session: Session, store: Store, arguments: &Arguments) -> Result<(), Failure> {
    let seed = session.plan.seed;
    let (record, place) = session.finish();
    let shown = write!(io::stdout(), "{}\n{}", tell::tell_place(place, record.players), result(&record));
    let path = store.record(&record).or_else(|failure| {
        failure.report();
        store::write_anywhere(&format!("{}\n", record.to_line()), ".jsonl")
    })?;
    let path = quoted(&path.display().to_string());
    let file = arguments.edition.as_ref().map(|path| quoted(&path.display().to_string()));
    // A resumed game knows its worm table, but not the file that it came from.
    let file = file.or_else(|| record.edition.as_ref().map(|_| "FILE".to_owned()));
    let edition = file.map_or_else(String::new, |file| format!(" --edition {file}"));
    if seed.is_sealed() {
        say(format_args!("the seed was {}", seed.seed()));
    }
    say(format_args!("the record is written to {path}"));
    say(format_args!("  karteneck replay {path}{edition}     the game again"));
    say(format_args!("  karteneck analyze {path}{edition}    what every move was worth"));
    shown.map_err(Failure::from)
}

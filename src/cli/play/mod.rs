//! `karteneck play`: a person against entrants, in the terminal.

mod choices;
mod draw;
mod ending;
mod hint;
mod input;
mod parse;
mod plan;
mod review;
mod store;
mod style;
mod talk;
mod tell;
mod texts;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Error, anyhow};
use clap::Args;
use clap::builder::NonEmptyStringValueParser;

use super::bots::{host_in, tell_logs, tell_protection};
use super::catalogue::catalogue;
use super::entrants::{HELP, find_entrant, seat_players};
use super::failure::Failure;
use super::first::{FirstSeat, parse_seat};
use super::interrupt::Interrupt;
use super::messages::{note, say};
use super::numbers::{index, pause};
use super::players::parse_players;
use super::seed::{SeedOption, tell_seal, warn_if_guessable};
use super::trust::Trust;
use crate::analysis::{ExaminationError, is_search};
use crate::bots::{BotHost, kill_all};
use crate::cli::analyze::{LOOKS, looks};
use crate::entrants::{Catalogue, Entrant};
use crate::files::read_text;
use crate::game::{Players, Seat, Seed};
use crate::playing::{GamePlan, Past, PlayError, Session};
use crate::records::SavedGame;
use crate::records::words::quoted;
use crate::report::hang;
use input::{Input, until_interrupted};
use store::Store;
use style::Style;
use talk::Talk;

/// Play against entrants, in the terminal
///
/// The table is shown before each of your decisions, with your choices and what they do; `help` explains the rest. The same
/// seed and number give the same deal, also with `karteneck record`. The game is saved after each of your moves (against programs,
/// which could read the seed, when you leave) to a file in `results`, and continued with --resume. When it is over, the save is gone, and its
/// record, under the same number, is for `karteneck replay` and `karteneck analyze`; your biggest mistakes are shown. A file that
/// you named yourself, with --save or the command `save`, is written only when you save or leave, and stays.
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
    /// Your name at the table and in the record
    #[arg(long, value_name = "NAME", default_value = "you", value_parser = NonEmptyStringValueParser::new())]
    name: String,
    /// Continue a saved game; who plays and how is in the file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["entrants", "players", "seat", "first", "seed", "game", "edition",
        "name"])]
    resume: Option<PathBuf>,
    /// Where to save an unfinished game; by default the file it was resumed from or a new one in `results`
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Where to write the record; by default a file in `results`, under the number of the save
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the files of --save and --out if they exist
    #[arg(long)]
    force: bool,
    /// The least number of seconds from one move to the next of another player; by default 0.6 on a terminal and 0 elsewhere
    #[arg(long, value_name = "SECONDS", value_parser = pause, allow_hyphen_values = true)]
    pace: Option<f64>,
    /// Who gives hints and judges your moves at the end: a search
    #[arg(long, value_name = "ENTRANT", default_value = "champion")]
    judge: String,
    /// How often it looks at every choice for a hint, and a quarter as often for the judgement of your moves at the end: the spread is the error
    #[arg(long, value_name = "N", default_value_t = LOOKS, value_parser = looks(), allow_hyphen_values = true)]
    looks: u64,
    #[command(flatten)]
    trust: Trust,
}

/// The pace on a terminal, in seconds: slow enough to follow a table for six.
const USUAL_PACE: f64 = 0.6;

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let judge = find_entrant(&arguments.judge)?;
    if !is_search(&judge) {
        return Err(Failure::of_examination(ExaminationError::NoJudge(judge.name)));
    }
    let mut store = Store::open(arguments)?;
    let interrupt = Interrupt::listen_silently();
    let host = host_in(None, &store.paths())?;
    let Some(session) = begin(arguments, &host, &interrupt)? else {
        kill_all();
        return Err(Failure::Interrupted(anyhow!("the game has not begun, and nothing was changed")));
    };
    let mut talk = Talk {
        input: Input::open(&interrupt),
        interrupt: &interrupt,
        look: Style::stdout(&session.plan.names(), session.plan.person),
        store: &mut store,
        judge: judge.clone(),
        looks: arguments.looks,
        pace: pace(arguments),
        // A resumed game begins with what has happened since the last decision of the player.
        reported: session.last_decision(),
        faults: if arguments.resume.is_some() { session.past_faults() } else { 0 },
        could_save: true,
    };
    let end = talk.play(session);
    let look = talk.look;
    let done = ending::conclude(end, store, arguments, &look, &interrupt);
    tell_logs(&host);
    done
}

/// How long a move of another player takes at least.
fn pace(arguments: &Arguments) -> Duration {
    let is_watched = io::stdin().is_terminal() && io::stdout().is_terminal();
    Duration::from_secs_f64(arguments.pace.unwrap_or(if is_watched { USUAL_PACE } else { 0.0 }))
}

/// A new game or a saved one; `None` if it is interrupted first.
fn begin(arguments: &Arguments, host: &BotHost, interrupt: &Interrupt) -> Result<Option<Session>, Failure> {
    let mut stdout = io::stdout();
    let host = host.clone();
    if let Some(path) = &arguments.resume {
        let (plan, past) = read_saved(path)?;
        arguments.trust.check(&path.display().to_string(), &plan.others)?;
        write!(stdout, "{}The game continues after {} moves.\n\n", introduce(&plan), past.moves.len())?;
        let resumed = until_interrupted(interrupt, move || resume(plan, past, &host));
        let Some(resumed) = resumed else { return Ok(None) };
        let (session, notes) = resumed.map_err(|failure| at(path, failure))?;
        for note in notes {
            say(format_args!("note: {note}; the game continues as it was played"));
        }
        return Ok(Some(session));
    }
    let plan = plan::resolve(arguments)?;
    tell_protection(&plan.others, &host);
    tell_unfinished();
    write!(stdout, "{}", introduce(&plan))?;
    if plan.seed.is_sealed() {
        tell_seal(plan.seed);
    } else {
        warn_if_guessable(plan.seed, &plan.others);
        writeln!(stdout, "This deal again: {}", same_deal(arguments, plan.seed.seed()))?;
    }
    until_interrupted(interrupt, move || {
        let others = seat_players(&plan.others, &host)?;
        Ok(Session::begin(plan, others))
    })
    .transpose()
}

/// Continues a saved game, with its players seated.
fn resume(plan: GamePlan, past: Past, host: &BotHost) -> Result<(Session, Vec<String>), Failure> {
    let others = seat_players(&plan.others, host)?;
    Session::resume(plan, past, others).map_err(|error: PlayError| Failure::Usage(Error::new(error)))
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
        match resume(plan, past, &BotHost::default()) {
            Ok((session, _)) => Ok(session.save().to_text()),
            Err(Failure::Failed(error) | Failure::Usage(error) | Failure::Interrupted(error)) => Err(error),
        }
    };
    again().map_err(|error: Error| format!("{error:#}"))
}

/// Reminds of a game that was left.
fn tell_unfinished() {
    if let Some((path, count)) = store::unfinished() {
        let path = quoted(&path.display().to_string());
        let what = match count {
            1 => "there is an unfinished game; to continue it".to_owned(),
            _ => format!("there are {count} unfinished games; to continue the latest"),
        };
        note(format_args!("note: {what}: karteneck play --resume {path}"));
    }
}

fn introduce(plan: &GamePlan) -> String {
    let look = Style::stdout(&plan.names(), plan.person);
    let (seed, game, players) = (plan.seed.name(), plan.game, plan.setup.players);
    let names: Vec<&str> = players.seats().map(|seat| look.who(seat)).collect();
    let first = plan.setup.first;
    let begins = if first == plan.person { "You begin".to_owned() } else { format!("{} begins", look.name(first)) };
    let text = format!("Game {game} of seed {seed}. In turn: {}. {begins}.", names.join(", "));
    hang("", &text, look.width)
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

fn read_saved(path: &Path) -> Result<(GamePlan, Past), Failure> {
    let catalogue = catalogue()?;
    if fs::metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
        return Err(Failure::Usage(anyhow!("there is no file {}", path.display())));
    }
    let read = || -> Result<_, Error> {
        let text = read_text(path).context("cannot be read")?;
        Ok(GamePlan::of_saved(&SavedGame::from_text(&text)?, &catalogue)?)
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

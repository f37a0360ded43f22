//! `karteneck replay`: shows recorded games, and finds what is wrong with them.

mod run;

pub(super) use run::{BlockRotation, find as find_in_run, parse_address, sample as sample_of_run};

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;
use console::{Key, Term};

use super::Failure;
use super::edition::edition_or_default;
use super::messages::note;
use super::output::write_text;
use super::screen::columns;
use super::source::{Named, Source, WhichGame, name_a_game, read};
use crate::game::Edition;
use crate::records::words::quoted;
use crate::records::{Record, replay, transcribe};
use crate::report::{GameInput, replay_page};

/// Show a recorded game, or any game of a run, as a transcript
///
/// A game of a run is replayed from the manifest alone; its address is its block and its rotation. A record that breaks a
/// rule is shown up to that point, and the error names the line, the move and the rule.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "every switch of the command line is a bool")]
#[command(after_help = "\
Examples:
  karteneck replay games.jsonl            the first game of the file
  karteneck replay games.jsonl:17         the game on line 17
  karteneck replay games.jsonl --check    no transcript; check every game against the rules
  karteneck record | karteneck replay -   from a pipe
  karteneck replay results/tournament-001 17:1 --lineup 3        block 17, rotation 1, line-up 3
  karteneck replay results/tournament-001 17:1 --json            its record
  karteneck replay results/tournament-001 17:1 --html game.html  a page to step through it")]
pub(super) struct Arguments {
    #[command(flatten)]
    game: WhichGame,
    /// Print the record instead of the transcript
    #[arg(long, conflicts_with_all = ["step", "check"])]
    json: bool,
    /// Write a page for stepping through the game to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "step", "check"])]
    html: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "html")]
    force: bool,
    /// Wait for a key after each move (q ends)
    #[arg(long, conflicts_with = "check")]
    step: bool,
    /// Check every record of the file (or the one on LINE) instead of showing one
    #[arg(long)]
    check: bool,
    /// The TOML file of the worm table, for records played with another one
    #[arg(long, value_name = "FILE")]
    edition: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let text = match arguments.game.named()? {
        Named::Game { run, address } => return arguments.show_again(run, address),
        Named::Run(run) => return Err(name_a_game("replay", run, "")),
        Named::Records(text) => text,
    };
    if arguments.json {
        return Err(Failure::Usage(anyhow!("--json is for a game of a run; {text} already has the records")));
    }
    let source = Source::parse(text)?;
    let edition = edition_or_default(arguments.edition.as_deref())?;
    if arguments.check { check(&source, &edition) } else { arguments.show_line(&source, &edition) }
}

impl Arguments {
    /// Shows a game of a run.
    fn show_again(&self, run: &str, address: BlockRotation) -> Result<(), Failure> {
        let (record, edition) = self.game.play_again(run, address)?;
        if self.json {
            writeln!(io::stdout(), "{}", record.to_line())?;
            return Ok(());
        }
        self.show_game(&record, &edition, run, &self.game.command(run, address))
    }

    /// Shows a game of a file.
    fn show_line(&self, source: &Source, edition: &Edition) -> Result<(), Failure> {
        let mut lines = source.lines()?;
        let Some((number, line)) = lines.next() else {
            return Err(source.nothing());
        };
        let place = source.place(number);
        let record = read(line, &place, edition)?;
        self.show_game(&record, edition, &place, &replay_command(&place, self.edition.as_deref()))?;
        if source.line.is_none() && lines.next().is_some() {
            let name = &source.name;
            note(format_args!(
                "this was the first game of {name}; for another one give its line, for example {name}:2"
            ));
        }
        Ok(())
    }

    /// Shows a game, as a page or as a transcript.
    fn show_game(&self, record: &Record, edition: &Edition, place: &str, command: &str) -> Result<(), Failure> {
        let Some(file) = &self.html else {
            return tell(record, edition, place, self.step && is_interactive(place, &Term::stdout()));
        };
        let title = game_title(record);
        let about = record.strategies.join(", ");
        let shown = GameInput { title: &title, about: &about, command, record, edition };
        let page = replay_page(&shown).map_err(|error| Failure::Failed(anyhow!("{place}: {error}")))?;
        write_text(file, &page, self.force)?;
        note(format_args!("the page is {}", file.display()));
        Ok(())
    }
}

/// The command that shows a game of a file; none for one that came through a pipe.
pub(super) fn replay_command(place: &str, edition: Option<&Path>) -> String {
    if place == "-" || place.starts_with("-:") {
        return String::new();
    }
    let edition = edition.map(|path| format!(" --edition {}", quoted(&path.display().to_string())));
    format!("karteneck replay {}{}", quoted(place), edition.unwrap_or_default())
}

/// The title of a game's page.
pub(super) fn game_title(record: &Record) -> String {
    format!("Game {} of seed {}", record.game, record.seed)
}

/// Prints a game, move by move if requested.
fn tell(record: &Record, edition: &Edition, place: &str, step: bool) -> Result<(), Failure> {
    let transcript = transcribe(record, edition, columns());
    let term = Term::stdout();
    let mut stdout = io::stdout().lock();
    for scene in &transcript.scenes {
        stdout.write_all(scene.text.as_bytes())?;
        if step && scene.is_move && matches!(term.read_key()?, Key::Char('q') | Key::Escape) {
            return Ok(());
        }
    }
    stdout.flush()?;
    match transcript.error {
        Some(error) => Err(Failure::Failed(anyhow!("{place}: {error}"))),
        None => Ok(()),
    }
}

/// Whether keys can be pressed.
fn is_interactive(place: &str, term: &Term) -> bool {
    let interactive = term.is_term() && io::stdin().is_terminal() && !place.starts_with("-:");
    if !interactive {
        note(format_args!("--step needs a terminal for the keys; showing the whole game"));
    }
    interactive
}

fn check(source: &Source, edition: &Edition) -> Result<(), Failure> {
    let (mut good, mut bad) = (0_u64, 0_u64);
    for (number, line) in source.lines()? {
        let place = source.place(number);
        let checked = read(line, &place, edition).and_then(|record| {
            let replayed = replay(&record, edition, &mut |_| {});
            replayed.map_err(|error| Failure::Failed(anyhow!("{place}: {error}")))
        });
        match checked {
            Ok(_) => good += 1,
            Err(failure) => {
                failure.report();
                bad += 1;
            }
        }
    }
    if good + bad == 0 {
        return Err(source.nothing());
    }
    writeln!(io::stdout(), "{good} good, {bad} bad of {} records", good + bad)?;
    if bad > 0 {
        return Err(Failure::Failed(anyhow!("{bad} of {} records are damaged or break a rule", good + bad)));
    }
    Ok(())
}

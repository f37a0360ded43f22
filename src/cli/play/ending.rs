//! The end of a conversation: what is to be kept, and where it is.

use std::io::{self, Write};

use anyhow::anyhow;

use super::Arguments;
use super::review::{review, tell_review};
use super::store::{Store, write_anywhere};
use super::style::Style;
use super::talk::{End, nothing_to_save};
use super::tell::tell_result;
use crate::analysis::MIN_LOOKS;
use crate::bots::kill_all;
use crate::cli::entrants::find_entrant;
use crate::cli::failure::Failure;
use crate::cli::interrupt::Interrupt;
use crate::cli::messages::{note, say};
use crate::playing::Session;
use crate::records::words::quoted;
use crate::records::{Record, SavedGame};

/// Saves what is to be kept, and says where.
pub(super) fn conclude(
    end: End,
    mut store: Store,
    arguments: &Arguments,
    look: &Style,
    interrupt: &Interrupt,
) -> Result<(), Failure> {
    match end {
        End::Over(session) => finish(*session, store, arguments, look, interrupt),
        End::Left(None) => {
            say(format_args!("{}", nothing_to_save()));
            Ok(())
        }
        End::Left(Some(game)) => {
            say(format_args!("{}", keep(&game, &mut store)?));
            Ok(())
        }
        End::Interrupted(kept) => {
            // Players that are still thinking do so in vain.
            kill_all();
            let Some(game) = kept else { return Err(Failure::Interrupted(nothing_to_save())) };
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
        write_anywhere(&game.to_text(), ".json")
    })?;
    let path = path.display().to_string();
    let trust = if game.entrants.iter().any(|entrant| entrant.command.is_some()) { " --trust" } else { "" };
    Ok(format!("the game is saved to {path}; continue with: karteneck play --resume {}{trust}", quoted(&path)))
}

/// Shows the result, writes the record, and judges the game.
fn finish(
    mut session: Session,
    mut store: Store,
    arguments: &Arguments,
    look: &Style,
    interrupt: &Interrupt,
) -> Result<(), Failure> {
    let (seed, person, edition) = (session.plan.seed, session.plan.person, session.plan.setup.edition);
    let judge = find_entrant(&arguments.judge)?;
    let (record, place) = session.finish();
    let shown = io::stdout().write_all(tell_result(&record, person, place, look).as_bytes());
    let path = store.record(&record).or_else(|failure| {
        failure.report();
        write_anywhere(&format!("{}\n", record.to_line()), ".jsonl")
    })?;
    if shown.is_ok()
        && let Some(decisions) = review(&record, &edition, person, (&judge, review_looks(arguments)), interrupt)?
    {
        let text = tell_review(&decisions, person, (&judge, review_looks(arguments)), look);
        let mut stdout = io::stdout();
        stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush())?;
    }
    if seed.is_sealed() {
        say(format_args!("the seed was {}", seed.seed()));
    }
    let path = path.display().to_string();
    say(format_args!("the record is written to {path}"));
    if let Some(file) = store.left_over() {
        note(format_args!("{} is left as you saved it", file.display()));
    }
    tell_commands(&path, &record, arguments);
    shown.map_err(Failure::from)
}

/// A whole game is judged by fewer looks than a hint, for which a person waits once.
fn review_looks(arguments: &Arguments) -> u64 {
    (arguments.looks / 4).max(MIN_LOOKS)
}

/// What can be done with the record.
fn tell_commands(path: &str, record: &Record, arguments: &Arguments) {
    let page = path.strip_suffix(".jsonl").unwrap_or(path).to_owned() + ".html";
    let [path, page] = [path, &page].map(quoted);
    let file = arguments.edition.as_ref().map(|path| quoted(&path.display().to_string()));
    // A resumed game knows its worm table, but not the file that it came from.
    let file = file.or_else(|| record.edition.as_ref().map(|_| "FILE".to_owned()));
    let edition = file.map_or_else(String::new, |file| format!(" --edition {file}"));
    let judge = quoted(&arguments.judge);
    note(format_args!("  the game again:             karteneck replay {path}{edition}"));
    note(format_args!("  what every move was worth:  karteneck analyze {path}{edition} --judge {judge} --all"));
    note(format_args!("  as a page, by playouts:     karteneck analyze {path}{edition} --html {page}"));
}

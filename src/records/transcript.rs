//! A record to read: every round and move in words, with hands, displays, totals, grill and stacks.

use std::fmt::Write as _;

use super::record::{MoveRecord, Record};
use super::replay::{ReplayError, ReplayStep, replay};
use super::words::{action, card_names, fault_lines, grill, menu, or_dash, printable, reshuffle_note, stack};
use crate::game::{Edition, Event, Game};

/// A transcript as far as the record keeps to the rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Transcript {
    /// The parts, each with its line breaks: the heading, then rounds, moves and menus, and at last the result.
    pub scenes: Vec<Scene>,
    /// Where the record breaks a rule: there the transcript ends.
    pub error: Option<ReplayError>,
}

/// One part of a transcript.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// The text, ending with a line break.
    pub text: String,
    /// Whether it tells a move, after which a reader may want to stop and think.
    pub is_move: bool,
}

/// The transcript of a record.
pub fn transcribe(record: &Record, edition: &Edition) -> Transcript {
    let mut scenes = vec![Scene { text: heading(record), is_move: false }];
    let replayed = replay(record, edition, &mut |step| {
        let (text, is_move) = match step {
            ReplayStep::Round { game } => (round_heading(game), false),
            ReplayStep::Move { before, record, events, after } => (move_line(before, record, events, after), true),
            ReplayStep::Menu { before, record, .. } => {
                (menu(before.table(), record, &|seat| format!("seat {seat}")), false)
            }
        };
        scenes.push(Scene { text, is_move });
    });
    let error = replayed.as_ref().err().cloned();
    if let Ok(played) = replayed {
        scenes.push(Scene { text: format!("\n{}", result(&played)), is_move: false });
    }
    Transcript { scenes, error }
}

/// Writing to a string cannot fail; this keeps the formatting code free of results nobody can use.
macro_rules! put {
    ($text:expr, $($arg:tt)*) => { let _ = writeln!($text, $($arg)*); };
}

fn heading(record: &Record) -> String {
    let mut text = String::new();
    put!(text, "Game {} of seed {}, {} players", record.game, record.seed, record.players);
    for (seat, strategy) in record.strategies.iter().enumerate() {
        put!(text, "  seat {seat}  {}", printable(strategy));
    }
    if let Some(edition) = &record.edition {
        put!(text, "  edition {}", printable(edition));
    }
    text
}

fn round_heading(game: &Game) -> String {
    let table = game.table();
    let mut text = String::new();
    let (round, rounds) = (table.round(), table.players().rounds());
    put!(text, "\nRound {round} of {rounds} · grill {} · seat {} begins", grill(table), table.first());
    for seat in table.players().seats() {
        put!(
            text,
            "  seat {seat} {:>4} worms   stack {:<44} | hand {}",
            table.worms(seat),
            stack(table, seat),
            game.hand(seat)
        );
    }
    text
}

/// What was done and what came of it, then the display and the hand as they are now.
fn move_line(before: &Game, record: &MoveRecord, events: &[Event], after: &Game) -> String {
    let seat = before.table().turn();
    let mut text = String::new();
    let action = action(before.table(), record, &|seat| seat.to_string());
    let told = format!("{action}, {}", draws(record));
    let display = or_dash(after.table().display(seat).to_string());
    put!(text, "  {seat}  {told:<42} {display:<24} | {}", after.hand(seat));
    if let Some(note) = reshuffle_note(events) {
        put!(text, "     {note}");
    }
    text
}

fn draws(record: &MoveRecord) -> String {
    if record.draw.is_empty() { "draws nothing".to_owned() } else { format!("draws {}", card_names(&record.draw)) }
}

/// How a game ended: who has won, every seat from the first place down, and faults.
pub fn result(record: &Record) -> String {
    let result = &record.result;
    let mut text = String::new();
    put!(text, "Seat {} wins", result.winner);
    let mut seats: Vec<usize> = (0..record.players).collect();
    seats.sort_by_key(|&seat| result.places[seat]);
    for seat in seats {
        let (place, worms, best) = (result.places[seat], result.worms[seat], result.best[seat]);
        put!(
            text,
            "  {place}. seat {seat} {worms:>4} worms, best portion {best:<3} {}",
            printable(&record.strategies[seat])
        );
    }
    fault_lines(record).iter().fold(text, |text, line| format!("{text}  {line}\n"))
}

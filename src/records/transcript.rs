//! A readable record: every round and move in words, with hands, displays, totals, grill and stacks.

use std::fmt::Write as _;

use super::record::{MoveRecord, Record};
use super::replay::{ReplayError, ReplayStep, replay};
use super::words::{action, card_names, fault_lines, grill, menu, or_dash, printable, reshuffle_note, stack};
use crate::game::{Edition, Event, Game};

/// Writing to a string cannot fail; this keeps the formatting code free of useless results.
macro_rules! put {
    ($text:expr, $($arg:tt)*) => { let _ = writeln!($text, $($arg)*); };
}

/// A transcript as far as the record obeys the rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Transcript {
    /// The parts, each with its line breaks: the heading, then rounds, moves and menus, and finally the result.
    pub scenes: Vec<Scene>,
    /// Where the record breaks a rule, which ends the transcript.
    pub error: Option<ReplayError>,
}

/// One part of a transcript.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// The text, ending with a line break.
    pub text: String,
    /// Whether it is a move, after which a reader may want to stop and think.
    pub is_move: bool,
}

/// The transcript of a record, in lines of this many columns if they are enough for every hand.
pub fn transcribe(record: &Record, edition: &Edition, columns: usize) -> Transcript {
    let mut scenes = vec![Scene { text: heading(record), is_move: false }];
    let replayed = replay(record, edition, &mut |step| {
        let (text, is_move) = match step {
            ReplayStep::Round { game } => (round_heading(game, columns), false),
            ReplayStep::Move { before, record, events, after } => {
                (move_line(before, record, events, after, columns), true)
            }
            ReplayStep::Menu { before, record, .. } => {
                (menu(before.table(), record, &|seat| format!("seat {seat}")), false)
            }
        };
        scenes.push(Scene { text: folded(&text, columns), is_move });
    });
    let error = replayed.as_ref().err().cloned();
    if let Ok(played) = replayed {
        scenes.push(Scene { text: folded(&format!("\n{}", result(&played)), columns), is_move: false });
    }
    Transcript { scenes, error }
}

/// A text whose lines are broken between words where they are too long; what follows is indented.
fn folded(text: &str, columns: usize) -> String {
    let mut folded = String::new();
    for line in text.lines() {
        let mut rest = line.to_owned();
        while rest.chars().count() > columns {
            let begin = rest.len() - rest.trim_start().len();
            let blanks = rest.char_indices().take(columns + 1).filter(|&(at, c)| c == ' ' && at > begin);
            let Some((at, _)) = blanks.last() else { break };
            put!(folded, "{}", rest[..at].trim_end());
            rest = format!("{FOLD}{}", rest[at..].trim_start());
        }
        put!(folded, "{rest}");
    }
    folded
}

/// The indent of what does not fit on a line.
const FOLD: &str = "         ";

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

/// The widths of a seat and of what it did: enough for a steal.
const SEAT: usize = 5;
const DONE: usize = 47;
/// Where the display begins, and where the hand does: enough for most displays.
const SHOWN: usize = SEAT + DONE + 1;
const HAND: usize = SHOWN + 25;
/// The columns in which a move has its display and a usual hand beside it.
const ONE_LINE: usize = HAND + 32;

fn round_heading(game: &Game, columns: usize) -> String {
    let table = game.table();
    let mut text = String::new();
    let (round, rounds) = (table.round(), table.players().rounds());
    let (grill, first) = (grill(table), table.first());
    if columns < ONE_LINE {
        put!(text, "\nRound {round} of {rounds} · seat {first} begins\n  grill {grill}");
    } else {
        put!(text, "\nRound {round} of {rounds} · grill {grill} · seat {first} begins");
    }
    for seat in table.players().seats() {
        let (worms, stack, hand) = (table.worms(seat), stack(table, seat), game.hand(seat));
        let line = format!("  seat {seat} {worms:>4} worms   stack {stack}");
        if columns < ONE_LINE {
            put!(text, "{line}\n         hand {hand}");
        } else {
            put!(text, "{}", in_columns(&[(0, line), (HAND, format!("| hand {hand}"))]));
        }
    }
    text
}

/// What was done and what came of it, then the display and the hand as they are now.
fn move_line(before: &Game, record: &MoveRecord, events: &[Event], after: &Game, columns: usize) -> String {
    let seat = before.table().turn();
    let mut text = String::new();
    let action = action(before.table(), record, &|seat| seat.to_string());
    let (draws, hand) = (draws(record), after.hand(seat));
    let display = or_dash(after.table().display(seat).to_string());
    if columns < SEAT + DONE {
        put!(text, "  {seat}  {action},\n     {draws}\n     {display} | {hand}");
    } else if columns < ONE_LINE {
        put!(text, "  {seat}  {action}, {draws}\n     {display} | {hand}");
    } else {
        let told = format!("  {seat}  {action}, {draws}");
        put!(text, "{}", in_columns(&[(0, told), (SHOWN, display), (HAND, format!("| {hand}"))]));
    }
    if let Some(note) = reshuffle_note(events) {
        put!(text, "     {note}");
    }
    text
}

/// Texts, each in its column; one that would run into the next goes on a line of its own.
fn in_columns(parts: &[(usize, String)]) -> String {
    let (mut text, mut cursor) = (String::new(), 0);
    for (column, part) in parts {
        if cursor > 0 && cursor >= *column {
            text.push('\n');
            cursor = 0;
        }
        text.extend(std::iter::repeat_n(' ', column - cursor));
        text.push_str(part);
        cursor = column + part.chars().count();
    }
    text
}

fn draws(record: &MoveRecord) -> String {
    if record.draw.is_empty() { "draws nothing".to_owned() } else { format!("draws {}", card_names(&record.draw)) }
}

/// How a game ended: who won, every seat from the first place down, and faults.
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
    fault_lines(record, &|seat| format!("seat {seat}")).iter().fold(text, |text, line| format!("{text}  {line}\n"))
}

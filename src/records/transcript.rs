//! A record to read: every round and move in words, with hands, displays, totals, grill and stacks.

use std::fmt::Write as _;

use super::card_name::CardName;
use super::record::{MoveRecord, Record, RoundRecord};
use super::replay::{ReplayError, Step, replay};
use crate::game::{Cards, Edition, Game, Seat, Table};

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
            Step::Round { game } => (round_heading(game), false),
            Step::Move { before, record, after } => (move_line(before, record, after), true),
            Step::Menu { before, record } => (menu(before, record), false),
        };
        scenes.push(Scene { text, is_move });
    });
    let error = replayed.as_ref().err().cloned();
    if let Ok(played) = replayed {
        scenes.push(Scene { text: result(&played), is_move: false });
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

/// A foreign text without anything that could command a terminal.
fn printable(text: &str) -> String {
    text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
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

/// Each portion with its worms, since nobody knows them by heart.
fn grill(table: &Table) -> String {
    let portions = table.grill().iter().map(|portion| {
        let worms = table.edition().worms(portion);
        format!("{portion} ({worms} {})", if worms == 1 { "worm" } else { "worms" })
    });
    or_dash(portions.collect::<Vec<_>>().join("  "))
}

/// From the bottom up, so that the top, which can be stolen, stands at the end.
fn stack(table: &Table, seat: Seat) -> String {
    let mut values: Vec<String> = table.stack(seat).map(|portion| portion.to_string()).collect();
    values.reverse();
    or_dash(values.join(" "))
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "–".to_owned() } else { text }
}

/// What was done and what came of it, then the display and the hand as they are now.
fn move_line(before: &Game, record: &MoveRecord, after: &Game) -> String {
    let seat = before.table().turn();
    let display = match &record.lay {
        Some(cards) => cards.iter().fold(before.table().display(seat), |display, name| display + Cards::from(name.0)),
        None if record.take.is_some() => Cards::NONE,
        None => before.table().display(seat),
    };
    let mut text = String::new();
    let (told, display) = (format!("{}, {}", action(before, record), draws(record)), or_dash(display.to_string()));
    put!(text, "  {seat}  {told:<42} {display:<24} | {}", after.hand(seat));
    if before.table().pile_len() as usize != after.table().pile_len() as usize + record.draw.len() {
        put!(text, "     (the draw pile was empty: the discard pile is the new one)");
    }
    text
}

fn names(cards: &[CardName]) -> String {
    let names: Vec<String> = cards.iter().map(|name| name.0.to_string()).collect();
    names.join(" ")
}

fn draws(record: &MoveRecord) -> String {
    if record.draw.is_empty() { "draws nothing".to_owned() } else { format!("draws {}", names(&record.draw)) }
}

/// What was done, and what that did at once.
fn action(before: &Game, record: &MoveRecord) -> String {
    let total = record.total.unwrap_or_default();
    match (&record.lay, record.take, record.steal) {
        (Some(cards), ..) => format!("lays {} = {total}", names(cards)),
        (None, Some(portion), _) if before.table().display(before.table().turn()).is_empty() => {
            format!("passes with nothing, takes {portion}")
        }
        (None, Some(portion), _) => format!("passes, invalid, takes {portion}"),
        (None, None, Some(steal)) => format!("passes with {total}, steals {} from {}", steal.portion, steal.from),
        (None, None, None) => format!("passes with {total}"),
    }
}

fn menu(before: &Game, round: &RoundRecord) -> String {
    let mut text = String::new();
    if round.menu.is_empty() {
        put!(text, "  menu: no valid display, nobody is served");
    }
    let seats: Vec<Seat> = round.menu.iter().filter_map(|served| Seat::new(served.seat)).collect();
    let total = |seat: Seat| before.table().total(seat);
    for (served, &seat) in round.menu.iter().zip(&seats) {
        let tied = seats.iter().any(|&other| other != seat && total(other) == total(seat));
        let signpost = before.table().display(seat).signposts().highest().filter(|_| tied);
        let decided = signpost.map_or_else(String::new, |signpost| format!(" and W{}", signpost.number()));
        put!(text, "  menu: seat {seat} with {}{decided} is served {}", total(seat), served.portion);
    }
    text
}

fn result(record: &Record) -> String {
    let result = &record.result;
    let mut text = String::new();
    put!(text, "\nSeat {} wins", result.winner);
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
    text + &faults(record)
}

/// What a record says about faults, and how the game counts because of them.
fn faults(record: &Record) -> String {
    let mut text = String::new();
    let list = record.extra.get("faults").and_then(serde_json::Value::as_array);
    for fault in list.into_iter().flatten() {
        let words = |key: &str| printable(fault[key].as_str().unwrap_or("?"));
        let (seat, round, turn) = (&fault["seat"], &fault["round"], &fault["move"]);
        put!(text, "  fault of seat {seat} in round {round}, move {turn}: {}: {}", words("kind"), words("reason"));
    }
    if let Some(score) = record.extra.get("score") {
        put!(text, "  so it counts: seat {} wins, places {}", score["winner"], score["places"]);
    }
    text
}

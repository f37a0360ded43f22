//! A record to read: every round and move in words, with hands, displays, totals, grill and stacks.

use std::fmt::Write as _;

use super::record::{MoveRecord, Record, RoundRecord};
use super::replay::{ReplayError, Step, replay};
use crate::game::{Cards, Edition, Game, Portion, Seat, Table};

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
        put!(text, "  seat {seat}  {strategy}");
    }
    if let Some(edition) = &record.edition {
        put!(text, "  edition {edition}");
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
            "  seat {seat} {:>4} worms   stack {:<26} hand {}",
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

fn move_line(before: &Game, record: &MoveRecord, after: &Game) -> String {
    let seat = before.table().turn();
    let names: Vec<String> = record.draw.iter().map(|name| name.0.to_string()).collect();
    let draws = format!("draws {}", if names.is_empty() { "nothing".to_owned() } else { names.join(" ") });
    let display = match &record.lay {
        Some(cards) => cards.iter().fold(before.table().display(seat), |display, name| display + Cards::from(name.0)),
        None => before.table().display(seat),
    };
    let display = or_dash(display.to_string());
    let lies = if record.take.is_some() { "discard" } else { "display" };
    let mut text = String::new();
    let (action, effect) = action(before, record);
    put!(text, "  {seat}  {action:<22} {effect:<26} {draws:<14} {lies} {display:<24} hand {}", after.hand(seat));
    text
}

/// What was done, and what that did at once.
fn action(before: &Game, record: &MoveRecord) -> (String, String) {
    if let Some(cards) = &record.lay {
        let names: Vec<String> = cards.iter().map(|name| name.0.to_string()).collect();
        return (format!("lays {}", names.join(" ")), format!("total {}", record.total.unwrap_or_default()));
    }
    match (record.take, record.steal, record.total) {
        (Some(portion), ..) => {
            let left = before.table().grill().iter().skip(1).map(Portion::value).map(|value| value.to_string());
            let left = or_dash(left.collect::<Vec<_>>().join(" "));
            ("passes, invalid".to_owned(), format!("takes {portion}, leaves {left}"))
        }
        (None, Some(steal), total) => (
            format!("passes with {}", total.unwrap_or_default()),
            format!("steals {} from seat {}", steal.portion, steal.from),
        ),
        (None, None, total) => (format!("passes with {}", total.unwrap_or_default()), String::new()),
    }
}

fn menu(before: &Game, round: &RoundRecord) -> String {
    let mut text = String::new();
    if round.menu.is_empty() {
        put!(text, "  menu: no valid display, nobody is served");
    }
    for served in &round.menu {
        let total = Seat::new(served.seat).map_or(0, |seat| before.table().total(seat));
        put!(text, "  menu: seat {} with {total} is served {}", served.seat, served.portion);
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
        put!(text, "  {place}. seat {seat} {worms:>4} worms, best portion {best:<3} {}", record.strategies[seat]);
    }
    text
}

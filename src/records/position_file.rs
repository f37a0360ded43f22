//! What the seat on turn sees, as a TOML file.
//!
//! ```toml
//! first = 1                  # the seat that began this round
//! grill = [19, 42]
//! discard = "1 2 2"          # optional
//!
//! [[seat]]                   # seat 0
//! hand = 5                   # how many cards it holds
//! display = "4 4 W9"         # optional, like all that follows
//! stack = [25, 30]           # from the bottom up
//! passed = true
//!
//! [[seat]]                   # seat 1: its cards are known, so it is on turn
//! hand = "1 1 3 W3 W20"
//! stack = [17]
//! ```

use std::path::Path;

use super::edition_file::edition_hash;
use super::toml_error::{Mistakes, TomlError, toml_table};
use crate::files::read_text;
use crate::game::{
    Card, Cards, Edition, Game, MAX_PLAYERS, Move, PerSeat, Players, Portion, PortionList, Position, Seat, Seats, View,
};

/// What a position file says.
#[derive(Clone, Copy, Debug)]
pub struct SeenPosition {
    /// A game that the seat on turn sees like this; where it puts the cards that this seat cannot see has no meaning.
    pub game: Game,
    /// The move played there, if the file says so.
    pub played: Option<Move>,
}

/// Reads a position from a file.
///
/// # Errors
/// If the file cannot be read, is not TOML, or has mistakes: then all of them.
pub fn read_position(path: &Path, edition: &Edition) -> Result<SeenPosition, TomlError> {
    parse_position(&read_text(path).map_err(TomlError::Unreadable)?, edition)
}

/// Reads a position from a text.
///
/// # Errors
/// If it is not TOML, or has mistakes: then all of them. Whether the position obeys the rules can be checked only when
/// every key has a value.
pub fn parse_position(text: &str, edition: &Edition) -> Result<SeenPosition, TomlError> {
    let table = toml_table(text)?;
    let mut reader = PositionReader { mistakes: Vec::new() };
    let described = reader.read(&table, edition);
    let seen = described.filter(|_| reader.mistakes.is_empty()).and_then(|described| reader.set_up(&described));
    seen.filter(|_| reader.mistakes.is_empty())
        .ok_or(TomlError::Mistakes(Mistakes { of: "position", list: reader.mistakes }))
}

/// A position as a file, with the move that was played in it.
pub fn position_text(view: &View<'_>, played: Option<Move>) -> String {
    let table = view.table();
    let mut lines = vec![format!("# What seat {} sees in round {}.", view.seat(), table.round())];
    lines.push(format!("first = {}  # the seat that began this round", table.first()));
    lines.push(format!("grill = {}", values(table.grill().iter())));
    lines.push(format!("discard = \"{}\"", table.discard()));
    if *table.edition() != Edition::default() {
        lines.push(format!("edition = \"{}\"  # the hash of the worm table", edition_hash(table.edition())));
    }
    lines.extend(played.map(|mv| format!("played = \"{mv}\"")));
    table.players().seats().for_each(|seat| lines.extend(seat_lines(view, seat)));
    lines.join("\n") + "\n"
}

/// The table of a seat.
fn seat_lines(view: &View<'_>, seat: Seat) -> [String; 5] {
    let table = view.table();
    let [heading, hand] = if seat == view.seat() {
        [format!("\n[[seat]]  # {seat}, on turn: its cards are known"), format!("hand = \"{}\"", view.hand())]
    } else {
        [format!("\n[[seat]]  # {seat}"), format!("hand = {}  # how many cards", table.hand_size(seat))]
    };
    let mut stack: Vec<Portion> = table.stack(seat).collect();
    stack.reverse();
    let display = format!("display = \"{}\"", table.display(seat));
    let stack = format!("stack = {}  # from the bottom up", values(stack.into_iter()));
    [heading, hand, display, stack, format!("passed = {}", table.passed().contains(seat))]
}

/// `[19, 42]`.
fn values(portions: impl Iterator<Item = Portion>) -> String {
    let values: Vec<String> = portions.map(|portion| portion.to_string()).collect();
    format!("[{}]", values.join(", "))
}

/// What a file says, as far as it can be understood.
struct Described {
    /// With empty hands and an empty pile.
    position: Position,
    hands: Vec<Hand>,
    played: Option<Move>,
}

/// A hand: its cards if it is that of the seat on turn, otherwise how many.
#[derive(Clone, Copy)]
enum Hand {
    Known(Cards),
    Hidden(usize),
}

/// Reads tables and notes everything that is wrong.
struct PositionReader {
    mistakes: Vec<String>,
}

impl PositionReader {
    fn note(&mut self, place: &str, problem: impl std::fmt::Display) {
        self.mistakes.push(format!("{place}: {problem}"));
    }

    /// The value of a required key.
    fn needed<'t>(&mut self, table: &'t toml::Table, key: &str, place: &str, what: &str) -> Option<&'t toml::Value> {
        if !table.contains_key(key) {
            self.note(place, format_args!("missing; give {what}"));
        }
        table.get(key)
    }

    fn only(&mut self, table: &toml::Table, place: &str, keys: &[&str]) {
        for key in table.keys().filter(|key| !keys.contains(&key.as_str())) {
            self.note(&format!("{place}`{key}`"), format_args!("unknown key; there are `{}`", keys.join("`, `")));
        }
    }

    fn read(&mut self, table: &toml::Table, edition: &Edition) -> Option<Described> {
        self.only(table, "", &["first", "grill", "discard", "edition", "played", "note", "seat"]);
        let first = self.needed(table, "first", "`first`", "the seat that began this round");
        let first = first.and_then(|value| self.seat_number(value));
        let grill = self.needed(table, "grill", "`grill`", "the values of the portions on it");
        let grill = grill.map(|value| self.portions(value, "`grill`"));
        let discard = table.get("discard").map_or(Cards::NONE, |value| self.cards(value, "`discard`"));
        let played = table.get("played").and_then(|value| self.played(value));
        self.check_edition(table, edition);
        if let Some(other) = table.get("note").filter(|note| !note.is_str()) {
            self.note("`note`", format_args!("expected a string, got {other}"));
        }
        let seats = self.seats(table)?;
        let players = Players::new(seats.len())?;
        // What is missing has been noted: with a stand-in the seats can still be read.
        let first = first.or(Seat::new(0))?;
        let mut position = Position {
            players,
            edition: *edition,
            first,
            turn: first,
            hands: PerSeat::all(Cards::NONE),
            displays: PerSeat::all(Cards::NONE),
            passed: Seats::NONE,
            stacks: PerSeat::all(PortionList::EMPTY),
            grill: grill.unwrap_or(PortionList::EMPTY),
            discard,
            pile: Cards::NONE,
        };
        let hands = players.seats().zip(seats).filter_map(|(seat, table)| self.seat(seat, table, &mut position));
        let hands: Vec<Hand> = hands.collect();
        self.find_turn(&hands, &mut position);
        Some(Described { position, hands, played })
    }

    /// The tables of the seats, if that many can play (rule 1.4).
    fn seats<'t>(&mut self, table: &'t toml::Table) -> Option<Vec<&'t toml::Table>> {
        let given = self.needed(table, "seat", "`seat`", "a table [[seat]] for each seat, in turn order")?;
        // If one of them is not a table, none is read.
        let tables: Option<Vec<_>> =
            given.as_array().and_then(|seats| seats.iter().map(toml::Value::as_table).collect());
        let count = tables.as_ref().map_or(0, Vec::len);
        if Players::new(count).is_none() {
            self.note(
                "`seat`",
                format_args!("expected 2 to {MAX_PLAYERS} tables [[seat]], one for each seat, got {count}"),
            );
        }
        tables.filter(|_| Players::new(count).is_some())
    }

    fn seat(&mut self, seat: Seat, table: &toml::Table, position: &mut Position) -> Option<Hand> {
        let place = |key: &str| format!("seat {seat}, `{key}`");
        self.only(table, &format!("seat {seat}, "), &["hand", "display", "stack", "passed"]);
        if let Some(value) = table.get("display") {
            position.displays[seat] = self.cards(value, &place("display"));
        }
        if let Some(value) = table.get("stack") {
            position.stacks[seat] = self.portions(value, &place("stack"));
        }
        match table.get("passed") {
            Some(toml::Value::Boolean(true)) => position.passed = position.passed.with(seat),
            None | Some(toml::Value::Boolean(false)) => {}
            Some(other) => self.note(&place("passed"), format_args!("expected true or false, got {other}")),
        }
        let what = "how many cards it holds, or the cards themselves if the seat is on turn";
        let hand = self.needed(table, "hand", &place("hand"), what)?;
        self.hand(hand, &place("hand"))
    }

    fn hand(&mut self, value: &toml::Value, place: &str) -> Option<Hand> {
        let count = value.as_integer().map(usize::try_from);
        match (count, value) {
            (Some(Ok(count)), _) => Some(Hand::Hidden(count)),
            (None, toml::Value::String(_) | toml::Value::Array(_)) => Some(Hand::Known(self.cards(value, place))),
            _ => {
                self.note(place, format_args!("expected a number of cards, or cards like \"1 4 4 W3\", got {value}"));
                None
            }
        }
    }

    /// The seat whose cards are known is on turn.
    fn find_turn(&mut self, hands: &[Hand], position: &mut Position) {
        let known = position.players.seats().zip(hands).filter(|(_, hand)| matches!(hand, Hand::Known(_)));
        match known.map(|(seat, _)| seat).collect::<Vec<_>>()[..] {
            [turn] => position.turn = turn,
            [] if hands.len() == position.players.count() => self.note(
                "`hand`",
                "no seat is on turn; give the hand of that seat as cards, like hand = \"1 4 4 W3\"",
            ),
            [] => {}
            [..] => self.note(
                "`hand`",
                "the cards of several seats are given; the seat on turn sees its own, so give numbers of cards for the others",
            ),
        }
    }

    fn seat_number(&mut self, value: &toml::Value) -> Option<Seat> {
        let seat = value.as_integer().and_then(|number| Seat::new(usize::try_from(number).ok()?));
        if seat.is_none() {
            self.note("`first`", format_args!("expected a seat from 0 to {}, got {value}", MAX_PLAYERS - 1));
        }
        seat
    }

    /// Cards as one string of names, or as a list of them.
    fn cards(&mut self, value: &toml::Value, place: &str) -> Cards {
        let names: Option<Vec<&str>> = match value {
            toml::Value::String(text) => Some(text.split_whitespace().collect()),
            toml::Value::Array(names) => names.iter().map(toml::Value::as_str).collect(),
            _ => None,
        };
        if names.is_none() {
            self.note(place, format_args!("expected cards, like \"1 4 4 W3\", got {value}"));
        }
        let mut cards = Cards::NONE;
        for name in names.unwrap_or_default() {
            match name.parse::<Card>().map(|card| cards.checked_add(card)) {
                Ok(Some(more)) => cards = more,
                Ok(None) => self.note(place, format_args!("{name} occurs more often than in the deck")),
                Err(error) => self.note(place, format_args!("{error}, got {name:?}")),
            }
        }
        cards
    }

    fn portions(&mut self, value: &toml::Value, place: &str) -> PortionList {
        let Some(list) = value.as_array() else {
            self.note(place, format_args!("expected a list of portions by their values, like [19, 42], got {value}"));
            return PortionList::EMPTY;
        };
        let mut portions = Vec::new();
        for value in list {
            let portion = value.as_integer().and_then(|value| Portion::of_value(u8::try_from(value).ok()?));
            if portion.is_none() {
                self.note(place, format_args!("expected values of portions, 0 or 16 to 42, got {value}"));
            }
            portions.extend(portion.map(Portion::value));
        }
        PortionList::new(&portions).unwrap_or_else(|| {
            self.note(place, format_args!("{} portions, more than exist", portions.len()));
            PortionList::EMPTY
        })
    }

    fn played(&mut self, value: &toml::Value) -> Option<Move> {
        let name = value.as_str().unwrap_or_default();
        name.parse().map_err(|error| self.note("`played`", format_args!("{error}, got {value}"))).ok()
    }

    fn check_edition(&mut self, table: &toml::Table, edition: &Edition) {
        let (Some(value), hash) = (table.get("edition"), edition_hash(edition)) else { return };
        if value.as_str() != Some(&hash) {
            let problem =
                format_args!("the position has the worm table {value}, not {hash}; give that one's TOML file");
            self.note("`edition`", problem);
        }
    }

    /// The game, if it obeys the rules.
    fn set_up(&mut self, described: &Described) -> Option<SeenPosition> {
        let mut position = described.position;
        self.hide_cards(&described.hands, &mut position);
        let game = match Game::from_position(&position) {
            Ok(game) => game,
            Err(flaws) => {
                self.mistakes.extend(flaws.iter().map(|flaw| format!("rule {}: {flaw}", flaw.rule())));
                return None;
            }
        };
        if let Some(mv) = described.played
            && let Err(illegal) = game.view(position.turn).check(mv)
        {
            self.note("`played`", format_args!("{mv} breaks rule {}: {illegal}", illegal.rule()));
        }
        Some(SeenPosition { game, played: described.played })
    }

    /// Distributes the unseen cards: as many as they hold into the other hands, and the rest into the pile. Which ones does
    /// not matter, since they are never looked at.
    fn hide_cards(&mut self, hands: &[Hand], position: &mut Position) {
        let known = hands.iter().filter_map(|hand| match hand {
            Hand::Known(cards) => Some(*cards),
            Hand::Hidden(_) => None,
        });
        let seen = known.chain(position.displays.0).chain([position.discard]);
        // A card that occurs too often remains a flaw of the position.
        let remove = |rest: Cards, card: Card| if rest.contains_all(card.into()) { rest - card.into() } else { rest };
        let unseen = seen.flat_map(Cards::iter).fold(Cards::DECK, remove);
        let mut rest = unseen.iter();
        let mut take = |count: usize| rest.by_ref().take(count).fold(Cards::NONE, |cards, card| cards + card.into());
        for (seat, hand) in position.players.seats().zip(hands) {
            position.hands[seat] = match *hand {
                Hand::Known(cards) => cards,
                Hand::Hidden(count) => {
                    let hand = take(count);
                    if (hand.len() as usize) < count {
                        let left = hand.len();
                        self.note(
                            &format!("seat {seat}, `hand`"),
                            format_args!("{count} cards, but only {left} are not already elsewhere"),
                        );
                    }
                    hand
                }
            };
        }
        position.pile = take(Cards::DECK.len() as usize);
    }
}

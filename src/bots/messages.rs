//! The messages of the protocol `karteneck-bot/2` (`docs/PROTOCOL.md`). The types are the format.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::game::{Cards, Move, Outcome, Players, Portion, Portions, Seat, Stream, View};
use crate::strategies::{Fault, FaultKind};

/// The name of the protocol.
pub const PROTOCOL: &str = "karteneck-bot/2";

/// The protocol before, in which questions were numbered in each game: a program that greets with it and repeats the id of
/// the question does all that is needed.
const FORMER_PROTOCOL: &str = "karteneck-bot/1";

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum HostMessage<'a> {
    Hello { protocol: &'a str, engine: &'a str, name: &'a str, time_limit: f64 },
    Start { players: usize, seat: usize, first: usize, rounds: usize, worms: BTreeMap<u8, u8> },
    Decide { id: u64, random: u64, view: ViewMessage, moves: Vec<String> },
    End { worms: &'a [u16], best: &'a [u8], places: &'a [u8], winner: usize },
}

impl HostMessage<'_> {
    fn to_line(&self) -> String {
        let mut line = serde_json::to_string(self).expect("numbers, texts and lists always have a JSON form");
        line.push('\n');
        line
    }
}

/// A view: what rule 10.1 makes public and the seat's own hand.
#[derive(Serialize)]
struct ViewMessage {
    seat: usize,
    round: usize,
    first: usize,
    hand: Vec<String>,
    grill: Vec<u8>,
    seats: Vec<SeatMessage>,
    discard: Vec<String>,
    pile: u32,
    supply: usize,
    unseen_portions: Vec<u8>,
}

/// The public side of a seat.
#[derive(Serialize)]
struct SeatMessage {
    state: &'static str,
    total: u8,
    display: Vec<String>,
    hand_size: u32,
    stack: Vec<u8>,
    worms: u16,
}

impl ViewMessage {
    fn of(view: &View<'_>) -> ViewMessage {
        let table = view.table();
        ViewMessage {
            seat: view.seat().index(),
            round: table.round(),
            first: table.first().index(),
            hand: names(view.hand()),
            grill: values(table.grill()),
            seats: table.players().seats().map(|seat| SeatMessage::of(view, seat)).collect(),
            discard: names(table.discard()),
            pile: table.pile_len(),
            supply: table.supply_len(),
            unseen_portions: values(table.unseen_portions()),
        }
    }
}

impl SeatMessage {
    fn of(view: &View<'_>, seat: Seat) -> SeatMessage {
        let table = view.table();
        let state = if table.active().contains(seat) {
            "active"
        } else if table.passed_valid().contains(seat) {
            "valid"
        } else {
            "invalid"
        };
        SeatMessage {
            state,
            total: table.total(seat),
            display: names(table.display(seat)),
            hand_size: table.hand_size(seat),
            stack: table.stack(seat).map(Portion::value).collect(),
            worms: table.worms(seat),
        }
    }
}

fn names(cards: Cards) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

fn values(portions: Portions) -> Vec<u8> {
    portions.iter().map(Portion::value).collect()
}

pub(super) fn hello(name: &str, time_limit: Duration) -> String {
    let engine = concat!("karteneck ", env!("CARGO_PKG_VERSION"));
    HostMessage::Hello { protocol: PROTOCOL, engine, name, time_limit: time_limit.as_secs_f64() }.to_line()
}

pub(super) fn start(view: &View<'_>) -> String {
    let table = view.table();
    let worms = Portions::ALL.iter().map(|portion| (portion.value(), table.edition().worms(portion))).collect();
    HostMessage::Start {
        players: table.players().count(),
        seat: view.seat().index(),
        first: table.first().index(),
        rounds: table.players().rounds(),
        worms,
    }
    .to_line()
}

/// A question for a move.
pub(super) struct Question {
    /// What the answer must repeat.
    pub(super) id: u64,
    pub(super) line: String,
}

/// The question for a move; `random` and `id` are 53-bit numbers from the decision's own stream. No program can foresee the
/// id, so a line that it wrote before the question is never taken for the answer; and since it is not drawn elsewhere, a
/// game has the same conversation every time.
pub(super) fn decide(view: &View<'_>, chance: &mut Stream) -> Question {
    let moves = view.choices().iter().map(|mv| mv.to_string()).collect();
    let [random, id] = [chance.word(), chance.word()].map(|word| word >> 11);
    Question { id, line: HostMessage::Decide { id, random, view: ViewMessage::of(view), moves }.to_line() }
}

pub(super) fn end(players: Players, outcome: &Outcome) -> String {
    HostMessage::End {
        worms: outcome.worms.of(players),
        best: outcome.best.of(players),
        places: outcome.places.of(players),
        winner: outcome.winner.index(),
    }
    .to_line()
}

/// The JSON object in a line.
fn read(line: &str) -> Result<Map<String, Value>, String> {
    match serde_json::from_str(line) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err("the line is JSON, but not an object {…}".to_owned()),
        Err(error) => Err(format!("the line is not JSON: {error}")),
    }
}

/// What the launcher says instead of a program that it cannot start.
#[cfg(target_os = "linux")]
pub(super) fn launch_error(reason: &str) -> String {
    serde_json::json!({ "type": LAUNCH_ERROR, "reason": reason }).to_string()
}

/// The type of that message.
const LAUNCH_ERROR: &str = "launch-error";

/// What the launcher says before it becomes the program: the process id of the warden, if there is one.
#[cfg(target_os = "linux")]
pub(super) fn launched(warden: Option<u32>) -> String {
    serde_json::json!({ "type": LAUNCHED, "warden": warden }).to_string()
}

/// The type of that message.
const LAUNCHED: &str = "launched";

/// The warden that the launcher names in its first line.
pub(super) fn read_launched(line: &str) -> Result<Option<u32>, Fault> {
    let wrong = |what: String| Fault::new(FaultKind::Start, format!("the launcher fails: {what}"));
    let answer = read(line).map_err(wrong)?;
    refuse_launch_error(&answer)?;
    match answer.get("type") {
        Some(kind) if kind == LAUNCHED => {}
        _ => return Err(wrong(format!("it said {line}"))),
    }
    Ok(answer.get("warden").and_then(Value::as_u64).and_then(|id| u32::try_from(id).ok()))
}

/// The fault that the launcher reports, if it does.
fn refuse_launch_error(answer: &Map<String, Value>) -> Result<(), Fault> {
    if answer.get("type").is_none_or(|kind| kind != LAUNCH_ERROR) {
        return Ok(());
    }
    let reason = answer.get("reason").and_then(Value::as_str).filter(|reason| !reason.is_empty());
    Err(Fault::new(FaultKind::Start, reason.unwrap_or("the launcher does not say why")))
}

/// Checks the answer to `hello`. The line is part of a fault, unless it is the launcher that speaks, whose reason says it all.
pub(super) fn check_hello(line: &str) -> Result<(), Fault> {
    let expected = format!(r#"expected {{"type":"hello","protocol":"{PROTOCOL}"}}"#);
    let wrong = |what: String| Fault::new(FaultKind::Start, format!("{expected}; {what}")).saying(line);
    let answer = read(line).map_err(wrong)?;
    refuse_launch_error(&answer)?;
    for (key, values) in [("type", &["hello"][..]), ("protocol", &[PROTOCOL, FORMER_PROTOCOL])] {
        match answer.get(key) {
            Some(Value::String(text)) if values.contains(&text.as_str()) => {}
            Some(other) => return Err(wrong(format!("got the {key} {other}"))),
            None => return Err(wrong(format!("got no {key}"))),
        }
    }
    Ok(())
}

/// What is wrong with a line received as an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum AnswerError {
    /// It does not answer the question: it may have been said before the question was asked.
    NotTheAnswer(String),
    /// It answers the question, but does not name a move.
    NoMove(String),
}

impl AnswerError {
    pub(super) fn reason(&self) -> &str {
        let (AnswerError::NotTheAnswer(reason) | AnswerError::NoMove(reason)) = self;
        reason
    }
}

/// The move of the answer to question `id`.
pub(super) fn read_move(line: &str, id: u64) -> Result<Move, AnswerError> {
    let answer = check_answer(line, id).map_err(AnswerError::NotTheAnswer)?;
    move_of(&answer).map_err(AnswerError::NoMove)
}

/// What is understood of a program's answer to `hello`. For fuzzing.
///
/// # Errors
/// What is wrong with it.
pub fn read_greeting(line: &str) -> Result<(), String> {
    check_hello(line).map_err(|fault| fault.reason().to_owned())
}

/// What is understood of a program's answer to question `id`. For fuzzing.
///
/// # Errors
/// What is wrong with it.
pub fn read_answer(line: &str, id: u64) -> Result<Move, String> {
    read_move(line, id).map_err(|error| error.reason().to_owned())
}

/// The answer to question `id`.
fn check_answer(line: &str, id: u64) -> Result<Map<String, Value>, String> {
    let answer = read(line)?;
    if let Some(other) = answer.get("type").filter(|kind| *kind != "move") {
        let hint = "answer only `hello` and `decide`";
        return Err(format!(r#"expected the type "move", got {other}; {hint}"#));
    }
    match answer.get("id") {
        Some(given) if given.as_u64() == Some(id) => Ok(answer),
        Some(other) => Err(format!(r#"expected the id of the question, "id":{id}, got {other}"#)),
        None => Err(format!(r#"expected the id of the question, "id":{id}, got none"#)),
    }
}

fn move_of(answer: &Map<String, Value>) -> Result<Move, String> {
    match answer.get("move") {
        Some(Value::String(text)) => text.parse().map_err(|_| {
            format!(r#"{text:?} is not a move; expected "pass", "pass and steal" or "lay" and cards of one kind"#)
        }),
        Some(other) => Err(format!("expected a move as a string, got {other}")),
        None => Err(r#"expected an object with the key "move""#.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Edition, Game, Key, PerSeat, PortionList, Position, Seats};

    #[test]
    fn answers_may_be_short_or_complete() {
        for line in [r#"{"id":7,"move":"lay 4 4"}"#, r#"{"type":"move","id":7,"move":"lay 4 4","thought":"?"}"#] {
            assert_eq!(read_move(line, 7), Ok(Move::laying("4 4".parse().expect("cards")).expect("a lay")));
        }
    }

    #[test]
    fn each_kind_of_nonsense_has_its_own_reason() {
        for (line, part) in [
            ("lay 4", "not JSON"),
            (r#"["pass"]"#, "not an object"),
            (r#"{"id":7}"#, "the key \"move\""),
            (r#"{"id":7,"move":3}"#, "as a string"),
            (r#"{"id":7,"move":"lay 4 5"}"#, "not a move"),
            (r#"{"id":7,"move":"lay"}"#, "not a move"),
            (r#"{"id":7,"move":"lay 7"}"#, "not a move"),
            (r#"{"move":"pass"}"#, "\"id\":7"),
            (r#"{"move":"pass","id":6}"#, "\"id\":7, got 6"),
            (r#"{"move":"pass","id":7,"type":"ok"}"#, "answer only `hello` and `decide`"),
        ] {
            let error = read_move(line, 7).expect_err(line);
            assert!(error.reason().contains(part), "{line}: {error:?}");
            let answers = line.contains("\"id\":7") && !line.contains("ok");
            assert_eq!(matches!(error, AnswerError::NoMove(_)), answers, "{line}: {error:?}");
        }
    }

    #[test]
    fn a_greeting_names_the_protocol() {
        for version in [1, 2] {
            let greeting = format!(r#"{{"type":"hello","protocol":"karteneck-bot/{version}","name":"x"}}"#);
            assert!(check_hello(&greeting).is_ok(), "{greeting}");
        }
        for line in
            ["hi", r#"{"type":"hello"}"#, r#"{"type":"hello","protocol":"karteneck-bot/3"}"#, r#"{"move":"pass"}"#]
        {
            assert_eq!(check_hello(line).map_err(|fault| fault.kind()), Err(FaultKind::Start), "{line}");
        }
    }

    /// What `docs/PROTOCOL.md` promises.
    const LONGEST_QUESTION: usize = 12_000;

    #[test]
    fn no_question_is_longer_than_promised() {
        let [seat, other] = [0, 1].map(|index| Seat::new(index).expect("a seat"));
        let list =
            |values: std::ops::RangeInclusive<u8>| PortionList::new(&values.collect::<Vec<_>>()).expect("a list");
        let (mut hands, mut stacks) = (PerSeat::all(Cards::NONE), PerSeat::all(PortionList::new(&[]).expect("a list")));
        // A player who only passes has 22 cards in the last of nine rounds. If they are all worms, there is no more to choose from.
        let worms: Vec<String> = (4..=25).map(|signpost| format!("W{signpost}")).collect();
        hands[seat] = worms.join(" ").parse().expect("cards");
        hands[other] = "1".parse().expect("a card");
        (stacks[seat], stacks[other]) = (list(16..=23), list(24..=31));
        let position = Position {
            players: Players::ALL[0],
            edition: Edition::default(),
            first: seat,
            turn: seat,
            hands,
            displays: PerSeat::all(Cards::NONE),
            passed: Seats::NONE,
            stacks,
            grill: list(41..=42),
            discard: Cards::DECK - hands[seat] - hands[other],
            pile: Cards::NONE,
        };
        let game = Game::from_position(&position).expect("a position");
        let question = decide(&game.view(seat), &mut Key::new(1).stream());
        assert!((8_000..LONGEST_QUESTION).contains(&question.line.len()), "{}", question.line.len());
        let document = include_str!("../../docs/PROTOCOL.md");
        assert!(document.contains("never more than 12,000 bytes") && document.contains("at most 1,048,576 bytes"));
    }

    #[test]
    fn moves_are_read_exactly() {
        let line = |mv: &str| format!(r#"{{"id":7,"move":"{mv}"}}"#);
        for mv in ["lay 4 4", "lay 4  4", "lay 4\\t4 ", "lay  4 4", "lay W20 W3", "pass", "pass and steal"] {
            assert!(read_move(&line(mv), 7).is_ok(), "{mv}");
        }
        for mv in ["lay4", " pass", "pass ", "PASS", "pass  and steal", "lay w3", "lay W03", "lay\\t4", "lay 4,4", ""] {
            assert!(read_move(&line(mv), 7).is_err(), "{mv}");
        }
        // White space around an object and inside it, keys given twice, and what is no white space.
        for text in [" \t{ \"id\" : 7 , \"move\" : \"pass\" } \r", r#"{"id":1,"move":"x","id":7,"move":"pass"}"#] {
            assert_eq!(read_move(text, 7), Ok(Move::Pass), "{text}");
        }
        for text in [
            "\u{feff}{\"id\":7,\"move\":\"pass\"}",
            "{\"id\":7.0,\"move\":\"pass\"}",
            "{\"id\":\"7\",\"move\":\"pass\"}",
            "",
        ] {
            assert!(read_move(text, 7).is_err(), "{text}");
        }
    }
}

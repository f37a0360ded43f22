//! What the page of a game in progress shows: the view of the person, and what has happened in it.

use serde_json::{Value, json};

use super::analysis::names_of;
use super::answer::Answer;
use super::frame::frame;
use super::tables::{PlayTable, Seated};
use crate::game::{Card, Cards, Move, Seat};
use crate::playing::{Session, describe_choice};
use crate::records::Record;
use crate::records::words::{action, card_names, count_worms, fault_lines, menu_lines, reshuffle_note};
use crate::report::worms_by_value;

/// Everything that a page shows.
pub(super) fn state(table: &mut PlayTable) -> Answer {
    let mut value = match &table.game {
        Seated::Playing(session) => in_progress(session),
        Seated::Over(record, person, place) => over(record, *person, *place),
    };
    value["id"] = json!(table.name);
    value["notes"] = json!(table.notes);
    Answer::json(&value)
}

fn in_progress(session: &Session) -> Value {
    let view = session.view();
    let (table, called) = (view.table(), Called::of(session));
    let log = log(session, &called);
    let words =
        log.last().map_or_else(|| "The game begins".to_owned(), |last| last["words"].as_str().unwrap_or("").to_owned());
    let choices = if session.is_on_turn() { choices(session, &called) } else { Vec::new() };
    json!({
        "over": false,
        "players": table.players().count(),
        "names": called.names,
        "seat": session.plan.person.index(),
        "turn": table.turn().index(),
        "yours": session.is_on_turn(),
        "round": table.round(),
        "rounds": table.players().rounds(),
        "supply": table.supply_len(),
        "frame": frame(&view, &words),
        "worms": worms_by_value(table.edition()),
        "choices": choices,
        "log": log,
        "moves": session.moves(),
        "undo": session.has_begun(),
    })
}

/// What the players are called when talking to the person.
struct Called {
    names: Vec<String>,
    person: usize,
}

impl Called {
    fn of(session: &Session) -> Called {
        let person = session.plan.person;
        Called { names: names_of(&session.plan.names(), person), person: person.index() }
    }

    fn who(&self, seat: usize) -> String {
        if seat == self.person { "you".to_owned() } else { self.names.get(seat).cloned().unwrap_or_default() }
    }

    fn name(&self, seat: Seat) -> String {
        self.who(seat.index())
    }
}

fn choices(session: &Session, called: &Called) -> Vec<Value> {
    let view = session.view();
    let choice = |mv: Move| {
        let words = describe_choice(&view, mv, &|seat| called.name(seat));
        json!({ "move": mv.to_string(), "cards": mv.cards().to_string(), "words": words })
    };
    view.choices().iter().map(choice).collect()
}

/// All moves so far, without the cards that others drew.
fn log(session: &Session, called: &Called) -> Vec<Value> {
    let recorder = session.recorder();
    let rounds = recorder.rounds();
    let moves = rounds.iter().enumerate().flat_map(|(at, round)| (0..round.moves.len()).map(move |index| (at, index)));
    let line = |(number, (at, index)): (usize, (usize, usize))| {
        let (round, record) = (&rounds[at], &rounds[at].moves[index]);
        let who = |seat: usize| called.who(seat);
        let mut words = action(session.table_before(number), record, &who);
        words.extend(reshuffle_note(session.events_of(number)).into_iter().flat_map(|note| [" ", note]));
        let drawn = (record.seat == called.person).then(|| card_names(&record.draw));
        let menu = session.all_passed(number).map(|table| menu_lines(table, round, &who));
        json!({ "round": session.table_before(number).round(), "seat": record.seat, "words": words, "count": record.draw.len(), "draw": drawn, "menu": menu })
    };
    let mut lines: Vec<Value> = moves.enumerate().map(line).collect();
    for fault in session.game_faults() {
        let words = format!("has failed and passes from now on: {}", fault.fault);
        lines.push(
            json!({ "round": fault.round, "seat": fault.seat.index(), "words": words, "count": 0, "fault": true }),
        );
    }
    lines
}

/// The end: who won, and where the record is.
fn over(record: &Record, person: Seat, place: u8) -> Value {
    let names = names_of(&record.strategies, person);
    let result = &record.result;
    let mut seats: Vec<usize> = (0..record.players).collect();
    seats.sort_by_key(|&seat| result.places[seat]);
    let rows = seats.iter().map(|&seat| {
        json!({ "seat": seat, "name": names[seat], "place": result.places[seat], "worms": result.worms[seat],
            "words": count_worms(result.worms[seat]), "best": result.best[seat] })
    });
    let who = |seat: usize| names.get(seat).cloned().unwrap_or_default();
    json!({
        "over": true,
        "players": record.players,
        "seat": person.index(),
        "names": names,
        "place": place,
        "rows": rows.collect::<Vec<_>>(),
        "faults": fault_lines(record, &who),
    })
}

/// The move that a page asks for, by its name or by the cards that were chosen, and what it does.
pub(super) fn choice_of(session: &Session, body: &Value) -> Result<(Move, Value), Answer> {
    let mv = match (body["move"].as_str(), body["cards"].as_str()) {
        (Some(name), _) => name.parse::<Move>().map_err(|error| Answer::wrong(format!("{error}, got {name:?}")))?,
        (None, Some(cards)) => laid(cards)?,
        (None, None) => return Err(Answer::wrong("expected a move")),
    };
    let view = session.view();
    view.check(mv).map_err(|why| Answer::wrong(format!("rule {}: {why}", why.rule())))?;
    let called = Called::of(session);
    let words = describe_choice(&view, mv, &|seat| called.name(seat));
    Ok((mv, json!({ "move": mv.to_string(), "words": words })))
}

fn laid(text: &str) -> Result<Move, Answer> {
    let mut cards = Cards::NONE;
    for name in text.split_whitespace() {
        let card = name.parse::<Card>().map_err(|error| Answer::wrong(format!("{error}, got {name:?}")))?;
        cards = cards.checked_add(card).ok_or_else(|| Answer::wrong("there are not so many such cards"))?;
    }
    Move::laying(cards).ok_or_else(|| Answer::wrong("rule 4.1: only cards of one kind are laid at a time"))
}

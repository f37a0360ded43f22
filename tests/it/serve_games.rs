//! Games of people over the server of pages: what the browser learns of them, and that none is lost.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use karteneck::game::Edition;
use karteneck::records::{Record, ReplayStep, replay};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::serve::Served;

/// Plays a game to its end: of the choices one by a fixed rule. Returns all states with the bytes of each answer.
pub fn play(served: &Served, body: &Value) -> Vec<(Value, String)> {
    let reply = served.post("/api/play/new", body);
    assert_eq!(reply.status, 200, "{}", reply.text());
    let mut states = vec![(reply.json(), reply.text())];
    loop {
        let (state, _) = states.last().unwrap();
        if state["over"] == true {
            return states;
        }
        let id = state["id"].clone();
        let reply = if state["yours"] == true {
            let choices = state["choices"].as_array().unwrap();
            let choice = &choices[states.len() * 7 % choices.len()];
            // As a page does: by cards where there are some.
            match choice["cards"].as_str().filter(|cards| !cards.is_empty()) {
                Some(cards) => served.post("/api/play/move", &json!({"id": id, "cards": cards})),
                None => served.post("/api/play/move", &json!({"id": id, "move": choice["move"]})),
            }
        } else {
            served.post("/api/play/step", &json!({"id": id}))
        };
        assert_eq!(reply.status, 200, "{}", reply.text());
        states.push((reply.json(), reply.text()));
    }
}

pub fn record(folder: &Path, id: &str) -> Record {
    let line = fs::read_to_string(folder.join(format!("results/{id}.jsonl"))).unwrap();
    Record::from_line(line.trim_end()).unwrap()
}

/// The worms that are named in a text.
fn worms_in(text: &str) -> BTreeSet<String> {
    let mut worms = BTreeSet::new();
    let bytes = text.as_bytes();
    for at in (0..bytes.len()).filter(|&at| bytes[at] == b'W' && (at == 0 || !bytes[at - 1].is_ascii_alphanumeric())) {
        let number: String = text[at + 1..].chars().take_while(char::is_ascii_digit).collect();
        if !number.is_empty() {
            worms.insert(format!("W{number}"));
        }
    }
    worms
}

/// For each number of moves made: the worms that the person has seen by then, and the hands of the others.
fn secrets(record: &Record, person: usize) -> Vec<(BTreeSet<String>, Vec<String>)> {
    // In a position everything but the other hands is seen.
    let mut seen = worms_in(record.position.as_deref().unwrap_or_default());
    seen.extend(record.hands[person].iter().map(|card| card.0.to_string()).filter(|name| name.starts_with('W')));
    let mut all = Vec::new();
    let mut show = |step: ReplayStep<'_>| {
        if let ReplayStep::Move { before, record: mv, .. } = step {
            let others = before.table().players().seats().filter(|seat| seat.index() != person);
            all.push((seen.clone(), others.map(|seat| before.hand(seat).to_string()).collect()));
            let own = if mv.seat == person { &mv.draw[..] } else { &[] };
            let laid = mv.lay.iter().flatten().chain(own).map(|card| card.0.to_string());
            seen.extend(laid.filter(|name| name.starts_with('W')));
        }
    };
    replay(record, &Edition::default(), &mut show).unwrap();
    all.push((seen, Vec::new()));
    all
}

/// Neither a hidden card nor the seed is in any byte that is sent while a game is played.
#[test]
fn hidden_hands_and_the_seed_never_reach_the_browser() {
    for (players, seat, seed) in [(2, 0, "271828182845904523"), (5, 3, "271828182845904523"), (3, 1, "")] {
        let folder = TempDir::new().unwrap();
        let served = Served::start(folder.path(), &[]);
        let opponents = vec!["greedy"; players - 1];
        let states = play(&served, &json!({"opponents": opponents, "seat": seat, "seed": seed}));
        nothing_hidden_was_sent(&served, &states, &record(folder.path(), "play-001"), seat);
    }
}

/// Searches everything that was sent before the end of a game for what the person may not know.
pub fn nothing_hidden_was_sent(served: &Served, states: &[(Value, String)], record: &Record, seat: usize) {
    let number: String = match serde_json::to_value(record.seed).unwrap() {
        Value::String(text) => text,
        other => other.to_string(),
    };
    assert!(number.len() > 15, "{number}");
    let secrets = secrets(record, seat);
    let (_, played) = states.split_last().unwrap();
    let mut hidden = 0;
    for (state, text) in played {
        let moves = state["log"].as_array().unwrap().len();
        let (seen, hands) = &secrets[moves];
        assert!(worms_in(text).is_subset(seen), "{:?} in {text}", worms_in(text).difference(seen));
        for (number, shown) in state["frame"]["seats"].as_object().unwrap() {
            let hand = shown["hand"].as_str().unwrap();
            let is_own = number.parse() == Ok(seat);
            assert!(is_own || hand.split(' ').all(|card| card == "?" || card.is_empty()), "{hand}");
        }
        for hand in hands.iter().filter(|hand| hand.split(' ').count() > 3) {
            hidden += 1;
            // The same cards may lie in the open by chance: in the own hand, or in a display.
            let seats = state["frame"]["seats"].as_object().unwrap();
            let own = &seats[&seat.to_string()]["hand"];
            let is_open = hand == own || seats.values().any(|seat| &seat["display"] == hand);
            assert!(is_open || !text.contains(&format!("\"{hand}\"")), "{hand} in {text}");
        }
    }
    assert!(hidden > 20, "{hidden}");
    let all = String::from_utf8_lossy(&served.sent.borrow()).into_owned();
    let hex = number.parse::<u128>().map_or_else(|_| number.clone(), |number| format!("{number:x}"));
    assert!(!all.contains(&number) && !all.contains(&hex), "the seed {number} was sent");
}

/// What a hint and a preview tell depends on the view alone, and neither names a card that is hidden.
#[test]
fn hints_are_given_from_what_the_person_knows() {
    let folder = TempDir::new().unwrap();
    let served = Served::start(folder.path(), &[]);
    let mut state = served.post("/api/play/new", &json!({"opponents": ["greedy", "greedy"], "seed": "77"})).json();
    while state["yours"] != true {
        state = served.post("/api/play/step", &json!({"id": state["id"]})).json();
    }
    let text = state.to_string();
    let hint = served.events("/api/play/hint", &json!({"id": state["id"]}));
    let moves = hint.last().unwrap()["moves"].as_array().unwrap().clone();
    assert_eq!(moves.len(), state["choices"].as_array().unwrap().len());
    assert!(hint.iter().all(|event| worms_in(&event.to_string()).is_subset(&worms_in(&text))));
    let own = state["frame"]["seats"]["0"]["hand"].as_str().unwrap().to_owned();
    let refused = served.post("/api/play/preview", &json!({"id": state["id"], "cards": own})).json();
    assert!(refused["refused"].as_str().unwrap().contains("rule 4.1"), "{refused}");
    let card = own.split(' ').next().unwrap();
    let told = served.post("/api/play/preview", &json!({"id": state["id"], "cards": card})).json();
    assert!(told["words"].as_str().unwrap().starts_with(&format!("lay {card} = ")), "{told}");
}

/// A game survives Ctrl-C, goes on in the terminal or in a new server, and is the game that it would have been.
#[test]
fn a_game_is_left_and_continued() {
    let folder = TempDir::new().unwrap();
    let body = json!({"opponents": ["heuristic"], "seed": "5"});
    let served = Served::start(folder.path(), &[]);
    let whole = play(&served, &body);
    let expected = record(folder.path(), "play-001");
    let mut state = served.post("/api/play/new", &body).json();
    let mut states = 1;
    let mut served = Some(served);
    let mut breaks = 0;
    while state["over"] != true {
        if states % 11 == 5 {
            // The server ends, and another one finds the game.
            breaks += 1;
            let before = state.clone();
            assert_eq!(served.take().unwrap().stop(), 0);
            served = Some(Served::start(folder.path(), &[]));
            state = served.as_ref().unwrap().post("/api/play/open", &json!({"id": before["id"]})).json();
            assert_eq!(state, before);
        }
        let now = served.as_ref().unwrap();
        if states == 9 && state["undo"] == true {
            // There and back.
            let undone = now.post("/api/play/undo", &json!({"id": state["id"]})).json();
            assert!(
                undone["log"].as_array().unwrap().len() < state["log"].as_array().unwrap().len()
                    && undone["yours"] == true
            );
            let again = &whole[..states].iter().rfind(|(known, _)| known["log"] == undone["log"]).unwrap().0;
            assert_eq!(undone["frame"], again["frame"]);
            while state["log"] != now.post("/api/play/open", &json!({"id": state["id"]})).json()["log"] {
                let here = now.post("/api/play/open", &json!({"id": state["id"]})).json();
                let at = whole
                    .iter()
                    .position(|(known, _)| known["log"] == here["log"] && known["yours"] == here["yours"])
                    .unwrap();
                step(now, &here, at + 1);
            }
        }
        state = step(now, &state, states);
        states += 1;
    }
    assert!(breaks > 2);
    let continued = record(folder.path(), state["id"].as_str().unwrap());
    assert_eq!(continued, expected);
    assert!(!folder.path().join("results/play-002.json").exists());
}

/// A server that is killed has lost no move; a game that cannot be saved goes on, says so, and is saved as soon as that is possible.
#[test]
fn no_move_is_lost() {
    let folder = TempDir::new().unwrap();
    let results = folder.path().join("results");
    // No folder can be made where a file is.
    fs::write(&results, "in the way").unwrap();
    let served = Served::start(folder.path(), &[]);
    let mut state = served.post("/api/play/new", &json!({"opponents": ["greedy"], "seed": "5"})).json();
    for states in 1..4 {
        assert!(state["notes"].to_string().contains("could not be saved"), "{state}");
        state = step(&served, &state, states);
    }
    fs::remove_file(&results).unwrap();
    for states in 4..9 {
        state = step(&served, &state, states);
        assert_eq!(state["notes"], json!([]), "{state}");
    }
    // Killed, not asked to end.
    drop(served);
    let served = Served::start(folder.path(), &[]);
    let games = served.get("/api/games").json();
    assert_eq!((&games["count"], &games["games"][0]["over"]), (&json!(1), &json!(false)), "{games}");
    assert_eq!(games["games"][0]["players"], json!(["you", "greedy"]));
    assert_eq!(served.post("/api/play/open", &json!({"id": state["id"]})).json(), state);
}

/// The step that [`play`] makes after so many states.
pub fn step(served: &Served, state: &Value, states: usize) -> Value {
    let id = state["id"].clone();
    if state["yours"] == true {
        let choices = state["choices"].as_array().unwrap();
        let mv = &choices[states * 7 % choices.len()]["move"];
        return served.post("/api/play/move", &json!({"id": id, "move": mv})).json();
    }
    served.post("/api/play/step", &json!({"id": id})).json()
}

/// From any step of a game of a run a person can take a seat, and what happened before stays.
#[test]
fn one_can_play_on_from_a_game_of_a_run() {
    let folder = TempDir::new().unwrap();
    crate::serve::play_run(
        folder.path(),
        "one",
        &["tournament", "greedy", "heuristic", "random", "--players", "3", "--blocks", "4"],
    );
    let served = Served::start(folder.path(), &[]);
    let game = json!({"run": "one", "address": "2:1", "players": 3, "lineup": 0});
    let mut state = served.post("/api/play/on", &json!({"game": game, "step": 20, "seat": 1})).json();
    assert_eq!((&state["seat"], &state["over"]), (&json!(1), &json!(false)), "{state}");
    let begun = state["log"].as_array().unwrap().len();
    assert!(begun > 10);
    let mut states = 1;
    while state["over"] != true {
        state = step(&served, &state, states);
        states += 1;
    }
    let mine = record(folder.path(), state["id"].as_str().unwrap());
    let theirs = served.get("/api/game?run=one&address=2:1&players=3&lineup=0").json();
    assert_eq!(mine.strategies[1], "you");
    let words = |frames: &Value| -> Vec<String> {
        let moves = frames.as_array().unwrap().iter().filter(|frame| frame["seat"].is_number());
        moves.take(begun).map(|frame| frame["words"].to_string()).collect()
    };
    let shown = served.get(&format!("/api/game?record={}.jsonl", state["id"].as_str().unwrap())).json();
    assert_eq!(words(&shown["frames"]), words(&theirs["frames"]));
}

/// A second click, or a window that has not seen the last moves, does not move again; the editor gets what the person sees.
#[test]
fn a_move_is_made_once() {
    let folder = TempDir::new().unwrap();
    let served = Served::start(folder.path(), &[]);
    let mut state = served.post("/api/play/new", &json!({"opponents": ["greedy"], "seed": "5"})).json();
    while state["yours"] != true {
        state = served.post("/api/play/step", &json!({"id": "play-001"})).json();
    }
    let position = served.post("/api/play/position", &json!({"id": "play-001"})).json();
    let checked = served.post("/api/position", &json!({"position": position["text"]})).json();
    assert_eq!((&checked["mistakes"], &checked["seat"]), (&json!([]), &state["seat"]), "{position}");
    assert_eq!(position["players"], json!(["tuned", "greedy"]));
    let choice = json!({"id": "play-001", "after": state["moves"], "move": state["choices"][0]["move"]});
    let moved = served.post("/api/play/move", &choice).json();
    assert_eq!(moved["moves"].as_u64().unwrap(), state["moves"].as_u64().unwrap() + 1);
    for action in ["move", "undo"] {
        let reply = served.post(&format!("/api/play/{action}"), &choice);
        assert_eq!(reply.status, 409, "{}", reply.text());
    }
    let looked = served.post("/api/play/step", &choice).json();
    assert_eq!(looked["moves"], moved["moves"]);
}

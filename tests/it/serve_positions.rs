//! Games that go on from a position of the editor: played, left, continued, recorded and shown like all others.

use std::fs;

use karteneck::game::Edition;
use karteneck::records::{Record, replay};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::karteneck_in;
use crate::serve::{Served, play_run};
use crate::serve_games::{nothing_hidden_was_sent, play, record, step};

/// A position of a game of three in its second round or later, with another card in the hand of the seat on turn, and who played there.
fn changed_position(served: &Served) -> (String, Value) {
    let game = json!({"run": "one", "address": "2:1", "players": 3, "lineup": 0});
    let exported = (12..60).map(|at| served.post("/api/position/export", &json!({"game": game, "step": at})).json());
    let is_late = |answer: &Value| !answer["text"].as_str().unwrap().contains("in round 1.");
    let answer = exported.into_iter().find(is_late).expect("a second round");
    let text = answer["text"].as_str().unwrap();
    let hand = text.lines().find_map(|line| line.strip_prefix("hand = \"")).unwrap().trim_end_matches('"');
    let (_, rest) = hand.split_once(' ').unwrap();
    let changed = [5, 4, 3, 2, 1].map(|number| text.replacen(hand, &format!("{number} {rest}"), 1));
    let is_possible = |text: &&String| {
        *text != answer["text"].as_str().unwrap()
            && served.post("/api/position", &json!({"position": text})).json()["mistakes"] == json!([])
    };
    (changed.iter().find(is_possible).expect("some card is possible").clone(), answer["players"].clone())
}

fn start() -> (TempDir, Served) {
    let folder = TempDir::new().unwrap();
    let words = ["tournament", "greedy", "heuristic", "random", "--players", "3", "--blocks", "4"];
    play_run(folder.path(), "one", &words);
    let served = Served::start(folder.path(), &[]);
    (folder, served)
}

/// The seat on turn, and the opponents on the others.
fn seats(served: &Served, text: &str, players: &Value) -> (usize, Vec<Value>) {
    let seat = served.post("/api/position", &json!({"position": text})).json()["seat"].as_u64().unwrap() as usize;
    let mut others = players.as_array().unwrap().clone();
    others.remove(seat);
    (seat, others)
}

#[test]
fn a_changed_position_is_played_to_its_end() {
    let (folder, served) = start();
    let (text, players) = changed_position(&served);
    let (seat, others) = seats(&served, &text, &players);
    served.sent.borrow_mut().clear();
    let states = play(&served, &json!({"position": text, "opponents": others}));
    let first = &states[0].0;
    assert_eq!((&first["seat"], &first["yours"], &first["log"]), (&json!(seat), &json!(true), &json!([])));
    assert!(first["round"].as_u64().unwrap() > 1, "{first}");
    let mine = record(folder.path(), "play-001");
    nothing_hidden_was_sent(&served, &states, &mine, seat);
    replay(&mine, &Edition::default(), &mut |_| ()).unwrap();
    // It is shown and judged like all others, also in the terminal.
    let shown = served.get("/api/game?record=play-001.jsonl").json();
    assert!(shown["frames"].as_array().unwrap().len() > 10, "{shown}");
    let judged = served.events("/api/judge", &json!({"game": {"record": "play-001.jsonl"}, "seat": seat}));
    assert_eq!(judged.last().unwrap()["seats"][seat]["decisions"].as_u64().unwrap() as usize + 1, judged.len());
    let told = karteneck_in(folder.path(), &["replay", "results/play-001.jsonl"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    // What does not fit the position is found.
    let forged = |change: &dyn Fn(&mut Record)| {
        let mut forged = mine.clone();
        change(&mut forged);
        replay(&forged, &Edition::default(), &mut |_| ()).unwrap_err().to_string()
    };
    assert!(forged(&|record| record.hands.swap(0, 1)).contains("hands"));
    assert!(forged(&|record| drop(record.rounds.pop())).contains("rounds"));
    assert!(forged(&|record| record.position = Some("first = 0".to_owned())).contains("grill"));
}

#[test]
fn it_is_left_and_continued() {
    let (folder, served) = start();
    let (text, players) = changed_position(&served);
    let (_, others) = seats(&served, &text, &players);
    let body = json!({"position": text, "opponents": others, "seed": "77"});
    play(&served, &body);
    let mut state = served.post("/api/play/new", &body).json();
    let mut states = 1;
    let mut served = Some(served);
    while state["over"] != true {
        if states == 7 {
            let before = state.clone();
            assert_eq!(served.take().unwrap().stop(), 0);
            let saved = fs::read_to_string(folder.path().join("results/play-002.json")).unwrap();
            assert!(saved.contains("\"position\""), "{saved}");
            served = Some(Served::start(folder.path(), &[]));
            state = served.as_ref().unwrap().post("/api/play/open", &json!({"id": before["id"]})).json();
            assert_eq!(state, before);
        }
        state = step(served.as_ref().unwrap(), &state, states);
        states += 1;
    }
    assert!(states > 7);
    assert_eq!(record(folder.path(), "play-002"), record(folder.path(), "play-001"));
    // From there one can play on, and change it again.
    let served = served.unwrap();
    let game = json!({"record": "play-002.jsonl"});
    let again = served.post("/api/position/export", &json!({"game": game, "step": 3})).json();
    assert!(again["text"].as_str().unwrap().contains("[[seat]]"), "{again}");
    assert_eq!(again["players"].as_array().unwrap().len(), 3);
}

#[test]
fn what_cannot_be_played_on_is_explained() {
    let (_folder, served) = start();
    let (text, _) = changed_position(&served);
    let refusal = |body: &Value| {
        let reply = served.post("/api/play/new", body);
        assert!((400..500).contains(&reply.status), "{}", reply.status);
        reply.json()["error"].as_str().unwrap().to_owned()
    };
    assert!(refusal(&json!({"position": text, "opponents": ["greedy"]})).contains("expected 2 opponents"));
    assert!(refusal(&json!({"position": text, "opponents": ["greedy", "nobody-known"]})).contains("nobody-known"));
    assert!(refusal(&json!({"position": "first = 9", "opponents": ["greedy"]})).contains("expected a seat"));
}

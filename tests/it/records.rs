//! Records: written, read, replayed, and rejected where they describe what cannot have happened.

use karteneck::game::{DealKey, Edition, Event, Game, Watch};
use karteneck::records::{
    CardName, Heading, MoveRecord, Place, Record, RecordError, Recorder, ReplayError, ReplayStep, StealRecord, replay,
    transcribe,
};

use crate::cli::karteneck;
use crate::support::{players, random_record, stream};

fn check(record: &Record) -> Result<Record, ReplayError> {
    replay(record, &Edition::default(), &mut |_| {})
}

fn card(name: &str) -> CardName {
    CardName(name.parse().unwrap())
}

#[test]
fn a_record_read_back_and_replayed_is_the_same_record() {
    for players in 2..=6 {
        for seed in 0..150 {
            let record = random_record(players, seed);
            let read = Record::from_line(&record.to_line()).unwrap();
            assert_eq!(read, record);
            assert_eq!(check(&read).unwrap(), record);
            assert_eq!(check(&read).unwrap().to_line(), record.to_line());
        }
    }
}

#[test]
fn a_replay_tells_the_events_of_the_game() {
    let mut reshuffles = 0;
    for (count, seed) in (2..=6).flat_map(|count| (0..30).map(move |seed| (count, seed))) {
        let key = DealKey::new(seed, 0);
        let (mut luck, mut choose, mut events) = (key.deal(players(count)), stream(seed), Vec::new());
        let mut watch = |event| events.push(event);
        let first = key.first_seat(players(count));
        let mut game = Game::start_watched(players(count), first, Edition::default(), &mut luck, &mut watch);
        while !game.table().is_over() {
            game.play_random(&mut choose, &mut luck, &mut watch);
        }
        let mut recorder = Recorder::new(players(count));
        for &event in &events {
            recorder.see(event);
        }
        let heading = Heading { strategies: vec!["random".to_owned(); count], ..Heading::default() };
        let read = Record::from_line(&recorder.finish(heading, &game).to_line()).unwrap();
        let mut told = Vec::new();
        let mut show = |step: ReplayStep<'_>| {
            if let ReplayStep::Move { events, .. } = step {
                told.extend_from_slice(events);
            }
        };
        replay(&read, &Edition::default(), &mut show).unwrap();
        let dealt = events.iter().position(|event| matches!(event, Event::RoundBegan { .. })).unwrap() + 1;
        assert_eq!(told, events[dealt..]);
        reshuffles += told.iter().filter(|&&event| event == Event::Reshuffled).count();
    }
    assert!(reshuffles > 20, "rule 8.2");
}

#[test]
fn the_keys_stand_in_the_order_of_the_format() {
    let line = random_record(2, 1).to_line();
    let keys = ["format", "players", "seed", "game", "strategies", "first", "removed", "hands", "rounds", "result"];
    let places: Vec<usize> = keys.iter().map(|key| line.find(&format!("\"{key}\":")).unwrap()).collect();
    assert!(places.is_sorted(), "{line}");
    assert!(line.starts_with("{\"format\":\"karteneck-game/1\",\"players\":2,\"seed\":1,\"game\":0,"));
    assert!(!line.contains('\n'));
}

#[test]
fn keys_added_by_a_run_are_kept_after_game() {
    let mut record = random_record(2, 1);
    record.edition = Some("abc".to_owned());
    record.extra.insert("rotation", "1").unwrap();
    record.extra.insert("block", "17").unwrap();
    let line = record.to_line();
    assert!(line.contains(r#""game":0,"edition":"abc","block":17,"rotation":1,"strategies":"#), "{line}");
    let read = Record::from_line(&line).unwrap();
    assert_eq!(read, record);
    assert_eq!(check(&read).unwrap().to_line(), line);
    assert_eq!(
        (read.extra.names().collect::<Vec<_>>(), read.extra.number("block")),
        (vec!["block", "rotation"], Some(17))
    );
    let refused = [("seed", "2"), ("edition", "\"abc\""), ("note", "{"), ("note", "1 2")];
    assert!(refused.into_iter().all(|(name, json)| record.extra.insert(name, json).is_err()));
    assert_eq!(record.to_line(), line);
}

#[test]
fn the_order_inside_a_grill_or_a_lay_is_free() {
    let mut record = random_record(4, 2);
    record.rounds[0].grill.reverse();
    record.removed.reverse();
    for mv in record.rounds.iter_mut().flat_map(|round| &mut round.moves) {
        mv.lay.iter_mut().for_each(|cards| cards.reverse());
    }
    assert!(check(&record).is_ok());
}

/// Where a move of a kind is: round and move, counted from 0.
fn find(record: &Record, sort: impl Fn(&MoveRecord) -> bool) -> (usize, usize) {
    let places = record.rounds.iter().enumerate().flat_map(|(r, round)| (0..round.moves.len()).map(move |m| (r, m)));
    let mut found = places.filter(|&(r, m)| sort(&record.rounds[r].moves[m]));
    found.next().expect("such a move")
}

/// A record with a steal in it.
fn with_steal() -> Record {
    let steals = |record: &Record| record.rounds.iter().flat_map(|round| &round.moves).any(|mv| mv.steal.is_some());
    (0..1000).map(|seed| random_record(4, seed)).find(steals).unwrap()
}

/// Changes one move and returns which rule the record then breaks; the error must name the move.
fn broken_at(record: &Record, place: (usize, usize), change: impl FnOnce(&mut MoveRecord)) -> &'static str {
    let mut record = record.clone();
    change(&mut record.rounds[place.0].moves[place.1]);
    let error = check(&record).unwrap_err();
    assert_eq!(error.place, Place::Move { round: place.0 + 1, number: place.1 + 1 }, "{error}");
    let start = format!("round {}, move {}: breaks rule {}: ", place.0 + 1, place.1 + 1, error.rule);
    assert!(error.to_string().starts_with(&start), "{error}");
    error.rule
}

#[test]
fn a_changed_move_is_found_with_its_rule() {
    let record = with_steal();
    let lay = find(&record, |mv| mv.lay.is_some());
    let invalid = find(&record, |mv| mv.take.is_some() && mv.draw.len() == 2);
    let valid =
        find(&record, |mv| mv.pass == Some(true) && mv.total.is_some() && mv.draw.len() == 2 && mv.steal.is_none());
    let last = find(&record, |mv| mv.pass == Some(true) && mv.draw.is_empty());
    let steal = find(&record, |mv| mv.steal.is_some());

    assert_eq!(broken_at(&record, lay, |mv| mv.seat = (mv.seat + 1) % 4), "3.2");
    assert_eq!(broken_at(&record, lay, |mv| mv.pass = Some(true)), "3.2");
    assert_eq!(broken_at(&record, lay, |mv| mv.lay = None), "3.2");
    assert_eq!(broken_at(&record, lay, |mv| mv.lay = Some(Vec::new())), "4.1");
    assert_eq!(broken_at(&record, lay, |mv| mv.lay = Some(vec![card("1"), card("2")])), "4.1");
    assert_eq!(broken_at(&record, lay, |mv| mv.lay = Some(vec![card("1"); 12])), "4.1");
    assert_eq!(broken_at(&record, lay, |mv| mv.lay = Some(vec![card("1"); 18])), "4.1");
    assert_eq!(broken_at(&record, lay, |mv| mv.lay = Some(vec![card("W3"), card("W3")])), "4.1");
    assert_eq!(broken_at(&record, lay, |mv| mv.total = mv.total.map(|total| total + 1)), "4.3");
    assert_eq!(broken_at(&record, lay, |mv| mv.total = None), "4.3");
    assert_eq!(broken_at(&record, lay, |mv| mv.take = Some(20)), "5.2");
    assert_eq!(broken_at(&record, lay, |mv| mv.draw.clear()), "4.3");
    assert_eq!(broken_at(&record, lay, |mv| mv.draw.push(card("1"))), "4.3");
    let held = record.hands[0][0];
    let held = record.hands.iter().flatten().find(|name| name.0.to_string().starts_with('W')).copied().unwrap_or(held);
    assert_eq!(broken_at(&record, lay, |mv| mv.draw = vec![held]), "8.2");
    assert_eq!(broken_at(&record, invalid, |mv| mv.take = mv.take.map(|value| value + 1)), "5.2");
    assert_eq!(broken_at(&record, invalid, |mv| mv.take = None), "5.2");
    assert_eq!(broken_at(&record, invalid, |mv| mv.total = Some(5)), "5.3");
    assert_eq!(broken_at(&record, invalid, |mv| mv.steal = Some(StealRecord { from: 0, portion: 20 })), "5.2");
    assert_eq!(broken_at(&record, invalid, |mv| mv.pass = Some(false)), "3.2");
    assert_eq!(broken_at(&record, valid, |mv| mv.steal = Some(StealRecord { from: 0, portion: 20 })), "6.1");
    assert_eq!(broken_at(&record, valid, |mv| mv.total = None), "5.3");
    assert_eq!(broken_at(&record, valid, |mv| mv.draw.truncate(1)), "5.4");
    assert_eq!(broken_at(&record, valid, |mv| mv.draw.push(card("1"))), "5.4");
    assert_eq!(broken_at(&record, last, |mv| mv.draw.push(card("1"))), "5.4");
    let thief = record.rounds[steal.0].moves[steal.1].seat;
    assert_eq!(
        broken_at(&record, steal, |mv| mv.steal = Some(StealRecord { from: thief, ..mv.steal.unwrap() })),
        "6.1"
    );
    assert_eq!(broken_at(&record, steal, |mv| mv.steal = Some(StealRecord { portion: 0, ..mv.steal.unwrap() })), "6.1");
}

#[test]
fn laying_a_kind_twice_breaks_rule_4_2() {
    let mut record = random_record(2, 4);
    // A seat lays part of a kind and another kind next; make the second lay the first one's kind again.
    for round in 0..record.rounds.len() {
        for number in 0..record.rounds[round].moves.len() {
            let original = record.rounds[round].moves[number].clone();
            let before = record.rounds[round].moves[..number].iter().rev().find(|mv| mv.seat == original.seat);
            let Some(first) = before.and_then(|mv| mv.lay.clone()).filter(|_| original.lay.is_some()) else { continue };
            record.rounds[round].moves[number].lay = Some(first);
            let error = check(&record).unwrap_err();
            if error.rule == "4.2" {
                assert!(error.to_string().contains("is already in the display"), "{error}");
                return;
            }
            record.rounds[round].moves[number] = original;
        }
    }
    panic!("no such lay in the record");
}

#[test]
fn a_record_wrong_elsewhere_is_found_with_its_place_and_rule() {
    use Place::{Result, Round, SetUp};
    let record = random_record(3, 5);
    let broken = |change: &dyn Fn(&mut Record)| {
        let mut record = record.clone();
        change(&mut record);
        let error = check(&record).unwrap_err();
        (error.place, error.rule)
    };
    assert_eq!(broken(&|record| record.players = 7), (SetUp, "1.4"));
    assert_eq!(broken(&|record| (record.players, record.first) = (2, 0)), (SetUp, "1.4"));
    assert_eq!(broken(&|record| record.strategies.truncate(1)), (SetUp, "1.4"));
    assert_eq!(broken(&|record| record.first = 3), (SetUp, "2.3"));
    assert_eq!(broken(&|record| record.first = (record.first + 1) % 3), (Round(1), "8.1"));
    assert_eq!(broken(&|record| record.hands[1].truncate(5)), (SetUp, "2.2"));
    assert_eq!(broken(&|record| record.hands[1] = vec![card("W1"); 6]), (SetUp, "1.2"));
    assert_eq!(broken(&|record| record.hands = vec![vec![card("3"); 6]; 3]), (SetUp, "1.1"));
    assert_eq!(broken(&|record| record.removed[0] = 42), (Result, "2.1"));
    assert_eq!(broken(&|record| record.rounds.truncate(3)), (SetUp, "2.1"));
    assert_eq!(broken(&|record| record.rounds.push(record.rounds[0].clone())), (SetUp, "2.1"));
    assert_eq!(broken(&|record| record.rounds[0].grill.truncate(1)), (Round(1), "3.1"));
    assert_eq!(broken(&|record| record.rounds[2].grill.truncate(1)), (Round(3), "3.1"));
    assert_eq!(broken(&|record| record.rounds[2].grill.push(0)), (Round(3), "3.1"));
    assert_eq!(broken(&|record| record.rounds[2].grill = record.rounds[1].grill.clone()), (Round(3), "3.1"));
    assert_eq!(broken(&|record| record.rounds[2].first = (record.rounds[2].first + 1) % 3), (Round(3), "8.1"));
    assert_eq!(broken(&|record| drop(record.rounds[1].moves.pop())), (Round(2), "3.2"));
    let more = record.rounds[1].moves.len() + 1;
    let extended = broken(&|record| record.rounds[1].moves.extend_from_within(..1));
    assert_eq!(extended, (Place::Move { round: 2, number: more }, "3.2"));
    assert_eq!(broken(&|record| record.rounds.iter_mut().for_each(|round| round.menu.reverse())).1, "7.1");
    assert_eq!(broken(&|record| record.result.worms[0] += 1), (Result, "9.1"));
    assert_eq!(broken(&|record| record.result.best[0] = 1), (Result, "9.1"));
    assert_eq!(broken(&|record| record.result.places[0] = 9), (Result, "9.1"));
    assert_eq!(broken(&|record| record.result.winner = (record.result.winner + 1) % 3), (Result, "9.1"));
    assert_eq!(broken(&|record| record.result.worms.truncate(1)), (Result, "9.1"));
}

#[test]
fn a_damaged_line_says_what_was_expected_and_where() {
    let line = random_record(2, 1).to_line();
    let message = |line: &str| Record::from_line(line).unwrap_err().to_string();
    assert!(message(&line[..500]).contains("EOF"), "{}", message(&line[..500]));
    assert!(message("").contains("column"), "{}", message(""));
    assert!(message("[1,2]").contains("not a record"), "{}", message("[1,2]"));
    assert!(matches!(Record::from_line(&line.replace("game/1", "game/2")), Err(RecordError::Format(_))));
    let unknown = message(&line.replacen("\"pass\"", "\"push\"", 1));
    assert!(unknown.contains("unknown field `push`"), "{unknown}");
    let no_card = message(&line.replacen("\"draw\":[\"", "\"draw\":[\"Z", 1));
    assert!(no_card.contains("a card is written 1 to 5, or W1 to W25"), "{no_card}");
    let missing = message(&line.replacen("\"first\"", "\"begins\"", 1));
    assert!(missing.contains("missing field `first`"), "{missing}");
}

#[test]
fn a_transcript_of_a_broken_record_ends_at_the_break() {
    let mut record = random_record(2, 1);
    let whole = transcribe(&record, &Edition::default(), usize::MAX);
    assert_eq!(whole.error, None);
    record.rounds[3].moves[1].seat = 5;
    let broken = transcribe(&record, &Edition::default(), usize::MAX);
    assert_eq!(broken.error.as_ref().map(|error| error.rule), Some("3.2"));
    assert!(broken.scenes.len() < whole.scenes.len());
    assert_eq!(broken.scenes[..], whole.scenes[..broken.scenes.len()]);
}

#[test]
fn a_transcript_can_be_read() {
    for (name, columns) in [("transcript", usize::MAX), ("transcript_80", 80), ("transcript_40", 40)] {
        let transcript = transcribe(&random_record(3, 12), &Edition::default(), columns);
        let text: String = transcript.scenes.iter().map(|scene| scene.text.as_str()).collect();
        insta::assert_snapshot!(name, text);
    }
}

#[test]
fn columns_of_a_transcript_keep_their_line() {
    // Games with steals, long displays and large hands, of all numbers of players.
    let lines = karteneck(&["record", "heuristic", "--players", "5", "--games", "9"]).stdout;
    for line in lines.lines() {
        let record = Record::from_line(line).unwrap();
        for columns in [40, 80, 120, usize::MAX] {
            let transcript = transcribe(&record, &Edition::default(), columns);
            let moves: Vec<&str> =
                transcript.scenes.iter().filter(|scene| scene.is_move).flat_map(|scene| scene.text.lines()).collect();
            assert!(moves.iter().any(|line| line.contains("steals")));
            let all = transcript.scenes.iter().flat_map(|scene| scene.text.lines());
            all.for_each(|line| assert!(line.chars().count() <= columns, "{columns}: {line}"));
            if columns >= 120 {
                let bars: Vec<usize> =
                    moves.iter().filter_map(|line| Some(line.find('|')? - bytes_beyond(line))).collect();
                assert!(bars.iter().all(|bar| *bar == bars[0]), "{columns}: {moves:#?}");
            }
        }
    }
}

/// Bytes of a line that take no column of their own, before the bar.
fn bytes_beyond(line: &str) -> usize {
    let before = line.split('|').next().unwrap_or_default();
    before.len() - before.chars().count()
}

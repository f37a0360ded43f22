//! The consequences of what a program does are decided by the conversation: the same records in every run, whatever the
//! clock and the number of threads.

use karteneck::arena::{Pairing, Player, State};
use karteneck::bots::BotHost;
use karteneck::entrants::{Entrant, EntrantKind};
use karteneck::records::Record;

use crate::processes::{PASS, bot, games};
use crate::runs::{keeping, plan_of, run};
use crate::support::shipped;

/// A program in shell that does something at each message.
fn talker(on_start: &str, on_decide: &str, on_end: &str) -> Entrant {
    let mut entrant = bot(on_decide, 20.0);
    if let EntrantKind::Process(program) = &mut entrant.kind {
        let more = format!(r#"*'"type":"start"'*) {on_start} ;; *'"type":"end"'*) {on_end} ;; esac"#);
        program.command[2] = program.command[2].replace("esac", &more);
    }
    entrant
}

/// The state and all records of a short run against `passer`.
fn short_run(entrant: &Entrant, threads: usize) -> (State, Vec<String>) {
    let entrants = vec![entrant.clone(), shipped().find("passer").unwrap()];
    run(&keeping(1, plan_of(entrants, &[2], Pairing::Fixed, 3)), threads)
}

/// The place of the first fault in each game, as `move kind`; `fine` without one.
fn places(records: &[String]) -> Vec<String> {
    let place = |line: &String| {
        let record = Record::from_line(line).unwrap();
        let faults: Option<serde_json::Value> =
            record.extra.json("faults").map(|faults| serde_json::from_str(&faults).unwrap());
        let fault = faults.map(|faults| faults[0].clone());
        fault.map_or("fine".to_owned(), |fault| format!("{} {}", fault["move"], fault["kind"].as_str().unwrap()))
    };
    records.iter().map(place).collect()
}

#[test]
fn a_program_that_exits_after_the_end_gives_the_same_records_in_200_runs() {
    let quitter = talker(":", PASS, "exit 5");
    let expected = short_run(&quitter, 1);
    assert_eq!(places(&expected.1), vec!["fine"; 6]);
    for repetition in 0..200 {
        assert_eq!(short_run(&quitter, 1 + repetition % 2), expected, "repetition {repetition}");
    }
}

#[test]
fn when_it_happens_is_not_what_happens() {
    let answer = r#"echo '{"type":"ok"}'"#;
    // Each row: the same conversation at different speeds, and where its first fault is in every game.
    for (speeds, place) in [
        (
            &[
                talker(":", PASS, "exit 5"),
                talker(":", PASS, "sleep 0.05; exit 5"),
                talker(":", PASS, "exec <&-; sleep 0.05"),
            ][..],
            None,
        ),
        (&[talker(":", PASS, answer), talker(":", PASS, &format!("sleep 0.05; {answer}"))], None),
        (&[talker("exit 3", PASS, ":"), talker("sleep 0.05; exit 3", PASS, ":")], Some("crash")),
        (&[talker(answer, PASS, ":"), talker(&format!("sleep 0.05; {answer}"), PASS, ":")], Some("0 nonsense")),
        (
            &[talker(answer, PASS, "exit 1"), talker(&format!("(sleep 0.05; {answer}) & wait"), PASS, ":")],
            Some("0 nonsense"),
        ),
        (
            &[talker(":", &format!("{PASS}; exit 4"), ":"), talker(":", &format!("{PASS}; sleep 0.05; exit 4"), ":")],
            Some("crash"),
        ),
        (
            &[talker(":", &format!("{PASS}; {PASS}"), ":"), talker(":", &format!("{PASS}; sleep 0.05; {PASS}"), ":")],
            Some("nonsense"),
        ),
    ] {
        let expected = short_run(&speeds[0], 1);
        for (number, entrant) in speeds.iter().enumerate() {
            for threads in [1, 2, 2] {
                assert_eq!(short_run(entrant, threads), expected, "speed {number}, {threads} threads: {entrant:?}");
            }
        }
        // After three faults it is disqualified.
        for found in places(&expected.1).into_iter().filter(|found| found != "0 disqualified") {
            assert!(place.map_or(found == "fine", |place| found.ends_with(place)), "{found}: {:?}", speeds[0]);
        }
    }
}

/// What a program says after the end of a game, which may look like the answer to the first question of the next one: the
/// number 1, the last id again, and the next number.
const STALE: [&str; 3] = [
    r#"echo '{"id":1,"move":"pass"}'"#,
    PASS,
    r#"id=$((id+1)); echo "{\"type\":\"move\",\"id\":$id,\"move\":\"pass\"}""#,
];

#[test]
fn what_is_said_after_the_end_answers_no_question_of_another_game() {
    for stale in STALE {
        let entrant = talker(":", PASS, stale);
        let expected = short_run(&entrant, 1);
        assert_eq!(places(&expected.1), vec!["fine"; 6], "{stale}");
        for threads in [1, 2, 3, 4] {
            assert_eq!(short_run(&entrant, threads), expected, "{threads} threads: {stale}");
        }
    }
}

#[test]
fn a_program_that_hangs_after_the_end_has_a_fault_in_no_game() {
    let mut entrant = talker(":", PASS, "exec sleep 98764");
    if let EntrantKind::Process(program) = &mut entrant.kind {
        program.time_limit = std::time::Duration::from_secs(1);
    }
    let expected = short_run(&entrant, 1);
    assert_eq!(places(&expected.1), vec!["fine"; 6]);
    for threads in [2, 3, 4] {
        assert_eq!(short_run(&entrant, threads), expected, "{threads} threads");
    }
}

#[test]
fn questions_cannot_be_answered_before_they_are_asked() {
    let entrant = talker(r#"echo '{"id":1,"move":"pass"}'"#, PASS, ":");
    let game_fault = games(&entrant, 1, &BotHost::default()).remove(0).remove(0);
    assert_eq!((game_fault.turn, game_fault.fault.kind().word()), (0, "nonsense"), "{game_fault:?}");
    let ahead = format!(r#"{PASS}; echo "{{\"id\":$((id+1)),\"move\":\"pass\"}}""#);
    let game_fault = games(&talker(":", &ahead, ":"), 1, &BotHost::default()).remove(0).remove(0);
    assert_eq!((game_fault.turn > 1, game_fault.fault.kind().word()), (true, "nonsense"), "{game_fault:?}");
}

#[test]
fn a_program_of_the_former_protocol_plays_as_before() {
    let mut entrant = bot(PASS, 20.0);
    if let EntrantKind::Process(program) = &mut entrant.kind {
        program.command[2] = program.command[2].replace("karteneck-bot/2", "karteneck-bot/1");
    }
    assert!(games(&entrant, 2, &BotHost::default()).iter().all(Vec::is_empty));
}

#[test]
fn a_late_answer_to_the_start_is_a_fault_of_the_start_even_after_others_have_moved() {
    let entrant = talker("echo ready", PASS, ":");
    for game_faults in games(&entrant, 6, &BotHost::default()) {
        let game_fault = &game_faults[0];
        assert_eq!((game_fault.round, game_fault.turn), (1, 0), "{game_fault:?}");
        assert_eq!(game_fault.fault.line(), Some("ready"));
    }
}

#[test]
fn a_line_may_end_with_the_output() {
    // The answer to the first question has no line break, but the output ends with it.
    let entrant = talker(":", r#"printf "{\"id\":$id,\"move\":\"pass\"}"; exit"#, ":");
    let game_faults = games(&entrant, 1, &BotHost::default()).remove(0);
    assert!(game_faults[0].turn > 1, "the first answer counts, the second question finds the end: {game_faults:?}");
    assert_eq!(game_faults[0].fault.kind().word(), "crash");
}

#[test]
fn a_closed_input_does_not_matter_while_there_are_answers() {
    // Once it has heard the first question, it closes its input and answers that one only: the next finds the end.
    let entrant = talker(":", &format!("exec <&-; sleep 0.2; {PASS}; exit"), ":");
    let game_faults = games(&entrant, 1, &BotHost::default()).remove(0);
    assert!(game_faults[0].turn > 1 && game_faults[0].fault.kind().word() == "crash", "{game_faults:?}");
}

#[test]
fn a_child_that_holds_the_output_open_does_not_hide_an_end() {
    let mut entrant = talker(":", "sleep 98763 & exit 3", ":");
    if let EntrantKind::Process(program) = &mut entrant.kind {
        program.time_limit = std::time::Duration::from_millis(300);
    }
    let game_faults = games(&entrant, 1, &BotHost::default()).remove(0);
    assert_eq!(game_faults[0].fault.kind().word(), "crash", "{game_faults:?}");
}

#[test]
fn the_end_message_has_the_places_that_count() {
    let folder = tempfile::TempDir::new().unwrap();
    let heard = folder.path().join("heard");
    let listener = talker(":", PASS, &format!(r#"echo "$line" >> '{}'"#, heard.display()));
    let faulty = bot("echo oops", 5.0);
    let logs = BotHost::default();
    let mut line_up = [Player::new(&faulty, &logs), Player::new(&listener, &logs)];
    for number in 0..6 {
        let setup = crate::processes::setup(crate::support::players(2), number);
        let played = karteneck::arena::play_game(&setup, &mut line_up, &mut ());
        assert_eq!(played.game_faults.len(), 1);
    }
    drop(line_up);
    for line in std::fs::read_to_string(heard).unwrap().lines() {
        let end: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((end["places"].to_string().as_str(), end["winner"].as_u64()), ("[2,1]", Some(1)));
    }
}

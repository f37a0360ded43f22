//! Entrants on the command line: listed, shown, seated, examined, and rejected with a reason.

use std::fs;

use karteneck::records::Record;
use tempfile::TempDir;

use crate::cli::karteneck;

/// A bot in shell that does `on_decide` for each question, as a spec.
fn bot(on_decide: &str) -> String {
    let hello = r#"{\"type\":\"hello\",\"protocol\":\"karteneck-bot/2\"}"#;
    format!(
        r#"process:sh -c "while read -r line; do case \"\$line\" in *hello*) echo '{hello}' ;; *decide*) {on_decide} ;; esac; done""#
    )
}

#[test]
fn every_entrant_is_listed_and_shown() {
    let list = karteneck(&["strategies"]);
    assert_eq!(list.code, 0, "{}", list.stderr);
    for name in ["random", "greedy", "steal-hunter", "heuristic", "monte-carlo", "monte-carlo-strong", "champion"] {
        assert!(list.stdout.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}");
        let shown = karteneck(&["strategies", "show", name]);
        assert_eq!((shown.code, shown.stdout.starts_with(&format!("{name}: "))), (0, true));
    }
    insta::assert_snapshot!("show_monte_carlo", karteneck(&["strategies", "show", "monte-carlo:rollouts=50"]).stdout);
    insta::assert_snapshot!("show_random", karteneck(&["strategies", "show", "random"]).stdout);
}

#[test]
fn what_is_shown_as_toml_is_the_same_entrant() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("mine.toml");
    let spec = "monte-carlo:rollouts=30,policy=greedy";
    fs::write(&file, karteneck(&["strategies", "show", spec, "--toml"]).stdout).unwrap();
    let rounds = |entrant: &str| {
        let answer = karteneck(&["record", entrant, "random", "--games", "2"]);
        let records = answer.stdout.lines().map(|line| Record::from_line(line).unwrap());
        records.map(|record| record.rounds).collect::<Vec<_>>()
    };
    let (from_file, from_spec) = (rounds(file.to_str().unwrap()), rounds(spec));
    assert!(from_file.len() == 2 && from_file == from_spec);
}

#[test]
fn any_entrants_can_be_recorded_and_the_bytes_stay_the_same() {
    let arguments = ["record", "greedy", "steal-hunter", "monte-carlo:rollouts=20", "--games", "3", "--seed", "1"];
    let (one, other) = (karteneck(&arguments), karteneck(&arguments));
    assert_eq!((one.code, one.stdout.lines().count()), (0, 3), "{}", one.stderr);
    assert_eq!(one.stdout, other.stdout);
    let record = Record::from_line(one.stdout.lines().next().unwrap()).unwrap();
    assert_eq!(record.strategies, ["greedy", "steal-hunter", "monte-carlo:rollouts=20"]);
    let alone = karteneck(&["record", "heuristic", "--players", "5"]);
    let record = Record::from_line(alone.stdout.trim_end()).unwrap();
    assert_eq!(record.strategies, vec!["heuristic"; 5]);
}

#[test]
fn line_ups_that_do_not_fit_are_refused() {
    for (arguments, part) in [
        (&["record", "greedy", "random", "--players", "4"][..], "2 entrants for 4 seats"),
        (&["record", "first", "first", "first", "first", "first", "first", "first"], "at most 6"),
        (&["record", "gredy", "random"], "did you mean `greedy`?"),
        (&["check", "monte-carlo:rollouts=x"], "expected a whole number"),
        (&["check", "greedy", "--games", "0"], "0"),
        (&["strategies", "show", "unknown"], "there are `first`"),
        (&["bench", "greedy", "random", "first", "--players", "2"], "3 entrants for 2 seats"),
    ] {
        let answer = karteneck(arguments);
        assert_eq!(answer.code, 2, "{arguments:?}: {}", answer.stderr);
        assert!(answer.stderr.contains(part) && answer.stdout.is_empty(), "{arguments:?}: {}", answer.stderr);
    }
}

#[test]
fn the_audit_says_what_it_thinks() {
    let good = karteneck(&["check", "heuristic", "--games", "2"]);
    assert_eq!((good.code, good.stdout.contains("verdict: passed")), (0, true), "{}", good.stdout);
    assert!(good.stdout.contains("0.00 per decision"), "{}", good.stdout);
    let bad = karteneck(&["check", &bot("exit 4"), "--games", "1"]);
    assert_eq!((bad.code, bad.stdout.contains("verdict: FAILED")), (1, true), "{}", bad.stdout);
    assert!(bad.stdout.contains("exit status: 4"), "{}", bad.stdout);
}

#[test]
fn a_program_that_fails_loses_its_games_and_not_the_run() {
    let folder = TempDir::new().unwrap();
    let (file, logs) = (folder.path().join("games.jsonl"), folder.path().join("logs"));
    let arguments = ["record", "random", &bot("echo sorry >&2; echo pass"), "--games", "5"];
    let paths = ["--out", file.to_str().unwrap(), "--logs", logs.to_str().unwrap()];
    let answer = karteneck(&[&arguments[..], &paths].concat());
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    for part in ["nonsense", "it said: pass", "sorry", "is disqualified", "is kept in"] {
        assert!(answer.stderr.contains(part), "{part} is not in {}", answer.stderr);
    }
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().count(), 5);
    for (number, line) in text.lines().enumerate() {
        let record = Record::from_line(line).unwrap();
        let extra = |name| record.extra.json(name).unwrap();
        assert!(extra("score").contains(r#""places":[1,2]"#));
        let kind = if number < 3 { "nonsense" } else { "disqualified" };
        assert!(extra("faults").contains(&format!(r#""kind":"{kind}""#)));
    }
    assert_eq!(karteneck(&["replay", file.to_str().unwrap(), "--check"]).code, 0, "the records obey the rules");
    let log = fs::read_dir(&logs).unwrap().next().unwrap().unwrap().path();
    assert_eq!(fs::read_to_string(log).unwrap(), "sorry\n".repeat(3));
}

#[test]
fn a_line_up_can_be_timed() {
    let answer = karteneck(&["bench", "greedy", "random", "--seconds", "0.1", "--json"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let pace: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    assert!(pace["games"].as_u64().unwrap() > 0 && pace["faults"] == 0);
    assert_eq!(pace["line_up"], serde_json::json!(["greedy", "random"]));
}

#[test]
fn a_program_that_cannot_be_started_is_not_an_opponent() {
    for command in ["process:/no/such/program", "process:sh -c 'echo help >&2; exit 3'"] {
        let answer = karteneck(&["record", "random", command, "--games", "3"]);
        assert_eq!(answer.code, 1, "{}", answer.stderr);
        assert!(answer.stdout.is_empty() && answer.stderr.contains("cannot play: start"), "{}", answer.stderr);
    }
}

#[test]
fn logs_need_a_folder() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let answer = karteneck(&["record", "random", "--logs", file.path().to_str().unwrap()]);
    assert_eq!((answer.code, answer.stderr.contains("expected a folder")), (2, true), "{}", answer.stderr);
}

#[test]
fn a_replay_reports_faults() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games.jsonl");
    let path = file.to_str().unwrap();
    karteneck(&["record", "random", &bot("exit 3"), "--out", path]);
    let replay = karteneck(&["replay", path]);
    assert!(replay.stdout.contains("fault of seat 1 in round 1"), "{}", replay.stdout);
    assert!(replay.stdout.contains("so it counts: 1. seat 0, 2. seat 1"), "{}", replay.stdout);
}

/// Starts `record` with a program that stalls, and interrupts it several times; the exit code, stderr and finished games.
#[cfg(unix)]
fn interrupt(times: u32) -> (Option<i32>, String, usize) {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    // The program cannot create files next to those that it is denied.
    let (folder, other) = (TempDir::new().unwrap(), TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap());
    let (file, ready) = (folder.path().join("games.jsonl"), other.path().join("ready"));
    // Plays two games well; in the third it stalls.
    let pass = r#"id=\${line#*'\"id\":'}; id=\${id%%,*}; echo \"{\\\"id\\\":\$id,\\\"move\\\":\\\"pass\\\"}\""#;
    let on_decide =
        format!(r#"[ \"\$n\" != 18 ] || {{ touch '{}'; sleep 300; }}; n=\$((n+1)); {pass}"#, ready.display());
    let mut command = Command::new(assert_cmd::cargo_bin!("karteneck"));
    command.args(["record", &bot(&on_decide), "random", "--games", "9", "--out", file.to_str().unwrap()]);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(30);
    while !ready.exists() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(10));
    }
    for _ in 0..times {
        std::thread::sleep(Duration::from_millis(200));
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    }
    let code = child.wait().unwrap().code();
    let stderr = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
    let text = fs::read_to_string(&file).unwrap_or_default();
    (code, stderr, text.lines().count())
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_its_finished_games_even_if_a_program_stalls() {
    let (code, stderr, games) = interrupt(2);
    assert_eq!((code, games), (Some(130), 2), "{stderr}");
    assert!(stderr.contains("once more") && stderr.contains("the first 2 of 9 games are written"), "{stderr}");
}

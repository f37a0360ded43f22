//! The commands as a user sees them: help, data, errors and exit codes.

use std::fs;

use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

pub struct Answer {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

pub fn karteneck(arguments: &[&str]) -> Answer {
    karteneck_with(arguments, "")
}

pub fn karteneck_with(arguments: &[&str], stdin: &str) -> Answer {
    let mut command = Command::new(assert_cmd::cargo_bin!("karteneck"));
    let output = command.args(arguments).env("COLUMNS", "100").write_stdin(stdin).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Answer { code: output.status.code().unwrap(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// Runs a command in a folder.
pub fn karteneck_in(folder: &Path, arguments: &[&str]) -> Answer {
    let mut command = Command::new(assert_cmd::cargo_bin!("karteneck"));
    let output = command.args(arguments).env("COLUMNS", "100").current_dir(folder).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Answer { code: output.status.code().unwrap(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

#[test]
fn help_of_every_command() {
    for (name, arguments) in [
        ("help", &["--help"][..]),
        ("help_record", &["record", "--help"]),
        ("help_report", &["report", "--help"]),
        ("help_ratings", &["ratings", "--help"]),
        ("help_replay", &["replay", "--help"]),
        ("help_analyze", &["analyze", "--help"]),
        ("help_solve", &["solve", "--help"]),
        ("help_regret", &["regret", "--help"]),
        ("help_exploit", &["exploit", "--help"]),
        ("help_ceiling", &["ceiling", "--help"]),
        ("help_export", &["export", "--help"]),
        ("help_play", &["play", "--help"]),
        #[cfg(feature = "serve")]
        ("help_serve", &["serve", "--help"]),
        ("help_bench", &["bench", "--help"]),
        ("help_strategies", &["strategies", "--help"]),
        ("help_strategies_show", &["strategies", "show", "--help"]),
        ("help_check", &["check", "--help"]),
        ("help_tournament", &["tournament", "--help"]),
        ("help_match", &["match", "--help"]),
        ("help_tune", &["tune", "--help"]),
        ("help_learn", &["learn", "--help"]),
        ("help_merge", &["merge", "--help"]),
        ("help_verify", &["verify", "--help"]),
        ("help_fingerprint", &["fingerprint", "--help"]),
        ("help_selfcheck", &["selfcheck", "--help"]),
        ("help_completions", &["completions", "--help"]),
        ("help_man", &["man", "--help"]),
    ] {
        let answer = karteneck(arguments);
        assert_eq!(answer.code, 0);
        assert!(answer.stdout.contains("Examples:"), "{name} has no example");
        insta::assert_snapshot!(name, answer.stdout);
    }
}

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = karteneck(&["--help"]).stdout;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()));
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn shells_and_manuals_know_every_command() {
    let commands = commands();
    assert!(commands.len() > 12, "{commands:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let answer = karteneck(&["completions", shell]);
        assert_eq!(answer.code, 0, "{}", answer.stderr);
        for word in commands.iter().map(String::as_str).chain(["first-deal", "sensitivity"]) {
            assert!(answer.stdout.contains(word), "{word} for {shell}");
        }
    }
    assert_eq!(karteneck(&["completions", "tcsh"]).code, 2);
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("man1");
    assert_eq!(karteneck(&["man", "--out", out.to_str().unwrap()]).code, 0);
    for command in &commands {
        let page = fs::read_to_string(out.join(format!("karteneck-{command}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS") && page.contains(".SH EXAMPLES\n.nf\n  karteneck "), "{command}");
    }
    let own = karteneck(&["man"]).stdout;
    assert!(commands.iter().all(|command| own.contains(&format!("karteneck\\-{command}"))), "{own}");
}

#[test]
fn the_same_arguments_give_the_same_bytes() {
    let arguments = ["record", "--players", "5", "--games", "20", "--seed", "9"];
    let (one, other) = (karteneck(&arguments), karteneck(&arguments));
    assert_eq!((one.code, one.stdout.lines().count()), (0, 20));
    assert_eq!(one.stdout, other.stdout);
    assert!(one.stderr.is_empty());
    let longer = karteneck(&["record", "--players", "5", "--games", "30", "--seed", "9"]);
    assert!(longer.stdout.starts_with(&one.stdout), "game k of a seed does not depend on how many are played");
    assert_ne!(karteneck(&["record", "--players", "5", "--games", "20", "--seed", "10"]).stdout, one.stdout);
}

#[test]
fn the_records_of_a_seed_stay_the_same_for_ever() {
    let lines: String = (2..=6)
        .map(|players| karteneck(&["record", "--players", &players.to_string(), "--games", "3", "--seed", "42"]).stdout)
        .collect();
    insta::assert_snapshot!("hash_of_records", blake3::hash(lines.as_bytes()).to_hex().to_string());
}

#[test]
fn the_first_seat_is_the_one_asked_for() {
    let answer = karteneck(&["record", "--players", "3", "--games", "5", "--first", "2"]);
    assert!(answer.stdout.lines().all(|line| line.contains(r#""first":2,"removed""#)));
    let random = karteneck(&["record", "--players", "3", "--games", "30", "--first", "random"]);
    for seat in 0..3 {
        assert!(random.stdout.lines().any(|line| line.contains(&format!(r#""first":{seat},"removed""#))));
    }
}

#[test]
fn a_file_is_never_overwritten_unasked() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games.jsonl");
    let path = file.to_str().unwrap();
    let write = |more: &[&str]| karteneck(&[&["record", "--games", "2", "--out", path], more].concat());
    assert_eq!(write(&[]).code, 0);
    let first = fs::read_to_string(&file).unwrap();
    assert_eq!(first, karteneck(&["record", "--games", "2"]).stdout);
    let refused = write(&["--seed", "5"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("exists already") && refused.stderr.contains("--force"), "{}", refused.stderr);
    assert_eq!(fs::read_to_string(&file).unwrap(), first);
    assert_eq!(write(&["--seed", "5", "--force"]).code, 0);
    assert_ne!(fs::read_to_string(&file).unwrap(), first);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

#[test]
fn wrong_requests_are_explained_with_exit_code_2() {
    for (arguments, expected) in [
        (&["record", "--players", "7"][..], "expected a number of players from 2 to 6"),
        (&["record", "--players", "two"], "expected a number of players from 2 to 6"),
        (&["record", "--first", "-1"], "expected a seat from 0 to 5, or `random`"),
        (&["bench", "--players", "-1"], "expected a number of players from 2 to 6"),
        (&["bench", "--seconds", "1e300"], "up to a day"),
        (&["record", "--out", "/"], "is a folder"),
        (&["record", "--out", "/", "--force"], "is a folder"),
        (&["record", "--first", "6"], "expected a seat from 0 to 5, or `random`"),
        (&["record", "--players", "3", "--first", "3"], "with 3 players the seats are 0 to 2"),
        (&["record", "--seed", "-1"], "--seed"),
        (
            &["record", "--edition", "nowhere.toml"],
            "edition nowhere.toml: cannot be read; give the path of a TOML file: No such file",
        ),
        (&["record", "--force"], "--out"),
        (&["replay"], "FILE[:LINE]"),
        (&["replay", "games.jsonl:0"], "lines are counted from 1"),
        (&["bench", "--seconds", "0"], "expected a number of seconds above 0"),
        (&["bench", "--seconds", "-3"], "seconds"),
        (&["rekord"], "record"),
    ] {
        let answer = karteneck(arguments);
        assert_eq!(answer.code, 2, "{arguments:?}: {}", answer.stderr);
        assert!(answer.stderr.contains(expected), "{arguments:?}: {}", answer.stderr);
        assert!(answer.stdout.is_empty());
    }
}

#[test]
fn replay_shows_the_game_on_the_line_asked_for() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games.jsonl");
    fs::write(&file, karteneck(&["record", "--players", "4", "--games", "3"]).stdout).unwrap();
    let path = file.to_str().unwrap();
    let third = karteneck(&["replay", &format!("{path}:3")]);
    assert_eq!(third.code, 0);
    assert!(third.stdout.starts_with("Game 2 of seed 1, 4 players\n"), "{}", third.stdout);
    assert!(third.stdout.contains("Round 7 of 7") && third.stdout.contains(" wins\n"));
    let first = karteneck(&["replay", path]);
    assert!(first.stdout.starts_with("Game 0 of seed 1") && first.stderr.contains("first game"));
    let beyond = karteneck(&["replay", &format!("{path}:4")]);
    assert_eq!((beyond.code, beyond.stderr.contains("has no record on line 4")), (1, true));
    let checked = karteneck(&["replay", path, "--check"]);
    assert_eq!((checked.code, checked.stdout.as_str()), (0, "3 good, 0 bad of 3 records\n"));
    let missing = karteneck(&["replay", "nowhere.jsonl"]);
    assert_eq!((missing.code, missing.stderr.contains("there is no file nowhere.jsonl")), (2, true));
    let step = karteneck_with(&["replay", "-", "--step"], &fs::read_to_string(&file).unwrap());
    assert_eq!(step.code, 0);
    assert!(step.stderr.contains("--step needs a terminal"), "{}", step.stderr);
}

#[test]
fn replay_names_the_line_the_move_and_the_rule_that_a_record_breaks() {
    let lines = karteneck(&["record", "--players", "3", "--games", "3"]).stdout;
    let mut lines: Vec<String> = lines.lines().map(str::to_owned).collect();
    let at = lines[1].find(r#","total":"#).unwrap();
    lines[1].insert(at + r#","total":"#.len(), '9');
    lines[2].truncate(1000);
    let text = lines.join("\n");
    let checked = karteneck_with(&["replay", "-", "--check"], &text);
    assert_eq!(checked.code, 1);
    assert!(checked.stderr.contains("-:2: round 1, move 3: breaks rule 4.3: expected `total`"), "{}", checked.stderr);
    assert!(checked.stderr.contains("-:3: column 1000: not a record of format karteneck-game/1"), "{}", checked.stderr);
    assert!(checked.stdout.contains("1 good, 2 bad of 3 records"));
    let shown = karteneck_with(&["replay", "-"], &lines[1]);
    assert_eq!(shown.code, 1);
    assert!(shown.stdout.contains("Round 1 of 8") && shown.stderr.contains("breaks rule 4.3"));
}

const EDITION: &str = "[worms]\n\"16-41\" = 1\n42 = 50\n";

#[test]
fn another_edition_changes_the_worms_and_names_itself_in_the_record() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("box.toml");
    fs::write(&file, EDITION).unwrap();
    let path = file.to_str().unwrap();
    let record = karteneck(&["record", "--players", "6", "--edition", path]);
    assert!(record.stdout.contains(r#""game":0,"edition":""#), "{}", record.stdout);
    let checked = karteneck_with(&["replay", "-", "--check", "--edition", path], &record.stdout);
    assert_eq!(checked.code, 0, "{}", checked.stderr);
    let without = karteneck_with(&["replay", "-"], &record.stdout);
    assert_eq!(without.code, 2);
    assert!(without.stderr.contains("with --edition"), "{}", without.stderr);
    let other = karteneck_with(&["replay", "-", "--edition", path], &karteneck(&["record"]).stdout);
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("omit --edition"), "{}", other.stderr);
}

#[test]
fn all_mistakes_of_an_edition_are_reported_at_once() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("box.toml");
    fs::write(&file, "[worms]\n\"16-41\" = 100\n43 = 1\n").unwrap();
    let answer = karteneck(&["record", "--edition", file.to_str().unwrap()]);
    assert_eq!(answer.code, 2);
    for part in ["3 mistakes in the worm table", "from 0 to 99, got 100", "got \"43\"", "worms on 42: missing"] {
        assert!(answer.stderr.contains(part), "{part}: {}", answer.stderr);
    }
}

#[test]
fn bench_prints_every_figure() {
    let answer = karteneck(&["bench", "--players", "3", "--seconds", "0.05", "--json"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let report: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    assert!(report["draw_ns"].as_f64().unwrap() > 0.0);
    let row = &report["rows"][0];
    assert_eq!(row["players"], 3);
    for figure in ["games", "decisions", "imagine", "rollouts"] {
        for field in ["per_second", "ns", "draws"] {
            assert!(row[figure][field].as_f64().unwrap() > 0.0, "{figure}.{field}");
        }
    }
    let table = karteneck(&["bench", "--players", "2", "--seconds", "0.05"]);
    assert!(table.stdout.contains("one bounded draw:") && table.stdout.contains("players"), "{}", table.stdout);
}

#[test]
fn bench_compares_with_an_earlier_measurement_of_the_same_work() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("before.json");
    let figure = |ns: f64| serde_json::json!({"per_second": 1e9 / ns, "ns": ns, "draws": ns / 2.0});
    let row = serde_json::json!({"players": 2, "games": figure(1e9), "decisions": figure(1e9), "imagine": figure(1e9),
        "rollouts": figure(1e-3)});
    fs::write(&file, serde_json::json!({"draw_ns": 2.0, "rows": [row]}).to_string()).unwrap();
    let bench = |words: &[&str]| {
        karteneck(&[&["bench", "--seconds", "0.05", "--compare", file.to_str().unwrap()], words].concat())
    };
    let report: serde_json::Value = serde_json::from_str(&bench(&["--json"]).stdout).unwrap();
    let ratios = report["ratios"].as_array().unwrap();
    let work: Vec<&str> = ratios.iter().map(|ratio| ratio["work"].as_str().unwrap()).collect();
    assert_eq!(work, ["random game", "decision", "imagine", "rollout"].map(|work| format!("{work}, 2 players")));
    for (ratio, is_faster) in ratios.iter().zip([true, true, true, false]) {
        let [then, now, both] = ["ns_then", "ns_now", "ratio"].map(|name| ratio[name].as_f64().unwrap());
        assert!((both - now / then).abs() < 1e-9 * both && (both < 1.0) == is_faster, "{ratio}");
        assert!((ratio["ratio_in_draws"].as_f64().unwrap() < 1.0) == is_faster, "{ratio}");
    }
    assert_eq!(report["rows"].as_array().unwrap().len(), 5, "all that was asked for is measured");
    let table = bench(&["--players", "2"]).stdout;
    assert!(table.contains("one bounded draw:") && table.contains("below 1 is faster"), "{table}");
    assert!(table.contains("decision, 2 players"), "{table}");

    let line_up = karteneck(&["bench", "first", "passer", "--seconds", "0.05", "--json"]).stdout;
    for (answer, reason) in [
        (bench(&["--players", "3"]), "measures the engine with 2 players; expected the engine with as many players"),
        (bench(&["first", "passer"]), "expected games of first, passer"),
        (bench(&["--units", "1"]), "cannot be used with"),
    ] {
        assert_eq!(answer.code, 2, "{}", answer.stderr);
        assert!(answer.stdout.is_empty() && answer.stderr.contains(reason), "{}", answer.stderr);
    }
    fs::write(&file, line_up).unwrap();
    let table = bench(&["first", "passer"]).stdout;
    assert!(table.contains("game of first, passer"), "{table}");
    assert!(
        bench(&["passer", "first"]).stderr.contains("measures games of first, passer; expected games of passer, first")
    );
    for nonsense in ["", "{}", "[1]", &table, r#"{"draw_ns": 1, "rows": [{"players": 2}]}"#] {
        fs::write(&file, nonsense).unwrap();
        let answer = bench(&[]);
        assert_eq!(answer.code, 2, "{nonsense}: {}", answer.stderr);
        assert!(answer.stderr.contains("expected what `karteneck bench --json` prints"), "{}", answer.stderr);
    }
    fs::remove_file(&file).unwrap();
    assert!(bench(&[]).stderr.contains("cannot be read"));
}

/// The output of a shell for a line in which `karteneck` stands for the program, run in a folder.
#[cfg(unix)]
pub fn shell(folder: &TempDir, line: &str) -> Answer {
    let line = line.replace("karteneck", assert_cmd::cargo_bin!("karteneck").to_str().unwrap());
    let output = std::process::Command::new("bash").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Answer { code: output.status.code().unwrap(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

#[cfg(unix)]
#[test]
fn a_pipe_that_closes_early_is_not_an_error() {
    let folder = TempDir::new().unwrap();
    assert_eq!(shell(&folder, "karteneck record --games 2000 --out g").code, 0);
    for command in ["record --games 2000", "replay g", "replay g --check", "bench --players 2 --seconds 0.01"] {
        let answer = shell(&folder, &format!("karteneck {command} | true; echo ${{PIPESTATUS[0]}}"));
        assert_eq!(answer.stdout, "0\n", "{command}");
        assert!(!answer.stderr.contains("panicked"), "{command}: {}", answer.stderr);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_not_a_panic() {
    let folder = TempDir::new().unwrap();
    assert_eq!(shell(&folder, "karteneck record --games 3 --out g").code, 0);
    for command in ["record --games 2000", "replay g", "replay g --check", "bench --players 2 --seconds 0.01"] {
        let answer = shell(&folder, &format!("karteneck {command} > /dev/full"));
        assert_eq!(answer.code, 1, "{command}: {}", answer.stderr);
        assert!(answer.stderr.contains("No space left"), "{command}: {}", answer.stderr);
    }
}

#[cfg(unix)]
#[test]
fn an_output_file_is_like_any_other_new_file_and_links_stay_links() {
    let folder = TempDir::new().unwrap();
    let answer = shell(&folder, "umask 022; karteneck record --out g && stat -c %a g");
    assert_eq!((answer.code, answer.stdout.as_str()), (0, "644\n"), "{}", answer.stderr);
    let linked =
        shell(&folder, "ln -s g link && karteneck record --seed 3 --out link --force && test -L link && cat g");
    assert_eq!(linked.stdout, karteneck(&["record", "--seed", "3"]).stdout, "{}", linked.stderr);
    let piped = shell(&folder, "mkfifo pipe && (cat pipe & karteneck record --out pipe; wait) && test -p pipe");
    assert_eq!((piped.code, piped.stdout), (0, karteneck(&["record"]).stdout), "{}", piped.stderr);
}

#[cfg(unix)]
#[test]
fn what_is_not_a_record_file_is_rejected() {
    let folder = TempDir::new().unwrap();
    for (line, expected) in [
        ("karteneck replay /dev/null --check", "has no record: it is empty"),
        ("karteneck record | karteneck replay -:999 --check", "has no record on line 999"),
        ("printf '\\xff\\xfe\\n' | karteneck replay - --check", "-:1: cannot read the line: invalid utf-8"),
    ] {
        let answer = shell(&folder, line);
        assert_eq!(answer.code, 1, "{line}: {}", answer.stderr);
        assert!(answer.stderr.contains(expected), "{line}: {}", answer.stderr);
    }
    let directory = shell(&folder, "karteneck replay . --check");
    assert_eq!(
        (directory.code, directory.stderr.contains("this is not the folder of a run")),
        (2, true),
        "{}",
        directory.stderr
    );
    let blank = shell(&folder, "(karteneck record; echo; echo) | karteneck replay - --check");
    assert_eq!((blank.code, blank.stdout.as_str()), (0, "1 good, 0 bad of 1 records\n"));
    let second = shell(&folder, "karteneck record --games 2 | karteneck replay -:2");
    assert!(second.stdout.starts_with("Game 1 of seed 1"), "{}", second.stdout);
}

#[cfg(unix)]
#[test]
fn an_interrupted_record_keeps_the_games_that_are_finished() {
    let folder = TempDir::new().unwrap();
    let line = "set -m; karteneck record --games 100000000 --out g & sleep 1; kill -INT $!; wait $!; echo $?; ls -A";
    let answer = shell(&folder, line);
    assert_eq!(answer.stdout, "130\ng\n", "{}", answer.stderr);
    assert!(answer.stderr.contains("of 100000000 games are written"), "{}", answer.stderr);
    let checked = shell(&folder, "head -n 3 g | karteneck replay - --check; tail -c 1 g | od -An -c");
    assert!(
        checked.stdout.starts_with("3 good, 0 bad of 3 records\n") && checked.stdout.contains("\\n"),
        "{}",
        checked.stdout
    );
}

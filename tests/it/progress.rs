//! Progress: a bar on a terminal that fits its width, a line every 15 s elsewhere, nothing with --quiet; also while the first
//! piece of work takes for ever.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Instant;

use rexpect::session::{PtySession, spawn_command};
use tempfile::TempDir;
use unicode_width::UnicodeWidthStr;

use crate::cli::karteneck_in;

/// Far more than anything takes: a hang is detected, and nothing is rushed.
const PATIENCE: u64 = 120_000;

/// A folder with a bot that passes, or never answers while there is a file `gate` next to it, and with a run of it.
fn folder_with_slow_bot() -> TempDir {
    let folder = TempDir::new().unwrap();
    let script = r#"
        while read -r line; do case "$line" in
            *'"type":"hello"'*) echo '{"type":"hello","protocol":"karteneck-bot/1"}' ;;
            *'"type":"decide"'*)
                while [ -e gate ]; do sleep 1; done
                id=${line#*'"id":'}; id=${id%%,*}; echo "{\"id\":$id,\"move\":\"pass\"}" ;;
        esac; done"#;
    fs::write(folder.path().join("bot.sh"), script).unwrap();
    let entrant = "kind = \"process\"\ncommand = [\"sh\", \"bot.sh\"]\ntime_limit = 900\n";
    fs::write(folder.path().join("slow.toml"), entrant).unwrap();
    let run = karteneck_in(folder.path(), &["match", "slow.toml", "first", "--blocks", "2", "--out", "run", "--quiet"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    fs::write(folder.path().join("gate"), "").unwrap();
    folder
}

/// A command on a terminal with this many columns.
fn on_a_terminal(folder: &TempDir, columns: usize, arguments: &[&str]) -> PtySession {
    let mut command = Command::new("sh");
    let line = format!("stty cols {columns} rows 24; exec \"$0\" \"$@\"");
    command.args(["-c", &line, assert_cmd::cargo_bin!("karteneck").to_str().unwrap()]).args(arguments);
    command.current_dir(folder.path()).env("TERM", "xterm").env_remove("COLUMNS").env("NO_COLOR", "1");
    spawn_command(command, Some(PATIENCE)).unwrap()
}

/// What was on the screen at any time, line by line, without control sequences. The terminal gives every byte as a character.
fn lines(output: &str) -> Vec<String> {
    let bytes: Vec<u8> = output.chars().map(|c| c as u8).collect();
    let output = String::from_utf8_lossy(&bytes);
    let mut text = String::new();
    let mut characters = output.chars();
    while let Some(c) = characters.next() {
        match c {
            '\u{1b}' => drop(characters.by_ref().find(char::is_ascii_alphabetic)),
            '\r' => text.push('\n'),
            c => text.push(c),
        }
    }
    text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
}

/// Waits for a bar, interrupts the command, and returns all lines that it drew.
fn bars(folder: &TempDir, columns: usize, arguments: &[&str]) -> Vec<String> {
    let mut session = on_a_terminal(folder, columns, arguments);
    let (before, found) = session.exp_regex("[0-9]+[smhdwy] (so far|left)").unwrap();
    let gate = folder.path().join("gate");
    // An interrupted command waits for its programs.
    let _ = fs::remove_file(&gate);
    session.send_control('c').unwrap();
    let output = before + &found + &session.exp_eof().unwrap();
    fs::write(gate, "").unwrap();
    lines(&output)
}

#[test]
fn every_long_command_shows_a_bar_that_fits_before_anything_is_finished() {
    let folder = folder_with_slow_bot();
    let commands: [(usize, &[&str]); 13] = [
        (40, &["tournament", "slow.toml", "greedy", "--games", "123456", "--out", "a"]),
        (80, &["tournament", "slow.toml", "greedy", "--games", "123456", "--out", "b"]),
        (120, &["tournament", "slow.toml", "greedy", "--games", "123456", "--out", "c"]),
        (40, &["match", "slow.toml", "greedy", "--sprt", "0pp:1pp", "--out", "d"]),
        (40, &["match", "slow.toml", "greedy", "--detect", "1pp", "--out", "e"]),
        (40, &["record", "slow.toml", "greedy", "--games", "100000", "--out", "f.jsonl"]),
        (40, &["check", "slow.toml"]),
        (40, &["bench", "slow.toml", "greedy"]),
        (40, &["bench", "--seconds", "60"]),
        (40, &["verify", "run", "--trust"]),
        (40, &["analyze", "run", "0:0", "--trust"]),
        (40, &["selfcheck"]),
        (60, &["tune", "heuristic", "--params", "tempo", "--against", "slow.toml", "--games", "4000", "--folder", "g"]),
    ];
    for (columns, arguments) in commands {
        let lines = bars(&folder, columns, arguments);
        let mut bars = lines.iter().filter(|line| line.contains(" so far") || line.contains(" left"));
        let first = bars.clone().next().unwrap_or_else(|| panic!("{arguments:?}: {lines:?}"));
        // By the program's own clock.
        let begins_soon = ["0s so far", "1s so far", " left"].iter().any(|time| first.contains(time));
        assert!(begins_soon && bars.all(|line| line.width() <= columns), "{arguments:?}, {columns} columns: {lines:?}");
    }
}

#[test]
fn a_long_analysis_shows_a_bar() {
    let folder = TempDir::new().unwrap();
    let games = karteneck_in(folder.path(), &["record", "greedy", "--games", "1", "--out", "games.jsonl"]);
    let run = karteneck_in(folder.path(), &["match", "greedy", "first", "--blocks", "9", "--out", "run", "--quiet"]);
    assert_eq!((games.code, run.code), (0, 0));
    for arguments in [
        &["analyze", "games.jsonl", "--worlds", "1e6"][..],
        &["analyze", "games.jsonl", "--move", "1.1", "--worlds", "1e7"],
        &["analyze", "run", "--sample", "9", "--worlds", "1e6"],
    ] {
        // Until numbers are read like this.
        let arguments: Vec<&str> = arguments
            .iter()
            .map(|&word| {
                if word == "1e6" {
                    "1000000"
                } else if word == "1e7" {
                    "10000000"
                } else {
                    word
                }
            })
            .collect();
        let lines = bars(&folder, 40, &arguments);
        assert!(lines.iter().all(|line| !line.contains(" % ") || line.width() <= 40), "{lines:?}");
        assert!(lines.iter().any(|line| line.contains(" 0 % ")), "{lines:?}");
    }
}

#[test]
fn without_a_terminal_there_is_a_line_every_15_seconds() {
    let folder = folder_with_slow_bot();
    let start = |more: &[&str]| {
        let mut command = Command::new(assert_cmd::cargo_bin!("karteneck"));
        command.args(["record", "slow.toml", "greedy", "--games", "9", "--seed", "random"]).args(more);
        command.current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let (mut child, mut quiet) = (start(&[]), start(&["--quiet"]));
    let clock = Instant::now();
    let said: Vec<String> = BufReader::new(child.stderr.take().unwrap())
        .lines()
        .map(Result::unwrap)
        .filter(|line| line.contains("so far"))
        .take(2)
        .collect();
    assert!(clock.elapsed().as_secs() >= 30, "{said:?}");
    assert!(said[0].starts_with("0 % · 15s so far · 0 of 9 games"), "{said:?}");
    assert!(said[1].starts_with("0 % · 30s so far"), "{said:?}");
    child.kill().unwrap();
    quiet.kill().unwrap();
    let silent = std::io::read_to_string(quiet.stderr.take().unwrap()).unwrap();
    assert_eq!(silent, "");
    child.wait().and(quiet.wait()).unwrap();
}

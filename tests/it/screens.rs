//! What a person sees on terminals of 40, 80 and 120 columns, with colours and without.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use rexpect::session::spawn_command;
use tempfile::TempDir;

use crate::cli::karteneck_in;

/// Far more than anything takes.
const PATIENCE: u64 = 300_000;

/// Command lines of a shell, whose output is the same every time; a comment says which lines of it are enough.
const LINES: [&str; 9] = [
    "karteneck strategies show monte-carlo",
    "karteneck tournament first passer a-rather-long-name=greedy:enough=22 --players 2-3 --blocks 20 --seed 3 --out tournament --force",
    "karteneck match a-rather-long-name=greedy:enough=22 greedy --blocks 40 --seed 3 --out match --force",
    "karteneck match greedy random --sprt 0pp:10pp --blocks 2k --seed 3 --out test --force",
    "karteneck replay steal.jsonl # the first 60",
    "karteneck analyze steal.jsonl --worlds 16",
    "karteneck analyze steal.jsonl --worlds 16 --move 2.1",
    "printf 'hint\\nhelp\\nrules\\nxyzzy\\n2\\n1\\n1\\n1\\n1\\n1\\n1\\n1\\n1\\n' | karteneck play tuned greedy --seed 7 --looks 4 --save play --force",
    "yes 1 | karteneck play a-rather-long-name=greedy tuned tuned --seed 7 --looks 3 --judge swift --out over --force # the last 45",
];

/// Runs a line on a terminal of this many columns; only what goes to stdout is shown.
fn screen(folder: &Path, columns: usize, colour: &str, line: &str) -> String {
    let program = assert_cmd::cargo_bin!("karteneck").display();
    let line = line.replace("karteneck ", &format!("'{program}' --color {colour} "));
    let mut command = Command::new("sh");
    command.args(["-c", &format!("stty cols {columns} rows 50; exec 2> errors; {line}")]);
    command.current_dir(folder).env("TERM", "xterm").env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    let mut session = spawn_command(command, Some(PATIENCE)).unwrap();
    // Every byte comes as a character of its own.
    let bytes: Vec<u8> = session.exp_eof().unwrap().chars().map(|c| c as u8).collect();
    let shown = String::from_utf8(bytes).unwrap().replace("\r\n", "\n");
    let lines: Vec<&str> = shown.lines().collect();
    let lines = match line.rsplit_once(" # the ").and_then(|(_, which)| which.split_once(' ')) {
        Some(("first", count)) => &lines[..count.parse::<usize>().unwrap().min(lines.len())],
        Some(("last", count)) => &lines[lines.len().saturating_sub(count.parse().unwrap())..],
        _ => &lines[..],
    };
    lines.join("\n") + "\n"
}

/// A folder with a recorded game that has steals.
fn home() -> TempDir {
    let home = TempDir::new().unwrap();
    let games =
        karteneck_in(home.path(), &["record", "greedy", "steal-hunter", "tuned", "--games", "4", "--seed", "2"]);
    let steal = games.stdout.lines().find(|line| line.contains("\"steal\":{")).unwrap();
    fs::write(home.path().join("steal.jsonl"), format!("{steal}\n")).unwrap();
    home
}

#[test]
fn everything_fits_terminals_of_40_80_and_120_columns() {
    let home = home();
    for columns in [40, 80, 120] {
        let mut screens = String::new();
        for line in LINES {
            let plain = screen(home.path(), columns, "never", line);
            assert!(plain.lines().count() > 3, "{line}: {}", fs::read_to_string(home.path().join("errors")).unwrap());
            // A command is never broken: it can be copied.
            let is_wide = |shown: &&str| shown.chars().count() > columns && !shown.starts_with("This deal again: ");
            let wide: Vec<&str> = plain.lines().filter(is_wide).collect();
            assert!(wide.is_empty(), "{line} in {columns} columns: {wide:#?}");
            let painted = screen(home.path(), columns, "always", line);
            assert_eq!(console::strip_ansi_codes(&painted), plain, "{line}: colours say nothing of their own");
            writeln!(screens, "$ {line}\n{plain}").unwrap();
        }
        insta::assert_snapshot!(format!("screens_{columns}"), screens);
    }
    let painted =
        LINES.map(|line| format!("$ {line}\n{}", screen(home.path(), 80, "always", line).replace('\u{1b}', "^")));
    insta::assert_snapshot!("screens_80_colours", painted.join("\n"));
}

#[test]
fn what_changes_often_fits_too() {
    let home = home();
    for (columns, line) in [40, 80, 120].into_iter().flat_map(|columns| {
        [
            "karteneck bench --seconds 0.6",
            "karteneck bench first passer --seconds 0.2",
            "karteneck check first --games 1",
        ]
        .map(|line| (columns, line))
    }) {
        let shown = screen(home.path(), columns, "never", line);
        assert!(shown.len() > 60, "{line}: {shown}");
        assert!(shown.lines().all(|line| line.chars().count() <= columns), "{line} in {columns} columns:\n{shown}");
    }
}

//! The plan of the house: which room may use which. A line of code on a forbidden way fails here.

use std::fs;
use std::path::{Path, PathBuf};

/// Each room and the rooms it may use.
const ROOMS: [(&str, &[&str]); 12] = [
    ("game", &[]),
    ("statistics", &[]),
    ("strategies", &["game"]),
    ("bots", &["game", "strategies"]),
    ("entrants", &["game", "strategies", "bots"]),
    ("records", &["game", "entrants"]),
    ("arena", &["game", "statistics", "strategies", "bots", "entrants", "records"]),
    ("runs", &["game", "statistics", "entrants", "records", "arena"]),
    ("tuning", &["game", "statistics", "strategies", "bots", "entrants", "records", "arena", "runs"]),
    // Of strategies, entrants and tuning what is reported: names, values, findings.
    ("report", &["game", "statistics", "strategies", "entrants", "records", "arena", "runs", "tuning"]),
    // Whatever makes promises; nothing but the commands may use it.
    ("selfcheck", &["game", "statistics", "strategies", "bots", "entrants", "records", "arena", "runs", "report"]),
    (
        "cli",
        &[
            "game",
            "statistics",
            "strategies",
            "bots",
            "entrants",
            "records",
            "arena",
            "runs",
            "tuning",
            "report",
            "selfcheck",
        ],
    ),
];

fn source_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(source_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files
}

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The rooms that a text names as `crate::room`, outside comments.
fn rooms_used(text: &str) -> Vec<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let uses = code.flat_map(|line| line.split("crate::").skip(1).map(str::to_owned).collect::<Vec<_>>());
    uses.map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()).collect()
}

#[test]
fn no_room_uses_one_above_or_beside_it() {
    for (room, allowed) in ROOMS {
        for file in source_files(&sources().join(room)) {
            for used in rooms_used(&fs::read_to_string(&file).unwrap()) {
                let fine = used == room || allowed.contains(&used.as_str());
                assert!(fine, "{} uses crate::{used}; {room} may use {allowed:?}", file.display());
            }
        }
    }
}

#[test]
fn every_room_is_in_the_plan() {
    let mut rooms: Vec<String> = fs::read_dir(sources())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    rooms.sort();
    let mut planned = ROOMS.map(|(room, _)| room.to_owned());
    planned.sort();
    assert_eq!(rooms, planned);
}

/// The code of a file without comments and tests.
fn code_lines(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    code.lines().filter(|line| !line.trim_start().starts_with("//"))
}

#[test]
fn the_engine_uses_nothing_but_the_random_generator() {
    let allowed = ["super::", "std::fmt", "std::ops::", "std::str::FromStr", "rand::Rng", "rand_pcg::Pcg64Mcg"];
    let forbidden = [
        "crate::",
        "super::super",
        "std::fs",
        "std::io",
        "std::time",
        "std::thread",
        "std::collections",
        "Vec",
        "vec!",
        "String",
        "format!",
        "println!",
        "eprintln!",
        "Box",
        "Rc<",
        "Arc<",
        "f32",
        "f64",
        "unsafe",
    ];
    for file in source_files(&sources().join("game")) {
        let text = fs::read_to_string(&file).unwrap();
        for line in code_lines(&text) {
            if let Some(used) = line.trim_start().strip_prefix("use ") {
                assert!(allowed.iter().any(|root| used.starts_with(root)), "{}: {line}", file.display());
            }
            for word in forbidden {
                assert!(!line.contains(word), "{}: {word} in {line:?}", file.display());
            }
        }
    }
}

#[test]
fn unsafe_code_is_in_one_place_only() {
    for file in source_files(&sources()) {
        let text = fs::read_to_string(&file).unwrap();
        let has_unsafe = code_lines(&text).any(|line| line.contains("unsafe ") && !line.contains("_code"));
        assert_eq!(has_unsafe, file.ends_with("cli/allocations.rs"), "{}", file.display());
    }
}

#[test]
fn only_the_command_line_prints() {
    for file in source_files(&sources()) {
        let prints = |line: &str| {
            ["println!", "print!(", "dbg!", "io::stdout", "io::stderr"].iter().any(|way| line.contains(way))
        };
        let text = fs::read_to_string(&file).unwrap();
        let allowed = file.starts_with(sources().join("cli"));
        assert!(allowed || !code_lines(&text).any(prints), "{} prints", file.display());
    }
}

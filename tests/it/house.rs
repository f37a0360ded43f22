//! The architecture: which room may use which. A line of code with a forbidden dependency fails here.

use std::fs;
use std::path::{Path, PathBuf};

/// Each room and the rooms it may use.
const ROOMS: [(&str, &[&str]); 24] = [
    ("vectors", &[]),
    ("game", &["vectors"]),
    ("statistics", &[]),
    ("files", &[]),
    ("encoding", &["game"]),
    ("strategies", &["vectors", "game", "encoding"]),
    ("bots", &["game", "strategies"]),
    ("entrants", &["game", "strategies", "bots", "files"]),
    ("records", &["game", "entrants", "files"]),
    ("arena", &["game", "statistics", "strategies", "bots", "entrants", "records"]),
    ("tables", &["game", "statistics", "records", "arena"]),
    ("runs", &["game", "statistics", "files", "bots", "entrants", "records", "arena", "tables"]),
    // The front door.
    ("lab", &["game", "strategies", "bots", "entrants", "arena", "tables", "runs"]),
    ("analysis", &["game", "statistics", "strategies", "bots", "entrants", "arena"]),
    ("audit", &["game", "statistics", "strategies", "arena"]),
    ("export", &["game", "records", "arena", "tables", "analysis"]),
    ("tuning", &["game", "statistics", "strategies", "bots", "entrants", "records", "arena", "runs"]),
    ("learning", &["game", "statistics", "files", "strategies", "bots", "entrants", "records", "arena", "runs"]),
    ("solving", &["game", "statistics", "strategies", "bots", "entrants", "records", "arena"]),
    // Of strategies, entrants, audits, tuning, learning and solving what is reported: names, values, findings.
    (
        "report",
        &[
            "game",
            "statistics",
            "strategies",
            "entrants",
            "records",
            "arena",
            "tables",
            "runs",
            "analysis",
            "audit",
            "tuning",
            "learning",
            "solving",
        ],
    ),
    // Of the report what cuts a name to its columns.
    ("playing", &["game", "strategies", "entrants", "records", "arena", "report"]),
    // Whatever makes promises; nothing but the commands may use it.
    ("selfcheck", &["game", "statistics", "strategies", "bots", "entrants", "records", "arena", "tables", "runs"]),
    (
        "serving",
        &[
            "game",
            "files",
            "strategies",
            "bots",
            "entrants",
            "records",
            "arena",
            "tables",
            "runs",
            "analysis",
            "report",
            "playing",
        ],
    ),
    (
        "cli",
        &[
            "game",
            "statistics",
            "files",
            "strategies",
            "bots",
            "entrants",
            "records",
            "arena",
            "tables",
            "runs",
            "analysis",
            "audit",
            "export",
            "tuning",
            "learning",
            "solving",
            "report",
            "playing",
            "selfcheck",
            "serving",
        ],
    ),
];

pub fn source_files(folder: &Path) -> Vec<PathBuf> {
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

pub fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The first name of a path.
fn first_name(path: &str) -> String {
    path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// How many modules a file lies below the root of the crate.
fn depth(file: &Path) -> usize {
    let below = file.strip_prefix(sources()).unwrap();
    below.components().count() - usize::from(below.ends_with("mod.rs"))
}

/// The rooms that a line of code names: as `crate::room`, or as `super::room` from a file this many modules below the root.
fn rooms_in(line: &str, depth: usize) -> Vec<String> {
    let mut rooms: Vec<String> = line.split("crate::").skip(1).map(first_name).collect();
    let mut rest = line;
    while let Some(at) = rest.find("super::") {
        rest = &rest[at..];
        let mut steps = 0;
        while let Some(next) = rest.strip_prefix("super::") {
            (rest, steps) = (next, steps + 1);
        }
        if steps >= depth {
            // One name, or several in braces.
            rooms.extend(rest.trim_start_matches('{').split(',').map(|name| first_name(name.trim())));
        }
    }
    rooms.retain(|name| ROOMS.iter().any(|(room, _)| room == name));
    rooms
}

#[test]
fn rooms_are_seen_through_super_too() {
    assert_eq!(rooms_in("use super::super::game::Move;", 2), ["game"]);
    assert_eq!(rooms_in("use super::game::Move; super::super::arena::Plan", 2), ["arena"]);
    assert_eq!(rooms_in("use super::{runs::Run, Plan, arena::State};", 1), ["runs", "arena"]);
    assert_eq!(rooms_in("x(super::y(), super::super::super::runs::z, crate::bots::w)", 3), ["bots", "runs"]);
    assert_eq!(depth(&sources().join("runs/mod.rs")), 1);
    assert_eq!(depth(&sources().join("cli/run/mod.rs")), 2);
    assert_eq!(depth(&sources().join("cli/run/goal.rs")), 3);
}

#[test]
fn no_room_uses_one_above_or_beside_it() {
    for (room, allowed) in ROOMS {
        for file in source_files(&sources().join(room)) {
            let (text, depth) = (fs::read_to_string(&file).unwrap(), depth(&file));
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            for used in code.flat_map(|line| rooms_in(line, depth)) {
                let fine = used == room || allowed.contains(&used.as_str());
                assert!(fine, "{} uses {used}; {room} may use {allowed:?}", file.display());
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
pub fn code_lines(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    code.lines().filter(|line| !line.trim_start().starts_with("//"))
}

#[test]
fn the_engine_uses_nothing_but_the_random_generator() {
    let vectors = "use crate::vectors::ByteLanes;";
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
        for line in code_lines(&text).filter(|&line| line != vectors) {
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
fn unsafe_code_is_in_three_places_only() {
    let places = ["cli/allocations.rs", "vectors/avx2.rs", "vectors/sse2.rs"];
    for file in source_files(&sources()) {
        let text = fs::read_to_string(&file).unwrap();
        let has_unsafe = code_lines(&text).any(|line| line.contains("unsafe ") && !line.contains("_code"));
        assert_eq!(has_unsafe, places.iter().any(|place| file.ends_with(place)), "{}", file.display());
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

//! Cycles between files: within a room, a file may use files below it, but not those that use it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::house::{code_lines, source_files, sources};

/// The cycles that remain, and why no line is drawn there.
const REMAINING: [(&[&str], &str); 3] = [
    (
        &["game::cards", "game::open_kinds"],
        "two views of the same lanes of bits: counts, and which of them may be laid",
    ),
    (
        &["game::event", "game::legal", "game::state", "game::view"],
        "a game tells its watcher what happens, and lends it the game; a view asks what is legal, which is a matter of the view",
    ),
    (&["cli::messages", "cli::progress"], "a message is written above the bar, and the lines of progress are messages"),
];

/// The part of a command that its other parts may ask: what the user has given.
const ARGUMENTS: &str = "Arguments";

/// The path of a module, from the root of the crate.
type Module = Vec<String>;

/// What one file uses, and what it passes on under which name; paths from the root of the crate.
#[derive(Default)]
struct Names {
    used: Vec<Module>,
    passed_on: BTreeMap<String, Module>,
}

fn module_of(file: &Path) -> Module {
    let below = file.strip_prefix(sources()).unwrap().with_extension("");
    let mut module: Module = below.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if module.last().is_some_and(|last| last == "mod") {
        module.pop();
    }
    module
}

/// The parts of a text between commas that are in no braces.
fn split_list(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (index, c) in text.char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if c == ',' && depth == 0 {
            parts.push(&text[start..index]);
            start = index + 1;
        }
    }
    parts.push(&text[start..]);
    parts
}

/// All paths of a `use`, each with the name that it gets.
fn flatten(before: &str, text: &str) -> Vec<(String, String)> {
    let one = |item: &str| {
        if let Some((start, rest)) = item.split_once('{') {
            return flatten(&format!("{before}{start}"), rest.trim_end().trim_end_matches('}'));
        }
        let (path, name) = item.split_once(" as ").unwrap_or((item, item.rsplit("::").next().unwrap_or(item)));
        let path = format!("{before}{path}");
        vec![(path.trim_end_matches("::self").to_owned(), name.trim().to_owned())]
    };
    split_list(text).into_iter().map(str::trim).filter(|item| !item.is_empty()).flat_map(one).collect()
}

/// A path as seen from the root of the crate; `None` if it leads out of the crate.
fn absolute(from: &[String], path: &str, modules: &BTreeSet<Module>) -> Option<Module> {
    let mut parts: Module = path.split("::").map(|part| part.trim().to_owned()).collect();
    let mut base = from.to_vec();
    match parts[0].as_str() {
        "crate" => base.clear(),
        "self" => {}
        "super" => {
            base.pop();
        }
        first if modules.contains(&[from, &[first.to_owned()]].concat()) => return Some([base, parts].concat()),
        _ => return None,
    }
    parts.remove(0);
    while parts.first().is_some_and(|part| part == "super") {
        base.pop();
        parts.remove(0);
    }
    Some([base, parts].concat())
}

/// The `use` lines of a file, and paths that stand in its code.
fn names_in(module: &[String], code: &str, modules: &BTreeSet<Module>) -> Names {
    let mut names = Names::default();
    let mut rest = String::new();
    for statement in code.split_inclusive(';') {
        let start = statement.rfind("\nuse ").or_else(|| statement.rfind(" use ")).filter(|&at| {
            let line = statement[..at].rsplit('\n').next().unwrap_or_default().trim();
            statement[at..].starts_with('\n') || line == "pub" || line.starts_with("pub(")
        });
        let Some(start) = start else {
            rest += statement;
            continue;
        };
        rest += &statement[..start];
        let is_passed_on = statement[start..].starts_with(' ');
        for (path, name) in flatten("", statement[start + " use ".len()..].trim_end_matches(';')) {
            let Some(path) = absolute(module, &path, modules) else { continue };
            if is_passed_on {
                names.passed_on.insert(name, path);
            } else {
                names.used.push(path);
            }
        }
    }
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let paths = rest
        .split(|c: char| !is_name(c))
        .filter(|path| ["super::", "crate::"].iter().any(|root| path.starts_with(root)));
    names.used.extend(paths.filter_map(|path| absolute(module, path.trim_end_matches(':'), modules)));
    names
}

/// The file that declares what a path names, through all files that pass it on.
fn declared_in(path: &[String], files: &BTreeMap<Module, Names>, steps: usize) -> Option<Module> {
    let length = (1..=path.len()).rev().find(|&length| files.contains_key(&path[..length]))?;
    let (module, rest) = path.split_at(length);
    let passed_on = rest.first().and_then(|name| files[module].passed_on.get(name)).filter(|_| steps < 8);
    match passed_on {
        Some(further) => declared_in(&[further, &rest[1..]].concat(), files, steps + 1),
        None => Some(module.to_vec()),
    }
}

/// Which file uses which of its room.
fn uses(texts: &BTreeMap<Module, String>) -> BTreeMap<Module, BTreeSet<Module>> {
    let modules: BTreeSet<Module> = texts.keys().cloned().collect();
    let files: BTreeMap<Module, Names> =
        texts.iter().map(|(module, code)| (module.clone(), names_in(module, code, &modules))).collect();
    let of = |(module, names): (&Module, &Names)| {
        let counts = names.used.iter().filter(|path| path.last().is_none_or(|name| name != ARGUMENTS));
        let used = counts.filter_map(|path| declared_in(path, &files, 0));
        (module.clone(), used.filter(|other| other != module && other.first() == module.first()).collect())
    };
    files.iter().map(of).collect()
}

/// Everything that can be reached.
fn reachable(from: &Module, graph: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(next) = open.pop() {
        open.extend(graph[next].iter().filter(|other| seen.insert((*other).clone())));
    }
    seen
}

/// Files that use each other, directly or not; each group once.
fn cycles(graph: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<Vec<String>> {
    let reach: BTreeMap<&Module, BTreeSet<Module>> = graph.keys().map(|file| (file, reachable(file, graph))).collect();
    let group = |file: &Module| {
        let others = reach[file].iter().filter(|other| reach[other].contains(file));
        others.map(|module| module.join("::")).collect::<Vec<_>>()
    };
    graph.keys().map(group).filter(|group| group.len() > 1).collect()
}

#[test]
fn a_cycle_is_seen_through_names_that_are_passed_on() {
    let files = |texts: &[(&str, &str)]| -> BTreeMap<Module, String> {
        let module = |name: &str| name.split("::").map(str::to_owned).collect();
        texts.iter().map(|(name, code)| (module(name), format!("\n{code}\n"))).collect()
    };
    let room =
        "mod one;\nmod two;\nmod three;\npub use one::{First, Second as Other};\npub(crate) use three::{self, Third};";
    let found = |one: &str, two: &str, three: &str| {
        cycles(&uses(&files(&[
            ("room", room),
            ("room::one", one),
            ("room::two", two),
            ("room::three", three),
            ("other", ""),
        ])))
    };
    let pair = |a: &str, b: &str| BTreeSet::from([vec![format!("room::{a}"), format!("room::{b}")]]);
    assert_eq!(found("use super::two::X;", "use super::{First};", ""), pair("one", "two"));
    assert_eq!(found("use super::{\n    two::X,\n};", "use crate::room::Other;", ""), pair("one", "two"));
    assert_eq!(found("fn f() -> super::two::X {}", "use crate::room::Other;", ""), pair("one", "two"));
    assert_eq!(found("use super::three::X;\nuse std::fmt;", "", "use super::one::{X, Y};"), pair("one", "three"));
    assert_eq!(found("use super::two::X;", "use super::Third;", "use super::Arguments;"), BTreeSet::new());
    assert_eq!(found("use super::two::X;", "use super::three;", "use crate::other::X;"), BTreeSet::new());
}

#[test]
fn files_of_a_room_do_not_use_each_other_in_circles() {
    let text =
        |file: &Path| "\n".to_owned() + &code_lines(&fs::read_to_string(file).unwrap()).collect::<Vec<_>>().join("\n");
    let texts = source_files(&sources()).iter().map(|file| (module_of(file), text(file))).collect();
    let known: BTreeSet<Vec<String>> =
        REMAINING.iter().map(|(files, _)| files.iter().map(|&file| file.to_owned()).collect()).collect();
    assert_eq!(cycles(&uses(&texts)), known);
}

//! How the program answers: input as people type it, and one table of everything that is wrong with a command line.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use karteneck::Entrant;
use karteneck::entrants::Catalogue;
use tempfile::TempDir;

use crate::cli::{Answer, karteneck_in};

/// Runs a line of a shell without quotes.
fn run(folder: &Path, line: &str) -> Answer {
    karteneck_in(folder, &line.split_whitespace().collect::<Vec<_>>())
}

/// A folder with a run, a tuning, records and files of many sorts.
fn home() -> TempDir {
    let home = TempDir::new().unwrap();
    for line in [
        "match first passer --blocks 3 --out run --quiet",
        "tournament first passer greedy --blocks 1 --players 2,3 --out big --quiet",
        "match first passer --blocks 4 --shard 1/2 --out part --quiet",
        "tune greedy --games 3000 --transfer none --folder tuning --quiet",
        "record --games 2 --out games.jsonl --quiet",
    ] {
        let answer = run(home.path(), line);
        assert_eq!(answer.code, 0, "{line}: {}", answer.stderr);
        assert_eq!(answer.stderr, "", "{line}");
    }
    for (name, text) in [("empty", ""), ("text", "hello\n"), ("bad.toml", "family = \"greedy\"\nenuf = 1\n")] {
        fs::write(home.path().join(name), text).unwrap();
    }
    fs::create_dir(home.path().join("folder")).unwrap();
    home
}

/// Command lines that make no sense, by what is wrong with them.
const WRONG: &str = "\
match greedy
match heuristic --players 3
match greedy heuristic steal-hunter --players 2
match a b c d e f g
match gredy greedy
match greedy heuristic --games 0
match greedy heuristic --games -5
match greedy heuristic --games 1.5
match greedy heuristic --games 1e30
match greedy heuristic --games
match greedy heuristic --blocks 0
match greedy heuristic --blocks 1e10
match greedy heuristic --until 1000pp
match greedy heuristic --until 0
match greedy heuristic --detect -1pp
match greedy heuristic --sprt 1pp:0pp
match greedy heuristic --sprt 1pp
match greedy heuristic --sprt 0pp:60pp
match greedy heuristic --sprt 0pp:1pp --alpha 0.7
match greedy heuristic --sprt 0pp:1pp --until 1pp
match greedy heuristic --threads 0
match greedy heuristic --threads many
match greedy heuristic --players 7
match greedy heuristic --players 2-4
match greedy heuristic --shard 3/2
match greedy heuristic --record 0
match greedy heuristic --seed -1
match greedy heuristic --edition nowhere.toml
match greedy heuristic --out run
match greedy heuristic --resume run
match --resume nowhere
match --resume folder
match --resume tuning
match --from nowhere
match --from tuning
match --from big
match mine=greedy mine=heuristic
match greedy=heuristic first
match =greedy first
match mine= first
match a=b=greedy first
match bad.toml greedy
match nowhere.toml greedy
match process:/no/such/program greedy
match greedy heuristic --colour pink
tournament greedy greedy
tournament greedy heuristic --players 1-3
tournament greedy heuristic --players 2,2-3
tournament greedy heuristic --lineups 0
tournament greedy heuristic --seed random --shard 1/2
tournament a=greedy heuristic --challenger a=heuristic
record greedy heuristic --players 3
record --games 0
record --games -5
record --games ten
record --first 6
record --players 3 --first 3
record --out games.jsonl
record --out folder
record --out nowhere/games.jsonl
record --edition text
tune heuristic --games 0
tune heuristic --games 500
tune heuristic --players 0
tune heuristic --threads 0
tune heuristic --against self=greedy
tune nowhere.toml
tune --resume nowhere
tune --resume run
check greedy --games 0
check greedy --games -5
check nowhere.toml
bench --seconds 0
bench --seconds -3
bench --seconds 1e300
bench --units 0
bench greedy --players 9
play --looks 0
play --seat 2
play --players 1
play --resume nowhere
play --resume text
play a b c d e f
play tuned --save folder
verify nowhere
verify folder
verify tuning
verify text
verify run --sample 0
merge part --out whole
merge run --out whole
merge nowhere --out whole
merge
report nowhere
report folder
report tuning
report games.jsonl
report text
replay
replay nowhere
replay nowhere.jsonl
replay nowhere 0:0
replay folder
replay run
replay big
replay part
replay tuning
replay run 9:0
replay run 0:2
replay run 0
replay run zero:0
replay big 0:0
replay big 0:0 --players 2
replay big 0:0 --players 9
replay big 0:0 --players 2 --lineup 9
replay games.jsonl:0
replay games.jsonl:9
replay games.jsonl --lineup 1
replay games.jsonl --json
replay empty
replay text
replay run/manifest.json
analyze
analyze nowhere
analyze nowhere.jsonl
analyze run
analyze tuning
analyze big
analyze run 9:0
analyze games.jsonl --worlds 0
analyze games.jsonl --worlds 1e9
analyze games.jsonl --move 99.1
analyze games.jsonl --move 1
analyze games.jsonl --policy process:bot
analyze games.jsonl --sample 5
analyze run --sample 1
analyze run --sample 99
analyze --position nowhere.toml
analyze --position bad.toml
strategies show gredy
strategies show nowhere.toml
strategies show bad.toml
strategies shwo
rekord
--games 5";

/// Removes what differs from machine to machine.
fn plain(text: &str, home: &Path) -> String {
    text.replace(&format!("{}/", home.display()), "").replace(&home.display().to_string(), "HOME")
}

#[test]
fn every_wrong_input_has_an_answer() {
    let home = home();
    let mut table = String::new();
    for line in WRONG.lines() {
        let answer = run(home.path(), line);
        assert_ne!(answer.code, 0, "{line}: {}", answer.stdout);
        assert_eq!(answer.stdout, "", "{line}");
        let said = plain(&answer.stderr, home.path());
        // What the parser of arguments always adds.
        let said = said.replace("\n\nFor more information, try '--help'.", "");
        assert!(said.contains("error: ") && !said.contains("panicked"), "{line}: {said}");
        writeln!(table, "$ karteneck {line}\n{}\n[exit code {}]\n", said.trim_end(), answer.code).unwrap();
    }
    insta::assert_snapshot!("wrong_inputs", table);
    let left: Vec<String> = fs::read_dir(home.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| ["results", "whole", "nowhere"].contains(&name.as_str()))
        .collect();
    assert!(left.is_empty(), "a refused command leaves nothing behind: {left:?}");
}

#[test]
fn numbers_are_understood_as_people_type_them() {
    let home = TempDir::new().unwrap();
    for (line, expected) in [
        ("match first passer --games 1e2 --out a", "2 players · 100 games in 50 blocks"),
        ("match first passer --games 0.2k --out b", "200 games in 100 blocks"),
        ("match first passer --games 1_000 --out c", "1000 games in 500 blocks"),
        ("match first passer --blocks 1e1 --players 3 --out d", "60 games in 10 blocks"),
        ("match first passer --sprt -0.5pp:1pp --blocks 1k --out e", "null hypothesis: first wins 49.50 %"),
        ("tournament first passer --players 2-3,5 --games 1e2 --out f", "5 players"),
        ("tournament first passer --players all --games 1e2 --out g", "6 players"),
        ("record monte-carlo:rollouts=1e1 first --games 1e0 --seed 3", "monte-carlo:rollouts=10"),
    ] {
        let answer = run(home.path(), line);
        assert_eq!(answer.code, 0, "{line}: {}", answer.stderr);
        assert!(answer.stdout.contains(expected), "{line}: {}", answer.stdout);
    }
}

#[test]
fn threads_are_as_many_as_make_sense() {
    let home = TempDir::new().unwrap();
    let answer = run(home.path(), "match first passer --blocks 10 --threads 100000 --out run");
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert!(answer.stderr.contains("note: --threads 100000: this machine has "), "{}", answer.stderr);
    let timing = fs::read_to_string(home.path().join("run/timing.json")).unwrap();
    let timing: serde_json::Value = serde_json::from_str(&timing).unwrap();
    assert!(timing["threads"].as_u64().unwrap() <= 512, "{timing}");
    let one = run(home.path(), "match first passer --blocks 10 --threads 1 --out one --quiet");
    assert_eq!((one.code, one.stderr.as_str()), (0, ""));
}

#[test]
fn a_name_before_the_spec_is_the_name_of_the_entrant_everywhere() {
    let home = TempDir::new().unwrap();
    fs::write(home.path().join("a=b.toml"), "family = \"first\"\n").unwrap();
    for (line, expected) in [
        ("match mine=heuristic:tempo=1.2 first --blocks 20 --out match --record all", "mine against first"),
        ("tournament one=first two=passer first --blocks 20 --out tournament", "two"),
        ("tournament --challenger mine=greedy:enough=22 first passer --blocks 9 --out gauntlet", "mine"),
        ("record one=greedy two=greedy:enough=22", r#""strategies":["one","two"]"#),
        ("check mine=first --games 1", "audit of mine"),
        ("bench mine=first passer --seconds 0.2", "mine, passer: "),
        ("strategies show mine=heuristic:tempo=1.2", "mine: "),
        // A file whose name has the sign is a file.
        ("record a=b.toml passer", r#""strategies":["a=b","passer"]"#),
        ("record c=a=b.toml passer", r#""strategies":["c","passer"]"#),
    ] {
        let answer = run(home.path(), line);
        assert_eq!(answer.code, 0, "{line}: {}", answer.stderr);
        assert!(answer.stdout.contains(expected), "{line}: {}", answer.stdout);
    }
    for line in [
        "verify match",
        "match --from match --out again --quiet",
        "report match",
        "replay match 3:1",
        "analyze match 3:1 --worlds 16 --policy mine=first",
    ] {
        let answer = run(home.path(), line);
        assert_eq!(answer.code, 0, "{line}: {}", answer.stderr);
    }
    let read = |path: &str| fs::read_to_string(home.path().join(path)).unwrap();
    assert_eq!(read("match/standings.csv"), read("again/standings.csv"));
    assert!(read("match/standings.csv").contains("mine") && read("match/games.jsonl").contains("\"mine\""));
    // The command in words is the same run.
    let page = read("match/report.html");
    assert!(page.contains("karteneck match mine=heuristic:tempo=1.2 first --players 2 --blocks 20"), "in words");
}

#[test]
fn a_program_keeps_its_command_whatever_signs_are_in_it() {
    let catalogue = Catalogue::shipped_only();
    for (spec, name) in [
        ("process:env A=b bot --x=y", "process:env A=b bot --x=y"),
        ("mine=process:env A=b bot --x=y", "mine"),
        ("my bot=process:bot", "my bot"),
    ] {
        let entrant = catalogue.find(spec).unwrap();
        assert_eq!((entrant.name.as_str(), entrant.is_process()), (name, true));
    }
    let same: Entrant = "heuristic=heuristic".parse().unwrap();
    assert_eq!(same, "heuristic".parse().unwrap());
    for spec in ["greedy=process:bot", "greedy=heuristic", "tuned=heuristic:tempo=1", "=greedy", "a=", "a=b=first"] {
        assert!(spec.parse::<Entrant>().is_err(), "{spec}");
    }
}

#[test]
fn every_entrant_of_a_family_has_a_spec() {
    let catalogue = Catalogue::shipped_only();
    for spec in ["greedy", "mine=heuristic:tempo=1.25,wait=0.5", "monte-carlo:rollouts=7", "x=monte-carlo-quick"] {
        let entrant = catalogue.find(spec).unwrap();
        let written = catalogue.spec_of(&entrant).unwrap();
        let again = catalogue.find(&written).unwrap();
        assert_eq!((again.name, again.kind), (entrant.name, entrant.kind), "{spec}: {written}");
    }
    assert_eq!(catalogue.spec_of(&catalogue.find("process:bot").unwrap()), None);
}

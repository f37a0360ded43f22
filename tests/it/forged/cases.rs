//! The places where forged folders did harm, one for each class.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::commands::{commands, obey};
use super::folders::originals;
use super::forge;

/// Forges a run at one place, and returns how a command ends, which must not be a panic.
fn forged_at(name: &str, pointer: &str, value: Value, chosen: &str) -> (i32, String) {
    let original = originals().iter().find(|original| original.name == name).unwrap();
    let place = TempDir::new().unwrap();
    let (folder, ()) = forge(original, &place, |folder| {
        let (root, path) = pointer.split_at(pointer.find('/').unwrap());
        let root = if root == "state" { &mut folder.state } else { &mut folder.manifest };
        let (parent, key) = path.rsplit_once('/').unwrap();
        match root.pointer_mut(parent).unwrap() {
            Value::Object(map) => drop(map.insert(key.replace("~1", "/"), value)),
            Value::Array(list) => list[key.parse::<usize>().unwrap()] = value,
            other => panic!("{pointer}: {other}"),
        }
    });
    let all = commands(original, place.path(), folder.is_over());
    let words = all.iter().find(|words| words.iter().any(|word| word == chosen)).unwrap();
    let code = obey(words, place.path()).unwrap_or_else(|problem| panic!("{name}, {pointer}, {chosen}: {problem}"));
    (code, fs::read_to_string(place.path().join("stderr")).unwrap())
}

/// A run, where it is forged and to what, the command that is tried, and what it must say.
type Case = (&'static str, &'static str, Value, &'static str, &'static str);

fn refuse_all(cases: Vec<Case>) {
    for (name, pointer, value, chosen, reason) in cases {
        let (code, said) = forged_at(name, pointer, value, chosen);
        assert!((code == 1 || code == 2) && said.contains(reason), "{name}, {pointer}: {code}: {said}");
    }
}

#[test]
fn lists_are_as_long_as_the_plan_demands() {
    refuse_all(vec![
        ("tournament", "state/sizes", json!([]), "report", "expected 2 numbers of players, got 0"),
        ("tournament", "state/sizes/0/tally/entrants", json!([]), "report", "expected 3 entrants, got 0"),
        ("tournament", "state/sizes/0/tally/steals/1", json!([0]), "report", "expected 3 steals, got 1"),
        ("tournament", "state/sizes/1/tally/blocks/line_ups/0/wins", json!([]), "report", "chairs with wins"),
        (
            "tournament",
            "state/sizes/0/tally/blocks/course/0",
            json!([]),
            "report",
            "the first of the stretches of blocks",
        ),
        ("tournament", "state/sizes/0/tally/blocks/course/1", json!([]), "report", "entrants in a stretch"),
        ("tournament", "state/sizes/0/tally/blocks/digests", json!([]), "--sample", "digests: expected 1, got 0"),
        ("tournament", "state/sizes/0/tally/entrants/0/places", json!([]), "report", "expected 2 places, got 0"),
        ("tournament", "state/sizes/0/tally/entrants/0/seats", json!([]), "report", "expected 2 seats, got 0"),
        ("tournament", "state/sizes/0/tally/entrants/0/lay_sizes", json!(vec![0; 65]), "report", "sizes of lays"),
        ("tournament", "state/sizes/0/tally/highlights/clearest", json!([]), "report", "clearest wins"),
        ("interrupted", "state/disqualified", json!([]), "--resume", "disqualifications"),
        ("part1", "state/sizes/0/tally/turned_up/0", json!([1, 2]), "merge", "values of portions"),
    ]);
}

#[test]
fn sums_match_the_blocks_that_were_played() {
    let great = || json!(u64::MAX);
    refuse_all(vec![
        ("tournament", "state/sizes/0/tally/entrants/1/games", great(), "report", "games: expected 24"),
        ("tournament", "state/sizes/0/tally/entrants/1/worms/3", great(), "report", "games with each number of worms"),
        ("tournament", "state/sizes/0/tally/entrants/0/counters/0", great(), "report", "counters"),
        ("tournament", "state/sizes/0/tally/entrants/0/portions/3/4", great(), "report", "portions: expected at most"),
        ("tournament", "state/sizes/0/tally/steals/0/1", great(), "report", "steals: expected at most"),
        ("tournament", "state/sizes/0/tally/blocks/winners", great(), "report", "worms of winners"),
        ("part2", "state/sizes/0/tally/blocks/gaps/0/1", great(), "merge", "gaps: expected at most"),
        ("part2", "state/sizes/0/tally/blocks/products/0/1", great(), "merge", "products of wins"),
        ("part2", "state/sizes/0/tally/blocks/margins/0/1/sum", json!(i64::MIN), "merge", "margins"),
        ("test", "state/sizes/0/tally/blocks/wins/0/squares", json!(0), "report", "wins: no scores"),
        ("test", "state/sizes/0/tally/blocks/count", json!(0), "report", "blocks: expected 64, got 0"),
        ("tournament", "state/sizes/0/tally/highlights/closest/value", json!(i32::MIN), "report", "worth a look"),
    ]);
}

#[test]
fn indices_exist() {
    let great = || json!(u64::MAX);
    refuse_all(vec![
        ("tournament", "state/sizes/0/tally/highlights/closest/line_up", json!(3), "report", "worth a look"),
        ("tournament", "state/sizes/0/tally/highlights/closest/rotation", json!(2), "report", "worth a look"),
        ("tournament", "state/sizes/0/tally/highlights/closest/block", great(), "report", "worth a look"),
        ("tournament", "state/sizes/0/next", great(), "--sample", "expected a next block from 0 to 6"),
        ("interrupted", "state/sizes/0/next", json!(0), "--resume", "blocks: expected 0, got 5"),
        ("interrupted", "state/sizes/0/stopped", json!("complete"), "--resume", "cannot have ended there"),
        ("test", "state/sizes/0/stopped", Value::Null, "verify", "the run is over, but this table size is not"),
        ("faults", "state/incidents/0/entrant", json!(2), "report", "a fault is noted in a game"),
        ("faults", "state/disqualified/0", json!([7, 0]), "report", "cannot have been disqualified there"),
        ("tournament", "manifest/result/blocks", json!([]), "replay", "expected results of 2 numbers"),
        ("tournament", "manifest/result/blocks/0", great(), "analyze", "blocks cannot have been played"),
        ("tournament", "manifest/result/blocks/0", json!(7), "report", "count different blocks"),
        ("tournament", "manifest/result/files/~1dev~1zero", json!(""), "verify", "a run has no file"),
    ]);
}

#[test]
fn a_manifest_is_held_to_the_limits_of_the_command_line() {
    let test = |low: f64, high: f64, alpha: f64| json!({ "sprt": { "null": low, "alternative": high, "alpha": alpha, "beta": 0.05, "most": 100 } });
    let many: Vec<Value> = (0..65).map(|number| json!({ "name": number.to_string(), "family": "random" })).collect();
    let cases = [
        ("tournament", "/players", json!([2, 2]), "each number of players once"),
        ("tournament", "/players", json!([]), "at least one number of players"),
        ("tournament", "/first_deal", json!(u64::MAX), "the first deal is"),
        ("tournament", "/worms", json!(vec![100; 27]), "the worm table is damaged"),
        ("tournament", "/entrants", json!(many), "expected 1 to 64 entrants, got 65"),
        ("tournament", "/entrants/1/name", json!(""), "without control characters"),
        ("tournament", "/entrants/1/name", json!("\u{1b}[2J"), "without control characters"),
        ("tournament", "/entrants/1/name", json!("greedy"), "greedy is named twice"),
        ("tournament", "/goal", json!({ "blocks": [] }), "not one number of blocks for each"),
        ("tournament", "/goal", json!({ "blocks": [6, 0] }), "nothing to play"),
        ("tournament", "/goal", json!({ "blocks": [6, u64::MAX] }), "are too many"),
        ("test", "/goal", json!({ "until": { "half_width": 1.0, "most": 10 } }), "expected one between 0 and 1"),
        ("test", "/goal", json!({ "until": { "half_width": 0.1, "most": 0 } }), "nothing to play"),
        ("test", "/goal", test(1.0, 1.1, 2.0), "alpha is 2"),
        ("test", "/goal", test(1.1, 1.1, 0.05), "null < alternative"),
        ("test", "/goal", test(1.0, 2.0, 0.05), "alternative < 2"),
        ("part1", "/shard", json!([0, 0]), "there is no part 0/0"),
        ("part1", "/shard", json!([1, 1_u64 << 40]), "at most 1048576"),
        ("faults", "/entrants/0/command", json!([]), "its command or its variables are damaged"),
        ("faults", "/entrants/0/command", json!([""]), "its command or its variables are damaged"),
        ("faults", "/entrants/0/env", json!(["A=B"]), "its command or its variables are damaged"),
        ("faults", "/entrants/0/time_limit", json!(1e18), "the limit `time_limit` is out of range"),
    ];
    for (name, pointer, value, reason) in cases {
        for chosen in [if name == "part1" { "merge" } else { "report" }, "--from"] {
            let (code, said) = forged_at(name, &format!("manifest/plan{pointer}"), value.clone(), chosen);
            assert!(code == 2 && said.contains(reason), "{name}, {pointer}: {code}: {said}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_growing_file_does_not_become_longer() {
    let original = originals().iter().find(|original| original.name == "interrupted").unwrap();
    let place = TempDir::new().unwrap();
    let bytes = fs::metadata(original.path.join("games.jsonl")).unwrap().len();
    forge(original, &place, |folder| folder.grown["games.jsonl"]["bytes"] = json!(1_u64 << 40));
    let all = commands(original, place.path(), false);
    let words = all.iter().find(|words| words.iter().any(|word| word == "--resume")).unwrap();
    assert_eq!(obey(words, place.path()), Ok(1));
    assert_eq!(fs::metadata(place.path().join("run/games.jsonl")).unwrap().len(), bytes);
}

/// Files of a run that are read as a whole, or line by line, and a command that reads them.
const READ_FILES: [(&str, &str, &str); 6] = [
    ("tournament", "manifest.json", "report"),
    ("tournament", "tally.json", "report"),
    ("part1", "tally.json", "merge"),
    ("tournament", "seed.secret", "replay"),
    ("tournament", "games.jsonl", "--check"),
    ("interrupted", "checkpoint.json", "--resume"),
];

#[test]
fn a_file_of_gigabytes_is_refused_before_it_is_in_memory() {
    for (name, file, chosen) in READ_FILES {
        let original = originals().iter().find(|original| original.name == name).unwrap();
        let place = TempDir::new().unwrap();
        forge(original, &place, |_| ());
        // A hole: it takes no space on the disk.
        fs::File::create(place.path().join("run").join(file)).unwrap().set_len(4 << 30).unwrap();
        let all = commands(original, place.path(), name != "interrupted");
        let words = all.iter().find(|words| words.iter().any(|word| word == chosen)).unwrap();
        let code = obey(words, place.path()).unwrap_or_else(|problem| panic!("{file}, {chosen}: {problem}"));
        let said = fs::read_to_string(place.path().join("stderr")).unwrap();
        assert!((code == 1 || code == 2) && said.contains("bytes; expected at most"), "{file}, {chosen}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    let original = originals().iter().find(|original| original.name == "tournament").unwrap();
    for name in ["manifest.json", "tally.json", "games.jsonl"] {
        let place = TempDir::new().unwrap();
        forge(original, &place, |_| ());
        let path = place.path().join("run").join(name);
        fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        let all = commands(original, place.path(), true);
        let words = all.iter().find(|words| words[0] == "verify").unwrap();
        let code = obey(words, place.path()).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let said = fs::read_to_string(place.path().join("stderr")).unwrap();
        assert!((code == 1 || code == 2) && said.contains("it is not a regular file"), "{name}: {said}");
    }
}

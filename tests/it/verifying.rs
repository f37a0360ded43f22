//! `verify` says what it compared, and finds changes even behind hashes that were made to match.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::karteneck_in;

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..32].to_owned()
}

/// A small run that is over, with records and blocks.
fn run() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let arguments = [
        "tournament",
        "greedy",
        "random",
        "--blocks",
        "130",
        "--record",
        "all",
        "--blocks-csv",
        "--quiet",
        "--out",
        "run",
    ];
    assert_eq!(karteneck_in(home.path(), &arguments).code, 0);
    home
}

/// The result of `verify`: whether it succeeded, and its output.
fn verify(home: &Path, more: &[&str]) -> (bool, String) {
    let answer = karteneck_in(home, &[&["verify", "run"], more].concat());
    (answer.code == 0, answer.stdout + &answer.stderr)
}

fn manifest(home: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(home.join("run/manifest.json")).unwrap()).unwrap()
}

/// Writes a manifest with matching hashes of the files that it names.
fn seal(home: &Path, mut manifest: Value) {
    let files: BTreeMap<String, String> = serde_json::from_value(manifest["result"]["files"].clone()).unwrap();
    for name in files.keys() {
        manifest["result"]["files"][name] = json!(hash(&fs::read(home.join("run").join(name)).unwrap()));
    }
    fs::write(home.join("run/manifest.json"), serde_json::to_string_pretty(&manifest).unwrap() + "\n").unwrap();
}

#[test]
fn the_output_says_what_was_compared() {
    let home = run();
    fs::write(home.path().join("run/note.txt"), "mine").unwrap();
    let (fine, words) = verify(home.path(), &[]);
    assert!(fine, "{words}");
    assert!(words.contains("all 130 blocks played again") && words.contains("tally.json"), "{words}");
    assert!(words.contains("not compared: note.txt, timing.json"), "{words}");
    let (fine, words) = verify(home.path(), &["--sample", "10"]);
    assert!(fine, "{words}");
    assert!(words.contains("of 130 blocks") && words.contains("not checked: the sums"), "{words}");
    let same = words.lines().find(|line| line.starts_with("identical byte for byte")).unwrap();
    assert!(!same.contains("tally.json") && !same.contains("games.jsonl"), "only some of their lines: {same}");
}

#[test]
fn a_table_that_does_not_match_the_sums_is_found_even_with_a_sample() {
    for name in ["standings.csv", "matchups.csv", "portions.csv", "seats.csv", "lineups.csv", "histograms.csv"] {
        let home = run();
        let path = home.path().join("run").join(name);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replacen("greedy", "greedier", 1)).unwrap();
        seal(home.path(), manifest(home.path()));
        for more in [&[][..], &["--sample", "1"]] {
            let (fine, words) = verify(home.path(), more);
            assert!(!fine && words.contains(name), "{words}");
        }
    }
}

#[test]
fn a_file_removed_from_the_manifest_is_noticed() {
    for name in ["standings.csv", "tally.json", "games.jsonl", "blocks.csv"] {
        let home = run();
        let mut forged = manifest(home.path());
        forged["result"]["files"].as_object_mut().unwrap().remove(name);
        seal(home.path(), forged);
        for more in [&[][..], &["--sample", "1"]] {
            let (fine, words) = verify(home.path(), more);
            assert!(!fine && words.contains(name), "{words}");
        }
    }
}

#[test]
fn games_blocks_and_reasons_in_the_manifest_are_compared() {
    let cases =
        [("games", json!(261)), ("blocks", json!([131])), ("stopped", json!(["every interval is as narrow as asked"]))];
    for (key, value) in cases {
        let home = run();
        let mut forged = manifest(home.path());
        forged["result"][key] = value;
        seal(home.path(), forged);
        let (fine, words) = verify(home.path(), &["--sample", "1"]);
        assert!(!fine && words.contains("manifest.json"), "{key}: {words}");
    }
    let home = run();
    let mut forged = manifest(home.path());
    forged["fingerprint"] = json!("00000000000000000000000000000000");
    seal(home.path(), forged);
    let (fine, words) = verify(home.path(), &[]);
    assert!(!fine && words.contains("fingerprint"), "{words}");
}

#[test]
fn a_record_that_was_changed_is_found() {
    let home = run();
    let path = home.path().join("run/games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"strategies\":[\"greedy\"", "\"strategies\":[\"Greedy\"", 1)).unwrap();
    seal(home.path(), manifest(home.path()));
    for more in [&[][..], &["--sample", "130"]] {
        let (fine, words) = verify(home.path(), more);
        assert!(!fine && words.contains("games.jsonl"), "{words}");
    }
}

#[test]
fn faults_without_the_disqualification_they_entail_are_found() {
    let home = run();
    let path = home.path().join("run/tally.json");
    let text = fs::read_to_string(&path).unwrap();
    let mut body: Value = serde_json::from_str(text.split_once('\n').unwrap().1).unwrap();
    let fault = |block: u64| json!({"entrant": 1, "players": 2, "line_up": 0, "block": block, "rotation": 0, "fault": "seat 0, round 1, move 1: panic: x"});
    body["state"]["faults"] = json!([0, 8]);
    body["state"]["incidents"] = json!((0..8).map(|block| fault(block * 10)).collect::<Vec<_>>());
    body["state"]["sizes"][0]["tally"]["entrants"][1]["faults"] = json!(8);
    let body = body.to_string();
    fs::write(&path, format!("{}\n{body}\n", hash(body.as_bytes()))).unwrap();
    seal(home.path(), manifest(home.path()));
    let (fine, words) = verify(home.path(), &["--sample", "1"]);
    assert!(!fine, "{words}");
}

//! What a run writes for those who follow it: the wins on every deal, and what was known at every fixed position.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::{Answer, karteneck};

/// A table by the names of its columns.
fn rows(folder: &Path, name: &str) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_path(folder.join(name)).unwrap().deserialize().map(Result::unwrap).collect()
}

fn play(words: &[&str], out: &Path) -> Answer {
    let answer = karteneck(&[words, &["--quiet", "--out", out.to_str().unwrap()]].concat());
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    answer
}

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

/// The lines of the progress as they are written, and as values.
fn progress(folder: &Path) -> Vec<(String, Value)> {
    let lines = text(folder, "progress.jsonl");
    lines.lines().map(|line| (line.to_owned(), serde_json::from_str(line).unwrap())).collect()
}

#[test]
fn the_last_line_of_the_progress_is_the_result() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    play(&["match", "heuristic", "greedy", "--sprt", "0pp:5pp", "--blocks", "1000"], &run);
    let lines = progress(&run);
    let blocks: Vec<u64> = lines.iter().map(|(_, line)| line["blocks"].as_u64().unwrap()).collect();
    assert_eq!(blocks, [1, 2, 4, 8, 16, 32, 64], "every fixed position up to the end");
    assert!(lines[..6].iter().all(|(_, line)| line["stopped"].is_null()));
    let (last, value) = lines.last().unwrap();
    assert_eq!((&value["stopped"], &value["games"]), (&json!("alternative"), &json!(128)));
    for row in rows(&run, "standings.csv") {
        let own = value["standings"].as_array().unwrap().iter().find(|own| own["entrant"] == row["entrant"].as_str());
        assert_eq!(own.unwrap()["wins"].to_string(), row["wins"]);
        for column in ["win_rate", "win_rate_low", "win_rate_high"] {
            let expected = format!("\"{column}\":{}", row[column]);
            assert!(last.contains(&expected), "{expected} in {last}");
        }
    }
    let tests = rows(&run, "tests.csv");
    assert_eq!((tests.len(), tests[0]["decision"].as_str()), (1, "alternative"));
    for column in ["null", "alternative", "alpha", "beta", "log_likelihood_ratio", "lower", "upper"] {
        let expected = format!("\"{column}\":{}", tests[0][column]);
        assert!(last.contains(&expected), "{expected} in {last}");
    }
    let differences = rows(&run, "differences.csv");
    assert_eq!((differences.len(), differences[0]["opponent"].as_str()), (1, "greedy"));
    let number = |column: &str| differences[0][column].parse::<f64>().unwrap();
    assert!(number("difference_low") > 0.0 && number("difference") < number("difference_high"));
    assert!(number("probability_better") > 0.99 && number("p_value") < 0.01);
}

#[test]
fn a_digit_for_every_game() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    let field = ["greedy", "heuristic", "steal-hunter", "--players", "2,3", "--blocks", "50", "--blocks-csv"];
    play(&[&["tournament"], &field[..]].concat(), &run);
    let mut wins: BTreeMap<(String, u64), String> = BTreeMap::new();
    for row in rows(&run, "blocks.csv") {
        let block = row["block"].parse().unwrap();
        wins.entry((row["players"].clone(), block)).or_default().push_str(&row["wins"]);
    }
    let mut seen = 0;
    for row in rows(&run, "deals.csv") {
        let (first, size): (u64, usize) = (row["block"].parse().unwrap(), if row["players"] == "2" { 6 } else { 3 });
        for (offset, digits) in (0..).zip(row["wins"].as_bytes().chunks(size)) {
            assert_eq!(wins[&(row["players"].clone(), first + offset)].as_bytes(), digits);
            seen += 1;
        }
    }
    assert_eq!(seen, 100);
    assert!(text(&run, "deals.csv").ends_with('\n'));
    assert_eq!(rows(&run, "tests.csv").len(), 0);
    assert_eq!(rows(&run, "differences.csv").len(), 6);
}

/// Writes a changed file, with its hash in the manifest.
fn forge(run: &Path, name: &str, changed: &str) {
    fs::write(run.join(name), changed).unwrap();
    let mut manifest: Value = serde_json::from_str(&text(run, "manifest.json")).unwrap();
    manifest["result"]["files"][name] = json!(blake3::hash(changed.as_bytes()).to_hex()[..32].to_owned());
    fs::write(run.join("manifest.json"), format!("{manifest:#}\n")).unwrap();
}

#[test]
fn what_does_not_follow_from_the_games_is_found_even_if_it_is_sealed_again() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    play(&["match", "greedy", "random", "--blocks", "80"], &run);
    let path = run.to_str().unwrap();
    let originals =
        ["deals.csv", "progress.jsonl", "manifest.json", "differences.csv"].map(|name| (name, text(&run, name)));
    let [deals, progress, _, differences] = originals.clone().map(|(_, text)| text);
    let swapped = if deals.contains("2,64,20") {
        deals.replacen("2,64,20", "2,64,02", 1)
    } else {
        deals.replacen("2,0,", "2,0,02", 1)
    };
    let shorter = deals.lines().take(2).flat_map(|line| [line, "\n"]).collect::<String>();
    let without = progress.lines().skip(1).flat_map(|line| [line, "\n"]).collect::<String>();
    for (name, changed, reason) in [
        ("deals.csv", swapped.as_str(), "deals.csv: "),
        ("deals.csv", &shorter, "block 64 is missing"),
        ("deals.csv", &format!("{deals}2,3,11\n"), "block 3 is out of place"),
        ("deals.csv", &deals.replacen("2,0,", "2,0,9", 1), "deals.csv: "),
        ("deals.csv", &deals.replacen("2,0,", "3,0,", 1), "no games of 3 players"),
        ("deals.csv", "wins\n", "expected the columns"),
        ("deals.csv", &deals.replacen("2,0,", "2,0,ü", 1), "digits for each block"),
        ("progress.jsonl", &without, "progress.jsonl: is not what the wins"),
        ("differences.csv", &differences.replacen("0.", "0.1", 1), "differences.csv: is not what the sums"),
    ] {
        forge(&run, name, changed);
        for more in [&[][..], &["--sample", "1"]] {
            let answer = karteneck(&[&["verify", path], more].concat());
            assert!(answer.code == 1 && answer.stderr.contains(reason), "{name}, {reason}: {}", answer.stderr);
        }
        for (name, text) in &originals {
            fs::write(run.join(name), text).unwrap();
        }
    }
    let answer = karteneck(&["verify", path]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert!(answer.stdout.contains("progress.jsonl") && answer.stdout.contains("deals.csv"), "{}", answer.stdout);
}

/// Turns the folder of a run into one of an earlier build, without the files that those did not write.
fn make_earlier(run: &Path) {
    let new = ["deals.csv", "progress.jsonl", "differences.csv", "tests.csv"];
    let mut manifest: Value = serde_json::from_str(&text(run, "manifest.json")).unwrap();
    manifest["format"] = json!("karteneck-run/3");
    if let Some(files) = manifest["result"]["files"].as_object_mut() {
        files.retain(|name, _| !new.contains(&name.as_str()));
    }
    fs::write(run.join("manifest.json"), format!("{manifest:#}\n")).unwrap();
    for name in new {
        fs::remove_file(run.join(name)).unwrap_or_default();
    }
}

#[test]
fn folders_of_earlier_builds_are_read_and_merged() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let words = ["tournament", "greedy", "random", "heuristic", "--blocks", "9", "--record", "4"];
    play(&words, &at("whole"));
    for part in ["1", "2"] {
        play(&[&words[..], &["--shard", &format!("{part}/2")]].concat(), &at(part));
    }
    let joined = at("joined");
    let [one, two, out] = [at("1"), at("2"), joined.clone()].map(|path| path.to_str().unwrap().to_owned());
    // One part of an earlier build: what it lacks cannot be made.
    make_earlier(&at("1"));
    assert_eq!(karteneck(&["merge", &one, &two, "--out", &out]).code, 0);
    make_earlier(&at("whole"));
    for name in ["manifest.json", "standings.csv", "tally.json", "games.jsonl"] {
        let [whole, joined] = [at("whole"), at("joined")].map(|folder| text(&folder, name));
        let same = |text: &str| serde_json::from_str::<Value>(text).ok();
        assert!(whole == joined || (same(&whole).is_some() && same(&whole) == same(&joined)), "{name}");
    }
    for command in ["verify", "report"] {
        let answer = karteneck(&[command, &out]);
        assert_eq!(answer.code, 0, "{command}: {}", answer.stderr);
    }
    assert!(!at("joined").join("deals.csv").exists());
    // A folder that claims to be new must have everything.
    let mut manifest: Value = serde_json::from_str(&text(&at("whole"), "manifest.json")).unwrap();
    manifest["format"] = json!("karteneck-run/4");
    fs::write(at("whole").join("manifest.json"), manifest.to_string()).unwrap();
    let answer = karteneck(&["verify", at("whole").to_str().unwrap()]);
    assert!(answer.code == 1 && answer.stderr.contains("it has no hash of"), "{}", answer.stderr);
}

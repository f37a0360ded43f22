//! Parts of a run: started again, joined, refused by name, and settled as in one piece.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::{Answer, karteneck};
use crate::forged::sealing::{Folder, copy, seal};

const FIELD: [&str; 3] = ["greedy", "random", "heuristic"];

/// The files of a folder that do not depend on the machine.
pub fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let mut files: Vec<(String, Vec<u8>)> = entries
        .filter(|path| path.is_file() && name(path) != "timing.json")
        .map(|path| (name(&path), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

/// Fails unless two folders have the same files with the same bytes.
pub fn assert_same_files(one: &Path, other: &Path) {
    let [one, other] = [one, other].map(files);
    let names = |files: &[(String, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&one), names(&other));
    for ((name, bytes), (_, others)) in one.iter().zip(&other) {
        assert!(bytes == others, "{name} differs");
    }
}

fn done(answer: &Answer) {
    assert_eq!(answer.code, 0, "{}", answer.stderr);
}

/// A plan, its parts and the whole run, played once.
struct Cut {
    home: TempDir,
    count: usize,
}

impl Cut {
    /// A small tournament in this many parts, at `parts/1` and so on, and in one piece.
    fn new(count: usize, more: &[&str]) -> Cut {
        let cut = Cut { home: TempDir::new().unwrap(), count };
        let plan = cut.at("plan");
        let words = ["tournament", "--players", "2,3", "--blocks", "30", "--quiet", "--plan-only", "--out", &plan];
        let more = if more.is_empty() { &["--seed", "9"] } else { more };
        done(&karteneck(&[&words[..], &FIELD, more].concat()));
        done(&karteneck(&["tournament", "--from", &plan, "--quiet", "--out", &cut.at("whole")]));
        for part in 1..=count {
            done(&cut.start(part, &cut.part(part)));
        }
        cut
    }

    fn at(&self, name: &str) -> String {
        self.home.path().join(name).to_str().unwrap().to_owned()
    }

    fn part(&self, number: usize) -> String {
        self.at(&format!("parts/{number}"))
    }

    /// Starts a part in a folder.
    fn start(&self, number: usize, out: &str) -> Answer {
        let manifest = format!("{}/manifest.json", self.at("plan"));
        let shard = format!("{number}/{}", self.count);
        karteneck(&["tournament", "--from", &manifest, "--shard", &shard, "--quiet", "--out", out])
    }

    fn merge(&self, more: &[&str]) -> Answer {
        karteneck(&[&["merge", &self.at("parts"), "--quiet", "--out", &self.at("joined")], more].concat())
    }

    /// Fails unless merging is refused for a reason, names a folder, and leaves nothing behind.
    fn refuse(&self, reason: &str, named: &str) {
        let answer = self.merge(&[]);
        assert!(answer.code == 1 || answer.code == 2, "{reason}: {}", answer.code);
        assert!(answer.stderr.contains(reason) && answer.stderr.contains(named), "{reason}: {}", answer.stderr);
        assert!(!Path::new(&self.at("joined")).exists(), "{reason}");
    }

    /// Changes a part, sealed again, and returns where it is.
    fn forge(&self, number: usize, change: impl FnOnce(&mut Folder)) -> PathBuf {
        let path = PathBuf::from(self.part(number));
        let mut folder = Folder::read(&path);
        change(&mut folder);
        seal(&mut folder, &path);
        path
    }
}

#[test]
fn parts_from_a_manifest_are_merged_to_the_whole() {
    let cut = Cut::new(4, &["--seed", "random", "--record", "7", "--blocks-csv"]);
    done(&cut.merge(&[]));
    assert_same_files(Path::new(&cut.at("joined")), Path::new(&cut.at("whole")));
    // Again over the folder, which lies beside the parts, and once more from inside them.
    done(&cut.merge(&["--force"]));
    let inside = cut.at("parts/joined");
    for force in [&[][..], &["--force"]] {
        done(&karteneck(&[&["merge", &cut.at("parts"), "--quiet", "--out", &inside], force].concat()));
    }
    assert_same_files(Path::new(&inside), Path::new(&cut.at("whole")));
}

#[test]
fn a_finished_part_started_again_stays_as_it_is() {
    let cut = Cut::new(3, &[]);
    let part = cut.part(2);
    let before = files(Path::new(&part));
    let written = |name: &str| fs::metadata(Path::new(&part).join(name)).unwrap().modified().unwrap();
    let times = ["manifest.json", "tally.json", "timing.json"].map(written);
    done(&cut.start(2, &part));
    assert_eq!(["manifest.json", "tally.json", "timing.json"].map(written), times, "nothing is written again");
    assert!(files(Path::new(&part)) == before);
    // In words it is the same part.
    let words = ["tournament", "--players", "2,3", "--blocks", "30", "--seed", "9", "--shard", "2/3", "--out", &part];
    let answer = karteneck(&[&words[..], &FIELD].concat());
    assert!(answer.code == 0 && answer.stderr.contains("this part is finished"), "{}", answer.stderr);
    // A copy without what depends on the machine is as finished as the original.
    fs::remove_file(Path::new(&part).join("timing.json")).unwrap();
    done(&cut.start(2, &part));
    assert!(files(Path::new(&part)) == before);
}

#[test]
fn a_part_is_not_started_where_another_run_is() {
    let cut = Cut::new(2, &[]);
    let part = cut.part(1);
    let before = files(Path::new(&part));
    let common = ["tournament", "--players", "2,3", "--quiet", "--out", &part];
    for (other, key) in [
        (&["--seed", "8", "--blocks", "30", "--shard", "1/2"][..], "differs in seed"),
        (&["--seed", "9", "--blocks", "31", "--shard", "1/2"], "differs in goal"),
        (&["--seed", "9", "--blocks", "30", "--shard", "2/2"], "differs in shard"),
        (&["--seed", "9", "--blocks", "30", "--shard", "1/3"], "differs in shard"),
        (&["--seed", "9", "--blocks", "30", "--shard", "1/2", "--record", "3"], "differs in record_every"),
    ] {
        let answer = karteneck(&[&common[..], &FIELD, other].concat());
        assert!(answer.code == 2 && answer.stderr.contains(key), "{key}: {}", answer.stderr);
        assert!(files(Path::new(&part)) == before, "{key}");
    }
    cut.forge(1, |folder| folder.manifest["fingerprint"] = json!("0123456789abcdef0123456789abcdef"));
    let answer = cut.start(1, &part);
    assert!(answer.code == 2 && answer.stderr.contains("the fingerprint 0123456789abcdef"), "{}", answer.stderr);
    // A damaged part is not taken for a finished one.
    let cut = Cut::new(2, &[]);
    fs::write(Path::new(&cut.part(1)).join("deals.csv"), "players,block,wins\n").unwrap();
    let answer = cut.start(1, &cut.part(1));
    assert!(answer.code == 1 && answer.stderr.contains("deals.csv"), "{}", answer.stderr);
    let answer = karteneck(
        &[
            &common[..2],
            &["2,3", "--quiet", "--blocks", "30", "--seed", "9", "--shard", "1/2"],
            &FIELD,
            &["--force", "--out", &cut.part(1)],
        ]
        .concat(),
    );
    done(&answer);
    done(&cut.merge(&[]));
    assert_same_files(Path::new(&cut.at("joined")), Path::new(&cut.at("whole")));
}

#[test]
fn missing_parts_are_named() {
    let cut = Cut::new(6, &[]);
    let away = cut.at("away");
    fs::rename(cut.part(5), &away).unwrap();
    cut.refuse("part 5/6 is missing", "--partial");
    for part in [2, 3] {
        fs::remove_dir_all(cut.part(part)).unwrap();
    }
    cut.refuse("parts 2-3 and 5 of 6 are missing", "");
    // A part that was killed before it could say what it is.
    fs::create_dir(cut.part(5)).unwrap();
    cut.refuse("parts 2-3 and 5 of 6 are missing", "");
    // One that has said so, and nothing else.
    copy(Path::new(&away), Path::new(&cut.part(5)));
    let mut manifest: Value = serde_json::from_slice(&fs::read(cut.part(5) + "/manifest.json").unwrap()).unwrap();
    manifest.as_object_mut().unwrap().remove("result");
    fs::write(cut.part(5) + "/manifest.json", manifest.to_string()).unwrap();
    cut.refuse("parts 2-3 of 6 are missing, and part 5/6 is not finished", "parts/5");
    fs::create_dir(cut.at("empty")).unwrap();
    let answer = karteneck(&["merge", &cut.at("empty"), "--out", &cut.at("joined")]);
    assert!(answer.code == 2 && answer.stderr.contains("has none under it"), "{}", answer.stderr);
}

#[test]
fn doubled_and_foreign_parts_are_named() {
    let cut = Cut::new(3, &[]);
    let named = |name: &str| cut.at(&format!("parts/{name}"));
    copy(Path::new(&cut.part(2)), Path::new(&named("twice")));
    cut.refuse("part 2/3 is there twice", "parts/twice");
    fs::remove_dir_all(named("twice")).unwrap();
    // Of another seed, in place of one of the parts, and cut into another number of parts.
    let words = ["tournament", "--players", "2,3", "--blocks", "30", "--quiet"];
    for (name, more, reason) in [
        ("0", &["--seed", "8", "--shard", "1/3"][..], "a part of a different run"),
        ("0", &["--seed", "9", "--shard", "1/4"], "part 1/4 overlaps"),
        ("0", &["--seed", "9"], "this is a whole run, not a part of one"),
    ] {
        let out = named(name);
        done(&karteneck(&[&words[..], &FIELD, more, &["--out", &out]].concat()));
        cut.refuse(reason, "parts/0");
        fs::remove_dir_all(out).unwrap();
    }
    // Of another program: alone among the others, and all of them.
    let other = json!("0123456789abcdef0123456789abcdef");
    cut.forge(3, |folder| folder.manifest["fingerprint"] = other.clone());
    cut.refuse("may play differently: its fingerprint is 0123456789abcdef", "parts/3");
    cut.forge(3, |folder| drop(folder.manifest.as_object_mut().unwrap().remove("fingerprint")));
    cut.refuse("may play differently: its fingerprint is none", "parts/3");
    for part in 1..=3 {
        cut.forge(part, |folder| folder.manifest["fingerprint"] = other.clone());
    }
    cut.refuse("and this one has", "parts/1");
}

#[test]
fn truncated_and_forged_parts_are_named() {
    let cut = Cut::new(3, &["--seed", "9", "--record", "5"]);
    let part = PathBuf::from(cut.part(2));
    for (name, bytes) in files(&part) {
        for length in [bytes.len() / 2, 0] {
            fs::write(part.join(&name), &bytes[..length]).unwrap();
            cut.refuse("parts/2", if name == "manifest.json" { "" } else { &name });
        }
        fs::remove_file(part.join(&name)).unwrap();
        // Without a manifest it is no part at all.
        cut.refuse("", if name == "manifest.json" { "part 2/3 is missing" } else { &name });
        fs::write(part.join(&name), &bytes).unwrap();
    }
    // Sealed again: a table without its hash, wins that are not those of the sums, and a shard that it is not.
    let original = files(&part);
    let restore = || original.iter().for_each(|(name, bytes)| fs::write(part.join(name), bytes).unwrap());
    cut.forge(2, |folder| drop(folder.manifest["result"]["files"].as_object_mut().unwrap().remove("deals.csv")));
    cut.refuse("it has no hash of deals.csv", "parts/2");
    restore();
    cut.forge(2, |folder| {
        let deals = folder.texts.get_mut("deals.csv").unwrap();
        let (wins, others) = if deals.contains("20") { ("20", "02") } else { ("02", "20") };
        *deals = deals.replacen(wins, others, 1);
    });
    cut.refuse("does not add up to the sums in tally.json", "parts/2/deals.csv");
    restore();
    cut.forge(2, |folder| folder.manifest["plan"]["shard"] = json!([3, 3]));
    cut.refuse("there twice", "parts/2");
    restore();
    done(&cut.merge(&[]));
}

#[test]
fn a_partial_result_is_marked_and_never_taken_for_a_whole() {
    let cut = Cut::new(5, &["--seed", "9", "--record", "5", "--blocks-csv"]);
    for part in [1, 3] {
        fs::remove_dir_all(cut.part(part)).unwrap();
    }
    let joined = cut.at("joined");
    let answer = cut.merge(&["--partial"]);
    assert!(answer.stderr.contains("partial result: parts 1 and 3 of 5 are missing"), "{}", answer.stderr);
    assert!(
        answer.code == 0 && answer.stdout.contains("18 blocks") && answer.stdout.contains("· partial"),
        "{}",
        answer.stdout
    );
    let manifest: Value = serde_json::from_slice(&fs::read(joined.clone() + "/manifest.json").unwrap()).unwrap();
    assert_eq!(manifest["plan"]["partial"], json!({"of": 5, "parts": [[2, 2], [4, 5]]}));
    assert_eq!(manifest["result"]["stopped"], json!(["parts of the run are missing", "parts of the run are missing"]));
    // The lines of its blocks are those of the whole.
    for name in ["games.jsonl", "blocks.csv"] {
        let [some, all] = [&joined, &cut.at("whole")].map(|run| fs::read_to_string(format!("{run}/{name}")).unwrap());
        let lines: Vec<&str> = all.lines().collect();
        assert!(some.lines().all(|line| lines.contains(&line)) && some.lines().count() < lines.len(), "{name}");
    }
    for (words, code, said) in [
        (&["verify", &joined][..], 2, "partial result"),
        (&["ratings", &joined], 2, "partial result"),
        (&["tournament", "--resume", &joined], 2, "partial result"),
        (&["export", &joined, "--games", "--out", &cut.at("games.csv")], 2, "partial result"),
        (&["analyze", &joined, "--sample", "2"], 2, "partial result"),
        (&["merge", &joined, "--out", &cut.at("again")], 2, "not a part"),
        (&["replay", &joined, "13:0", "--players", "3"], 2, "in a part that is missing"),
        (&["replay", &joined, "6:0", "--players", "3"], 0, ""),
        (&["report", &joined], 0, ""),
    ] {
        let answer = karteneck(words);
        assert!(answer.code == code && answer.stderr.contains(said), "{words:?}: {} {}", answer.code, answer.stderr);
    }
    let page = fs::read_to_string(format!("{joined}/report.html")).unwrap();
    assert!(page.contains("A partial result: parts 1 and 3 of 5 are missing."));
    let json = cut.merge(&["--partial", "--force", "--json"]);
    let json: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(json["sizes"][0]["stopped"], json!("partial"));
    // Its plan is that of the whole run, and with all parts the whole is not marked.
    let again = cut.at("again");
    done(&karteneck(&["tournament", "--from", &joined, "--quiet", "--out", &again]));
    assert_same_files(Path::new(&again), Path::new(&cut.at("whole")));
    for part in [1, 3] {
        done(&cut.start(part, &cut.part(part)));
    }
    done(&cut.merge(&["--partial", "--force"]));
    assert_same_files(Path::new(&joined), Path::new(&cut.at("whole")));
}

#[test]
fn more_parts_than_blocks_are_merged() {
    let cut = Cut::new(40, &[]);
    done(&cut.merge(&[]));
    assert_same_files(Path::new(&cut.at("joined")), Path::new(&cut.at("whole")));
    // A partial result may have no block of a number of players.
    let answer = karteneck(&["merge", &cut.part(1), "--partial", "--quiet", "--out", &cut.at("none")]);
    assert!(answer.code == 0 && answer.stdout.contains("0 blocks"), "{}", answer.stderr);
}

#[test]
fn the_last_of_many_parts_is_not_larger_than_the_first() {
    let home = TempDir::new().unwrap();
    let size = |part: &str| {
        let out = home.path().join(part);
        let words = ["match", "random", "greedy", "--games", "1e8", "--shard", &format!("{part}/10000"), "--quiet"];
        done(&karteneck(&[&words[..], &["--out", out.to_str().unwrap()]].concat()));
        let tally = fs::metadata(out.join("tally.json")).unwrap().len();
        (files(&out).iter().map(|(_, bytes)| bytes.len() as u64).sum::<u64>(), tally)
    };
    let (first, first_tally) = size("1");
    let (last, last_tally) = size("10000");
    assert!(last <= 2 * first && last_tally <= 2 * first_tally, "{first} {last}, {first_tally} {last_tally}");
}

#[test]
fn parts_of_earlier_builds_with_zeros_before_them_are_read() {
    let cut = Cut::new(30, &["--seed", "9"]);
    let dense = |list: &mut Value, zero: &Value| {
        if let Some(from) = list["from"].as_u64() {
            let zeros = vec![zero.clone(); from as usize];
            *list = json!([zeros, list["list"].as_array().unwrap().clone()].concat());
        }
    };
    let mut changed = 0;
    for part in 1..=30 {
        let path = cut.forge(part, |folder| {
            for size in folder.state["sizes"].as_array_mut().unwrap() {
                let nothing = json!({"count": 0, "sum": 0, "squares": 0});
                let blocks = &mut size["tally"]["blocks"];
                changed += usize::from(blocks["course"].is_object());
                dense(&mut blocks["course"], &json!([nothing, nothing, nothing]));
                dense(&mut blocks["digests"], &json!(0));
            }
        });
        if part % 10 == 0 {
            done(&karteneck(&["verify", path.to_str().unwrap(), "--quiet"]));
        }
    }
    assert_eq!(changed, 58, "every part but the first begins late");
    done(&cut.merge(&[]));
    assert_same_files(Path::new(&cut.at("joined")), Path::new(&cut.at("whole")));
}

#[test]
fn runs_that_end_by_themselves_have_no_parts() {
    let cut = Cut::new(1, &[]);
    for goal in [&["--until", "5pp"][..], &["--sprt", "0pp:5pp"]] {
        let plan = cut.at("sequential");
        let words = ["match", "greedy", "random", "--force", "--plan-only", "--quiet", "--out", &plan];
        done(&karteneck(&[&words[..], goal].concat()));
        let part = cut.at("part");
        for words in [
            &[&["match", "greedy", "random", "--shard", "1/3", "--out", &part], goal].concat()[..],
            &["match", "--from", &plan, "--shard", "1/3", "--out", &part],
        ] {
            let answer = karteneck(words);
            assert!(answer.code == 2 && answer.stderr.contains("python -m karteneck.cluster"), "{}", answer.stderr);
            assert!(!Path::new(&part).exists());
        }
    }
}

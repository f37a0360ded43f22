//! Folders of tunings from a stranger: manifest and journal changed anywhere and sealed again.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::commands::obey;
use super::mutator::Mutator;
use super::sealing::{copy, hash};
use crate::cli::karteneck;

/// A small tuning, played once for all tests.
fn original() -> &'static Path {
    static ORIGINAL: OnceLock<(TempDir, std::path::PathBuf)> = OnceLock::new();
    let made = ORIGINAL.get_or_init(|| {
        let home = TempDir::new().unwrap();
        let folder = home.path().join("run");
        let words = "tune heuristic:tempo=3,wait=1 --params tempo,wait --against greedy,self --games 12000 --seed 3 \
                     --transfer greedy,random --sensitivity --quiet --players 2,3 --folder";
        let words: Vec<&str> = words.split_whitespace().chain([folder.to_str().unwrap()]).collect();
        let answer = karteneck(&words);
        assert_eq!(answer.code, 0, "{}", answer.stderr);
        (home, folder)
    });
    &made.1
}

/// The two files that determine a tuning.
struct Tuning {
    manifest: Value,
    /// The entries, each without its hash.
    journal: Vec<Value>,
}

impl Tuning {
    fn read(path: &Path) -> Tuning {
        let text = |name: &str| fs::read_to_string(path.join(name)).unwrap();
        let entry = |line: &str| serde_json::from_str(line.split_once(' ').unwrap().1).unwrap();
        Tuning {
            manifest: serde_json::from_str(&text("manifest.json")).unwrap(),
            journal: text("journal.jsonl").lines().map(entry).collect(),
        }
    }

    /// Writes both over a copy of the original.
    fn seal(&self, path: &Path) {
        let line = |entry: &Value| format!("{} {entry}\n", hash(entry.to_string().as_bytes()));
        fs::write(path.join("journal.jsonl"), self.journal.iter().map(line).collect::<String>()).unwrap();
        fs::write(path.join("manifest.json"), format!("{:#}\n", self.manifest)).unwrap();
    }

    fn change(&mut self, mutator: &mut Mutator) -> String {
        if mutator.one_in(2) {
            // Its answers would belong to another manifest.
            self.journal.clear();
            return format!("manifest{}", mutator.change_value(&mut self.manifest));
        }
        let kept = mutator.below(self.journal.len()) + 1;
        self.journal.truncate(kept);
        // Often the first ones, so that much follows from them.
        let among = if mutator.one_in(2) { kept } else { kept.min(3) };
        let index = mutator.below(among);
        if mutator.one_in(8) {
            self.journal.swap(0, index);
            return format!("answer {index} before all others");
        }
        format!("answer {index}{}", mutator.change_value(&mut self.journal[index]))
    }
}

/// All commands that may be given such a folder.
fn commands(place: &Path) -> Vec<Vec<String>> {
    let run = place.join("run").to_str().unwrap().to_owned();
    let words =
        |text: &str| text.split(' ').map(|word| if word == "RUN" { run.clone() } else { word.to_owned() }).collect();
    [
        "tune --resume RUN --quiet --threads 2",
        "report RUN --force --out page",
        "tournament --from RUN --out again --quiet",
        "verify RUN",
        "merge RUN RUN --out whole",
        "replay RUN 0:0",
        "analyze --run RUN --sample 2",
    ]
    .map(words)
    .to_vec()
}

/// Forges the tuning with this number, and tries some commands on it, always `tune --resume`; returns what went wrong.
pub fn attack(number: u64, tries: usize) -> Vec<String> {
    let place = TempDir::new().unwrap();
    let run = place.path().join("run");
    copy(original(), &run);
    let mut tuning = Tuning::read(original());
    let mut mutator = Mutator::new(number);
    let story = tuning.change(&mut mutator);
    tuning.seal(&run);
    let all = commands(place.path());
    let others = all[1..].iter().cycle().skip(mutator.below(all.len())).take(tries - 1);
    let wrong = all[..1].iter().chain(others).filter_map(|words| {
        let problem = obey(words, place.path()).err()?;
        Some(format!("tuning {number} ({story}): {}: {problem}", words[..2].join(" ")))
    });
    wrong.collect()
}

/// A tuning that was only sealed again is continued.
#[test]
fn a_tuning_that_was_only_sealed_again_is_continued() {
    let place = TempDir::new().unwrap();
    let run = place.path().join("run");
    copy(original(), &run);
    let mut tuning = Tuning::read(original());
    tuning.journal.truncate(5);
    tuning.seal(&run);
    let answer = karteneck(&["tune", "--resume", run.to_str().unwrap(), "--quiet"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    // The seal of this test writes keys in another order.
    let [there, expected] = [&run, original()].map(Tuning::read);
    assert_eq!((there.manifest, there.journal), (expected.manifest, expected.journal));
    for name in ["tuned.toml", "history.csv"] {
        let [there, expected] = [&run, original()].map(|folder: &Path| fs::read(folder.join(name)).unwrap());
        assert!(there == expected, "{name} differs");
    }
}

#[test]
fn scores_that_cannot_be_those_of_the_question_are_refused() {
    for (pointer, value) in [
        ("/scores/sizes", json!([])),
        ("/scores/sizes/0/wins", json!([])),
        ("/scores/sizes/0/wins/0", json!(u64::MAX)),
        ("/scores/sizes/0/products/1", json!([0])),
        ("/scores/sizes/0/products/1/0", json!(u64::MAX)),
        ("/scores/sizes/0/products/0/0", json!(0)),
        ("/scores/sizes/1/blocks", json!(0)),
        ("/scores/sizes/1/seats", json!(0)),
        ("/scores/sizes/1/players", json!(2)),
    ] {
        let place = TempDir::new().unwrap();
        let run = place.path().join("run");
        copy(original(), &run);
        let mut tuning = Tuning::read(original());
        *tuning.journal[0].pointer_mut(pointer).unwrap() = value;
        tuning.seal(&run);
        let code = obey(&commands(place.path())[0], place.path()).unwrap_or_else(|why| panic!("{pointer}: {why}"));
        let said = fs::read_to_string(place.path().join("stderr")).unwrap();
        assert!(code == 1 && said.contains("does not match the manifest"), "{pointer}: {code}: {said}");
    }
}

#[test]
fn a_tuning_of_gigabytes_is_refused_before_it_is_in_memory() {
    for file in ["manifest.json", "journal.jsonl"] {
        let place = TempDir::new().unwrap();
        let run = place.path().join("run");
        copy(original(), &run);
        fs::File::create(run.join(file)).unwrap().set_len(4 << 30).unwrap();
        let code = obey(&commands(place.path())[0], place.path()).unwrap_or_else(|why| panic!("{file}: {why}"));
        let said = fs::read_to_string(place.path().join("stderr")).unwrap();
        assert!((code == 1 || code == 2) && said.contains(file), "{file}: {code}: {said}");
    }
}

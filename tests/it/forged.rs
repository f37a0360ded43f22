//! Run folders from a stranger: changed anywhere and sealed again, so that no hash shows it. Every command that reads one
//! refuses it or shows it, and never panics, hangs or runs out of memory.

mod cases;
mod commands;
mod folders;
mod mutator;
pub mod sealing;
mod tunings;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use tempfile::TempDir;

use commands::{commands, obey};
use folders::{Original, originals};
use mutator::Mutator;
use sealing::{Folder, copy, seal};

/// A forged copy of a run, with its other part if it has one.
fn forge<T>(original: &Original, place: &TempDir, change: impl FnOnce(&mut Folder) -> T) -> (Folder, T) {
    let mut folder = Folder::read(&original.path);
    let story = change(&mut folder);
    let run = place.path().join("run");
    copy(&original.path, &run);
    seal(&mut folder, &run);
    if let Some(path) = &original.sibling {
        let (mut sibling, to) = (Folder::read(path), place.path().join("sibling"));
        copy(path, &to);
        // Both must still belong to the same run.
        let shard = sibling.manifest["plan"]["shard"].take();
        if let Some(plan) = folder.manifest.get("plan").filter(|plan| plan.is_object()) {
            sibling.manifest["plan"] = plan.clone();
        }
        sibling.manifest["plan"]["shard"] = shard;
        seal(&mut sibling, &to);
    }
    (folder, story)
}

/// Forges the run with this number, and tries some commands on it; returns what went wrong.
fn attack(number: u64, tries: usize) -> Vec<String> {
    let original = &originals()[number as usize % originals().len()];
    let place = TempDir::new().unwrap();
    let mut mutator = Mutator::new(number);
    let (folder, story) = forge(original, &place, |folder| mutator.change(folder));
    let all = commands(original, place.path(), folder.is_over());
    let from = mutator.below(all.len());
    let chosen = all.iter().cycle().skip(from).take(tries.min(all.len()));
    let wrong = chosen.filter_map(|words| {
        let problem = obey(words, place.path()).err()?;
        Some(format!("{number} ({}, {story:?}): {}: {problem}", original.name, words[..2].join(" ")))
    });
    wrong.collect()
}

fn attack_all(numbers: std::ops::Range<u64>, attack: impl Fn(u64) -> Vec<String> + Sync) {
    let (next, wrong) = (AtomicU64::new(numbers.start), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end {
                        break;
                    }
                    wrong.lock().unwrap().extend(attack(number));
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} of {} commands:\n{}", wrong.len(), numbers.end - numbers.start, wrong.join("\n\n"));
}

#[test]
fn no_forged_folder_makes_a_command_panic_hang_or_swell() {
    attack_all(0..200, |number| attack(number, 1));
}

#[test]
fn no_forged_tuning_makes_a_command_panic_hang_or_swell() {
    attack_all(0..40, |number| tunings::attack(number, 1));
}

/// As many folders as `KARTENECK_FORGED` says.
#[test]
#[ignore = "takes several minutes"]
fn nor_does_any_of_thousands_of_forged_folders() {
    let number = |name: &str, usual: u64| std::env::var(name).map_or(usual, |text| text.parse().unwrap());
    let (first, count) = (number("KARTENECK_FORGED_FROM", 1000), number("KARTENECK_FORGED", 5000));
    attack_all(first..first + count, |number| attack(number, 3));
    attack_all(first..first + count / 10, |number| tunings::attack(number, 3));
}

#[test]
fn a_folder_that_was_only_sealed_again_works_as_before() {
    for original in originals() {
        let place = TempDir::new().unwrap();
        let (folder, ()) = forge(original, &place, |_| ());
        for words in commands(original, place.path(), folder.is_over()) {
            let code = obey(&words, place.path()).unwrap_or_else(|problem| panic!("{words:?}: {problem}"));
            let refused = original.name == "empty" && ["replay", "analyze"].contains(&words[0].as_str())
                || words.len() < 6 && words[0] == "merge"
                || words[1].ends_with("games.jsonl") && !folder.texts.contains_key("games.jsonl");
            assert_eq!(code != 0, refused, "{}: {words:?}: {code}", original.name);
        }
    }
}

//! Folders of runs: one writer at a time, foreign files never replaced, and whatever was left behind can be continued.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use karteneck::runs::{RunError, RunFolder};
use tempfile::TempDir;

use crate::cli::karteneck;

fn start(folder: &Path, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_karteneck"))
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// A run that was interrupted as soon as some of its games were written.
#[cfg(unix)]
fn interrupted(folder: &TempDir) -> PathBuf {
    let words = ["match", "monte-carlo", "tuned", "--blocks", "150", "--record", "all", "--blocks-csv", "--out", "run"];
    let mut child = start(folder.path(), &words);
    // Until the first block is played.
    while fs::metadata(folder.path().join("run/progress.jsonl")).map_or(0, |file| file.len()) == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it ended too early");
        thread::sleep(Duration::from_millis(5));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "it ended too early");
    folder.path().join("run")
}

#[cfg(unix)]
#[test]
fn two_processes_that_resume_one_run_do_not_damage_it() {
    let folder = TempDir::new().unwrap();
    let run = interrupted(&folder);
    let both: Vec<Child> = (0..2).map(|_| start(folder.path(), &["match", "--resume", "run"])).collect();
    let mut codes: Vec<Option<i32>> = both.into_iter().map(|mut child| child.wait().unwrap().code()).collect();
    codes.sort_unstable();
    assert_eq!(codes, [Some(0), Some(2)], "one continues, one refuses");
    assert_eq!(fs::read_to_string(run.join("games.jsonl")).unwrap().lines().count(), 300);
    let verified = karteneck(&["verify", run.to_str().unwrap()]);
    assert_eq!(verified.code, 0, "{}", verified.stderr);
}

#[cfg(unix)]
#[test]
fn changed_growing_files_are_not_continued() {
    let folder = TempDir::new().unwrap();
    let run = interrupted(&folder);
    for name in ["games.jsonl", "blocks.csv", "deals.csv", "progress.jsonl"] {
        let whole = fs::read(run.join(name)).unwrap();
        for at in [0, whole.len() / 2, whole.len() - 1] {
            let mut flipped = whole.clone();
            flipped[at] ^= 1;
            fs::write(run.join(name), &flipped).unwrap();
            let refused = karteneck(&["match", "--resume", run.to_str().unwrap()]);
            assert_eq!(refused.code, 1, "{name} at {at}: {}", refused.stderr);
            assert!(refused.stderr.contains("was changed since the run was interrupted"), "{}", refused.stderr);
        }
        fs::write(run.join(name), &whole).unwrap();
    }
    // A link is not followed for writing.
    let (games, elsewhere) = (run.join("games.jsonl"), folder.path().join("precious"));
    fs::rename(&games, &elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &games).unwrap();
    let refused = karteneck(&["match", "--resume", run.to_str().unwrap()]);
    assert!(refused.code == 1 && refused.stderr.contains("is a link"), "{}", refused.stderr);
    fs::remove_file(&games).unwrap();
    fs::rename(&elsewhere, &games).unwrap();
    assert_eq!(karteneck(&["match", "--resume", run.to_str().unwrap()]).code, 0);
}

#[test]
fn a_folder_has_one_writer() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("run");
    let first = RunFolder::create(&path, false).unwrap();
    assert!(matches!(RunFolder::create(&path, true), Err(RunError::Busy(_))));
    drop(first);
    RunFolder::create(&path, false).unwrap();
}

#[test]
fn runs_that_start_at_the_same_moment_get_a_folder_each() {
    let folder = TempDir::new().unwrap();
    let words = ["match", "first", "passer", "--blocks", "2", "--quiet"];
    let all: Vec<Child> = (0..8).map(|_| start(folder.path(), &words)).collect();
    for mut child in all {
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
    for number in 1..=8 {
        assert!(folder.path().join(format!("results/match-{number:03}/manifest.json")).is_file());
    }
}

#[test]
fn leftovers_of_a_killed_start_are_no_obstacle_and_foreign_files_stay() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    let words = |more: &[&str]| {
        karteneck(
            &[&["match", "first", "passer", "--blocks", "2", "--quiet", "--out", run.to_str().unwrap()], more].concat(),
        )
    };
    fs::create_dir(&run).unwrap();
    for name in [".manifest.json-x1Y2z3", "seed.secret", "standings.csv", "games.jsonl", ".tally.json-abcdef"] {
        fs::write(run.join(name), "left behind").unwrap();
    }
    assert_eq!(words(&[]).code, 0, "without a manifest there is nothing to lose");
    assert!(!run.join(".manifest.json-x1Y2z3").exists() && !run.join("seed.secret").exists());
    assert_eq!(words(&[]).code, 2, "with one there is");
    fs::write(run.join("notes.txt"), "mine").unwrap();
    assert_eq!(words(&["--force"]).code, 0);
    assert_eq!(fs::read_to_string(run.join("notes.txt")).unwrap(), "mine");
    // An unrelated folder with a manifest.json is left alone.
    fs::write(run.join("manifest.json"), "{\"name\": \"an app\"}").unwrap();
    let refused = words(&["--force"]);
    assert!(refused.code == 2 && refused.stderr.contains("is not ours"), "{}", refused.stderr);
    fs::remove_file(run.join("manifest.json")).unwrap();
    let refused = words(&["--force"]);
    assert!(refused.code == 2 && refused.stderr.contains("notes.txt"), "{}", refused.stderr);
}

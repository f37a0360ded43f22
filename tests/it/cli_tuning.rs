//! Tuning on the command line: the same bytes for any threads and after any kill, results that can be used and repeated.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::cli::karteneck;

/// Every file of a tuning that must be the same.
const FILES: [&str; 8] = [
    "manifest.json",
    "journal.jsonl",
    "history.csv",
    "transfer.csv",
    "sensitivity.csv",
    "tuned.toml",
    "convergence.svg",
    "sensitivity.svg",
];

/// A small tuning from a bad start.
const TUNING: [&str; 14] = [
    "tune",
    "heuristic:tempo=3,wait=1,steal=0",
    "--params",
    "tempo,wait,steal",
    "--against",
    "heuristic:card=0.5,point=0.2,self",
    "--games",
    "16000",
    "--seed",
    "3",
    "--transfer",
    "greedy,heuristic:card=0.4,point=0.2",
    "--sensitivity",
    "--quiet",
];

fn tuning(folder: &Path, more: &[&str]) -> String {
    let answer = karteneck(&[&TUNING[..], &["--folder", folder.to_str().unwrap()], more].concat());
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    answer.stdout
}

fn assert_same(one: &Path, other: &Path) {
    for name in FILES {
        let [one, other] = [one, other].map(|folder| fs::read(folder.join(name)).unwrap_or_else(|_| panic!("{name}")));
        assert!(one == other, "{name} differs");
    }
}

fn journal_lines(folder: &Path) -> usize {
    fs::read_to_string(folder.join("journal.jsonl")).unwrap_or_default().matches('\n').count()
}

#[test]
fn threads_and_kills_change_no_byte() {
    let home = TempDir::new().unwrap();
    let at = |name: &str| home.path().join(name);
    let said = tuning(&at("one"), &["--threads", "1"]);
    assert_eq!(tuning(&at("two"), &["--threads", "2"]), said);
    assert_same(&at("one"), &at("two"));
    let killed = at("killed");
    let path = killed.to_str().unwrap();
    let mut arguments = TUNING.to_vec();
    arguments.extend(["--folder", path]);
    let whole = fs::read(at("one").join("journal.jsonl")).unwrap();
    for lines in [3, 9, 20] {
        let binary = assert_cmd::cargo::cargo_bin!("karteneck");
        let mut child =
            Command::new(binary).args(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while journal_lines(&killed) < lines && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let journal = fs::read(killed.join("journal.jsonl")).unwrap();
        let finished = journal.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        assert!(finished < whole.len(), "it was over before it was killed");
        assert!(whole.starts_with(&journal[..finished]));
        arguments = vec!["tune", "--resume", path, "--quiet", "--threads", "2"];
    }
    let answer = karteneck(&["tune", "--resume", path, "--quiet"]);
    assert_eq!((answer.code, answer.stdout), (0, said), "{}", answer.stderr);
    assert_same(&at("one"), &killed);
}

#[test]
fn a_bad_start_is_mended_and_the_result_can_be_used_and_repeated() {
    let home = TempDir::new().unwrap();
    let (folder, file) = (home.path().join("tune"), home.path().join("better.toml"));
    let file = file.to_str().unwrap();
    let said = tuning(&folder, &["--out", file]);
    assert!(said.contains("Better than heuristic:tempo=3,wait=1,steal=0"), "{said}");
    let text = fs::read_to_string(file).unwrap();
    assert_eq!(text, fs::read_to_string(folder.join("tuned.toml")).unwrap());
    let command = "command = \"karteneck tune heuristic:tempo=3,wait=1,steal=0 --against heuristic:card=0.5,point=0.2,self \
                   --players 2 --games 16000 --seed 3 --params tempo,wait,steal --sensitivity --transfer \
                   greedy,heuristic:card=0.4,point=0.2\"";
    for part in ["[provenance]", "verdict = \"better\"", "confirmation = [", "seed = \"3\"", command] {
        assert!(text.contains(part), "{part} in {text}");
    }
    for (picture, words) in [
        ("convergence.svg", &["tempo 3 → ", "wait 1 → ", "steal 0 → ", "class=\"band\""][..]),
        ("sensitivity.svg", &["tempo = ", "wait = ", "steal = ", "95 %"]),
    ] {
        let picture = fs::read_to_string(folder.join(picture)).unwrap();
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n") && !picture.contains("NaN"));
        for word in words {
            assert!(picture.contains(word), "{word} in {picture}");
        }
    }
    // The confirmation, played again by the usual means: one of the result against copies of the start on the same deals.
    let line = said.lines().find(|line| line.contains(": wins ")).unwrap();
    let games =
        line.split(['(', ' ']).rev().find_map(|word| word.parse::<u64>().ok()).unwrap_or_else(|| panic!("{line}"));
    let rate = line.split("wins ").nth(1).unwrap().split(' ').next().unwrap();
    let again = home.path().join("again");
    let blocks = (games / 2).to_string();
    let answer =
        karteneck(
            &[
                &[
                    "tournament",
                    "--challenger",
                    file,
                    "heuristic:tempo=3,wait=1,steal=0",
                    "--seed",
                    "3",
                    "--first-deal",
                ][..],
                &["3000000000000", "--blocks", &blocks, "--quiet", "--out", again.to_str().unwrap()],
            ]
            .concat(),
        );
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert!(answer.stdout.contains(&format!("{rate} %")), "{rate} in {}", answer.stdout);
    let verified = karteneck(&["verify", again.to_str().unwrap()]);
    assert_eq!(verified.code, 0, "{}", verified.stderr);
}

/// Every weight of the hand-chosen heuristic halved, or reversed in its range, at random.
const SCRAMBLED: &str = "heuristic:\
    card=0.225,point=0.78,worm_card=4.7,fade=0.5,margin=2.5,growth=0.25,rival_growth=2.6,\
    rival_valid=0.25,worm_ready=0.475,worm_hope=0.2,portion=2,tempo=0.5,wait=0.5,steal=0.5,aim=0.4,\
    reach=2.7,guard=0.45,cover=1.9,exposure=0.9,shield=0.05,deficit=0.01,kind=3";

#[test]
fn scrambled_weights_find_back_to_the_strength_of_the_hand_chosen_ones() {
    let home = TempDir::new().unwrap();
    let at = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    let rate_over_heuristic = |entrant: &str, out: &str| -> f64 {
        let out = at(out);
        let answer =
            karteneck(&["match", entrant, "heuristic", "--games", "2000", "--seed", "99", "--quiet", "--out", &out]);
        assert_eq!(answer.code, 0, "{}", answer.stderr);
        let standings = fs::read_to_string(Path::new(&out).join("standings.csv")).unwrap();
        let row = standings.lines().find(|line| !line.contains(",heuristic,") && line.starts_with("2,")).unwrap();
        // The name has commas of its own, in quotes.
        row.rsplit('"').next().unwrap().split(',').nth(if row.contains('"') { 3 } else { 5 }).unwrap().parse().unwrap()
    };
    assert!(rate_over_heuristic(SCRAMBLED, "before") < 0.1);
    let tuned = at("tuned.toml");
    let answer = karteneck(
        &[
            &["tune", SCRAMBLED, "--games", "60000", "--transfer", "none", "--quiet"][..],
            &["--folder", &at("tune"), "--out", &tuned],
        ]
        .concat(),
    );
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert!(rate_over_heuristic(&tuned, "after") > 0.55);
}

#[test]
fn requests_that_make_no_sense_are_refused_before_anything_runs() {
    let home = TempDir::new().unwrap();
    let folder = home.path().join("tune");
    let path = folder.to_str().unwrap();
    let there = home.path().join("there.toml");
    fs::write(&there, "mine").unwrap();
    let there = there.to_str().unwrap();
    for (arguments, reason) in [
        (&["heuristic", "--params", "tempp"][..], "did you mean `tempo`?"),
        (&["heuristic", "--params", ""], "does not exist"),
        (&["random"], "no parameter that can be tuned"),
        (&["process:true"], "is a program"),
        (&["heuristic", "--games", "500"], "at least"),
        (&["heuristic", "--games", "0"], "expected a number of games from 1 to"),
        (&["monte-carlo", "--params", "rollouts"], "is fixed"),
        (&["monte-carlo", "--method", "cma-es"], "--method ntbea"),
        (&["heuristic", "--method", "luck"], "cma-es, spsa, ntbea"),
        (&["heuristic", "--against", "gredy"], "did you mean `greedy`?"),
        (&["heuristic", "--against", ","], "--against"),
        (&["heuristic", "--transfer", "gredy"], "did you mean `greedy`?"),
        (&["heuristic", "--players", "7"], "2 to 6"),
        (&["heuristic", "--threads", "0"], "expected a number of threads from 1 on"),
        (&["heuristic", "--out", there], "exists already"),
        (&["heuristic", "--out", "tuned"], ".toml"),
        (&["heuristic", "--out", "/nowhere/tuned.toml"], "there is no folder /nowhere"),
        (&["heuristic", "--transfer", ""], "give `none`"),
    ] {
        let answer = karteneck(&[&["tune"], arguments, &["--folder", path]].concat());
        assert_eq!(answer.code, 2, "{arguments:?}: {}", answer.stderr);
        assert!(answer.stderr.contains(reason), "{arguments:?}: {}", answer.stderr);
        assert!(!folder.exists(), "{arguments:?} has made a folder");
    }
    let dead = karteneck(&["tune", "heuristic", "--against", "process:/nowhere/bot", "--folder", path]);
    assert_eq!((dead.code, folder.exists()), (1, false), "{}", dead.stderr);
    for (arguments, code) in
        [(&["--resume", "/nowhere"][..], 2), (&["--resume", home.path().to_str().unwrap()], 2), (&[], 2)]
    {
        let answer = karteneck(&[&["tune"], arguments].concat());
        assert_eq!(answer.code, code, "{}", answer.stderr);
    }
    assert_eq!(fs::read_to_string(there).unwrap(), "mine");
}

#[test]
fn nothing_is_overwritten_and_damage_is_refused() {
    let home = TempDir::new().unwrap();
    let folder = home.path().join("tune");
    let path = folder.to_str().unwrap();
    let start = ["tune", "greedy", "--games", "3000", "--transfer", "none", "--quiet", "--folder", path];
    let first = karteneck(&start);
    assert_eq!(first.code, 0, "{}", first.stderr);
    let again = karteneck(&start);
    assert_eq!((again.code, again.stderr.contains("exists already")), (2, true), "{}", again.stderr);
    let forced = karteneck(&[&start[..], &["--force"]].concat());
    assert_eq!((forced.code, forced.stdout), (0, first.stdout), "{}", forced.stderr);
    let journal = folder.join("journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, text.replacen("\"wins\":[", "\"wins\":[9", 1)).unwrap();
    let damaged = karteneck(&["tune", "--resume", path]);
    assert_eq!((damaged.code, damaged.stderr.contains("line 1")), (1, true), "{}", damaged.stderr);
    let manifest = fs::read_to_string(folder.join("manifest.json")).unwrap();
    fs::write(folder.join("manifest.json"), manifest.replace("\"seed\": 1", "\"seed\": 2")).unwrap();
    fs::write(&journal, text).unwrap();
    let other = karteneck(&["tune", "--resume", path]);
    assert_eq!((other.code, other.stderr.contains("another question")), (1, true), "{}", other.stderr);
}

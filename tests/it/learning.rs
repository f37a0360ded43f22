//! Learning on the command line: the same bytes for any threads and after any interruption, and nets that can be used.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use karteneck::strategies::nets::{NetFile, NetKind};
use tempfile::TempDir;

use crate::cli::{karteneck, karteneck_in};

/// Every file of a learning that must be the same.
const FILES: [&str; 4] = ["manifest.json", "journal.jsonl", "learned.net", "learning.svg"];

const LEARN: [&str; 13] = [
    "learn",
    "value",
    "tuned",
    "--players",
    "2,3",
    "--games",
    "400",
    "--seed",
    "5",
    "--epochs",
    "3",
    "--quiet",
    "--threads",
];

fn learn(folder: &Path, threads: &str) -> String {
    let answer = karteneck(&[&LEARN[..], &[threads, "--folder", folder.to_str().unwrap()]].concat());
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    answer.stdout
}

fn assert_same(one: &Path, other: &Path) {
    for name in FILES {
        let [one, other] = [one, other].map(|folder| fs::read(folder.join(name)).unwrap_or_else(|_| panic!("{name}")));
        assert!(one == other, "{name} differs");
    }
}

fn resume(folder: &Path) -> (i32, String) {
    let answer = karteneck(&["learn", "--resume", folder.to_str().unwrap(), "--quiet"]);
    (answer.code, answer.stdout + &answer.stderr)
}

/// What is learned with one thread and with two is the same to the byte, better than a simple judge by more than `least`, and passes
/// the audit as a parameter of the tree.
fn assert_learned(kind: NetKind, least: f64) {
    let home = TempDir::new().unwrap();
    let learn = |name: &str, threads: &str| {
        let folder = home.path().join(name);
        let words =
            ["learn", kind.name(), "tuned", "--players", "2,4", "--games", "300", "--seed", "5", "--epochs", "3"];
        let more = ["--rate", "0.004", "--quiet", "--threads", threads, "--folder", folder.to_str().unwrap()];
        let answer = karteneck(&[&words[..], &more[..]].concat());
        assert_eq!(answer.code, 0, "{}", answer.stderr);
        (folder, answer.stdout)
    };
    let ((one, said), (two, again)) = (learn("one", "1"), learn("two", "2"));
    assert_eq!(said, again);
    assert_same(&one, &two);
    for line in said.lines().filter(|line| line.trim_start().starts_with(['2', '4'])) {
        let gain: f64 = line.split_whitespace().nth(5).unwrap().parse().unwrap();
        assert!(gain > least, "{line}");
    }
    let net = NetFile::parse(&fs::read_to_string(one.join("learned.net")).unwrap()).unwrap();
    assert_eq!((net.kind, net.players().len()), (kind, 2));
    let spec = format!("tree:iterations=8,{}={}", kind.name(), one.join("learned.net").display());
    let checked = karteneck(&["check", &spec, "--games", "1"]);
    assert_eq!(checked.code, 0, "{}{}", checked.stdout, checked.stderr);
}

#[test]
fn beliefs_are_learned_from_the_same_games_to_the_same_bytes() {
    // Hands are not uniformly random, and the net knows it.
    assert_learned(NetKind::Belief, 0.02);
}

#[test]
fn positions_are_learned_from_the_same_games_to_the_same_bytes() {
    // Seats do not win equally often from everywhere, and the net knows it.
    assert_learned(NetKind::Position, 0.05);
}

#[test]
fn threads_and_kills_change_no_byte() {
    let home = TempDir::new().unwrap();
    let at = |name: &str| home.path().join(name);
    let said = learn(&at("one"), "1");
    assert!(said.contains("value net from 400 games of tuned") && said.contains("log-loss"), "{said}");
    assert_eq!(learn(&at("two"), "2"), said);
    assert_same(&at("one"), &at("two"));
    // A kill in the middle of a line, at the end of one, and before the first.
    let journal = fs::read(at("one").join("journal.jsonl")).unwrap();
    let line = journal.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for kept in [journal.len() / 2, line, 0] {
        fs::create_dir_all(at("cut")).unwrap();
        fs::copy(at("one").join("manifest.json"), at("cut").join("manifest.json")).unwrap();
        fs::write(at("cut").join("journal.jsonl"), &journal[..kept]).unwrap();
        let _ = fs::remove_file(at("cut").join("learned.net"));
        assert_eq!(resume(&at("cut")), (0, said.clone()), "{kept} bytes");
        assert_same(&at("one"), &at("cut"));
    }
}

#[test]
fn a_killed_learning_is_resumed() {
    let home = TempDir::new().unwrap();
    let at = |name: &str| home.path().join(name);
    let command = ["learn", "policy", "tree:iterations=20", "--games", "300", "--quiet", "--threads", "1", "--folder"];
    let whole = karteneck(&[&command[..], &[at("whole").to_str().unwrap()]].concat());
    assert_eq!(whole.code, 0, "{}", whole.stderr);
    let mut child = Command::new(assert_cmd::cargo_bin!("karteneck"))
        .args(command)
        .arg(at("killed"))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !fs::read(at("killed").join("journal.jsonl")).is_ok_and(|journal| journal.len() > 2000) {
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(resume(&at("killed")), (0, whole.stdout));
    assert_same(&at("whole"), &at("killed"));
}

#[test]
fn a_net_is_usable_and_is_improved_from_a_start() {
    let home = TempDir::new().unwrap();
    let run = |arguments: &[&str]| {
        let answer = karteneck_in(home.path(), arguments);
        assert_eq!(answer.code, 0, "{}", answer.stderr);
        answer
    };
    let common = ["--games", "600", "--seed", "2", "--folder"];
    run(&[&["learn", "value", "tuned", "--out", "first.net"], &common[..], &["a"]].concat());
    let start = ["learn", "value", "greedy", "--players", "4", "--start", "first.net", "--out", "second.net"];
    let answer = run(&[&start[..], &common[..], &["b"]].concat());
    assert!(answer.stderr.contains("tree:value=second.net"), "{}", answer.stderr);
    let read = |name: &str| NetFile::parse(&fs::read_to_string(home.path().join(name)).unwrap()).unwrap();
    let (first, second) = (read("first.net"), read("second.net"));
    let counts = |net: &NetFile| net.players().iter().map(|players| players.count()).collect::<Vec<_>>();
    assert_eq!((counts(&first), counts(&second)), (vec![2], vec![2, 4]));
    assert_eq!(first.weights(first.players()[0]), second.weights(first.players()[0]), "what was there is kept");
    assert_eq!((second.kind, second.provenance["start"].as_str()), (NetKind::Value, first.hash()));
    assert!(second.provenance["command"].ends_with("--start first.net"), "{:?}", second.provenance);
    assert_eq!(second.provenance["earlier"], first.provenance["command"], "how the start was made");
    // The folder has all that is needed to continue.
    fs::remove_file(home.path().join("first.net")).unwrap();
    let answer = karteneck_in(home.path(), &["learn", "--resume", "b", "--out", "second.net", "--quiet"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    run(&["match", "tree:iterations=10,value=second.net", "greedy", "--blocks", "5", "--quiet", "--out", "m"]);
}

#[test]
fn a_judge_is_kept_in_the_folder_and_in_the_net() {
    let home = TempDir::new().unwrap();
    let judge = shipped_text("champion-2-value.net");
    fs::write(home.path().join("judge.net"), &judge).unwrap();
    let learn = ["learn", "position", "greedy", "--players", "2,4", "--games", "200", "--seed", "3", "--quiet"];
    let run = |more: &[&str]| karteneck_in(home.path(), &[&learn, more].concat());
    for (folder, more) in [("one", &["--threads", "1"][..]), ("two", &["--threads", "2"]), ("without", &[])] {
        let judged = if folder == "without" { &[][..] } else { &["--judge", "judge.net"] };
        let answer = run(&[more, judged, &["--folder", folder]].concat());
        assert_eq!(answer.code, 0, "{}", answer.stderr);
    }
    let at = |name: &str| home.path().join(name);
    assert_same(&at("one"), &at("two"));
    let net = |folder: &str| NetFile::parse(&fs::read_to_string(at(folder).join("learned.net")).unwrap()).unwrap();
    let (judged, told) = (net("one"), net("without"));
    assert_ne!(judged.weights(judged.players()[0]), told.weights(told.players()[0]));
    assert_eq!(judged.provenance["judge"], NetFile::parse(&judge).unwrap().hash());
    assert!(judged.provenance["command"].ends_with("--judge judge.net"), "{:?}", judged.provenance);
    // The folder has all that is needed to continue, and knows if it has another net.
    fs::remove_file(at("judge.net")).unwrap();
    for name in ["journal.jsonl", "learned.net"] {
        fs::remove_file(at("two").join(name)).unwrap();
    }
    assert_eq!(resume(&at("two")).0, 0);
    assert_same(&at("one"), &at("two"));
    fs::write(at("two").join("judge.net"), shipped_text("champion-1-value.net")).unwrap();
    assert!(
        resume(&at("two")).1.contains("the net that judges is not the one in the manifest"),
        "{:?}",
        resume(&at("two"))
    );
    fs::remove_file(at("two").join("judge.net")).unwrap();
    assert!(resume(&at("two")).1.contains("judge.net cannot be read"), "{:?}", resume(&at("two")));
}

fn shipped_text(net: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("strategies").join(net)).unwrap()
}

#[test]
fn what_makes_no_sense_is_refused() {
    let home = TempDir::new().unwrap();
    let fails = |arguments: &[&str], reason: &str| {
        let answer = karteneck_in(home.path(), &[&["learn"], arguments].concat());
        assert!(answer.code != 0 && answer.stderr.contains(reason), "{arguments:?}: {}", answer.stderr);
        assert!(!home.path().join("results").exists(), "{arguments:?}");
        answer.code
    };
    fs::write(home.path().join("not.net"), "{}").unwrap();
    fs::write(home.path().join("two.net"), shipped_text("champion-1-value.net")).unwrap();
    fs::write(home.path().join("policy.net"), shipped_text("champion-2-policy.net")).unwrap();
    fails(
        &["value", "tuned", "--judge", "two.net"],
        "a judge tells a position net what a round was worth; this is a value net",
    );
    fails(&["position", "tuned", "--judge", "policy.net"], "the judge is a policy net; expected a value net");
    fails(&["position", "tuned", "--players", "2,3", "--judge", "two.net"], "the judge has no network for 3 players");
    fails(&["position", "tuned", "--judge", "none.net"], "none.net cannot be read");
    fails(&["value", "tuned", "--games", "3"], "expected a number of games from 20 to 2,000,000");
    fails(&["value", "tuned", "--epochs", "0"], "expected a number of epochs");
    fails(&["value", "tuned", "--rate", "NaN"], "a rate of NaN");
    // Wrong usage, and a failure.
    assert_eq!(fails(&["value", "tuned", "--start", "not.net"], "is not a net"), 2);
    assert_eq!(fails(&["value", "tuned", "--start", "none.net"], "cannot be read"), 2);
    fails(&["value", "tuned", "--rate", "-1"], "a rate of -1");
    fails(&["value", "tuned", "--epochs", "-1"], "expected a number of epochs");
    fails(&["policy", "tuned", "--random-every", "1"], "all moves would be random");
    fails(&["value", "tuned", "--out", "x.toml"], "ends in .net");
    fails(&["value", "tuned", "--out", "not.net"], "exists already");
    fails(&["value", "nobody"], "no entrant has the name");
    fails(&["values", "tuned"], "possible values: value, policy");
    fails(&["--resume", "nowhere"], "nowhere");
}

#[cfg(unix)]
#[test]
fn what_is_no_journal_is_neither_followed_nor_cut_off_nor_waited_for() {
    let home = TempDir::new().unwrap();
    let at = |name: &str| home.path().join(name);
    learn(&at("run"), "1");
    let (journal, notes) = (at("run").join("journal.jsonl"), at("notes"));
    fs::remove_file(&journal).unwrap();
    fs::write(&notes, "my notes").unwrap();
    std::os::unix::fs::symlink(&notes, &journal).unwrap();
    assert!(resume(&at("run")).1.contains("links are not followed for writing"), "{}", resume(&at("run")).1);
    fs::remove_file(&journal).unwrap();
    fs::write(&journal, "my notes").unwrap();
    assert!(resume(&at("run")).1.contains("not of a journal"), "{}", resume(&at("run")).1);
    assert_eq!([fs::read(&notes).unwrap(), fs::read(&journal).unwrap()], [b"my notes", b"my notes"]);
    fs::remove_file(&journal).unwrap();
    assert!(Command::new("mkfifo").arg(&journal).status().unwrap().success());
    assert!(resume(&at("run")).1.contains("is not a regular file"), "{}", resume(&at("run")).1);
}

#[test]
fn a_folder_with_the_net_of_the_entrant_is_not_replaced() {
    let home = TempDir::new().unwrap();
    let run = |words: &[&str]| karteneck_in(home.path(), words);
    let learned = run(&["learn", "value", "random", "--games", "20", "--epochs", "1", "--folder", "own"]);
    assert_eq!(learned.code, 0, "{}", learned.stderr);
    let net = || fs::read(home.path().join("own/learned.net")).unwrap();
    let before = net();
    for words in [
        &["match", "tree:value=own/learned.net,iterations=2", "greedy", "--blocks", "2", "--out", "own", "--force"][..],
        &["learn", "policy", "tree:value=own/learned.net,iterations=2", "--games", "20", "--folder", "own", "--force"],
    ] {
        let answer = run(words);
        assert!(answer.code == 2 && answer.stderr.contains("copy it elsewhere first"), "{words:?}: {}", answer.stderr);
        assert_eq!(net(), before);
    }
}

#[test]
fn a_secret_seed_is_told_at_the_end_and_repeats_the_net() {
    let home = TempDir::new().unwrap();
    let words = ["learn", "value", "random", "--games", "40", "--epochs", "1"];
    let first = karteneck_in(home.path(), &[&words[..], &["--seed", "random", "--folder", "first"]].concat());
    let seed = first.stderr.lines().find_map(|line| line.strip_prefix("the seed was ")).expect("it is told").to_owned();
    let net = |folder: &str| fs::read_to_string(home.path().join(folder).join("learned.net")).unwrap();
    assert!(net("first").contains(&seed) && !net("first").contains("sealed"), "{}", &net("first")[..600]);
    let again = karteneck_in(home.path(), &[&words[..], &["--seed", &seed, "--folder", "again"]].concat());
    assert_eq!((again.code, again.stdout), (0, first.stdout));
    let weights = |folder: &str| {
        net(folder).lines().skip_while(|line| !line.contains("weights")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(weights("first").len() > 1 && weights("first") == weights("again"));
}

#[test]
fn a_journal_that_was_changed_is_refused() {
    let home = TempDir::new().unwrap();
    let at = |name: &str| home.path().join(name);
    learn(&at("run"), "1");
    let (journal, manifest) = (at("run").join("journal.jsonl"), at("run").join("manifest.json"));
    let (games, plan) = (fs::read_to_string(&journal).unwrap(), fs::read_to_string(&manifest).unwrap());
    fs::write(&journal, games.replacen(",[0]", ",[1]", 1)).unwrap();
    assert!(resume(&at("run")).1.contains("journal.jsonl: line 1 does not match"), "{}", resume(&at("run")).1);
    fs::write(&journal, &games).unwrap();
    // Other games than those of the manifest.
    fs::write(&manifest, plan.replacen("\"games\": 400", "\"games\": 300", 1)).unwrap();
    assert_eq!(resume(&at("run")).0, 1);
    fs::write(&manifest, plan.replacen("\"epochs\": 3", "\"epochs\": 0", 1)).unwrap();
    assert!(resume(&at("run")).1.contains("0 epochs"));
    let answer = karteneck(&["verify", at("run").to_str().unwrap()]);
    assert!(answer.code != 0 && answer.stderr.contains("this is the folder of a learning"), "{}", answer.stderr);
}

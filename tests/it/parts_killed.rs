//! Parts that are killed, started twice at once, orphaned, or played by a program that fails now and then.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::cli::karteneck;
use crate::cli_runs::{kill_in_a_game, waiting_bot};
use crate::parts::assert_same_files;

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn parts_that_were_killed_are_started_again_and_merged() {
    let [folder, home] = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let at = |name: &str| folder.path().join(name);
    let bot = waiting_bot(home.path());
    let common =
        ["tournament", "greedy", "heuristic", &bot, "--blocks", "60", "--seed", "4", "--record", "20", "--quiet"];
    let whole = at("whole");
    assert_eq!(karteneck(&[&common[..], &["--out", text(&whole)]].concat()).code, 0);
    for part in ["1", "2", "3"] {
        let (out, shard) = (at(&format!("parts/{part}")), format!("{part}/3"));
        let start = [&common[..], &["--shard", &shard, "--out", text(&out)]].concat();
        // The very same command, killed before and after something was saved, until it comes to its end.
        for signal in ["-KILL", "-INT", "-KILL"] {
            kill_in_a_game(home.path(), &start, signal);
            let merged = karteneck(&["merge", text(&at("parts")), "--out", text(&at("early"))]);
            assert!(
                merged.code == 2 && merged.stderr.contains(&format!("part {part}/3 is not finished")),
                "{}",
                merged.stderr
            );
        }
        for _ in 0..2 {
            let answer = karteneck(&start);
            assert_eq!(answer.code, 0, "{}", answer.stderr);
        }
    }
    assert_eq!(karteneck(&["merge", text(&at("parts")), "--out", text(&at("joined"))]).code, 0);
    for name in [whole.as_path(), &at("joined")] {
        let _ = fs::remove_dir_all(name.join("logs"));
    }
    assert_same_files(&whole, &at("joined"));
}

#[test]
fn one_of_two_starts_of_a_part_is_refused() {
    let [folder, home] = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let bot = waiting_bot(home.path());
    let out = folder.path().join("part");
    let words = ["match", "greedy", &bot, "--blocks", "60", "--shard", "2/3", "--quiet", "--out", text(&out)];
    fs::write(home.path().join("gate"), "").unwrap();
    let program = assert_cmd::cargo_bin!("karteneck");
    let mut first = Command::new(program).args(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !home.path().join("reached").exists() {
        assert!(first.try_wait().unwrap().is_none());
        thread::sleep(Duration::from_millis(1));
    }
    let second = karteneck(&words);
    assert!(second.code == 2 && second.stderr.contains("another process is working here"), "{}", second.stderr);
    fs::remove_file(home.path().join("gate")).unwrap();
    assert!(first.wait().unwrap().success());
    let third = karteneck(&words);
    assert_eq!(third.code, 0, "{}", third.stderr);
}

/// Starts at the very same time, each of which must end well or be refused, and at least one end well.
#[test]
fn of_many_starts_at_once_one_plays_and_none_does_harm() {
    let folder = TempDir::new().unwrap();
    let [alone, out] = ["alone", "part"].map(|name| folder.path().join(name));
    let words = |out: &Path| {
        let words = ["match", "greedy", "random", "--blocks", "900", "--shard", "2/3", "--quiet", "--out", text(out)];
        words.map(str::to_owned)
    };
    let program = assert_cmd::cargo_bin!("karteneck");
    let start =
        |out: &Path| Command::new(program).args(words(out)).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    assert!(start(&alone).unwrap().wait().unwrap().success());
    let children: Vec<_> = (0..6).map(|_| start(&out).unwrap()).collect();
    let mut ended_well = 0;
    for child in children {
        let ended = child.wait_with_output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        ended_well += usize::from(ended.status.success());
        assert!(ended.status.success() || said.contains("another process is working here"), "{said}");
    }
    assert!(ended_well > 0);
    assert_same_files(&alone, &out);
}

/// Whether a process is there, and not only waiting for its parent to notice its end.
fn is_alive(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"));
    stat.is_ok_and(|stat| !stat.rsplit(") ").next().unwrap().starts_with('Z'))
}

#[cfg(target_os = "linux")]
#[test]
fn a_part_ends_with_its_parent_if_asked() {
    let [folder, home] = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let bot = waiting_bot(home.path());
    let [out, alone] = ["part", "alone"].map(|name| folder.path().join(name));
    let words = |out: &Path| {
        let words = ["match", "greedy", &bot, "--blocks", "60", "--shard", "2/3", "--quiet", "--out", text(out)];
        words.map(str::to_owned).to_vec()
    };
    let [gate, reached] = ["gate", "reached"].map(|name| home.path().join(name));
    fs::write(&gate, "").unwrap();
    // A script whose child is the part, and which is killed.
    let mut script = Command::new("sh")
        .args(["-c", r#""$@" >/dev/null 2>&1 & echo $!; wait"#, "script", text(assert_cmd::cargo_bin!("karteneck"))])
        .args(words(&out))
        .arg("--end-with-parent")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pid = String::new();
    BufReader::new(script.stdout.take().unwrap()).read_line(&mut pid).unwrap();
    let pid = pid.trim().to_owned();
    while !reached.exists() {
        assert!(is_alive(&pid));
        thread::sleep(Duration::from_millis(1));
    }
    script.kill().unwrap();
    script.wait().unwrap();
    // It ends although its program answers no more.
    while is_alive(&pid) {
        thread::sleep(Duration::from_millis(10));
    }
    assert!(!fs::exists(out.join("tally.json")).unwrap());
    fs::remove_file(gate).unwrap();
    for out in [&out, &alone] {
        let words = words(out);
        let answer = karteneck(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(answer.code, 0, "{}", answer.stderr);
        let _ = fs::remove_dir_all(out.join("logs"));
    }
    assert_same_files(&out, &alone);
}

/// A program that passes, and fails when its hand begins with some cards: now and then, depending on the game alone.
fn failing_bot(folder: &Path, hand: &str) -> String {
    let script = format!(
        r#"while read -r line; do
            case $line in
                *hello*) echo '{{"type":"hello","protocol":"karteneck-bot/2"}}' ;;
                *'"hand":[{hand}'*'"moves"'*) exit 9 ;;
                *decide*) id=${{line#*'"id":'}}; id=${{id%%,*}}; echo "{{\"id\":$id,\"move\":\"pass\"}}" ;;
            esac
        done"#
    );
    fs::write(folder.join("bot.sh"), script).unwrap();
    fs::write(folder.join("bot.toml"), "kind = \"process\"\ncommand = [\"sh\", \"bot.sh\"]\n").unwrap();
    text(&folder.join("bot.toml")).to_owned()
}

/// The parts of a run with a bot that fails now and then, and the whole.
struct Faulty {
    folder: TempDir,
    home: TempDir,
}

impl Faulty {
    fn new(hand: &str, blocks: &str, count: usize) -> Faulty {
        let faulty = Faulty { folder: TempDir::new().unwrap(), home: TempDir::new().unwrap() };
        let bot = failing_bot(faulty.home.path(), hand);
        let play = |out: &Path, more: &[&str]| {
            let common = ["tournament", "passer", "first", &bot, "--players", "2,3", "--blocks", blocks, "--seed", "5"];
            let answer = karteneck(
                &[&common[..], &["--record", "3", "--blocks-csv", "--quiet", "--out", text(out)], more].concat(),
            );
            assert_eq!(answer.code, 0, "{}", answer.stderr);
            let _ = fs::remove_dir_all(out.join("logs"));
            answer.stderr.contains("is disqualified")
        };
        assert!(play(&faulty.at("whole"), &[]), "it fails often enough");
        for part in 1..=count {
            play(&faulty.at(&format!("parts/{part}")), &["--shard", &format!("{part}/{count}")]);
        }
        faulty
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn merge(&self, out: &str, more: &[&str]) -> crate::cli::Answer {
        karteneck(&[&["merge", text(&self.at("parts")), "--out", text(&self.at(out))], more].concat())
    }
}

#[test]
fn faults_spread_over_parts_are_settled_as_in_one_piece() {
    // The third fault early, in the middle of one number of players, and at the second one.
    for (hand, blocks, count) in
        [(r#""1","1""#, "12", 12), (r#""1","1","1""#, "24", 5), (r#""1","1","1","2""#, "40", 7)]
    {
        let faulty = Faulty::new(hand, blocks, count);
        let refused = faulty.merge("merged", &[]);
        assert!(
            refused.code == 2 && refused.stderr.contains("bot has too many faults over all parts"),
            "{}",
            refused.stderr
        );
        assert!(refused.stderr.contains("--settle") && !faulty.at("merged").exists(), "{}", refused.stderr);
        let untrusted = faulty.merge("merged", &["--settle"]);
        assert!(untrusted.code == 2 && untrusted.stderr.contains("--trust"), "{}", untrusted.stderr);
        let settled = faulty.merge("merged", &["--settle", "--trust", "--force"]);
        assert_eq!(settled.code, 0, "{}", settled.stderr);
        let _ = fs::remove_dir_all(faulty.at("merged").join("logs"));
        assert_same_files(&faulty.at("whole"), &faulty.at("merged"));
        let verified = karteneck(&["verify", text(&faulty.at("merged")), "--trust", "--quiet"]);
        assert_eq!(verified.code, 0, "{}", verified.stderr);
    }
}

#[test]
fn what_is_to_be_settled_can_be_resumed() {
    let faulty = Faulty::new(r#""1","1""#, "12", 4);
    // Refused for want of trust, it is a run like any other that is not over.
    assert_eq!(faulty.merge("merged", &["--settle"]).code, 2);
    let resumed = karteneck(&["tournament", "--resume", text(&faulty.at("merged")), "--trust", "--quiet"]);
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    let _ = fs::remove_dir_all(faulty.at("merged").join("logs"));
    assert_same_files(&faulty.at("whole"), &faulty.at("merged"));
    // A partial result cannot know when it would have been disqualified.
    fs::remove_dir_all(faulty.at("parts/4")).unwrap();
    for more in [&["--partial"][..], &["--partial", "--settle", "--trust"]] {
        let partial = faulty.merge("partial", more);
        assert!(
            partial.code == 2 && partial.stderr.contains("a partial result cannot decide that"),
            "{}",
            partial.stderr
        );
    }
}

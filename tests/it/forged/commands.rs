//! All commands that read a run folder, each under limits of time and memory.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::folders::Original;

/// Kibibytes of address space: a command that needs more fails.
const MEMORY: &str = "1500000";
/// After this time a command that plays a run is asked to stop: the run may be long.
const PATIENCE: Duration = Duration::from_secs(4);
/// After this time it counts as hanging.
const MAX_TIME: Duration = Duration::from_secs(20);

/// The arguments of every command for a forged folder `run` next to others in `place`.
pub fn commands(original: &Original, place: &Path, is_over: bool) -> Vec<Vec<String>> {
    let path = |name: &str| place.join(name).to_str().unwrap().to_owned();
    let run = path("run");
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<String>>();
    let trusting = if original.name == "faults" { &["--trust"][..] } else { &[] };
    let with = |first: &[&str], more: &[&str]| words(&[first, more].concat());
    let report = with(&["report", &run, "--markdown", "--force", "--out"], &[&path("page"), "--svg", &path("svg")]);
    let from = [original.command, "--from", &run, "--out", &path("again"), "--force", "--quiet", "--threads", "2"];
    let mut all = vec![
        report,
        with(&from, trusting),
        with(&["replay", &run], original.game),
        with(&["replay", &path("run/games.jsonl"), "--check"], &[]),
    ];
    if !is_over {
        all.push(with(&[original.command, "--resume", &run, "--quiet", "--threads", "2"], trusting));
        return all;
    }
    all.push(with(&["verify", &run, "--threads", "2"], trusting));
    all.push(with(&["verify", &run, "--sample", "3", "--threads", "2"], trusting));
    all.push(with(&["analyze", "--run", &run, "--sample", "2", "--worlds", "16", "--policy", "first"], trusting));
    if original.sibling.is_some() {
        all.push(words(&["merge", &run, &path("sibling"), "--out", &path("whole"), "--force"]));
        all.push(words(&["merge", &run, "--out", &path("whole"), "--force"]));
    }
    all
}

/// Runs a command; `Err` with its output if it panics, hangs, or needs too much memory.
pub fn obey(words: &[String], place: &Path) -> Result<i32, String> {
    let said = place.join("stderr");
    let child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_karteneck")])
        .args(words)
        .current_dir(place)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(&said).unwrap())
        .spawn()
        .unwrap();
    let plays = words.iter().any(|word| word == "--from" || word == "--resume");
    let ended = wait(child, plays);
    let text = String::from_utf8_lossy(&fs::read(&said).unwrap()).into_owned();
    let told: String = text.chars().take(2000).collect();
    match ended {
        None => Err(format!("hangs: {told}")),
        Some(status) => match status.code() {
            Some(code @ (0 | 1 | 2 | 130)) if !text.contains("panicked") => Ok(code),
            code => Err(format!("ends with {code:?}: {told}")),
        },
    }
}

fn wait(mut child: Child, plays: bool) -> Option<ExitStatus> {
    let clock = Instant::now();
    let mut asked = !plays;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        if clock.elapsed() > PATIENCE && !asked {
            Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
            asked = true;
        }
        if clock.elapsed() > MAX_TIME {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

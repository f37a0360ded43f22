//! Runs that another process plays, followed over the server of pages.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::serve::{Served, events, play_run};

/// A run of another process is seen to move, and its bytes are those of a run that is not looked at.
#[test]
fn a_run_of_another_process_is_followed() {
    let folder = TempDir::new().unwrap();
    let words = ["match", "heuristic", "greedy", "--games", "60000", "--seed", "3"];
    play_run(folder.path(), "alone", &words);
    let served = Served::start(folder.path(), &[]);
    let mut command = Command::new(assert_cmd::cargo_bin!("karteneck"));
    command.args(words).args(["--quiet", "--out", "results/seen"]).current_dir(folder.path()).stdout(Stdio::null());
    let mut other = command.spawn().unwrap();
    while served.get("/api/run?name=seen").status != 200 {
        assert!(other.try_wait().unwrap().is_none_or(|status| status.success()));
    }
    let seen = events(&served.get("/api/live?name=seen").text());
    assert!(other.wait().unwrap().success());
    assert_eq!(seen.last().unwrap()["state"], "finished");
    assert_eq!(seen.last().unwrap()["games"], 60000);
    assert_eq!(served.post("/api/stop", &json!({"name": "seen"})).status, 409);
    for file in ["manifest.json", "standings.csv", "deals.csv", "tally.json", "progress.jsonl"] {
        let read = |name: &str| fs::read(folder.path().join("results").join(name).join(file)).unwrap();
        assert!(read("alone") == read("seen"), "{file}");
    }
}

/// Events of a stream that goes on, as they come.
fn growing_events(served: &Served, path: &str) -> impl Iterator<Item = Value> + use<> {
    let mut stream = served.connect();
    stream.write_all(format!("{}\r\n", served.head("GET", path)).as_bytes()).unwrap();
    // Every event is sent as a whole.
    let lines = BufReader::new(stream).lines().map_while(Result::ok);
    lines.filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok())
}

/// While another process plays: games, rate, standings with intervals and the test between its bounds, every second or two.
#[test]
fn a_run_of_another_process_moves() {
    let folder = TempDir::new().unwrap();
    let served = Served::start(folder.path(), &[]);
    let mut command = Command::new(assert_cmd::cargo_bin!("karteneck"));
    // Entrants so close that the test will not end soon.
    command.args(["match", "heuristic", "heuristic:card=0.46", "--sprt", "0pp:0.01pp", "--threads", "1", "--quiet"]);
    command.args(["--out", "results/seen"]).current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut other = command.spawn().unwrap();
    while served.get("/api/run?name=seen").status != 200 {
        assert!(other.try_wait().unwrap().is_none());
    }
    let start = Instant::now();
    let mut seen: Vec<Value> = Vec::new();
    for event in growing_events(&served, "/api/live?name=seen") {
        assert_eq!(event["state"], "running", "{event}");
        let (now, last) = (event["games"].as_u64(), seen.last().and_then(|last| last["games"].as_u64()));
        if now > last.max(Some(0)) {
            seen.push(event);
        }
        if seen.len() == 4 {
            break;
        }
    }
    let took = start.elapsed();
    other.kill().unwrap();
    other.wait().unwrap();
    assert!(seen.len() == 4 && took < Duration::from_secs(30), "{} in {took:?}", seen.len());
    let last = seen.last().unwrap();
    assert!(last["rate"].as_f64().unwrap() > 0.0, "{last}");
    let size = &last["sizes"][0];
    assert!(size["standings"][0]["interval"][0].is_number(), "{size}");
    let curve = |event: &Value| event["sizes"][0]["progress"].as_array().unwrap().clone();
    let point = curve(last).last().unwrap().clone();
    assert_eq!(point["games"], last["games"], "the curve reaches to what is known now");
    for key in ["log_likelihood_ratio", "lower", "upper"] {
        assert!(point["test"][key].is_number(), "{point}");
    }
    assert!(curve(&seen[0]).len() <= curve(last).len() && curve(&seen[0]).last() != curve(last).last());
}

//! The server of pages, spoken to over plain sockets: runs, games, analyses, and runs that are started from a form.

use std::cell::RefCell;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::karteneck_in;

/// A server of the folder `results` in a folder.
pub struct Served {
    child: Child,
    pub port: u16,
    pub token: String,
    /// Everything that it has sent.
    pub sent: RefCell<Vec<u8>>,
}

/// An answer.
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl Served {
    pub fn start(folder: &Path, more: &[&str]) -> Served {
        let mut command = Command::new(assert_cmd::cargo_bin!("karteneck"));
        command.args(["serve", "--port", "0"]).args(more).current_dir(folder);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let said = lines.next().expect("it says where it is").unwrap();
        let port = said
            .split("http://")
            .nth(1)
            .and_then(|rest| rest.split(['/', ' ']).next()?.rsplit(':').next()?.parse().ok());
        let port = port.unwrap_or_else(|| panic!("no address in {said:?}"));
        // What else it says must not fill the pipe.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        let mut served = Served { child, port, token: String::new(), sent: RefCell::default() };
        let page = served.get("/").text();
        served.token = page.split("karteneck-token\" content=\"").nth(1).unwrap_or_default().chars().take(32).collect();
        served
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends bytes and reads the whole answer; `None` if the connection is closed without one.
    pub fn try_send(&self, bytes: &[u8]) -> Option<Reply> {
        let mut stream = self.connect();
        // A server that refuses early may close before everything is sent.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        self.sent.borrow_mut().extend_from_slice(&answer);
        parsed(&answer)
    }

    pub fn send(&self, text: &str) -> Reply {
        self.try_send(text.as_bytes()).unwrap_or_else(|| panic!("no answer to {text:.200}"))
    }

    /// The beginning of a request.
    pub fn head(&self, method: &str, path: &str) -> String {
        format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n", self.port)
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send(&format!("{}\r\n", self.head("GET", path)))
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        let (body, head) = (body.to_string(), self.head("POST", path));
        self.send(&format!("{head}x-karteneck-token: {}\r\nContent-Length: {}\r\n\r\n{body}", self.token, body.len()))
    }

    /// All events of a stream.
    pub fn events(&self, path: &str, body: &Value) -> Vec<Value> {
        let reply = self.post(path, body);
        assert_eq!(reply.status, 200, "{}", reply.text());
        events(&reply.text())
    }

    /// Ends it as Ctrl-C does.
    pub fn stop(mut self) -> i32 {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        self.child.wait().unwrap().code().unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn parsed(answer: &[u8]) -> Option<Reply> {
    let at = answer.windows(4).position(|part| part == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&answer[..at]).to_lowercase();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let body = &answer[at + 4..];
    let body = if head.contains("transfer-encoding: chunked") { joined(body) } else { body.to_vec() };
    Some(Reply { status, head, body })
}

/// The chunks of a body.
fn joined(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|part| part == b"\r\n") {
        let Ok(size) = usize::from_str_radix(&String::from_utf8_lossy(&body[..end]), 16) else { break };
        let rest = &body[end + 2..];
        whole.extend_from_slice(&rest[..size.min(rest.len())]);
        body = &rest[(size + 2).min(rest.len())..];
    }
    whole
}

pub fn events(text: &str) -> Vec<Value> {
    text.split("\n\n").filter_map(|part| serde_json::from_str(part.strip_prefix("data: ")?).ok()).collect()
}

/// Plays a run in `results` of a folder.
pub fn play_run(folder: &Path, name: &str, words: &[&str]) {
    let out = format!("results/{name}");
    let answer = karteneck_in(folder, &[words, &["--quiet", "--out", &out]].concat());
    assert_eq!(answer.code, 0, "{}", answer.stderr);
}

const TOURNAMENT: [&str; 10] =
    ["tournament", "greedy", "heuristic", "steal-hunter", "--players", "2,3", "--games", "300", "--seed", "5"];

#[test]
fn runs_are_listed_and_shown() {
    let folder = TempDir::new().unwrap();
    play_run(folder.path(), "one", &TOURNAMENT);
    play_run(folder.path(), "old/two", &["match", "heuristic", "greedy", "--sprt", "0pp:2pp"]);
    fs::create_dir_all(folder.path().join("results/broken")).unwrap();
    fs::write(folder.path().join("results/broken/manifest.json"), "{\"format\":\"karteneck-run/4\"}").unwrap();
    let served = Served::start(folder.path(), &[]);
    let list = served.get("/api/runs").json();
    let names: Vec<&str> = list["runs"].as_array().unwrap().iter().map(|run| run["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["broken", "old/two", "one"]);
    assert_eq!(list["runs"][0]["state"], "unreadable");
    assert_eq!(list["runs"][2]["winners"][1]["name"], "heuristic");
    let two = served.get("/api/run?name=old%2Ftwo").json();
    let test = &two["sizes"][0]["progress"].as_array().unwrap().last().unwrap()["test"];
    assert_eq!(test["decision"], "alternative", "{test}");
    let one = served.get("/api/run?name=one").json();
    assert_eq!((&one["state"], &one["games"]), (&json!("finished"), &json!(300)));
    let csv = fs::read_to_string(folder.path().join("results/one/standings.csv")).unwrap();
    let wins = one["sizes"][0]["standings"][0]["wins"].to_string();
    assert!(csv.lines().any(|line| line.starts_with("2,1,heuristic") && line.contains(&wins)), "{csv}");
    let report = served.get("/report?name=one");
    assert!(report.text().contains("data-figure=\"standings\"") && report.head.contains("frame-ancestors 'self'"));
    assert_eq!(served.stop(), 0);
}

/// Every address is the game that `replay` shows, and a game that cannot be shown says why.
#[test]
fn any_game_opens_by_its_address() {
    let folder = TempDir::new().unwrap();
    play_run(folder.path(), "one", &TOURNAMENT);
    let bot = format!(
        "bot=process:python3 {}",
        Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/bots/simple.py").display()
    );
    play_run(folder.path(), "bots", &["match", "greedy", &bot, "--blocks", "2"]);
    play_run(folder.path(), "kept", &["match", "greedy", &bot, "--blocks", "2", "--record", "all"]);
    let served = Served::start(folder.path(), &[]);
    for (address, players, line_up) in [("0:0", 2, 2), ("7:1", 3, 0), ("19:2", 3, 0)] {
        let game =
            served.get(&format!("/api/game?run=one&address={address}&players={players}&lineup={line_up}")).json();
        let (players, line_up) = (players.to_string(), line_up.to_string());
        let words = [
            "replay",
            "results/one",
            address,
            "--players",
            &players,
            "--lineup",
            &line_up,
            "--html",
            "game.html",
            "--force",
        ];
        let shown = karteneck_in(folder.path(), &words);
        assert_eq!(shown.code, 0, "{}", shown.stderr);
        let page = fs::read_to_string(folder.path().join("game.html")).unwrap();
        let data = page.split("id=\"game-data\">").nth(1).unwrap().split("</script>").next().unwrap();
        let told: Value = serde_json::from_str(data).unwrap();
        assert_eq!(game["frames"], told[0]["frames"], "{address}");
        assert_eq!(game["names"], told[0]["names"], "{address}");
    }
    for (address, why) in [("9999:0", "there is no block"), ("0:5", "there is no rotation"), ("x", "expected a block")]
    {
        let refused = served.get(&format!("/api/game?run=one&address={address}"));
        assert!(refused.status >= 400 && refused.text().contains(why), "{}", refused.text());
    }
    let refused = served.get("/api/game?run=bots&address=0:0");
    assert_eq!(refused.status, 403);
    assert!(refused.text().contains("was not recorded") && refused.text().contains("--allow"), "{}", refused.text());
    assert_eq!(served.get("/api/game?run=kept&address=1:1").status, 200);
    drop(served);
    let spec = bot.strip_prefix("bot=").unwrap();
    let served = Served::start(folder.path(), &["--allow", spec]);
    let game = served.get("/api/game?run=bots&address=1:0");
    assert_eq!(game.status, 200, "{}", game.text());
}

/// What a search finds is what the records of the same run have.
#[test]
fn a_search_finds_what_the_records_have() {
    let folder = TempDir::new().unwrap();
    play_run(folder.path(), "plain", &TOURNAMENT);
    play_run(folder.path(), "kept", &[&TOURNAMENT[..], &["--record", "all"]].concat());
    let served = Served::start(folder.path(), &[]);
    let wishes = [
        json!({"winner": "greedy", "players": 3}),
        json!({"steals": 4}),
        json!({"margin_min": 30}),
        json!({"margin_max": 0, "entrant": "steal-hunter"}),
        json!({"faults": true}),
        json!({"players": 2, "lineup": 1, "steals": 1}),
    ];
    let mut counts = Vec::new();
    for wish in wishes {
        let found = |name: &str| {
            let mut asked = wish.clone();
            asked["name"] = json!(name);
            let events = served.events("/api/search", &asked);
            let games = events.iter().flat_map(|event| event["found"].as_array().cloned().unwrap_or_default());
            let mut games: Vec<String> = games.map(|game| game.to_string()).collect();
            games.sort();
            (games, events.last().unwrap()["scanned"].as_u64())
        };
        let (played, recorded) = (found("plain"), found("kept"));
        assert_eq!(played.0, recorded.0, "{wish}");
        counts.push(played.0.len());
        if played.0.len() < 100 {
            assert_eq!(recorded.1, Some(300), "{wish}");
        }
    }
    assert!(counts[..3].iter().all(|&count| count > 0) && counts[4] == 0 && counts[5] > 0, "{counts:?}");
    let asked = json!({"name": "kept", "players": 2, "lineup": 1});
    let found = served.events("/api/search", &asked);
    let mut games = found.iter().flat_map(|event| event["found"].as_array().cloned().unwrap_or_default());
    assert!(games.all(|game| game["at"]["players"] == 2 && game["at"]["lineup"] == 1));
}

#[test]
fn analyses_grow_and_say_the_same_as_analyze() {
    let folder = TempDir::new().unwrap();
    play_run(folder.path(), "one", &TOURNAMENT);
    let served = Served::start(folder.path(), &[]);
    let game = json!({"run": "one", "address": "3:1", "players": 2, "lineup": 0});
    let events = served.events("/api/candidates", &json!({"game": game, "step": 0, "policy": "greedy"}));
    let counts: Vec<u64> = events.iter().map(|event| event["worlds"].as_u64().unwrap()).collect();
    assert!(counts.len() > 5 && counts.is_sorted() && *counts.last().unwrap() == 20_000, "{counts:?}");
    let error = |event: &Value| event["moves"][0]["chance"][1].as_f64().unwrap();
    assert!(error(events.last().unwrap()) < error(&events[0]) / 5.0);
    let words = [
        "analyze",
        "results/one",
        "3:1",
        "--players",
        "2",
        "--lineup",
        "0",
        "--move",
        "1.1",
        "--policy",
        "greedy",
        "--worlds",
        "20000",
        "--json",
    ];
    let told: Value = serde_json::from_str(&karteneck_in(folder.path(), &words).stdout).unwrap();
    let best = &events.last().unwrap()["moves"][0];
    let same = told["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["move"] == best["move"])
        .unwrap_or_else(|| panic!("{told}"));
    assert!((same["chance"].as_f64().unwrap() - best["chance"][0].as_f64().unwrap()).abs() < 1e-4, "{same} {best}");
    // The curve of a seat depends on that seat alone: its chances are those of one who knows what it knows.
    let curve = served.events("/api/curve", &json!({"game": game, "observer": 1, "policy": "greedy"}));
    assert_eq!(curve.last().unwrap()["step"], "end");
    for point in &curve {
        let sum: f64 = point["chances"].as_array().unwrap().iter().map(|pair| pair[0].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{point}");
    }
    let judged = served.events("/api/judge", &json!({"game": game, "policy": "greedy", "seat": 1}));
    let seats = &judged.last().unwrap()["seats"];
    assert_eq!(seats[0]["decisions"], 0);
    assert!(seats[1]["accuracy"][0].as_f64().unwrap() <= 1.0 && seats[1]["decisions"].as_u64().unwrap() > 5, "{seats}");
}

#[test]
fn a_search_looks_more_and_more_often_and_says_the_same_as_analyze() {
    let folder = TempDir::new().unwrap();
    play_run(folder.path(), "one", &TOURNAMENT);
    let served = Served::start(folder.path(), &[]);
    let (game, judge) = (json!({"run": "one", "address": "3:1", "players": 2, "lineup": 0}), "champion:iterations=30");
    let events = served.events("/api/candidates", &json!({"game": game, "step": 0, "policy": judge}));
    let looks: Vec<u64> = events.iter().map(|event| event["looks"].as_u64().unwrap()).collect();
    assert!(looks.is_sorted() && looks[0] == 3 && *looks.last().unwrap() == 64, "{looks:?}");
    let rows = events.last().unwrap()["moves"].as_array().unwrap();
    let words = [
        "analyze",
        "results/one",
        "3:1",
        "--players",
        "2",
        "--lineup",
        "0",
        "--move",
        "1.1",
        "--judge",
        judge,
        "--looks",
        "64",
    ];
    let told = karteneck_in(folder.path(), &words).stdout;
    for row in rows {
        assert!(row["worms"].is_null(), "a search tells no worms: {row}");
        let (mv, chance) =
            (row["move"].as_str().unwrap(), format!("{:.2}", 100.0 * row["chance"][0].as_f64().unwrap()));
        let is_it = |line: &str| line.contains(&format!("{mv} ")) && line.split_whitespace().any(|word| word == chance);
        assert!(told.lines().any(is_it), "{row}\n{told}");
    }
    let judged = served.events("/api/judge", &json!({"game": game, "policy": judge, "seat": 1}));
    let end = judged.last().unwrap();
    assert!(end["judge"] == judge && end["looks"] == 8 && end["seats"][1]["decisions"].as_u64().unwrap() > 5, "{end}");
    // A curve needs one that continues for all seats.
    let curve = |policy: &str| served.events("/api/curve", &json!({"game": game, "observer": 1, "policy": policy}));
    assert_eq!(curve(judge), curve("tuned"));
}

#[test]
fn positions_are_checked_and_exported() {
    let folder = TempDir::new().unwrap();
    play_run(folder.path(), "one", &TOURNAMENT);
    let served = Served::start(folder.path(), &[]);
    let game = json!({"run": "one", "address": "3:1", "players": 3});
    let text = served.post("/api/position/export", &json!({"game": game, "step": 12})).json()["text"]
        .as_str()
        .unwrap()
        .to_owned();
    let checked = served.post("/api/position", &json!({"position": text})).json();
    assert_eq!(checked["mistakes"], json!([]), "{text}");
    assert_eq!(checked["text"], json!(text));
    let wrong = text.replacen("grill = [", "grill = [16, 16, ", 1).replacen("first = ", "frist = ", 1);
    let mistakes = served.post("/api/position", &json!({"position": wrong})).json()["mistakes"].clone();
    assert!(mistakes.as_array().unwrap().len() >= 2 && mistakes.to_string().contains("frist"), "{mistakes}");
}

/// A run from the form is the command that the form shows: the same bytes; it can be stopped and resumed.
#[test]
fn a_run_is_started_stopped_and_resumed() {
    let folder = TempDir::new().unwrap();
    let served = Served::start(folder.path(), &[]);
    let form = json!({"kind": "match", "entrants": ["heuristic", "greedy"], "players": "2", "goal": "games", "games": "40000000", "seed": "9", "name": "long"});
    let command = served.post("/api/command", &form).json()["command"].as_str().unwrap().to_owned();
    assert_eq!(command, "karteneck match heuristic greedy --players 2 --games 40000000 --seed 9 --out results/long");
    assert_eq!(served.post("/api/start", &form).status, 200);
    assert_eq!(served.get("/api/run?name=long").json()["state"], "running");
    let start = Instant::now();
    while served.get("/api/run?name=long").json()["games"].as_u64().unwrap_or(0) == 0 {
        assert!(start.elapsed() < Duration::from_secs(60), "it plays");
    }
    let stopped = served.post("/api/stop", &json!({"name": "long"}));
    assert_eq!(stopped.status, 200, "{}", stopped.text());
    let facts = served.get("/api/run?name=long").json();
    assert!(facts["state"] == "stopped" && facts["games"].as_u64().unwrap() > 0, "{facts}");
    assert_eq!(served.post("/api/resume", &json!({"name": "long"})).status, 200);
    let start = Instant::now();
    while served.get("/api/run?name=long").json()["state"] != "running" {
        assert!(start.elapsed() < Duration::from_secs(60), "it runs again");
    }
    let short = json!({"kind": "tournament", "entrants": ["heuristic", "greedy"], "players": "2,3", "games": "400", "name": "short"});
    assert_eq!(served.post("/api/start", &short).status, 200);
    while served.get("/api/run?name=short").json()["state"] != "finished" {
        assert!(start.elapsed() < Duration::from_secs(100), "it ends");
    }
    play_run(folder.path(), "same", &["tournament", "heuristic", "greedy", "--players", "2,3", "--games", "400"]);
    for file in ["manifest.json", "standings.csv", "deals.csv"] {
        let read = |name: &str| fs::read(folder.path().join("results").join(name).join(file)).unwrap();
        assert!(read("short") == read("same"), "{file}");
    }
    // Ctrl-C ends the run too, and it can be resumed.
    let long = folder.path().join("results/long");
    assert_eq!(served.stop(), 0);
    assert!(karteneck::runs::RunFolder::at(&long).is_unfinished() && !karteneck::runs::RunFolder::at(&long).is_busy());
    assert!(long.join("checkpoint.json").exists());
}

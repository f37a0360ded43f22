//! What others may try with the server of pages: other sites, other machines, strange paths, too much of everything.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::TempDir;

use crate::serve::{Served, play_run};

const SMALL: [&str; 7] = ["match", "greedy", "random", "--blocks", "3", "--seed", "2"];

/// Everything that changes or computes something.
const CHANGES: [&str; 19] = [
    "/api/search",
    "/api/candidates",
    "/api/curve",
    "/api/judge",
    "/api/position",
    "/api/position/export",
    "/api/command",
    "/api/start",
    "/api/stop",
    "/api/resume",
    "/api/play/new",
    "/api/play/on",
    "/api/play/hint",
    "/api/play/open",
    "/api/play/move",
    "/api/play/step",
    "/api/play/undo",
    "/api/play/preview",
    "/api/play/position",
];

#[test]
fn other_sites_are_refused() {
    let folder = TempDir::new().unwrap();
    play_run(folder.path(), "one", &SMALL);
    let served = Served::start(folder.path(), &[]);
    let port = served.port;
    for host in ["evil.example", "evil.example:80", &format!("evil.example:{port}"), "127.0.0.1", "127.0.0.1:1", ""] {
        let reply = served.send(&format!("GET /api/runs HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        assert!(reply.status == 421 && !reply.text().contains("greedy"), "{host}: {} {}", reply.status, reply.text());
    }
    assert!(served.send("GET /api/runs HTTP/1.0\r\n\r\n").status >= 400);
    for (address, host) in [("evil.example", "127.0.0.1"), ("127.0.0.1", "evil.example")] {
        let request = format!(
            "GET http://{address}:{port}/api/runs HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n"
        );
        let reply = served.send(&request);
        assert!(reply.status >= 400 && !reply.text().contains("greedy"), "{address} {host}: {}", reply.text());
    }
    for line in [
        "Origin: http://evil.example".to_owned(),
        "Origin: null".to_owned(),
        format!("Origin: https://127.0.0.1:{port}"),
        format!("Origin: http://localhost:{port}"),
        "Sec-Fetch-Site: cross-site".to_owned(),
        "Sec-Fetch-Site: same-site".to_owned(),
    ] {
        for path in ["/api/runs", "/api/run?name=one", "/api/live?name=one", "/api/game?run=one&address=0:0"] {
            let reply = served.send(&format!("{}{line}\r\n\r\n", served.head("GET", path)));
            assert_eq!(reply.status, 403, "{line} {path}");
        }
        let token = format!("x-karteneck-token: {}\r\nContent-Length: 2\r\n\r\n{{}}", served.token);
        let reply = served.send(&format!("{}{line}\r\n{token}", served.head("POST", "/api/play/new")));
        assert_eq!(reply.status, 403, "{line}");
    }
    // Nothing may be shown inside a page of another site, either.
    for path in ["/", "/run", "/play", "/report?name=one"] {
        let head = served.get(path).head;
        assert!(head.contains("frame-ancestors 'none'") || head.contains("frame-ancestors 'self'"), "{path}: {head}");
        assert!(head.contains("cross-origin-resource-policy: same-origin") && head.contains("nosniff"), "{head}");
    }
}

#[test]
fn changes_need_the_token_of_the_page() {
    let folder = TempDir::new().unwrap();
    play_run(folder.path(), "one", &SMALL);
    let served = Served::start(folder.path(), &[]);
    let body =
        json!({"name": "one", "entrants": ["greedy", "random"], "kind": "match", "opponents": ["greedy"]}).to_string();
    for path in CHANGES {
        for token in ["", "x-karteneck-token: 0123456789abcdef0123456789abcdef\r\n", "x-karteneck-token:\r\n"] {
            let request = format!("{}{token}Content-Length: {}\r\n\r\n{body}", served.head("POST", path), body.len());
            assert_eq!(served.send(&request).status, 403, "{path}");
        }
        assert_eq!(served.get(path).status, 404, "{path} is not for looking");
    }
    for method in ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"] {
        assert_eq!(served.send(&format!("{}\r\n", served.head(method, "/api/runs"))).status, 405, "{method}");
    }
    assert!(fs::read_dir(folder.path().join("results")).unwrap().count() == 1);
}

#[test]
fn nothing_outside_the_folder_is_read() {
    let folder = TempDir::new().unwrap();
    play_run(folder.path(), "one", &SMALL);
    play_run(folder.path(), "../outside", &[&SMALL[..], &["--record", "all"]].concat());
    fs::write(folder.path().join("outside/convergence.svg"), "<svg>secret</svg>").unwrap();
    std::os::unix::fs::symlink(folder.path().join("outside"), folder.path().join("results/link")).unwrap();
    fs::create_dir(folder.path().join("results/forged")).unwrap();
    for file in ["manifest.json", "tally.json", "convergence.svg"] {
        let link = folder.path().join("results/forged").join(file);
        std::os::unix::fs::symlink(folder.path().join("outside").join(file), link).unwrap();
    }
    let served = Served::start(folder.path(), &[]);
    let absolute = folder.path().join("outside").display().to_string();
    let names = [
        "../outside",
        "..%2Foutside",
        "one/../../outside",
        "%2e%2e/outside",
        ".",
        "..",
        "",
        "link",
        "forged",
        "one%00",
        &absolute,
        "%2Fetc",
        "..%5Coutside",
        "..%252foutside",
        "%252e%252e%252foutside",
        "..%c0%afoutside",
        "....//outside",
        "one/..%2f..%2foutside",
        "one%2F",
    ];
    for name in names {
        for path in ["/api/run?name=", "/report?name=", "/api/live?name=", "/api/highlights?name=", "/api/tuning?name="]
        {
            let reply = served.get(&format!("{path}{name}"));
            assert!(reply.status >= 400, "{path}{name}: {}", reply.text());
        }
        assert!(served.get(&format!("/api/game?run={name}&address=0:0")).status >= 400, "{name}");
        assert!(served.get(&format!("/api/game?record={name}/games.jsonl")).status >= 400, "{name}");
        for file in ["convergence.svg", "../outside/convergence.svg", "manifest.json"] {
            assert!(served.get(&format!("/picture?name={name}&file={file}")).status >= 400, "{name}/{file}");
        }
        for (path, body) in [
            ("/api/search", json!({"name": name})),
            ("/api/resume", json!({"name": name})),
            ("/api/stop", json!({"name": name})),
            ("/api/candidates", json!({"game": {"run": name, "address": "0:0"}})),
            ("/api/candidates", json!({"game": {"record": format!("{name}/games.jsonl")}})),
            ("/api/play/open", json!({"id": name})),
            ("/api/play/open", json!({"id": format!("{name}/play-001")})),
            (
                "/api/start",
                json!({"kind": "match", "entrants": ["greedy", "random"], "name": if name.is_empty() { ".." } else { name }}),
            ),
        ] {
            let reply = served.post(path, &body);
            assert!(reply.status >= 400, "{path} {body}: {}", reply.text());
        }
    }
    for path in [
        "/../outside/manifest.json",
        "/%2e%2e/outside/manifest.json",
        "//etc/passwd",
        "/results/one/manifest.json",
        "/base.css/../../Cargo.toml",
    ] {
        assert!(served.get(path).status >= 400, "{path}");
    }
    let list = served.get("/api/runs").text();
    assert!(!list.contains("outside") && !list.contains("link\""), "{list}");
    // Entrants that are files, with or without a program, are not read either.
    for spec in
        ["../x.toml", "/etc/passwd", "monte-carlo:net=/etc/passwd", "x.toml", "process:touch x", "a=process:touch x"]
    {
        for (path, body) in [
            ("/api/play/new", json!({"opponents": [spec]})),
            ("/api/start", json!({"kind": "match", "entrants": ["greedy", spec]})),
            ("/api/candidates", json!({"game": {"run": "one", "address": "0:0"}, "policy": spec})),
        ] {
            let reply = served.post(path, &body);
            assert_eq!(reply.status, 403, "{path} {spec}: {}", reply.text());
        }
    }
    assert!(!folder.path().join("x").exists());
}

#[test]
fn too_much_is_refused() {
    let folder = TempDir::new().unwrap();
    let served = Served::start(folder.path(), &[]);
    let big = "x".repeat(3 << 20);
    let head = served.head("POST", "/api/position");
    let token = format!("x-karteneck-token: {}\r\n", served.token);
    let told = served.try_send(format!("{head}{token}Content-Length: {}\r\n\r\n{big}", big.len()).as_bytes());
    assert!(told.is_none_or(|reply| reply.status == 413));
    let chunk = format!("{:x}\r\n{big}\r\n0\r\n\r\n", big.len());
    let chunked = served.try_send(format!("{head}{token}Transfer-Encoding: chunked\r\n\r\n{chunk}").as_bytes());
    assert!(chunked.is_none_or(|reply| reply.status == 413));
    let lie = served.send(&format!("{head}{token}Content-Length: 99999999999\r\n\r\n"));
    assert_eq!(lie.status, 413);
    let long = served.try_send(format!("GET /{big} HTTP/1.1\r\n\r\n").as_bytes());
    assert!(long.is_none_or(|reply| reply.status >= 400));
    let many = "a: b\r\n".repeat(5000);
    let many = served.try_send(format!("{}{many}\r\n", served.head("GET", "/")).as_bytes());
    assert!(many.is_none_or(|reply| reply.status >= 400));
    let deep = "[".repeat(60_000);
    let deep = served.send(&format!("{head}{token}Content-Length: {}\r\n\r\n{deep}", deep.len()));
    assert_eq!(deep.status, 400);
    for garbage in [&b"\0\0\0\0"[..], b"GET", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01"] {
        assert!(served.try_send(garbage).is_none_or(|reply| reply.status >= 400), "{garbage:?}");
    }
    assert_eq!(served.get("/").status, 200);
}

/// Two hundred connections that say nothing or stop in the middle, while a run goes on: the run has its bytes, and the pages come back.
#[test]
fn many_and_slow_clients_are_survived() {
    let folder = TempDir::new().unwrap();
    let words = ["match", "heuristic", "greedy", "--games", "30000", "--seed", "3"];
    play_run(folder.path(), "alone", &words);
    let served = Served::start(folder.path(), &[]);
    let mut command = Command::new(assert_cmd::cargo_bin!("karteneck"));
    command.args(words).args(["--quiet", "--out", "results/beside"]).current_dir(folder.path()).stdout(Stdio::null());
    let mut other = command.spawn().unwrap();
    let mut clients = Vec::new();
    for number in 0..200 {
        let mut stream = served.connect();
        let begun = match number % 4 {
            0 => String::new(),
            1 => "GET / HT".to_owned(),
            2 => served.head("GET", "/api/runs"),
            _ => format!("{}Content-Length: 1000\r\n\r\n{{", served.head("POST", "/api/position")),
        };
        // One that is refused already may be closed.
        let _ = stream.write_all(begun.as_bytes());
        clients.push(stream);
    }
    let start = Instant::now();
    let request = format!("{}\r\n", served.head("GET", "/api/runs"));
    while served.try_send(request.as_bytes()).is_none_or(|reply| reply.status != 200) {
        assert!(start.elapsed() < Duration::from_secs(100), "the pages come back");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(other.wait().unwrap().success());
    drop(clients);
    for file in ["manifest.json", "standings.csv", "deals.csv"] {
        let read = |name: &str| fs::read(folder.path().join("results").join(name).join(file)).unwrap();
        assert!(read("alone") == read("beside"), "{file}");
    }
    assert_eq!(served.stop(), 0);
}

#[test]
fn other_machines_need_the_token() {
    let folder = TempDir::new().unwrap();
    play_run(folder.path(), "one", &SMALL);
    let answer = crate::cli::karteneck_in(folder.path(), &["serve", "--bind", "0.0.0.0", "--port", "0"]);
    assert!(answer.code == 2 && answer.stderr.contains("--token"), "{}", answer.stderr);
    let answer =
        crate::cli::karteneck_in(folder.path(), &["serve", "--bind", "0.0.0.0", "--token", "short", "--port", "0"]);
    assert!(answer.code == 2 && answer.stderr.contains("at least 12"), "{}", answer.stderr);
    let served = Served::start(folder.path(), &["--bind", "127.0.0.1", "--token", "correct horse battery"]);
    for path in ["/", "/api/runs", "/run?name=one", "/lab.js"] {
        let reply = served.get(path);
        assert!(
            reply.status == 401 && !reply.text().contains("greedy") && !reply.text().contains("karteneck-token"),
            "{path}"
        );
    }
    let log_in = |token: &str| {
        let body = format!("token={token}");
        served.send(&format!("{}Content-Length: {}\r\n\r\n{body}", served.head("POST", "/login"), body.len()))
    };
    assert_eq!(log_in("wrong").status, 401);
    let welcome = log_in("correct+horse+battery");
    assert_eq!(welcome.status, 303);
    let cookie = welcome.head.split("set-cookie: ").nth(1).unwrap().split(';').next().unwrap().to_owned();
    assert!(welcome.head.contains("httponly") && welcome.head.contains("samesite=strict"));
    let page = served.send(&format!("{}Cookie: {cookie}\r\n\r\n", served.head("GET", "/api/runs")));
    assert!(page.status == 200 && page.text().contains("greedy"));
    let evil = served.send(&format!(
        "GET /api/runs HTTP/1.1\r\nHost: evil.example:{}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n",
        served.port
    ));
    assert_eq!(evil.status, 421);
}

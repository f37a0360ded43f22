//! The pages of the server as a reader meets them, in a headless browser: everything by clicks and keys, without a message on the console, a
//! request to anywhere else, or a serious error of accessibility. These tests need a browser, and run if asked for, as the gate does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::browser::Browser;
use crate::pages::{PHONE, WIDE};
use crate::serve::{Served, play_run};

/// A browser, a server, and what both need.
pub struct Visit {
    pub browser: Browser,
    pub served: Served,
    pub folder: TempDir,
}

impl Visit {
    /// With some runs in the folder.
    pub fn start(runs: bool) -> Visit {
        Visit::start_in(TempDir::new().unwrap(), runs, &[])
    }

    /// In a folder that may have something in it already, with more options of the server.
    pub fn start_in(folder: TempDir, runs: bool, more: &[&str]) -> Visit {
        if runs {
            let field = [
                "tournament",
                "greedy",
                "heuristic",
                "steal-hunter",
                "--players",
                "2,3",
                "--games",
                "600",
                "--seed",
                "5",
            ];
            play_run(folder.path(), "tournament-001", &field);
            play_run(folder.path(), "match-001", &["match", "heuristic", "greedy", "--sprt", "0pp:2pp"]);
        }
        let served = Served::start(folder.path(), more);
        Visit { browser: Browser::start(), served, folder }
    }

    pub fn open(&mut self, path: &str, size: [u32; 2]) {
        let server = format!("http://127.0.0.1:{}", self.served.port);
        self.browser.open_url(&server, path, size);
    }

    pub fn choose(&mut self, selector: &str, value: &str) {
        self.browser.ask(&format!(
            "(() => {{ const one = document.querySelector({}); one.value = {}; \
             for (const kind of ['input', 'change']) one.dispatchEvent(new Event(kind, {{bubbles: true}})); }})()",
            json!(selector),
            json!(value)
        ));
    }

    /// No message, no foreign request, nothing wider than the window, and no serious error of accessibility.
    pub fn is_fine(&mut self, what: &str) {
        assert_eq!(self.browser.complaints(), Vec::<String>::new(), "{what}");
        self.is_readable(what);
    }

    /// Nothing wider than the window, and no serious error of accessibility.
    pub fn is_readable(&mut self, what: &str) {
        let wider = self.browser.ask("document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assert_eq!(wider, 0, "{what} is wider than its window");
        if let Some(checker) = checker() {
            self.browser.ask(&format!("{checker};0"));
            let found = self.browser.wait_for(
                "axe.run(document, {iframes: false}).then(found => found.violations.filter(one => ['serious', 'critical']\
                 .includes(one.impact)).map(one => one.id + ': ' + one.nodes.map(node => node.target.join(' ')).join(', ')))",
            );
            assert_eq!(found, json!([]), "{what}");
        }
    }

    /// The same, on a phone and in the dark too.
    pub fn is_fine_everywhere(&mut self, what: &str) {
        for (size, scheme) in [(WIDE, "light"), (PHONE, "light"), (PHONE, "dark"), (WIDE, "dark")] {
            let metrics = json!({"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size[0] < 600});
            self.browser.call("Emulation.setDeviceMetricsOverride", &metrics);
            self.browser.emulate("screen", scheme);
            self.is_fine(&format!("{what}, {size:?}, {scheme}"));
        }
        self.browser.emulate("screen", "light");
    }
}

/// The checker for accessibility, from `npm ci --prefix scripts/browser`; the gate requires it.
fn checker() -> Option<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/browser/node_modules/axe-core/axe.min.js");
    let text = fs::read_to_string(&file).ok();
    if text.is_none() {
        assert!(std::env::var_os("KARTENECK_GATE").is_none(), "no {}: npm ci --prefix scripts/browser", file.display());
        eprintln!("accessibility is not checked: no {}; npm ci --prefix scripts/browser", file.display());
    }
    text
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn the_list_is_sorted_searched_and_moves() {
    let mut visit = Visit::start(true);
    visit.open("/", WIDE);
    visit.browser.until("document.querySelectorAll('#runs tbody tr').length === 2");
    let names = "[...document.querySelectorAll('#runs tbody tr:not([hidden])')].map(row => row.dataset.run)";
    assert_eq!(visit.browser.ask(names), json!(["match-001", "tournament-001"]));
    visit.browser.click("#runs th:nth-child(5) button");
    visit.browser.click("#runs th:nth-child(5) button");
    assert_eq!(visit.browser.ask(names), json!(["tournament-001", "match-001"]));
    visit.choose("#search", "steal tour");
    assert_eq!(visit.browser.ask(names), json!(["tournament-001"]));
    visit.choose("#search", "");
    visit.browser.ask("document.querySelector('[data-run=match-001] a').focus()");
    let mut command = Command::new(assert_cmd::cargo_bin!("karteneck"));
    command.args(["match", "heuristic", "greedy", "--games", "100000000", "--out", "results/beside", "--quiet"]);
    let mut other =
        command.current_dir(visit.folder.path()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    visit.browser.until("document.querySelector('[data-run=beside] .tag.running')");
    let focused = visit.browser.ask("document.activeElement.closest('tr').dataset.run");
    assert_eq!(focused, "match-001", "a list that moves leaves the focus where it is");
    visit.is_fine_everywhere("the list");
    visit.browser.click("[data-run=beside] a");
    visit
        .browser
        .until("document.querySelector('#status') && Number(document.querySelector('#status').dataset.games) > 0");
    let games = visit.browser.ask("Number(document.querySelector('#status').dataset.games)").as_u64().unwrap();
    visit.browser.until(&format!("Number(document.querySelector('#status').dataset.games) > {games}"));
    visit.browser.until("document.querySelector('#status').textContent.includes('games/s')");
    visit.browser.until("document.querySelector('#standings td')");
    assert_eq!(visit.browser.ask("document.querySelector('#stop').hidden"), true, "it is not ours");
    visit.is_fine_everywhere("a live run");
    other.kill().unwrap();
    other.wait().unwrap();
    visit.browser.until("!document.querySelector('#resume').hidden");
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn a_run_has_its_report_its_games_and_a_search() {
    let mut visit = Visit::start(true);
    visit.open("/run?name=match-001", WIDE);
    visit.browser.until("document.querySelector('#llr-2')");
    visit.is_fine_everywhere("a match");
    visit.open("/run?name=tournament-001", WIDE);
    visit.browser.until("document.querySelectorAll('#highlights li').length >= 4");
    visit.browser.until("document.querySelector('#report').contentDocument.querySelectorAll('figure svg').length > 10");
    visit.choose("#s-lineup", "2/1");
    visit.browser.click("#search button.main");
    visit.browser.until("document.querySelector('#s-state').textContent.includes('done')");
    let tables = visit.browser.ask("[...new Set([...document.querySelectorAll('#found tbody tr')].map(row => row.cells[1].textContent.split(', ').sort().join()))]");
    assert_eq!(tables, json!(["greedy,steal-hunter"]));
    visit.choose("#s-lineup", "");
    visit.choose("#s-winner", "greedy");
    visit.choose("#s-players", "3");
    visit.browser.click("#search button.main");
    visit.browser.until("document.querySelector('#s-state').textContent.includes('done')");
    let rows =
        visit.browser.ask("[...document.querySelectorAll('#found tbody tr')].map(row => row.cells[2].textContent)");
    assert!(
        !rows.as_array().unwrap().is_empty() && rows.as_array().unwrap().iter().all(|name| name == "greedy"),
        "{rows}"
    );
    visit.is_fine_everywhere("a tournament");
    let found = visit.browser.ask("document.querySelector('#found tbody a').getAttribute('href')");
    visit.open(found.as_str().unwrap(), WIDE);
    visit.browser.until("document.body.dataset.ready");
    visit.browser.press("End");
    visit.browser.until("document.querySelector('.kt-says').textContent.includes('reedy wins')");
    visit.open("/run?name=tournament-001", WIDE);
    visit.browser.until("document.querySelector('#players').options.length === 2");
    visit.choose("#players", "3");
    visit.choose("#at", "17:2");
    visit.browser.click("#address button");
    visit.browser.until("document.body.dataset.ready");
    assert!(visit.browser.text("#title").contains("17:2"));
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn the_board_steps_and_its_analysis_grows() {
    let mut visit = Visit::start(true);
    visit.open("/game?run=tournament-001&address=17:1&players=3&lineup=0", WIDE);
    visit.browser.until("document.body.dataset.ready");
    visit.browser.press("ArrowRight");
    visit.browser.press("ArrowRight");
    visit.browser.press("ArrowLeft");
    assert!(visit.browser.ask("document.querySelector('#count').value").as_str().unwrap().starts_with("1 /"));
    // A swipe to the left is a step forward.
    let at = visit.browser.ask("(() => { const box = document.querySelector('#table').getBoundingClientRect(); return [box.x + 200, box.y + 60]; })()");
    let (x, y) = (at[0].as_f64().unwrap(), at[1].as_f64().unwrap());
    for (kind, points) in [
        ("touchStart", json!([{"x": x, "y": y}])),
        ("touchMove", json!([{"x": x - 120.0, "y": y}])),
        ("touchEnd", json!([])),
    ] {
        visit.browser.call("Input.dispatchTouchEvent", &json!({"type": kind, "touchPoints": points}));
    }
    visit.browser.until("document.querySelector('#count').value.startsWith('2 /')");
    visit.browser.until("document.querySelector('#candidates').dataset.seen > 0");
    let error = visit.browser.ask("Number(document.querySelector('#candidates').dataset.error)").as_f64().unwrap();
    // The last look.
    visit.browser.until("Number(document.querySelector('#candidates').dataset.seen) === 64");
    let later = visit.browser.ask("Number(document.querySelector('#candidates').dataset.error)").as_f64().unwrap();
    assert!(later < error, "{later} after {error}");
    visit.browser.click("#curve-go");
    visit.browser.until("document.querySelector('#curve').dataset.state === 'done'");
    visit.browser.click("#judge-go");
    visit.browser.until("document.querySelector('#accuracy').dataset.state === 'done'");
    visit.browser.until("document.querySelector('#moves .mark.good') && document.querySelector('#moves .mark.bad')");
    visit.is_fine_everywhere("the board");
    // As one seat: its hand alone, its judgements alone, a curve of its own.
    visit.choose("#knows", "1");
    visit.browser.until("document.querySelector('#curve-note').textContent.includes('sees it')");
    let hidden = visit.browser.ask("[0, 1, 2].map(seat => document.querySelectorAll(`[data-seat='${seat}'] .kt-hand [data-card]:not([data-card='?'])`).length > 0)");
    assert_eq!(hidden, json!([false, true, false]));
    let marks =
        visit.browser.ask("[...document.querySelectorAll('#moves .mark')].map(mark => mark.parentElement.textContent)");
    let names: Value =
        visit.browser.ask("[...document.querySelectorAll('#knows option')].map(option => option.textContent)");
    let own = names[2].as_str().unwrap().split(' ').nth(2).unwrap().to_owned();
    assert!(
        marks.as_array().unwrap().iter().all(|text| text.as_str().unwrap().contains(&format!("{own} "))),
        "{marks} {own}"
    );
    visit.browser.click("#play-on");
    visit.browser.until("location.pathname === '/play' && document.body.dataset.moves > 0");
    visit.is_fine("playing on");
}

/// Plays a whole game by clicking cards, in the ways that a person has; leaves once and comes back.
fn play_by_clicks(visit: &mut Visit, players: usize) {
    visit.open("/play", WIDE);
    visit.browser.until("document.querySelector('#games li')");
    visit.choose("#players", &players.to_string());
    visit.is_fine_everywhere("the form of a game");
    let opponents = format!("document.querySelectorAll('.opponent').length === {}", players - 1);
    visit.browser.until(&opponents);
    visit.browser.ask("document.querySelectorAll('.opponent').forEach(one => { one.value = 'heuristic'; })");
    visit.browser.click("#new button");
    let mut decisions = 0;
    loop {
        visit.browser.until("document.body.dataset.over === 'true' || document.body.dataset.yours === 'true'");
        if visit.browser.ask("document.body.dataset.over === 'true'") == true {
            break;
        }
        visit.choose("#pace", "0");
        decisions += 1;
        match decisions {
            2 => {
                visit.browser.click("#hint");
                visit.browser.until("document.querySelector('#hints tbody tr')");
                visit.is_fine_everywhere("a game with a hint");
            }
            3 => {
                let shown = visit.browser.ask("Number(document.body.dataset.shown)");
                visit.browser.click("#undo");
                visit
                    .browser
                    .until(&format!("document.body.dataset.shown > {shown} && document.body.dataset.yours === 'true'"));
            }
            4 => {
                let moves = visit.browser.ask("document.body.dataset.moves");
                visit.open("/play", WIDE);
                visit.browser.until("document.querySelector('#games a')");
                visit.browser.click("#games a");
                visit.browser.until(&format!("document.body.dataset.moves === {moves}"));
                continue;
            }
            _ => {}
        }
        let shown = visit.browser.ask("Number(document.body.dataset.shown)");
        if decisions % 3 == 0 || visit.browser.ask("!document.querySelector('.kt-choose')") == true {
            visit.browser.click("#passes button");
        } else {
            visit.browser.click(".kt-choose");
            visit.browser.until("document.querySelector('#preview').textContent.includes('lay ') || document.querySelector('#preview').textContent.includes('rule ')");
            let is_legal = visit.browser.ask("!document.querySelector('#lay').disabled") == true;
            visit.browser.click(if is_legal { "#lay" } else { "#passes button" });
        }
        visit.browser.until(&format!("document.body.dataset.over === 'true' || document.body.dataset.shown > {shown}"));
    }
    assert!(decisions > 5);
    visit.browser.until("document.body.dataset.review === 'done'");
    assert!(visit.browser.text("#review").contains("You kept"), "{}", visit.browser.text("#review"));
    visit.is_fine_everywhere("the end of a game");
    visit.browser.click("#board");
    visit.browser.until("document.body.dataset.ready");
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn a_whole_game_of_two_is_played_by_clicks() {
    play_by_clicks(&mut Visit::start(false), 2);
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn a_whole_game_of_five_is_played_by_clicks() {
    play_by_clicks(&mut Visit::start(false), 5);
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn a_run_is_started_and_stopped_by_clicks() {
    let mut visit = Visit::start(false);
    visit.open("/start", WIDE);
    visit.browser.until("document.querySelector('#command').textContent.startsWith('karteneck tournament')");
    visit.choose("#games", "many");
    visit.browser.until(
        "document.querySelector('#go').disabled && document.querySelector('#command').textContent.includes('games:')",
    );
    visit.choose("#games", "90000000");
    visit.browser.until("!document.querySelector('#go').disabled");
    visit.is_fine_everywhere("the form of a run");
    visit.browser.click("#go");
    visit.browser.until(
        "location.pathname === '/run' && document.querySelector('#stop') && !document.querySelector('#stop').hidden",
    );
    visit.browser.click("#stop");
    visit.browser.until("!document.querySelector('#resume').hidden");
    visit.is_fine("a stopped run");
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn a_tuning_has_a_page() {
    let mut visit = Visit::start(false);
    let words = [
        "tune",
        "heuristic",
        "--games",
        "6000",
        "--params",
        "tempo,card",
        "--transfer",
        "greedy",
        "--sensitivity",
        "--quiet",
    ];
    let answer =
        crate::cli::karteneck_in(visit.folder.path(), &[&words[..], &["--folder", "results/tune-001"]].concat());
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    visit.open("/", WIDE);
    visit.browser.until("document.querySelector('[data-run=\"tune-001\"] a')");
    visit.browser.click("[data-run='tune-001'] a");
    visit.browser.until("document.querySelectorAll('#tables table').length >= 2");
    visit.browser.until("[...document.querySelectorAll('img')].length === 2 && [...document.querySelectorAll('img')].every(one => one.naturalWidth > 100)");
    visit.is_fine_everywhere("a tuning");
}

/// The pictures of docs/SERVE.md, of this build: `KARTENECK_PICTURES=docs cargo test --test it pictures_of_the_pages -- --ignored`.
#[test]
#[ignore = "needs a Chromium; writes pictures only if asked for"]
fn pictures_of_the_pages() {
    let Some(folder) = std::env::var_os("KARTENECK_PICTURES").map(PathBuf::from) else { return };
    let mut visit = Visit::start(true);
    let size = [1180, 860];
    let take = |visit: &mut Visit, name: &str| {
        let picture = visit.browser.picture();
        assert!(picture.len() < 200_000, "{name}: {} bytes", picture.len());
        fs::write(folder.join(name), picture).unwrap();
    };
    // As high as the list.
    visit.open("/", [1180, 350]);
    visit.browser.until("document.querySelectorAll('#runs tbody tr').length === 2");
    take(&mut visit, "serve-list.webp");
    visit.open("/game?run=tournament-001&address=17:1&players=3&lineup=0&step=16", size);
    visit.browser.until("document.body.dataset.ready");
    visit.browser.click("#judge-go");
    visit.browser.until("document.querySelector('#accuracy').dataset.state === 'done'");
    visit.browser.click("#curve-go");
    visit.browser.until("document.querySelector('#curve').dataset.state === 'done'");
    visit.browser.until("document.querySelector('#candidates').dataset.seen == 64");
    visit.browser.ask("scrollTo(0, 0)");
    take(&mut visit, "serve-board.webp");
    // Not under the heading that stays.
    visit.browser.ask("document.querySelector('#candidates').scrollIntoView({block: 'start'}), scrollBy(0, -70)");
    take(&mut visit, "serve-analysis.webp");
    visit.open("/play", size);
    visit.browser.until("document.querySelector('#games li')");
    visit.choose("#players", "4");
    visit.choose("#seed", "8");
    visit.browser.click("#new button");
    visit.browser.until("document.body.dataset.yours === 'true'");
    visit.browser.click(".kt-choose");
    visit.browser.until("document.querySelector('#preview').textContent.includes('lay ')");
    visit.browser.ask("scrollTo(0, 0)");
    take(&mut visit, "serve-play.webp");
}

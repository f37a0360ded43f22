//! Pages that are met less often, in a headless browser: a test that another process plays, paper, reports, the token, and whatever is not there.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::pages::{PHONE, WIDE};
use crate::serve::play_run;
use crate::serve_pages::Visit;

/// Texts of charts that leave their picture, and the size of the smallest letters.
const CUT: &str = "[...document.querySelectorAll('svg.chart')].flatMap(svg => { const box = svg.getBoundingClientRect(); \
    return [...svg.querySelectorAll('text')].filter(text => { const own = text.getBoundingClientRect(); \
    return own.left < box.left - 1 || own.right > box.right + 1 || own.top < box.top - 1 || own.bottom > box.bottom + 1; }) \
    .map(text => text.textContent); })";
const SMALLEST: &str = "Math.min(...[...document.querySelectorAll('svg.chart')].flatMap(svg => \
    [...svg.querySelectorAll('text')].map(text => parseFloat(getComputedStyle(text).fontSize) \
    * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width)))";

/// A sequential test of another process: the curve of its log-likelihood ratio moves between its bounds, with whole names.
#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn a_test_of_another_process_is_drawn_as_it_moves() {
    let mut visit = Visit::start(false);
    let mut command = Command::new(assert_cmd::cargo_bin!("karteneck"));
    // Entrants so close that the test will not end soon.
    let variant = "heuristic:card=0.46,tempo=1.21";
    command.args(["match", "heuristic", variant, "--sprt", "0pp:0.0001pp", "--threads", "1", "--quiet"]);
    command.args(["--out", "results/seen"]).current_dir(visit.folder.path());
    let mut other = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while visit.served.get("/api/run?name=seen").status != 200 {
        assert!(other.try_wait().unwrap().is_none());
    }
    for size in [WIDE, PHONE] {
        visit.open("/run?name=seen", size);
        visit.browser.until("document.querySelector('#llr-2 polyline').getAttribute('points').split(' ').length > 1");
        let curve = "document.querySelector('#llr-2 polyline').getAttribute('points')";
        let before = visit.browser.ask(curve);
        visit.browser.until(&format!("{curve} !== {before}"));
        let words = visit.browser.ask("[...document.querySelectorAll('svg.chart')].map(svg => [...svg.querySelectorAll('text')].map(text => text.textContent).join(''))");
        assert!(words[0].as_str().unwrap().contains(variant), "{words}");
        assert!(words[1].as_str().unwrap().contains("accept H1"), "{words}");
        assert_eq!(visit.browser.ask("document.querySelectorAll('#llr-2 .bound').length"), 2);
        assert_eq!(visit.browser.ask(CUT), json!([]), "{size:?}");
        let smallest = visit.browser.ask(SMALLEST).as_f64().unwrap();
        assert!(smallest >= 9.5, "letters of {smallest} pixels in {size:?}");
        visit.is_fine(&format!("a test that moves, {size:?}"));
    }
    other.kill().unwrap();
    other.wait().unwrap();
}

/// On paper: what matters, in dark ink on white, and nothing to click.
#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn pages_are_printed() {
    let mut visit = Visit::start(true);
    let paper = "getComputedStyle(document.body).backgroundColor";
    let hidden = "[...document.querySelectorAll('nav, form, iframe, main button')].filter(part => part.checkVisibility() \
                  && !part.closest('.moves, th')).map(part => part.outerHTML.slice(0, 80))";
    let game = "/game?run=tournament-001&address=17:1&players=3&lineup=0&step=16";
    for path in ["/", "/run?name=tournament-001", "/run?name=match-001", game, "/report?name=tournament-001"] {
        // The width of a sheet of paper without its margins.
        visit.open(path, [700, 1000]);
        visit.browser.until("document.querySelector('tbody td, #moves li')");
        visit.browser.emulate("screen", "dark");
        let dark = visit.browser.ask(paper);
        visit.browser.emulate("print", "dark");
        assert_eq!(visit.browser.ask(paper), "rgb(255, 255, 255)", "{path}: {dark} on the screen");
        if !path.starts_with("/report") {
            assert_eq!(visit.browser.ask(hidden), json!([]), "{path}");
        }
        visit.is_readable(&format!("{path} on paper"));
        visit.browser.emulate("screen", "light");
    }
    visit.open("/run?name=tournament-001", WIDE);
    visit.browser.until("document.querySelector('#report').contentDocument.querySelector('figure svg')");
    visit.browser.ask(
        "document.querySelector('#report').contentWindow.print = () => { document.body.dataset.printed = 'yes'; }",
    );
    visit.browser.click("#print");
    visit.browser.until("document.body.dataset.printed");
    visit.is_fine("printing");
}

/// The report by itself, of one run and in other sizes.
#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn reports_are_accessible() {
    let mut visit = Visit::start(true);
    for name in ["tournament-001", "match-001"] {
        visit.open(&format!("/report?name={name}"), WIDE);
        visit.browser.until("document.querySelector('figure svg')");
        visit.is_fine_everywhere(&format!("the report of {name}"));
    }
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn the_token_is_asked_for_by_a_page() {
    let folder = TempDir::new().unwrap();
    play_run(folder.path(), "one", &["match", "greedy", "random", "--blocks", "3"]);
    let mut visit = Visit::start_in(folder, false, &["--bind", "127.0.0.1", "--token", "correct horse battery"]);
    visit.open("/run?name=one", WIDE);
    visit.browser.until("document.querySelector('input[name=token]')");
    visit.is_readable("the question for the token");
    visit.choose("input[name=token]", "a wrong one");
    visit.browser.click("form button");
    visit.browser.until("document.querySelector('[role=alert]').textContent.includes('not the token')");
    visit.choose("input[name=token]", "correct horse battery");
    visit.browser.click("form button");
    visit.browser.until("document.querySelector('[data-run=one]')");
    visit.is_readable("the list after the token");
}

/// Addresses that lead nowhere, folders that are broken, and names that look like markup.
#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn what_is_not_there_is_explained() {
    let folder = TempDir::new().unwrap();
    let small = ["match", "greedy", "random", "--blocks", "3"];
    let strange = ["<img src=x onerror=alert(1)>", "ünï 漢字 & 'quoted' #1?", "{{x}} ${y} %41"];
    for name in strange {
        play_run(folder.path(), name, &small);
    }
    for (name, text) in [("broken", "{"), ("foreign", "{\"format\":\"karteneck-run/4\"}"), ("empty", "")] {
        fs::create_dir_all(folder.path().join("results").join(name)).unwrap();
        fs::write(folder.path().join("results").join(name).join("manifest.json"), text).unwrap();
    }
    let mut visit = Visit::start_in(folder, false, &[]);
    visit.open("/", WIDE);
    visit.browser.until("document.querySelectorAll('#runs tbody tr').length === 6");
    assert_eq!(visit.browser.ask("document.images.length"), 0);
    let broken = visit
        .browser
        .ask("[...document.querySelectorAll('.tag.unreadable')].map(tag => tag.closest('tr').dataset.run).sort()");
    assert_eq!(broken, json!(["broken", "empty", "foreign"]));
    visit.is_fine_everywhere("a list with strange folders");
    let links = visit.browser.ask("Object.fromEntries([...document.querySelectorAll('#runs tbody tr')].map(row => [row.dataset.run, row.querySelector('a').getAttribute('href')]))");
    for name in strange {
        visit.open(links[name].as_str().unwrap(), WIDE);
        visit.browser.until(&format!("document.querySelector('#title').textContent === {}", json!(name)));
        visit.browser.until("document.querySelector('#report').contentDocument.querySelector('figure svg')");
        assert_eq!(visit.browser.ask("document.images.length"), 0);
        visit.is_fine(name);
    }
    // Requests that are refused are on the console; everything else about these pages must be fine.
    let game = format!("/game?{}&address=9999:0", "run=%7B%7Bx%7D%7D%20%24%7By%7D%20%2541");
    for (path, words) in [
        ("/nothing", "no such page"),
        ("/run?name=nothing", "there is no \"nothing\""),
        ("/run?name=broken", "broken"),
        ("/run?name=foreign", "foreign"),
        ("/tuning?name=nothing", "there is no \"nothing\""),
        (&game, "there is no block 9999"),
        ("/game", "name a run and an address"),
        ("/play?id=play-999", "there is no unfinished game"),
    ] {
        visit.open(path, WIDE);
        visit.browser.until(&format!("document.body.innerText.toLowerCase().includes({})", json!(words)));
        visit.is_readable(path);
        let shown: Value = visit.browser.ask("[...document.querySelectorAll('main form, main iframe, main .board')].filter(part => part.checkVisibility()).length");
        if path != "/play?id=play-999" {
            assert_eq!(shown, 0, "{path}: nothing is offered that cannot be done");
        }
    }
}

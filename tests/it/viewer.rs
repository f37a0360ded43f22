//! Games in a page, stepped through in a headless browser as a reader would.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::browser::Browser;
use crate::cli::karteneck;
use crate::pages::{PHONE, WIDE, rows};

/// Plays a game and makes its page; what the record says, and where the page is.
pub fn game_with_page(folder: &TempDir, game: &[&str]) -> (Value, PathBuf) {
    let [games, page] = ["games.jsonl", "game.html"].map(|name| folder.path().join(name));
    let [file, html] = [&games, &page].map(|path| path.to_str().unwrap());
    assert_eq!(karteneck(&[&["record"], game, &["--out", file]].concat()).code, 0);
    let answer = karteneck(&["replay", file, "--html", html]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let text = fs::read_to_string(&games).unwrap();
    (serde_json::from_str(text.lines().next().unwrap()).unwrap(), page)
}

/// The step that the viewer shows.
pub fn step(browser: &mut Browser) -> u64 {
    browser.ask("Number(document.getElementById('viewer-slider').value)").as_u64().unwrap()
}

/// The seats of the table, in order.
pub const SEATS: &str =
    "[...document.querySelectorAll('.kt-seat')].sort((one, other) => one.dataset.seat - other.dataset.seat)";

/// The worms of all seats, as the viewer shows them.
pub fn worms(browser: &mut Browser) -> Value {
    browser.ask(&format!("{SEATS}.map(seat => Number(seat.querySelector('.kt-score').textContent))"))
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn buttons_keys_and_the_slider_step_through_a_game() {
    let mut browser = Browser::start();
    let folder = TempDir::new().unwrap();
    let (record, page) = game_with_page(&folder, &["heuristic", "greedy", "steal-hunter", "--seed", "8"]);
    browser.open(&page, WIDE);
    let last = browser.ask("Number(document.getElementById('viewer-slider').max)").as_u64().unwrap();
    let rounds = record["rounds"].as_array().unwrap();
    let moves: usize = rounds.iter().map(|round| round["moves"].as_array().unwrap().len()).sum();
    assert_eq!(last as usize, moves + 2 * rounds.len(), "a step for each round, move and menu, and the end");
    assert_eq!((step(&mut browser), worms(&mut browser)), (0, json!([0, 0, 0])));
    browser.click("#viewer-next");
    browser.click("#viewer-next");
    assert_eq!(step(&mut browser), 2);
    browser.click("#viewer-back");
    assert_eq!(step(&mut browser), 1);
    for (key, expected) in [
        ("ArrowRight", 2),
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("End", last),
        ("ArrowRight", last),
        ("Home", 0),
        ("ArrowLeft", 0),
    ] {
        browser.press(key);
        assert_eq!(step(&mut browser), expected, "{key}");
    }
    browser.click("#viewer-last");
    assert_eq!((step(&mut browser), worms(&mut browser)), (last, record["result"]["worms"].clone()));
    let winner = record["strategies"][record["result"]["winner"].as_u64().unwrap() as usize].as_str().unwrap();
    assert!(browser.text(".kt-says").contains(&format!("{winner} wins")));
    browser.click("#viewer-first");
    assert_eq!(step(&mut browser), 0);
    let slide = "(() => { const slider = document.getElementById('viewer-slider'); slider.value = 7; \
                 slider.dispatchEvent(new Event('input')); })()";
    browser.ask(slide);
    assert_eq!(step(&mut browser), 7);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Shows only what a seat knows.
fn choose(browser: &mut Browser, seat: u64) {
    browser.ask(&format!(
        "(() => {{ const knows = document.getElementById('viewer-knows'); knows.value = '{seat}'; \
         knows.dispatchEvent(new Event('change')); }})()"
    ));
}

/// Every card in hand that the page shows, by seat.
fn hands(browser: &mut Browser) -> Vec<Vec<String>> {
    let shown = browser.ask(&format!(
        "{SEATS}.map(seat => [...seat.querySelectorAll('.kt-hand [data-card]')].map(card => card.dataset.card))"
    ));
    serde_json::from_value(shown).unwrap()
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn the_viewer_shows_the_record_and_hides_what_a_seat_cannot_know() {
    let mut browser = Browser::start();
    let folder = TempDir::new().unwrap();
    let (record, page) = game_with_page(&folder, &["random", "--players", "3", "--seed", "7"]);
    browser.open(&page, WIDE);
    let sorted = |cards: &Value| {
        let mut names: Vec<String> = serde_json::from_value(cards.clone()).unwrap();
        names.sort();
        names
    };
    let dealt: Vec<Vec<String>> = record["hands"].as_array().unwrap().iter().map(sorted).collect();
    let mut shown = hands(&mut browser);
    for hand in &mut shown {
        hand.sort();
    }
    assert_eq!(shown, dealt);
    browser.click("#viewer-next");
    let moved = &record["rounds"][0]["moves"][0];
    let seat = moved["seat"].as_u64().unwrap();
    assert_eq!(browser.ask("document.querySelector('.kt-moved').dataset.seat"), json!(seat.to_string()));
    let draw = moved["draw"][0].as_str().unwrap();
    assert!(browser.text(".kt-says").contains(&format!("draws {draw}")));
    let other = (seat + 1) % 3;
    choose(&mut browser, other);
    assert!(browser.text(".kt-says").ends_with("draws a card"));
    for (number, hand) in hands(&mut browser).iter().enumerate() {
        let hidden = hand.iter().all(|card| card == "?");
        assert_eq!(hidden, number as u64 != other, "{hand:?}");
    }
    // The keys step; they do not choose another seat, whose hand was not requested.
    let before = step(&mut browser);
    browser.press("ArrowRight");
    let knows = browser.ask("Number(document.getElementById('viewer-knows').value)");
    assert_eq!((step(&mut browser), knows), (before + 1, json!(other)));
    assert_eq!(browser.ask("location.hash"), json!(format!("#game-0-{}", before + 1)));
    browser.open(&page, PHONE);
    assert_eq!(browser.ask("document.documentElement.scrollWidth <= innerWidth"), json!(true));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn the_curve_of_a_judged_game_shows_what_the_file_says() {
    let mut browser = Browser::start();
    let folder = TempDir::new().unwrap();
    let [games, page, csv] = ["games.jsonl", "game.html", "moves.csv"].map(|name| folder.path().join(name));
    let [games, page, file] = [&games, &page, &csv].map(|path| path.to_str().unwrap());
    assert_eq!(karteneck(&["record", "greedy", "random", "--seed", "6", "--out", games]).code, 0);
    let answer = karteneck(&["analyze", games, "--worlds", "60", "--html", page, "--csv", file]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    browser.open(Path::new(page), WIDE);
    let decisions = rows(folder.path(), "moves.csv");
    let told: Vec<[&String; 3]> = decisions.iter().map(|row| ["seat", "chance", "loss"].map(|key| &row[key])).collect();
    let dots = "[...document.querySelectorAll('#viewer-curve circle')].sort((one, other) => one.dataset.step - other.dataset.step)";
    let shown = browser.ask(&format!("{dots}.map(dot => [dot.dataset.seat, dot.dataset.value, dot.dataset.loss])"));
    assert_eq!(shown, json!(told));
    // The positions of the dots: the higher the chance, the higher up, on one line.
    let heights: Vec<[f64; 2]> = serde_json::from_value(
        browser.ask(&format!("{dots}.map(dot => [dot.dataset.value, dot.getAttribute('cy')].map(Number))")),
    )
    .unwrap();
    let [low, high] = [0.0, 1.0].map(|chance| 8.0 + 150.0 * (1.0 - chance));
    assert!(heights.iter().all(|[chance, y]| (low + chance * (high - low) - y).abs() < 0.1), "{heights:?}");
    // Clicking a mistake shows the move and what would have been better.
    let mistake = decisions.iter().rposition(|row| row["mistake"] == "1").unwrap();
    let row = &decisions[mistake];
    let step_of = browser.ask(&format!("{dots}[{mistake}].dataset.step")).as_str().unwrap().to_owned();
    browser.click(&format!("#viewer-curve circle[data-step='{step_of}']"));
    assert_eq!(step(&mut browser).to_string(), step_of);
    assert!(browser.text("#viewer-count").ends_with(&format!("round {}.{}", row["round"], row["move"])));
    assert!(browser.text(".kt-note").contains(&format!("better: {}", row["best"])));
    // What a move was worth depends on the hand of the seat that moved: no other seat may see it.
    let seat: u64 = row["seat"].parse().unwrap();
    choose(&mut browser, 1 - seat);
    assert_eq!(browser.text(".kt-note"), "");
    assert_eq!(browser.ask("document.getElementById('viewer-curve').getBoundingClientRect().height"), json!(0));
    choose(&mut browser, seat);
    assert!(browser.text(".kt-note").contains("better:"));
    let cursor = "document.getElementById('curve-cursor').getAttribute('d')";
    let before = browser.ask(cursor);
    browser.press("End");
    assert_ne!(browser.ask(cursor), before);
    for (seat, strategy) in ["greedy", "random"].into_iter().enumerate() {
        let line = answer.stdout.lines().find(|line| line.contains(strategy)).unwrap();
        let cells: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let shown = browser.ask(&format!(
            "[...document.querySelector('[data-table=accuracy]').tBodies[0].rows[{seat}].cells].map(cell => cell.textContent)"
        ));
        assert_eq!(shown, json!(cells));
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_end_of_a_game_with_a_fault_says_how_it_counts() {
    let folder = TempDir::new().unwrap();
    let [games, page] = ["games.jsonl", "game.html"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let script = folder.path().join("bot.sh");
    let greets =
        r#"read -r line; echo '{"type":"hello","protocol":"karteneck-bot/2"}'; read -r line; read -r line; exit 3"#;
    fs::write(&script, greets).unwrap();
    let spec = format!("process:sh {}", script.display());
    assert_eq!(karteneck(&["record", "greedy", &spec, "--out", &games]).code, 0);
    assert_eq!(karteneck(&["replay", &games, "--html", &page]).code, 0);
    let text = fs::read_to_string(&page).unwrap();
    assert!(text.contains("so it counts: 1. greedy, 2. "), "{text}");
}

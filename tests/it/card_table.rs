//! The drawn table: by itself, as another page would embed it, and in the viewer, with keys, on a phone and for those who do not see it.
#![cfg(unix)]

use std::fs;
use std::path::PathBuf;

use karteneck::game::{DealKey, Edition, Game, Players, Seat};
use karteneck::report::{TABLE_SCRIPT, TABLE_STYLE, position_frame, seat_names, worms_by_value};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::browser::Browser;
use crate::pages::{PHONE, WIDE};
use crate::viewer::{SEATS, game_with_page, step};

/// The position after the deal, as seat 1 sees it.
fn frame() -> (Game, Value) {
    let players = Players::new(3).unwrap();
    let key = DealKey::new(4, 0);
    let game = Game::start(players, key.first_seat(players), Edition::default(), &mut key.deal(players));
    let own = Seat::new(1).unwrap();
    let text = position_frame(game.table(), &|seat| (seat == own).then(|| game.hand(seat)));
    (game, serde_json::from_str(&text).unwrap())
}

#[test]
fn a_frame_of_a_position_has_no_hidden_card() {
    let (game, frame) = frame();
    let hand = |seat: usize| frame["seats"][seat.to_string()]["hand"].as_str().unwrap().to_owned();
    assert_eq!((hand(0).as_str(), hand(2).as_str()), ("? ? ? ? ? ?", "? ? ? ? ? ?"));
    let own: Vec<String> = game.hand(Seat::new(1).unwrap()).iter().map(|card| card.to_string()).collect();
    assert_eq!(hand(1), own.join(" "));
    assert_eq!(frame["turn"], json!(game.table().turn().index()));
    assert_eq!(frame["grill"].as_array().unwrap().len(), 3);
}

#[test]
fn seats_of_one_strategy_are_told_apart() {
    let names = ["random", "greedy", "random"].map(str::to_owned);
    assert_eq!(seat_names(&names), ["random #1", "greedy", "random #2"]);
    assert_eq!(seat_names(&["a\u{202e}b".to_owned()]), ["a\\u{202e}b"]);
    let worms = worms_by_value(&Edition::default());
    assert_eq!((worms.len(), worms[0], worms[16], worms[42]), (43, 0, 1, 9));
}

/// A page with nothing but the table.
fn bare_page(folder: &TempDir) -> PathBuf {
    let page = folder.path().join("table.html");
    let (_, frame) = frame();
    let worms = json!(worms_by_value(&Edition::default()));
    let text = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>table</title><link rel=\"icon\" href=\"data:,\"><style>{TABLE_STYLE}</style><main id=\"here\"></main>\
         <script>const before = new Set(Object.getOwnPropertyNames(window));</script><script>{TABLE_SCRIPT}</script>\
         <script>const frame = {frame}, chosen = [];\
         const table = KarteneckTable(document.getElementById('here'), {{names: ['Ann', 'Bob', 'Cid'], worms: {worms}}});\
         table.onCard = (card) => {{ chosen.push(card); }};\
         table.show(frame, {{perspective: 1}});</script></html>"
    );
    fs::write(&page, text).unwrap();
    page
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn cards_of_the_own_hand_are_chosen_by_clicks_and_keys() {
    let mut browser = Browser::start();
    let folder = TempDir::new().unwrap();
    let (game, _) = frame();
    let own: Vec<String> = game.hand(Seat::new(1).unwrap()).iter().map(|card| card.to_string()).collect();
    browser.open(&bare_page(&folder), PHONE);
    let globals = "Object.getOwnPropertyNames(window).filter(name => !before.has(name))";
    assert_eq!(browser.ask(globals), json!([]), "the script leaves nothing behind but its one constant");
    browser.click(".kt-hand li:nth-child(2) .kt-choose");
    assert_eq!(browser.ask("chosen"), json!([own[1]]));
    browser.press("ArrowRight");
    assert_eq!(browser.ask("document.activeElement.parentNode.dataset.card"), json!(own[2]));
    browser.press("ArrowLeft");
    assert_eq!(browser.ask("document.activeElement.parentNode.dataset.card"), json!(own[1]));
    // The focus stays where it was when another frame is shown.
    browser.ask("table.show(frame)");
    browser.press("Enter");
    assert_eq!(browser.ask("chosen"), json!([own[1], own[1]]));
    let pressed =
        "[...document.querySelectorAll('.kt-choose[aria-pressed=true]')].map(card => card.parentNode.dataset.card)";
    browser.ask(&format!("table.select({})", json!([own[0], own[5]])));
    assert_eq!(browser.ask(pressed), json!([own[0], own[5]]));
    browser.ask("table.show(frame)");
    assert_eq!(browser.ask(pressed), json!([own[0], own[5]]), "what is chosen stays so");
    browser.ask("table.select([])");
    assert_eq!(browser.ask(pressed), json!([]));
    let hidden = browser.ask(
        "document.querySelectorAll('[data-card=\"?\"]').length + ' ' + document.querySelectorAll('.kt-choose').length",
    );
    assert_eq!(hidden, json!("12 6"), "hidden cards cannot be chosen");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn the_menu_says_why_each_seat_is_served() {
    let mut browser = Browser::start();
    let folder = TempDir::new().unwrap();
    let (record, page) = game_with_page(&folder, &["heuristic", "greedy", "steal-hunter", "tuned", "--seed", "8"]);
    browser.open(&page, WIDE);
    let steps: Vec<u64> = serde_json::from_value(
        browser.ask("[...document.querySelectorAll('#viewer-log li.menu')].map(line => Number(line.dataset.step))"),
    )
    .unwrap();
    let names = record["strategies"].as_array().unwrap();
    let rounds = record["rounds"].as_array().unwrap();
    assert_eq!(steps.len(), rounds.len());
    let mut served = 0;
    for (round, at) in rounds.iter().zip(steps) {
        browser.ask(&format!("document.querySelector('#viewer-log [data-step=\"{at}\"]').click()"));
        let shown = browser.ask(
            "[...document.querySelectorAll('.kt-menu li')].map(line => [line.querySelector('.kt-name').textContent, \
             Number(line.querySelector('.kt-prize').textContent)])",
        );
        let menu = round["menu"].as_array().unwrap();
        let told: Vec<Value> =
            menu.iter().map(|one| json!([names[one["seat"].as_u64().unwrap() as usize], one["portion"]])).collect();
        assert_eq!(shown, json!(told));
        // The displays still lie there, with their totals, the highest first.
        let totals: Vec<u64> = serde_json::from_value(browser.ask(
            "[...document.querySelectorAll('.kt-served')].sort((one, other) => parseInt(one.querySelector('.kt-sign').textContent) - \
             parseInt(other.querySelector('.kt-sign').textContent)).map(seat => Number(seat.querySelector('.kt-total').textContent))",
        ))
        .unwrap();
        assert_eq!(totals.len(), menu.len());
        assert!(totals.is_sorted_by(|one, other| one >= other), "{totals:?}");
        served += menu.len();
    }
    assert!(served > 10);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn a_game_plays_by_itself_and_the_space_bar_stops_it() {
    let mut browser = Browser::start();
    let folder = TempDir::new().unwrap();
    let (_, page) = game_with_page(&folder, &["heuristic", "greedy", "--seed", "8"]);
    browser.open(&page, WIDE);
    browser.ask("(() => { const speed = document.getElementById('viewer-speed'); speed.value = '250'; })()");
    browser.click("#viewer-play");
    let start = std::time::Instant::now();
    while step(&mut browser) < 3 {
        assert!(start.elapsed().as_secs() < 60, "nothing plays");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    browser.ask("document.getElementById('viewer').focus()");
    browser.press(" ");
    assert_eq!(browser.ask("document.getElementById('viewer-play').getAttribute('aria-pressed')"), json!("false"));
    let stopped = step(&mut browser);
    std::thread::sleep(std::time::Duration::from_millis(600));
    assert_eq!(step(&mut browser), stopped);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn the_table_can_be_read_on_a_phone_and_by_those_who_do_not_see_it() {
    let mut browser = Browser::start();
    let folder = TempDir::new().unwrap();
    let names = ["heuristic", "greedy", "steal-hunter", "tuned", "random", "heuristic:card=1.05,tempo=1.25"];
    let (_, page) = game_with_page(&folder, &[&names[..], &["--seed", "8"]].concat());
    browser.open(&page, PHONE);
    let last = browser.ask("Number(document.getElementById('viewer-slider').max)").as_u64().unwrap();
    for at in (0..=last).step_by(9).chain([last]) {
        browser.ask(&format!("document.querySelector('#viewer-log [data-step=\"{at}\"]').click()"));
        assert_eq!(browser.ask("document.documentElement.scrollWidth <= innerWidth"), json!(true), "step {at}");
        let outside = browser.ask(
            "[...document.querySelectorAll('.kt-felt *')].filter(part => part.getBoundingClientRect().right > innerWidth + 1 || \
             part.getBoundingClientRect().left < -1).map(part => part.outerHTML.slice(0, 80))",
        );
        assert_eq!(outside, json!([]), "step {at}");
        let unnamed = browser.ask(
            "[...document.querySelectorAll('.kt-fan svg')].filter(picture => !picture.getAttribute('aria-label')).length",
        );
        assert_eq!(unnamed, json!(0), "every card and portion has a label");
        // Shapes and words, not only colours, say how a seat stands.
        let states = browser.ask(&format!(
            "{SEATS}.map(seat => [seat.dataset.state, (seat.querySelector('.kt-sign') || {{}}).textContent || '']).filter(([state, sign]) => \
             state !== 'active' && !sign)"
        ));
        assert_eq!(states, json!([]));
    }
    let live = browser.ask("document.querySelector('.kt-says').getAttribute('aria-live') + document.querySelectorAll('[aria-live]').length");
    assert_eq!(live, json!("polite1"));
    for name in names {
        let whole = browser
            .ask(&format!("{SEATS}.some(seat => seat.querySelector('.kt-name').textContent === {})", json!(name)));
        assert_eq!(whole, json!(true), "{name}");
    }
    let moves = "getComputedStyle(document.querySelector('.kt-fresh > *')).animationName";
    browser.press("Home");
    assert_eq!(browser.ask(moves), json!("kt-arrive"));
    let features = json!([{"name": "prefers-reduced-motion", "value": "reduce"}]);
    browser.call("Emulation.setEmulatedMedia", &json!({"media": "screen", "features": features}));
    assert_eq!(browser.ask(moves), json!("none"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

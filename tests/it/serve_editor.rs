//! The editor of positions and the table together, in a headless browser; and what a reader does who clicks twice, goes back, or has two windows.

use serde_json::json;

use crate::pages::WIDE;
use crate::serve_pages::Visit;

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn the_editor_explains_what_is_impossible() {
    let mut visit = Visit::start(true);
    visit.open("/game?run=tournament-001&address=3:1&players=3&lineup=0&step=12", WIDE);
    visit.browser.until("document.body.dataset.ready");
    visit.browser.click("#change");
    visit.browser.until("location.pathname === '/position' && document.body.dataset.state === 'fine'");
    assert_eq!(visit.browser.ask("document.querySelectorAll('#seats fieldset').length"), 3);
    let grill = visit.browser.ask("document.querySelector('#grill').value");
    visit.choose("#grill", "16 16 99 x\"]");
    visit.browser.until("document.body.dataset.state === 'wrong'");
    let mistakes = visit.browser.text("#mistakes");
    assert!(mistakes.contains("99") && mistakes.contains("x\"]"), "{mistakes}");
    assert_eq!(visit.browser.ask("document.querySelector('#play-on').disabled"), true);
    visit.is_fine_everywhere("an impossible position");
    visit.choose("#grill", grill.as_str().unwrap());
    visit.browser.until("document.body.dataset.state === 'fine'");
    visit.browser.until("document.querySelectorAll('#candidates tbody tr').length > 0");
    visit.is_fine_everywhere("a position");
}

/// From the board into the editor, from there to the table, and from the table into the editor again.
#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn a_changed_position_is_played_on() {
    let mut visit = Visit::start(true);
    visit.open("/game?run=tournament-001&address=3:1&players=3&lineup=0&step=30", WIDE);
    visit.browser.until("document.body.dataset.ready");
    visit.browser.click("#change");
    visit.browser.until("location.pathname === '/position' && document.body.dataset.state === 'fine'");
    let hand = "document.querySelector('#hand-' + document.querySelector('#turn').value).value";
    let before = visit.browser.ask(hand);
    let rest = before.as_str().unwrap().split_once(' ').unwrap().1.to_owned();
    let turn = visit.browser.ask("document.querySelector('#turn').value").as_str().unwrap().to_owned();
    let changed = ["5", "4", "3", "2", "1"].iter().map(|card| format!("{card} {rest}")).find(|hand| *hand != before);
    let changed = changed.unwrap();
    let text = visit.browser.ask("document.querySelector('#text').value");
    visit.choose(&format!("#hand-{turn}"), &changed);
    visit
        .browser
        .until(&format!("document.querySelector('#text').value !== {text} && document.body.dataset.state === 'fine'"));
    visit.browser.click("#play-on");
    visit.browser.until("location.pathname === '/play' && document.body.dataset.yours === 'true'");
    let shown = visit.browser.ask("document.querySelectorAll('.kt-choose').length");
    assert_eq!(shown.as_u64().unwrap() as usize, changed.split(' ').count());
    visit.is_fine_everywhere("a game from a position");
    visit.browser.ask("history.back()");
    visit.browser.until("location.pathname === '/position' && document.body.dataset.state === 'fine'");
    let sorted = |text: &str| {
        let mut cards: Vec<String> = text.split(' ').map(str::to_owned).collect();
        cards.sort();
        cards
    };
    assert_eq!(sorted(visit.browser.ask(hand).as_str().unwrap()), sorted(&changed), "the editor has kept the position");
    visit.browser.ask("history.forward()");
    visit.browser.until("location.pathname === '/play' && document.body.dataset.yours === 'true'");
    visit.browser.click("#change");
    visit.browser.until("location.pathname === '/position' && document.body.dataset.state === 'fine'");
    assert_eq!(sorted(visit.browser.ask(hand).as_str().unwrap()), sorted(&changed));
}

#[test]
#[ignore = "needs a Chromium; the gate runs it with --include-ignored"]
fn two_clicks_and_two_windows_move_once() {
    let mut visit = Visit::start(false);
    visit.open("/play", WIDE);
    visit.browser.until("document.querySelector('#games li')");
    visit.choose("#pace", "1800");
    visit.browser.ask("document.querySelector('#new button').click(), document.querySelector('#new button').click()");
    visit.browser.until("document.body.dataset.yours === 'true'");
    assert_eq!(visit.served.get("/api/games").json()["games"].as_array().unwrap().len(), 1, "two clicks deal once");
    let moves = |visit: &mut Visit| visit.browser.ask("Number(document.body.dataset.moves)").as_u64().unwrap();
    let before = moves(&mut visit);
    let first = "document.querySelector('#passes button')";
    visit.browser.ask(&format!("{first}.click(), {first}.click()"));
    visit.browser.until(&format!("Number(document.body.dataset.moves) > {before}"));
    let state = visit.served.post("/api/play/open", &json!({"id": "play-001"})).json();
    assert_eq!(state["moves"].as_u64().unwrap(), before + 1, "two clicks move once");
    // Another window goes on, this one does not see it.
    visit.browser.until("document.body.dataset.yours === 'true'");
    let state = visit.served.post("/api/play/open", &json!({"id": "play-001"})).json();
    visit.served.post("/api/play/move", &json!({"id": "play-001", "move": state["choices"][0]["move"]}));
    visit.browser.ask(&format!("{first}.click()"));
    visit.browser.until("document.querySelector('#trouble').textContent.includes('has gone on')");
    let state = visit.served.post("/api/play/open", &json!({"id": "play-001"})).json();
    visit.browser.until(&format!("Number(document.body.dataset.moves) >= {}", state["moves"]));
}

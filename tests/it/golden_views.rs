//! Golden playthroughs: what every seat sees after every move, at the smallest and at the largest table.
//!
//! They pin the rules, the luck of a seed and the views at once, to be read by a person. At the tables in between the plain
//! model of `selfcheck`, the fingerprint and the hash of records pin the same. A change of a line here is a change of every result
//! ever published with that seed: it needs a reason in the changelog.

use std::fmt::Write;

use karteneck::game::{DealKey, Edition, Game, Kind, Portion, View};

use crate::support::{players, seat};

/// A view as text, through nothing but what the view offers.
fn see(view: &View<'_>) -> String {
    let unseen = view.unseen_cards();
    let kinds: Vec<String> = Kind::ALL.iter().map(|&kind| unseen.count(kind).to_string()).collect();
    format!("hand {} | unseen {}", view.hand(), kinds.join("/"))
}

/// The public side as text.
fn see_table(view: &View<'_>) -> String {
    let table = view.table();
    let values = |portions: &mut dyn Iterator<Item = Portion>| -> String {
        portions.map(|portion| portion.to_string()).collect::<Vec<_>>().join(" ")
    };
    let mut text = format!(
        "round {} first {} turn {} grill [{}] supply {} pile {} discard {}",
        table.round(),
        table.first(),
        table.turn(),
        values(&mut table.grill().iter()),
        table.supply_len(),
        table.pile_len(),
        table.discard().len(),
    );
    for seat in table.players().seats() {
        let passed = match (table.passed().contains(seat), table.passed_valid().contains(seat)) {
            (false, _) => "",
            (true, false) => " invalid",
            (true, true) => " valid",
        };
        let stack = values(&mut table.stack(seat));
        let (total, display) = (table.total(seat), table.display(seat));
        let _ = write!(text, " | {seat}:{passed} {total} [{display}] holds {} stack [{stack}]", table.hand_size(seat));
    }
    text
}

fn playthrough(count: usize) -> String {
    let key = DealKey::new(2021, count as u64);
    let players = players(count);
    let mut luck = key.deal(players);
    let mut choose = key.choices(seat(0), 0);
    let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
    let mut text = String::new();
    let mut show = |game: &Game| {
        let _ = writeln!(text, "{}", see_table(&game.view(seat(0))));
        for seat in players.seats() {
            let _ = writeln!(text, "  {seat} sees {}", see(&game.view(seat)));
        }
    };
    show(&game);
    while !game.table().is_over() {
        game.play_random(&mut choose, &mut luck, &mut ());
        show(&game);
    }
    let outcome = game.outcome();
    let _ = writeln!(
        text,
        "worms {:?} best {:?} places {:?}",
        outcome.worms.of(players),
        outcome.best.of(players),
        outcome.places.of(players)
    );
    text
}

#[test]
fn two_players() {
    insta::assert_snapshot!("views_of_2_players", playthrough(2));
}

#[test]
fn six_players() {
    insta::assert_snapshot!("views_of_6_players", playthrough(6));
}

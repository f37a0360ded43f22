//! The work that is counted: fixed amounts of what users of the laboratory wait for.
//!
//! Nothing here depends on the clock, the number of cores or a random seed, so that two counts of one build differ by
//! next to nothing.

use std::hint::black_box;

use karteneck::arena::{Goal, Pairing, Plan, PlayOptions, Player, Setup, play_game, play_whole};
use karteneck::bots::BotHost;
use karteneck::entrants::{Catalogue, Entrant};
use karteneck::game::{DealKey, Edition, Game, Key, Players, Seat};

/// This many players.
pub fn players(count: usize) -> Players {
    Players::new(count).expect("2 to 6 play")
}

/// Games of random moves, without strategies.
pub fn random_games(players: Players, games: u64) {
    for index in 0..games {
        let key = DealKey::new(1, index);
        let (mut luck, mut choose) = (key.deal(players), key.choices(first(), 0));
        let mut game = Game::start(players, first(), Edition::default(), &mut luck);
        while !game.table().is_over() {
            game.play_random(&mut choose, &mut luck, &mut ());
        }
        black_box(game.outcome());
    }
}

fn first() -> Seat {
    Seat::new(0).expect("every table has a first seat")
}

/// Games of random moves that stopped somewhere, to take views of.
pub fn middles(players: Players) -> Vec<Game> {
    let mut stream = Key::new(2).stream();
    let middle = |number| {
        let mut luck = DealKey::new(3, number).deal(players);
        let mut game = Game::start(players, first(), Edition::default(), &mut luck);
        for _ in 0..15 * players.count() {
            game.play_random(&mut stream, &mut luck, &mut ());
        }
        game
    };
    (0..16).map(middle).collect()
}

/// Imagines so many worlds from these positions, as the seat on turn sees them.
pub fn imagine(positions: &[Game], worlds: usize) {
    let mut stream = Key::new(4).stream();
    for game in positions.iter().cycle().take(worlds) {
        black_box(game.view(game.table().turn()).imagine(&mut stream));
    }
}

/// The shipped entrants of these names or specs.
pub fn entrants(specs: &[&str]) -> Vec<Entrant> {
    specs.iter().map(|spec| Catalogue::shipped_only().find(spec).expect("it is shipped")).collect()
}

/// Players of these entrants, one for each seat.
pub fn seated(specs: &[&str]) -> Vec<Player> {
    entrants(specs).iter().map(|entrant| Player::new(entrant, &BotHost::default())).collect()
}

/// So many deals, each in all rotations of the seats; nothing is counted.
pub fn bare_games(line_up: &mut [Player], deals: u64) {
    let players = players(line_up.len());
    for deal in 0..deals {
        let key = DealKey::new(1, deal);
        let setup = Setup { key, players, first: key.first_seat(players), edition: Edition::default() };
        for _ in players.seats() {
            black_box(play_game(&setup, line_up, &mut ()));
            line_up.rotate_left(1);
        }
    }
}

/// So many blocks through the arena, counted, by one thread.
pub fn arena(entrants: Vec<Entrant>, blocks: u64) {
    let players = players(entrants.len());
    let goal = Goal::Blocks(vec![blocks]);
    let plan = Plan::new(entrants, Pairing::Fixed, &[players], 1_u64, goal).expect("an entrant for each seat");
    let host = BotHost::default();
    // Batches follow the clock unless their size is set.
    let options = PlayOptions { pace: Some(blocks), ..PlayOptions::new(1, &host) };
    black_box(play_whole(&plan, &options, |_| {}).expect("a thread can be started"));
}

//! What many tests need: seeded games, games stopped in the middle, and a test of uniformity.

use karteneck::bots::BotHost;
use karteneck::entrants::Catalogue;
use karteneck::game::{Cards, DealKey, Edition, Game, Key, PerSeat, Players, Seat, Stream};
use karteneck::records::{Heading, Record, Recorder};
use karteneck::strategies::Strategy;

pub fn players(count: usize) -> Players {
    Players::new(count).unwrap()
}

pub fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

pub fn cards(names: &str) -> Cards {
    names.parse().unwrap()
}

pub fn stream(name: u64) -> Stream {
    Key::new(name).stream()
}

/// A game stopped after `moves` random moves, or just before its end.
pub fn middle(count: usize, seed: u64, moves: usize) -> Game {
    let key = DealKey::new(seed, 0);
    let mut luck = key.deal(players(count));
    let mut choose = stream(seed);
    let mut game = Game::start(players(count), key.first_seat(players(count)), Edition::default(), &mut luck);
    for _ in 0..moves {
        let before = game;
        game.play_random(&mut choose, &mut luck, &mut ());
        if game.table().is_over() {
            return before;
        }
    }
    game
}

/// The record of a whole random game.
pub fn random_record(count: usize, seed: u64) -> Record {
    let key = DealKey::new(seed, 0);
    let mut luck = key.deal(players(count));
    let mut choose = stream(seed);
    let mut recorder = Recorder::new(players(count));
    let first = key.first_seat(players(count));
    let mut game = Game::start_watched(players(count), first, Edition::default(), &mut luck, &mut recorder);
    while !game.table().is_over() {
        game.play_random(&mut choose, &mut luck, &mut recorder);
    }
    let strategies = vec!["random".to_owned(); count];
    recorder.finish(Heading { seed: seed.into(), strategies, ..Heading::default() }, &game)
}

/// Fails if the counts do not match the probabilities: chi-square beyond what happens once in a million fair runs.
pub fn assert_law(what: &str, observed: &[u64], probabilities: &[f64]) {
    assert_eq!(observed.len(), probabilities.len());
    let total = observed.iter().sum::<u64>() as f64;
    let mut statistic = 0.0;
    for (&count, &probability) in observed.iter().zip(probabilities) {
        let expected = total * probability;
        assert!(expected >= 5.0, "{what}: too few draws for a chi-square test");
        statistic += (count as f64 - expected).powi(2) / expected;
    }
    let freedom = observed.len() as f64 - 1.0;
    // Wilson and Hilferty: the cube root of chi-square over its degrees of freedom is nearly normal.
    let spread = 2.0 / (9.0 * freedom);
    let deviation = ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt();
    assert!(deviation < 4.75, "{what}: {deviation:.1} standard deviations off; counts {observed:?}");
}

pub fn assert_uniform(what: &str, observed: &[u64]) {
    assert_law(what, observed, &vec![1.0 / observed.len() as f64; observed.len()]);
}

/// The catalogue of what is in the program, whatever folder the tests run in.
pub fn shipped() -> Catalogue {
    Catalogue::shipped_only()
}

/// A built-in strategy.
pub fn build(spec: &str) -> Box<dyn Strategy> {
    shipped().find(spec).unwrap().strategy(&BotHost::default())
}

/// Plays a game in which strategy `sits(seat)` decides for each seat.
pub fn play(
    players: Players,
    key: DealKey,
    sits: &mut dyn FnMut(Seat) -> usize,
    strategies: &mut [&mut dyn Strategy],
) -> Game {
    let mut luck = key.deal(players);
    let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
    let mut decisions = PerSeat::all(0);
    while !game.table().is_over() {
        let seat = game.table().turn();
        let mut chance = key.choices(seat, decisions[seat]);
        decisions[seat] += 1;
        let mv = strategies[sits(seat)].decide(&game.view(seat), &mut chance).unwrap();
        game.try_play(mv, &mut luck).unwrap();
    }
    game
}

/// The share of wins of the first of two over this many deals, each played in both seatings.
pub fn win_rate(one: &str, other: &str, deals: u64, seed: u64) -> f64 {
    let (mut one, mut other) = (build(one), build(other));
    let mut wins = 0;
    for deal in 0..deals {
        for own_seat in [0, 1] {
            let mut sits = |seat: Seat| usize::from(seat.index() != own_seat);
            let game = play(players(2), DealKey::new(seed, deal), &mut sits, &mut [&mut *one, &mut *other]);
            wins += u64::from(game.outcome().winner.index() == own_seat);
        }
    }
    wins as f64 / (2 * deals) as f64
}

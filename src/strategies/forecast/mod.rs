//! Forecasts: each seat's chance to win, seen from the beginning of a round with all hands open.
//!
//! A search that imagines worlds need not play them to the end: between two rounds a game is simple, and a few numbers
//! about each seat determine most of its chances. The chance is a conditional logit: every seat has a strength, linear in
//! its [`features`], and seat i wins with probability exp(sᵢ) / Σ exp(sⱼ). The weights depend on the number of players
//! and of remaining rounds; `examples/fit_forecast.rs` finds them by maximum likelihood from games of the heuristic
//! against itself, and prints the table.

mod table;

use crate::game::{Game, Kind, PerSeat, Players, Seat, Table};

/// How many numbers describe a seat.
pub const FEATURES: usize = 7;

/// The weights of the features for each number of remaining rounds, the fewest first.
type Weights = [[f64; FEATURES]];

/// The numbers that describe a seat at the beginning of a round.
#[inline]
pub fn features(game: &Game, seat: Seat) -> [f64; FEATURES] {
    let table = game.table();
    let hand = game.hand(seat);
    [
        f64::from(table.worms(seat)),
        f64::from(table.hand_size(seat)),
        f64::from(hand.total()),
        f64::from(hand.count(Kind::Worm)),
        f64::from(hand.kinds()),
        // They could be stolen.
        f64::from(table.top_worms(seat)),
        if table.first() == seat { 1.0 } else { 0.0 },
    ]
}

/// The number of remaining rounds, including the one that begins.
pub fn rounds_to_come(table: &Table) -> usize {
    table.players().rounds() + 1 - table.round()
}

/// The chance of each seat to win a game at the beginning of a round; `None` in round 1, where nothing is known yet, and
/// when the game is over.
pub fn chances(game: &Game) -> Option<PerSeat<f64>> {
    let (mut odds, sum) = odds(game)?;
    for seat in game.table().players().seats() {
        odds[seat] /= sum;
    }
    Some(odds)
}

/// The chance of one seat, exactly as in [`chances`].
pub fn chance(game: &Game, seat: Seat) -> Option<f64> {
    odds(game).map(|(odds, sum)| odds[seat] / sum)
}

/// exp(sᵢ) of each seat, as a share of the largest, and their sum.
fn odds(game: &Game) -> Option<(PerSeat<f64>, f64)> {
    let table = game.table();
    if table.is_over() {
        return None;
    }
    let weights = weights(table.players()).get(rounds_to_come(table) - 1)?;
    let mut odds = PerSeat::all(0.0);
    let mut most = f64::NEG_INFINITY;
    for seat in table.players().seats() {
        odds[seat] = features(game, seat).iter().zip(weights).map(|(feature, weight)| feature * weight).sum();
        most = odds[seat].max(most);
    }
    let mut sum = 0.0;
    for seat in table.players().seats() {
        odds[seat] = libm::exp(odds[seat] - most);
        sum += odds[seat];
    }
    Some((odds, sum))
}

/// The weights for a number of players.
fn weights(players: Players) -> &'static Weights {
    match players.count() {
        2 => &table::TWO,
        3 => &table::THREE,
        4 => &table::FOUR,
        5 => &table::FIVE,
        _ => &table::SIX,
    }
}

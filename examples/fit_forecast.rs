//! Finds the weights of the forecast: plays games of the heuristic against itself, with some random moves for variety,
//! and fits the conditional logit of who wins, for every number of players and of remaining rounds.
//!
//! `cargo run --release --example fit_forecast > table.rs && mv table.rs src/strategies/forecast/`

use karteneck::game::{DealKey, Edition, Game, PerSeat, Players};
use karteneck::strategies::forecast::{FEATURES, features, rounds_to_come};
use karteneck::strategies::{FAMILIES, Strategy};

const GAMES: u64 = 200_000;
const SEED: u64 = 20_261;
/// One move in this many is random.
const RANDOM_MOVES: u32 = 25;

/// A situation: every seat's features, and who won in the end.
struct Sample {
    seats: Vec<[f64; FEATURES]>,
    winner: usize,
}

fn build(name: &str) -> Box<dyn Strategy> {
    let family = FAMILIES.iter().find(|family| family.name == name).expect("a family of this name");
    (family.build)(&family.defaults())
}

/// Plays one game and adds its round beginnings to the samples, by remaining rounds.
fn play(players: Players, number: u64, strategy: &mut dyn Strategy, samples: &mut [Vec<Sample>]) {
    let key = DealKey::new(SEED, number);
    let mut luck = key.deal(players);
    let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
    let mut decisions = PerSeat::all(0);
    let mut seen = Vec::new();
    let mut round = 1;
    while !game.table().is_over() {
        if game.table().round() > round {
            round = game.table().round();
            let seats = players.seats().map(|seat| features(&game, seat)).collect();
            seen.push((rounds_to_come(game.table()) - 1, seats));
        }
        let seat = game.table().turn();
        let mut chance = key.choices(seat, decisions[seat]);
        decisions[seat] += 1;
        if chance.below(RANDOM_MOVES) == 0 {
            game.play_random(&mut chance, &mut luck, &mut ());
        } else {
            let mv = strategy.decide(&game.view(seat), &mut chance).expect("the heuristic always has an answer");
            game.play(mv, &mut luck);
        }
    }
    let winner = game.outcome().winner.index();
    for (rounds, seats) in seen {
        samples[rounds].push(Sample { seats, winner });
    }
}

/// Newton's method for the log-likelihood of the conditional logit, with a tiny ridge penalty.
fn fit(samples: &[Sample]) -> [f64; FEATURES] {
    let mut weights = [0.0; FEATURES];
    for _ in 0..12 {
        let mut gradient = [0.0; FEATURES];
        let mut curvature = [[0.0; FEATURES]; FEATURES];
        for (i, row) in curvature.iter_mut().enumerate() {
            row[i] = 1e-3;
            gradient[i] = -1e-3 * weights[i];
        }
        for sample in samples {
            add(sample, &weights, &mut gradient, &mut curvature);
        }
        let step = solve(curvature, gradient);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
    }
    weights
}

fn add(
    sample: &Sample,
    weights: &[f64; FEATURES],
    gradient: &mut [f64; FEATURES],
    curvature: &mut [[f64; FEATURES]; FEATURES],
) {
    let chances = chances(&sample.seats, weights);
    let mut mean = [0.0; FEATURES];
    for (seat, chance) in sample.seats.iter().zip(&chances) {
        mean.iter_mut().zip(seat).for_each(|(mean, feature)| *mean += chance * feature);
    }
    for (seat, chance) in sample.seats.iter().zip(&chances) {
        for i in 0..FEATURES {
            for j in 0..FEATURES {
                curvature[i][j] += chance * (seat[i] - mean[i]) * (seat[j] - mean[j]);
            }
        }
    }
    for i in 0..FEATURES {
        gradient[i] += sample.seats[sample.winner][i] - mean[i];
    }
}

fn chances(seats: &[[f64; FEATURES]], weights: &[f64; FEATURES]) -> Vec<f64> {
    let strength = |seat: &[f64; FEATURES]| seat.iter().zip(weights).map(|(f, w)| f * w).sum::<f64>();
    let most = seats.iter().map(strength).fold(f64::NEG_INFINITY, f64::max);
    let raw: Vec<f64> = seats.iter().map(|seat| (strength(seat) - most).exp()).collect();
    let sum: f64 = raw.iter().sum();
    raw.into_iter().map(|chance| chance / sum).collect()
}

/// Gaussian elimination; the matrix is symmetric positive definite, so no pivoting is needed.
fn solve(mut matrix: [[f64; FEATURES]; FEATURES], mut right: [f64; FEATURES]) -> [f64; FEATURES] {
    for i in 0..FEATURES {
        for j in i + 1..FEATURES {
            let factor = matrix[j][i] / matrix[i][i];
            let above = matrix[i];
            matrix[j].iter_mut().zip(above).for_each(|(entry, above)| *entry -= factor * above);
            right[j] -= factor * right[i];
        }
    }
    let mut solution = [0.0; FEATURES];
    for i in (0..FEATURES).rev() {
        let known: f64 = (i + 1..FEATURES).map(|k| matrix[i][k] * solution[k]).sum();
        solution[i] = (right[i] - known) / matrix[i][i];
    }
    solution
}

/// The mean of -ln(chance given to the winner).
fn loss(samples: &[Sample], weights: &[f64; FEATURES]) -> f64 {
    let losses = samples.iter().map(|sample| -chances(&sample.seats, weights)[sample.winner].ln());
    losses.sum::<f64>() / samples.len() as f64
}

fn main() {
    println!("//! The weights of the forecast, as printed by `cargo run --release --example fit_forecast`.\n");
    println!("use super::FEATURES;");
    let names = ["TWO", "THREE", "FOUR", "FIVE", "SIX"];
    for (players, name) in Players::ALL.into_iter().zip(names) {
        let mut samples: Vec<Vec<Sample>> = (0..players.rounds()).map(|_| Vec::new()).collect();
        let mut strategy = build("heuristic");
        for number in 0..GAMES / players.count() as u64 {
            play(players, number, strategy.as_mut(), &mut samples);
        }
        // No game is forecast before its first round has begun.
        let rounds = players.rounds() - 1;
        println!("\n#[rustfmt::skip]\npub(super) static {name}: [[f64; FEATURES]; {rounds}] = [");
        for samples in &samples[..rounds] {
            let weights = fit(samples);
            let numbers: Vec<String> = weights.iter().map(|weight| format!("{weight:.4}")).collect();
            println!("    [{}],", numbers.join(", "));
            eprintln!("{players} players, {} samples: loss {:.4}", samples.len(), loss(samples, &weights));
        }
        println!("];");
    }
}

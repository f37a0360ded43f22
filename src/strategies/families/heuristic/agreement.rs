//! The fast evaluation plays the moves of the plain one, to the last tie.

use super::super::tuned::WEIGHTS;
use super::{Heuristic, Weights, reference};
use crate::game::{DealKey, Edition, Game, Key, Players, Stream};
use crate::strategies::{Domain, Policy, Value};

/// Decisions compared for each number of players; five times as many in all.
const DECISIONS: u64 = 220_000;

/// A number from 0 to 1.
fn fraction(luck: &mut Stream) -> f64 {
    luck.word() as f64 / u64::MAX as f64
}

/// Weights anywhere in their ranges, some of them at an end: equal values and zeros are where ties come from.
fn some_weights(luck: &mut Stream) -> Weights {
    let all_the_same = luck.below(8) == 0;
    let values = Weights::TABLE.iter().map(|parameter| {
        let Domain::Real { default, low, high, .. } = parameter.domain else {
            panic!("{} is not real", parameter.name)
        };
        Value::Real(match luck.below(8) {
            _ if all_the_same => low.max(0.0),
            0 => low,
            1 => high,
            2 | 3 => default,
            _ => low + (high - low) * fraction(luck),
        })
    });
    Weights::set(&values.collect::<Vec<_>>())
}

/// The default worm table, or one in which higher portions may have fewer worms.
fn some_edition(luck: &mut Stream) -> Edition {
    if luck.below(2) == 0 {
        return Edition::default();
    }
    let most = 1 + luck.below(u32::from(Edition::MAX_WORMS));
    Edition::new(std::array::from_fn(|_| luck.below(most + 1) as u8)).expect("no portion has too many worms")
}

/// Plays a game in which every seat takes random moves now and then, and some seats take them often: hands grow, displays
/// become odd. Returns the number of decisions.
fn compare_game(players: Players, number: u64, policies: &[(Heuristic, Weights)], luck: &mut Stream) -> u64 {
    let key = DealKey::new(17, number);
    let mut deal = key.deal(players);
    let mut game = Game::start(players, key.first_seat(players), some_edition(luck), &mut deal);
    let mut decisions = 0;
    while !game.table().is_over() {
        let view = game.view(game.table().turn());
        let (fast, weights) = &policies[luck.below(policies.len() as u32) as usize];
        let mv = fast.choose(&view, &mut luck.clone());
        assert_eq!(mv, reference::choose(weights, &view), "{weights:?}\n{view:?}");
        decisions += 1;
        let choices = view.choices();
        let random = luck.below(if view.seat().index().is_multiple_of(2) { 8 } else { 2 }) == 0;
        let mv = if random { choices.get(luck.below(choices.len() as u32) as usize) } else { mv };
        game.play(mv, &mut deal);
    }
    decisions
}

#[test]
fn the_same_moves_as_the_plain_evaluation_over_a_million_decisions() {
    for players in Players::ALL {
        let mut luck = Key::new(players.count() as u64).stream();
        let (mut decisions, mut number) = (0, 0);
        while decisions < DECISIONS {
            let [two, more] = WEIGHTS.clone();
            let weights = [Weights::default(), two, more, some_weights(&mut luck), some_weights(&mut luck)];
            let policies = weights.map(|weights| (Heuristic::new(weights.clone()), weights));
            for _ in 0..8 {
                decisions += compare_game(players, number, &policies, &mut luck);
                number += 1;
            }
        }
    }
}

//! The built-in strategies: strength in the order their ideas promise, and ideas that show.

use karteneck::arena::{Player, Setup, play_game};
use karteneck::audit::{Scope, audit};
use karteneck::bots::BotHost;
use karteneck::entrants::Catalogue;
use karteneck::game::{Cards, DealKey, Edition, Game, Move, PerSeat, PortionList};
use karteneck::strategies::{Domain, FAMILIES, Strategy, Value, forecast};

use crate::support::{build, cards, middle, play, players, seat, shipped, stream, win_rate};

#[test]
fn every_family_is_documented_and_buildable() {
    for family in FAMILIES {
        assert!(family.summary.len() < 120 && family.about.contains("eakness"), "{}", family.name);
        for parameter in family.parameters {
            assert!(!parameter.meaning().is_empty() && parameter.domain.admit(parameter.domain.default()).is_some());
        }
        let mut names: Vec<&str> = family.parameters.iter().map(|parameter| parameter.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), family.parameters.len(), "{}: a name twice", family.name);
        drop((family.build)(&family.defaults()));
    }
    let heuristic = FAMILIES.iter().find(|family| family.name == "heuristic").unwrap();
    assert!(heuristic.parameters.len() >= 12);
}

#[test]
fn every_value_of_every_parameter_can_be_set() {
    for family in FAMILIES {
        for (place, parameter) in family.parameters.iter().enumerate() {
            let values: Vec<Value> = match parameter.domain {
                Domain::Real { low, high, .. } => vec![Value::Real(low), Value::Real(high)],
                // The highest effort would take forever.
                Domain::Whole { low, high, .. } => vec![Value::Whole(low), Value::Whole(high.min(100))],
                Domain::Choice { options, .. } | Domain::Net { options, .. } => {
                    options.iter().map(|option| Value::Choice(option)).collect()
                }
            };
            for value in values {
                let mut all = family.at_low_effort(&family.defaults());
                all[place] = value;
                let mut strategy = (family.build)(&all);
                play(players(2), DealKey::new(1, 0), &mut |_| 0, &mut [&mut *strategy]);
            }
        }
    }
}

#[test]
fn every_shipped_entrant_passes_the_audit() {
    for listed in shipped().list() {
        let (spec, entrant) = (&listed.name, listed.entrant.unwrap().at_low_effort());
        let make = || Player::new(&entrant, &BotHost::default());
        let result =
            audit(&make, &Scope { games: 2, seed: 11.into(), guessable: Vec::new() }, karteneck::program::allocations);
        assert!(result.passed(), "{spec}: {result:?}");
    }
}

#[test]
fn greedy_beats_random_and_the_heuristic_beats_greedy() {
    let rate = win_rate("greedy", "random", 1000, 1);
    assert!(rate > 0.75, "greedy over random: {rate}");
    let rate = win_rate("heuristic", "greedy", 500, 1);
    assert!(rate > 0.90, "heuristic over greedy: {rate}");
    let rate = win_rate("steal-hunter", "greedy", 500, 1);
    assert!(rate > 0.65, "steal-hunter over greedy: {rate}");
}

#[test]
fn a_search_beats_its_own_policy_and_more_rollouts_help() {
    let weak = win_rate("monte-carlo:rollouts=10", "heuristic", 100, 3);
    let strong = win_rate("monte-carlo:rollouts=200", "heuristic", 100, 3);
    assert!(weak > 0.65, "10 rollouts: {weak}");
    assert!(strong > 0.85 && strong > weak, "200 rollouts: {strong}, 10: {weak}");
}

#[test]
fn a_tree_beats_its_policy_and_grows_stronger() {
    let weak = win_rate("tree:iterations=40", "tuned", 100, 3);
    let strong = win_rate("tree:iterations=300", "tuned", 100, 3);
    assert!(weak > 0.5, "40 iterations: {weak}");
    assert!(strong > 0.8 && strong > weak, "300 iterations: {strong}, 40: {weak}");
}

#[test]
fn the_nets_of_the_champion_make_it_stronger() {
    let rate = win_rate("champion:iterations=100", "tree:iterations=100", 100, 5);
    assert!(rate > 0.55, "{rate}");
}

#[test]
fn a_search_says_what_it_preferred() {
    let mut tree = build("tree:iterations=60");
    assert!(tree.preferences().is_empty());
    for moves in 0..40 {
        let game = middle(3, 8, moves);
        let view = game.view(game.table().turn());
        let chosen = tree.decide(&view, &mut stream(4)).unwrap();
        let preferences = tree.preferences();
        let visits: u32 = preferences.iter().map(|(_, visits)| visits).sum();
        let most = preferences.iter().map(|(_, visits)| *visits).max().unwrap();
        assert!(preferences.contains(&(chosen, most)) && visits <= 60, "{preferences:?}");
        // It stops early only if no other move could have caught up.
        let second = preferences.iter().filter(|(mv, _)| *mv != chosen).map(|(_, visits)| *visits).max();
        assert!(second.is_none_or(|second| second + 60 - visits <= most), "{preferences:?}");
        assert!(preferences.iter().all(|(mv, _)| view.check(*mv).is_ok()));
    }
}

#[test]
fn the_exploration_of_the_last_round_matters_there_alone() {
    let (mut plain, mut keen) = (build("tree:iterations=60"), build("tree:iterations=60,last_exploration=5"));
    let mut other = 0;
    for (seed, moves) in (0..8).flat_map(|seed| (0..70).step_by(3).map(move |moves| (seed, moves))) {
        let game = middle(2, seed, moves);
        let view = game.view(game.table().turn());
        for tree in [&mut plain, &mut keen] {
            tree.decide(&view, &mut stream(4)).unwrap();
        }
        if game.table().is_last_round() {
            other += u32::from(plain.preferences() != keen.preferences());
        } else {
            assert_eq!(plain.preferences(), keen.preferences(), "seed {seed}, after {moves} moves");
        }
    }
    assert!(other >= 5, "{other} decisions of last rounds");
}

#[test]
fn a_tree_of_one_iteration_plays_what_its_policy_prefers() {
    let (mut tree, mut tuned) = (build("tree:iterations=1"), build("tuned"));
    for moves in 0..60 {
        let game = middle(2, 5, moves);
        let view = game.view(game.table().turn());
        let expected = tuned.decide(&view, &mut stream(1)).unwrap();
        assert_eq!(tree.decide(&view, &mut stream(1)).unwrap(), expected, "after {moves} moves");
    }
}

#[test]
fn the_yardsticks_are_weak() {
    assert!(win_rate("random", "passer", 200, 1) > 0.9);
    assert!(win_rate("greedy", "first", 200, 1) > 0.6);
}

/// Steals per game of both sides over as many deals in both seatings.
fn steals(one: &str, other: &str, deals: u64) -> [f64; 2] {
    let mut counts = [0_u64; 2];
    let (mut one, mut other) = (build(one), build(other));
    for deal in 0..deals {
        for own_seat in [0, 1] {
            let key = DealKey::new(2, deal);
            let mut luck = key.deal(players(2));
            let mut game = Game::start(players(2), key.first_seat(players(2)), Edition::default(), &mut luck);
            let mut decisions = PerSeat::all(0);
            while !game.table().is_over() {
                let turn = game.table().turn();
                let side = usize::from(turn.index() != own_seat);
                let strategy = if side == 0 { &mut one } else { &mut other };
                let mv = strategy.decide(&game.view(turn), &mut key.choices(turn, decisions[turn])).unwrap();
                decisions[turn] += 1;
                counts[side] += u64::from(mv == Move::Steal);
                game.play(mv, &mut luck);
            }
        }
    }
    counts.map(|count| count as f64 / (2 * deals) as f64)
}

#[test]
fn the_hunter_steals_much_more_than_greedy() {
    let [hunter, greedy] = steals("steal-hunter", "greedy", 300);
    assert!(hunter > 3.0 * greedy && hunter > 1.0, "{hunter} against {greedy} steals a game");
}

/// A position for two in round 4 with seat 0 on turn: hands, displays, top portions and grill as given.
fn position(hands: [&str; 2], displays: [&str; 2], tops: [u8; 2], grill: [u8; 2]) -> Game {
    let start = Game::start(players(2), seat(0), Edition::default(), &mut DealKey::new(5, 0).deal(players(2)));
    let mut position = start.position();
    let mut used = Cards::NONE;
    for (side, below) in [[18, 19], [23, 24]].iter().enumerate() {
        position.hands[seat(side)] = cards(hands[side]);
        position.displays[seat(side)] = cards(displays[side]);
        position.stacks[seat(side)] = PortionList::new(&[below[0], below[1], tops[side]]).unwrap();
        used += cards(hands[side]) + cards(displays[side]);
    }
    position.grill = PortionList::new(&grill).unwrap();
    position.pile = Cards::DECK - used;
    Game::from_position(&position).unwrap_or_else(|flaws| panic!("{flaws}"))
}

fn answer(spec: &str, game: &Game) -> Move {
    build(spec).decide(&game.view(game.table().turn()), &mut stream(1)).unwrap()
}

#[test]
fn a_free_steal_is_taken() {
    let game = position(["1 2 3 5", "3 3 5 5"], ["4 4 4 W1 W2", "1 2"], [17, 22], [30, 31]);
    for name in ["greedy", "steal-hunter", "heuristic", "monte-carlo", "tree"] {
        assert_eq!(answer(name, &game), Move::Steal, "{name}");
    }
}

#[test]
fn the_hunter_lays_what_it_needs_for_the_hit() {
    let game = position(["1 W1 W2 W3 W4 W5", "3 3 5 5"], ["", ""], [17, 20], [30, 31]);
    let hit = Move::laying(cards("W1 W2 W3 W4")).unwrap();
    assert_eq!(answer("steal-hunter", &game), hit, "four worms make the 20 on top of seat 1");
    assert_ne!(answer("greedy", &game), hit);
}

#[test]
fn a_threatened_top_is_covered_by_passing_invalid() {
    // Seat 1 stands at 36 or at 41 already; seat 0 has the 41 on top, no worm in front of it, and no prey.
    let near = position(["1 3 3", "3 4 5 5"], ["1 2", "4 4 4 4 W1 W2 W3 W4"], [41, 16], [20, 35]);
    let there = position(["1 3 3", "3 4 5 5"], ["1 2 4", "1 5 5 5 W1 W2 W3 W4 W5"], [41, 16], [20, 35]);
    assert_eq!([&near, &there].map(|game| game.table().total(seat(1))), [36, 41]);
    for name in ["steal-hunter", "heuristic", "monte-carlo"] {
        assert_eq!(answer(name, &there), Move::Pass, "{name}: seat 1 has the 41 and will steal it");
    }
    assert_eq!(answer("steal-hunter", &near), Move::Pass);
    assert_ne!(answer("greedy", &there), Move::Pass, "greedy knows nothing of covering");
}

#[test]
fn greedy_stops_when_it_leads_with_enough_or_alone() {
    let leading = position(["1 2 3", "3 4 5 5"], ["5 5 5 W1 W2", "1 2"], [17, 20], [30, 31]);
    assert_eq!(answer("greedy", &leading), Move::Pass);
    let behind = position(["1 2 3", "3 4 5 5"], ["4 W2", "1 W3 W4"], [17, 20], [30, 31]);
    assert_eq!(answer("greedy", &behind), Move::laying(cards("1")).unwrap());
}

#[test]
fn forecasts_are_chances_and_know_who_is_ahead() {
    let mut compared = 0;
    for count in 2..=6 {
        for seed in 0..30 {
            let Some(game) = round_beginning(count, seed) else { continue };
            let chances = forecast::chances(&game).unwrap();
            let sum: f64 = chances.of(players(count)).iter().sum();
            assert!((sum - 1.0).abs() < 1e-9 && chances.of(players(count)).iter().all(|chance| *chance > 0.0));
            // Two seats exchange their stacks: the one that gains worms by it gains chances.
            let mut exchanged = game.position();
            exchanged.stacks.0.swap(0, 1);
            let exchanged = Game::from_position(&exchanged).unwrap_or_else(|flaws| panic!("{flaws}"));
            let gain = f64::from(exchanged.table().worms(seat(0))) - f64::from(game.table().worms(seat(0)));
            if gain.abs() >= 8.0 {
                let other = forecast::chances(&exchanged).unwrap();
                assert!((other[seat(0)] > chances[seat(0)]) == (gain > 0.0), "{gain} worms more");
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn there_is_no_forecast_before_a_round_was_played_or_after_the_end() {
    let mut game = middle(3, 1, 0);
    assert!(forecast::chances(&game).is_none());
    game.roll_out(&mut stream(1));
    assert!(forecast::chances(&game).is_none());
}

#[test]
fn every_family_plays_with_any_worm_table() {
    // The lower a portion the better, and zeros are not the only ones without worms.
    let falling = Edition::new(std::array::from_fn(|place| 20_u8.saturating_sub(place as u8))).unwrap();
    for family in FAMILIES {
        let make = (family.build, family.at_low_effort(&family.defaults()));
        for count in 2..=6 {
            let make = make.clone();
            let mut line_up: Vec<Player> = (0..count)
                .map(|_| {
                    let make = make.clone();
                    Player::honest(family.name, move || (make.0)(&make.1))
                })
                .collect();
            let key = DealKey::new(9, count as u64);
            let setup = Setup { key, players: players(count), first: seat(0), edition: falling };
            let played = play_game(&setup, &mut line_up, &mut ());
            assert!(played.game_faults.is_empty(), "{:?}", played.game_faults);
        }
    }
}

#[test]
fn the_strategies_play_as_they_did() {
    // A change here is a change of play: say why in the changelog, with a measured match.
    let names: Vec<&str> = Catalogue::shipped_names().filter(|name| !name.contains("carlo-")).collect();
    let mut hasher = blake3::Hasher::new();
    for (number, count) in (0..).zip([2, 3, 4, 5, 6, 2, 3]) {
        let specs: Vec<String> = (0..count)
            .map(|place| names[(number as usize + place) % names.len()])
            .map(|name| if name == "monte-carlo" { "monte-carlo:rollouts=30".to_owned() } else { name.to_owned() })
            .collect();
        let mut all: Vec<_> = specs.iter().map(|spec| build(spec)).collect();
        let mut strategies: Vec<&mut dyn Strategy> = Vec::new();
        for strategy in &mut all {
            strategies.push(&mut **strategy);
        }
        let game = play(players(count), DealKey::new(8, number), &mut |seat| seat.index(), &mut strategies);
        hasher.update(format!("{:?}", game.position()).as_bytes());
    }
    insta::assert_snapshot!("hash_of_play", hasher.finalize().to_hex().to_string());
}

/// The next beginning of a round after some random moves, if the game has one.
fn round_beginning(count: usize, seed: u64) -> Option<Game> {
    let mut game = middle(count, seed, 20);
    let round = game.table().round();
    let (mut choose, mut luck) = (stream(seed), stream(seed + 1));
    while !game.table().is_over() && game.table().round() == round {
        game.play_random(&mut choose, &mut luck, &mut ());
    }
    (!game.table().is_over()).then_some(game)
}

#[test]
fn forecasts_are_calibrated_in_games_they_were_not_fitted_to() {
    let mut heuristic = build("heuristic");
    let (mut given, mut won, mut loss, mut count) = (0.0, 0.0, 0.0, 0.0);
    for deal in 0..2000 {
        let key = DealKey::new(77, deal);
        let mut luck = key.deal(players(2));
        let mut game = Game::start(players(2), key.first_seat(players(2)), Edition::default(), &mut luck);
        let mut chance = None;
        let mut decisions = PerSeat::all(0);
        while !game.table().is_over() {
            if game.table().round() == 7 && chance.is_none() {
                chance = forecast::chances(&game);
            }
            let turn = game.table().turn();
            let mv = heuristic.decide(&game.view(turn), &mut key.choices(turn, decisions[turn])).unwrap();
            decisions[turn] += 1;
            game.play(mv, &mut luck);
        }
        let winner = game.outcome().winner;
        let chance = chance.expect("every game has a seventh round");
        let favourite = if chance[seat(0)] > chance[seat(1)] { seat(0) } else { seat(1) };
        given += chance[favourite];
        won += f64::from(u8::from(favourite == winner));
        loss -= chance[winner].ln();
        count += 1.0;
    }
    let (given, won, loss) = (given / count, won / count, loss / count);
    assert!((given - won).abs() < 0.04, "favourites were given {given} and won {won}");
    assert!(loss < 0.58, "the mean of -ln(chance of the winner) is {loss}; knowing nothing gives 0.69");
}

//! What moves are worth: planted blunders are found, and the errors are as large as claimed.

use karteneck::analysis::{Judge, Judgement, LossShare, Measured, MoveValues, accuracy};
use karteneck::game::{Game, Kind, Move};
use karteneck::statistics::Sample;

use crate::support::{build, middle, shipped, stream};

fn judge(game: &Game, worlds: u64, seed: u64) -> Judgement {
    let policy = shipped().find("tuned").unwrap();
    let judge = Judge { policy: &policy, worlds, seed };
    judge.judge(&game.view(game.table().turn()), None).unwrap()
}

/// Positions from random games that satisfy a condition.
fn positions(players: usize, request: impl Fn(&Game) -> bool) -> Vec<Game> {
    let games = (0..20_000).flat_map(|seed| (45..75).map(move |moves| middle(players, seed, moves)));
    games.filter(|game| request(game)).take(4).collect()
}

fn assert_blunder(game: &Game, blunder: Move) {
    let judgement = judge(game, 600, 1);
    let loss = judgement.loss(judgement.place(blunder).unwrap());
    assert!(loss.mean > 3.0 * loss.error, "{blunder}: {loss:?} in {:?}", game.position());
    assert_ne!(judgement.moves[judgement.ranking()[0]], blunder);
}

#[test]
fn a_free_steal_of_a_big_portion_is_not_passed_by() {
    // The last decision of the game: the other seat has passed, and the steal decides who wins.
    let request = |game: &Game| {
        let (table, turn) = (game.table(), game.table().turn());
        let wins_with = |mv: Move| {
            let mut end = *game;
            end.play(mv, &mut stream(1));
            end.table().is_over() && end.outcome().winner == turn
        };
        let alone = table.active().without(turn).is_empty();
        let can_steal = table.victim_of(turn).is_some();
        game.table().is_last_round() && alone && can_steal && wins_with(Move::Steal) && !wins_with(Move::Pass)
    };
    let found = positions(2, request);
    assert!(found.len() >= 3);
    for game in &found {
        assert_blunder(game, Move::Pass);
    }
}

#[test]
fn a_sure_win_in_the_menu_is_not_thrown_away() {
    // The last decision of the game: the other seat has passed with less, the display is valid, and the better portion
    // wins the game while the worse one loses it.
    let request = |game: &Game| {
        let (table, turn) = (game.table(), game.table().turn());
        let Some(other) = table.players().seats().find(|&seat| seat != turn) else { return false };
        let alone = !table.active().contains(other) && table.passed_valid().contains(other);
        let worm_in_hand = game.hand(turn).count(Kind::Worm) > 0 && table.open(turn).contains(Kind::Worm);
        let portions: Vec<_> = [table.grill().highest(), table.grill().lowest()].into_iter().flatten().collect();
        let [best, worst] = portions[..] else { return false };
        let gap = i32::from(table.worms(other)) - i32::from(table.worms(turn));
        let stake = i32::from(table.edition().worms(best)) - i32::from(table.edition().worms(worst));
        // A worm now would beat the total of the other seat, and the portions decide.
        let ahead = table.total(turn) + 5 > table.total(other) && table.victim_of(turn).is_none();
        game.table().is_last_round() && alone && worm_in_hand && ahead && gap.abs() < stake
    };
    let found = positions(2, request);
    assert!(!found.is_empty());
    for game in &found {
        assert_blunder(game, Move::Pass);
    }
}

#[test]
fn a_threatened_top_is_covered() {
    // In the last round the other seat can steal the top with its current total. An invalid pass covers it at once (rule
    // 5.2) and wins whatever the other seat is served; after the steal even the best portion is not enough.
    let request = |game: &Game| {
        let (table, turn) = (game.table(), game.table().turn());
        let Some(rival) = table.active().without(turn).iter().next() else { return false };
        let (Some(top), Some(best), Some(worst)) = (table.top(turn), table.grill().highest(), table.grill().lowest())
        else {
            return false;
        };
        let worms = |portion| i32::from(table.edition().worms(portion));
        let (mine, theirs) = (i32::from(table.worms(turn)), i32::from(table.worms(rival)));
        let threatened = table.total(rival) == top.value() && !table.open(rival).contains(Kind::Worm);
        let covered_wins = mine + worms(worst) > theirs + worms(best);
        let stolen_loses = mine - worms(top) + worms(best) < theirs + worms(top);
        let invalid = table.open(turn).contains(Kind::Worm) && table.victim_of(turn).is_none();
        let can_lay = game.choices().iter().count() > 1;
        game.table().is_last_round() && threatened && invalid && can_lay && covered_wins && stolen_loses
    };
    let found = positions(2, request);
    assert!(!found.is_empty());
    for game in &found {
        let judgement = judge(game, 600, 1);
        assert_eq!(judgement.moves[judgement.ranking()[0]], Move::Pass, "{:?}", game.position());
        let lays = (0..judgement.moves.len()).filter(|&place| judgement.moves[place] != Move::Pass);
        for loss in lays.map(|place| judgement.loss(place)) {
            assert!(loss.mean > 3.0 * loss.error, "{loss:?} in {:?}", game.position());
        }
    }
}

#[test]
fn repeated_judgements_agree_within_their_errors() {
    let game = middle(3, 7, 20);
    let judgements: Vec<Judgement> = (0..60).map(|seed| judge(&game, 100, seed)).collect();
    let middle_place = judgements[0].ranking()[1];
    for place in [0, middle_place] {
        let chances = judgements.iter().map(|judgement| (1e6 * judgement.chance(place).mean) as i64);
        let spread = chances.collect::<Sample>().variance().unwrap().sqrt() / 1e6;
        let promised = judgements.iter().map(|judgement| judgement.chance(place).error).sum::<f64>() / 60.0;
        assert!((0.75..1.33).contains(&(spread / promised)), "{spread} instead of {promised}");
        let losses = judgements.iter().map(|judgement| (1e6 * judgement.loss(place).mean) as i64);
        let spread = losses.collect::<Sample>().variance().unwrap().sqrt() / 1e6;
        let promised = judgements.iter().map(|judgement| judgement.loss(place).error).sum::<f64>() / 60.0;
        assert!((0.6..1.5).contains(&(spread / promised)), "loss: {spread} instead of {promised}");
        let inside = judgements.iter().filter(|judgement| {
            let all = judgements.iter().map(|other| other.chance(place).mean).sum::<f64>() / 60.0;
            judgement.interval(place).contains(all)
        });
        assert!(inside.count() >= 51);
    }
}

#[test]
fn a_judgement_is_a_function_of_its_seed() {
    let game = middle(4, 3, 15);
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let one = pool(1).install(|| judge(&game, 50, 9));
    assert_eq!(one, pool(3).install(|| judge(&game, 50, 9)));
    assert_ne!(one, judge(&game, 50, 10));
    assert_eq!(one.worlds(), 50);
}

#[test]
fn the_parts_of_a_loss_are_the_loss() {
    let judgement = judge(&middle(3, 7, 20), 203, 3);
    for place in 0..judgement.moves.len() {
        let sum: f64 = judgement.loss_parts(place).iter().map(|(_, part)| part).sum();
        assert!((sum - judgement.loss(place).mean).abs() < 1e-9);
    }
}

#[test]
fn the_chances_of_all_seats_are_one_together() {
    let game = middle(4, 3, 15);
    let judgement = judge(&game, 100, 9);
    for place in 0..judgement.moves.len() {
        let chances = judgement.chances(place).unwrap();
        let sum: f64 = chances.iter().map(|chance| chance.mean).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{chances:?}");
        assert_eq!(chances[game.table().turn()], judgement.chance(place));
        assert!(chances.0[4..].iter().all(|chance| chance.mean == 0.0 && chance.error == 0.0), "the seat is empty");
    }
    let two = middle(2, 3, 15);
    let [one, other] = judge(&two, 100, 9).chances(0).unwrap().0[..2] else { panic!("two seats") };
    assert!((one.error - other.error).abs() < 1e-9, "what one wins the other loses");
}

/// Positions with a choice, and what a strategy plays in them.
fn choices_of(choose: &mut dyn FnMut(&Game) -> Move) -> Vec<(Game, Move)> {
    let games = (0..).map(|seed| middle(2, seed, 5 + seed as usize % 40)).filter(|game| game.choices().len() > 2);
    games.take(30).map(|game| (game, choose(&game))).collect()
}

fn accuracy_of(decisions: &[(Game, Move)], worlds: u64, seed: u64) -> Measured {
    let share = |(game, mv): &(Game, Move)| {
        let judgement = judge(game, worlds, seed);
        judgement.share(judgement.place(*mv).unwrap())
    };
    let shares: Vec<LossShare> = decisions.iter().map(share).collect();
    accuracy(shares.into_iter()).unwrap()
}

fn greedy_choices() -> Vec<(Game, Move)> {
    let mut greedy = build("greedy");
    choices_of(&mut |game| greedy.decide(&game.view(game.table().turn()), &mut stream(1)).unwrap())
}

#[test]
fn the_best_moves_are_accurate_and_the_worst_are_not() {
    // The strategy that chooses and the judge use different worlds.
    let ranked = |game: &Game, best: bool| {
        let judgement = judge(game, 200, 77);
        let ranking = judgement.ranking();
        judgement.moves[if best { ranking[0] } else { *ranking.last().unwrap() }]
    };
    let best = accuracy_of(&choices_of(&mut |game| ranked(game, true)), 200, 1);
    let worst = accuracy_of(&choices_of(&mut |game| ranked(game, false)), 200, 1);
    let greedy = accuracy_of(&greedy_choices(), 200, 1);
    assert!((best.mean - 1.0).abs() < 2.0 * best.error && best.error < 0.08, "{best:?}");
    assert!(worst.mean.abs() < 2.0 * worst.error && worst.error < 0.08, "{worst:?}");
    assert!((0.35..0.7).contains(&greedy.mean), "{greedy:?}");
}

#[test]
fn repeated_accuracies_agree_within_their_errors() {
    let decisions = &greedy_choices()[..12];
    let repeated: Vec<Measured> = (0..40).map(|seed| accuracy_of(decisions, 60, seed)).collect();
    let means = repeated.iter().map(|measured| (1e4 * measured.mean) as i64);
    let spread = means.collect::<Sample>().variance().unwrap().sqrt() / 1e4;
    let promised = repeated.iter().map(|measured| measured.error).sum::<f64>() / 40.0;
    assert!((0.7..1.4).contains(&(spread / promised)), "{spread} instead of {promised}");
    // Few worlds and many worlds agree.
    let many = accuracy_of(decisions, 1000, 99);
    let mean = repeated.iter().map(|measured| measured.mean).sum::<f64>() / 40.0;
    let error = (spread * spread / 40.0 + many.error * many.error).sqrt();
    assert!((mean - many.mean).abs() < 3.0 * error, "{mean} ± {error} instead of {many:?}");
}

//! Imagined games look the same to their seat, and every way to hide the rest is equally likely.

use karteneck::game::{Cards, DealKey, Edition, Game, Kind, Move, PerSeat, PortionList, Position, Seats};

use crate::support::{assert_law, assert_uniform, cards, middle, players, seat, stream};

#[test]
fn an_imagined_game_has_the_same_view_and_is_legal() {
    for count in 2..=6 {
        for seed in 0..100 {
            let game = middle(count, seed, seed as usize);
            for seat in game.table().players().seats() {
                let imagined = game.view(seat).imagine(&mut stream(seed));
                assert_eq!(imagined.view(seat), game.view(seat));
                assert!(Game::from_position(&imagined.position()).is_ok());
            }
        }
    }
}

#[test]
fn hidden_cards_can_be_dealt_anew_and_no_others() {
    let game = nearly_open();
    let hands = |one: &str, two: &str, three: &str| {
        let mut hands = PerSeat::all(Cards::NONE);
        for (index, text) in [one, two, three].into_iter().enumerate() {
            hands[seat(index)] = cards(text);
        }
        hands
    };
    let dealt = game.redealt(&hands("3 W8", "3 5", "W4")).unwrap();
    assert_eq!((dealt.table(), dealt.pile()), (game.table(), cards("1 2 W15")));
    assert!(Game::from_position(&dealt.position()).is_ok());
    // Too many cards, a card twice, a card that is not hidden.
    for (one, two, three) in [("3 3 5", "1 W4", "2"), ("3 3", "1 1", "2"), ("3 3", "W4 W8", "W8"), ("3 3", "1 4", "2")]
    {
        assert_eq!(game.redealt(&hands(one, two, three)), None, "{one}, {two}, {three}");
    }
}

/// Three players; seat 0 sees all but six cards, of which seat 1 holds two, seat 2 one and the pile three.
fn nearly_open() -> Game {
    let hidden = cards("1 2 5 W4 W8 W15");
    let mut hands = PerSeat::all(Cards::NONE);
    hands[seat(0)] = cards("3 3");
    hands[seat(1)] = cards("1 W4");
    hands[seat(2)] = cards("2");
    let mut stacks = PerSeat::all(PortionList::EMPTY);
    for (index, value) in [16, 17, 18].into_iter().enumerate() {
        stacks[seat(index)] = PortionList::new(&[value]).unwrap();
    }
    let position = Position {
        players: players(3),
        edition: Edition::default(),
        first: seat(0),
        turn: seat(0),
        hands,
        displays: PerSeat::all(Cards::NONE),
        passed: Seats::NONE,
        stacks,
        grill: PortionList::new(&[0, 20, 40]).unwrap(),
        discard: Cards::DECK - hidden - cards("3 3"),
        pile: cards("5 W8 W15"),
    };
    Game::from_position(&position).unwrap()
}

#[test]
fn every_way_to_hide_six_cards_is_as_likely_as_any_other() {
    let game = nearly_open();
    let mut worlds = std::collections::BTreeMap::<String, u64>::new();
    let mut luck = stream(5);
    for _ in 0..120_000 {
        let imagined = game.view(seat(0)).imagine(&mut luck);
        *worlds.entry(format!("{} | {}", imagined.hand(seat(1)), imagined.hand(seat(2)))).or_default() += 1;
    }
    // 6 choose 2, times 4 choose 1.
    assert_eq!(worlds.len(), 60);
    assert_uniform("worlds", &worlds.into_values().collect::<Vec<_>>());
}

/// The chance of `k` of a kind in a hand of `size` out of `unseen` cards, `of_kind` of them of that kind.
fn hypergeometric(k: u32, size: u32, of_kind: u32, unseen: u32) -> f64 {
    let log_choose = |n: u32, k: u32| -> f64 { (0..k).map(|i| (f64::from(n - i) / f64::from(k - i)).ln()).sum() };
    if k > of_kind || size - k.min(size) > unseen - of_kind || k > size {
        return 0.0;
    }
    (log_choose(of_kind, k) + log_choose(unseen - of_kind, size - k) - log_choose(unseen, size)).exp()
}

#[test]
fn hands_and_pile_have_the_law_of_a_random_deal_in_the_middle_of_a_game() {
    for count in [2, 4, 6] {
        let game = middle(count, 9, 40);
        let me = game.table().turn();
        let view = game.view(me);
        let unseen = view.unseen_cards();
        let other = game.table().players().seats().find(|&seat| seat != me).unwrap();
        let size = game.table().hand_size(other);
        let mut counts = vec![vec![0_u64; size as usize + 1]; 6];
        let mut places = vec![[0_u64; 3]; 25];
        let mut luck = stream(count as u64);
        for _ in 0..60_000 {
            let imagined = view.imagine(&mut luck);
            for kind in Kind::ALL {
                counts[kind.index()][imagined.hand(other).count(kind) as usize] += 1;
            }
            for worm in unseen.signposts().iter() {
                let place = if imagined.hand(other).signposts().contains(worm) {
                    0
                } else {
                    2 - usize::from(imagined.pile().signposts().contains(worm))
                };
                places[usize::from(worm.number()) - 1][place] += 1;
            }
        }
        for kind in Kind::ALL {
            let law: Vec<f64> = (0..=size).map(|k| hypergeometric(k, size, unseen.count(kind), unseen.len())).collect();
            assert_law_with_rare_cells(&format!("{kind} in hand"), &counts[kind.index()], &law);
        }
        let (pile, all) = (f64::from(game.table().pile_len()), f64::from(unseen.len()));
        for worm in unseen.signposts().iter() {
            let law = [f64::from(size) / all, pile / all, (all - pile - f64::from(size)) / all];
            let cells = if count == 2 { 2 } else { 3 };
            assert_law("a worm's place", &places[usize::from(worm.number()) - 1][..cells], &law[..cells]);
        }
    }
}

/// Joins the cells too rare for a chi-square test with their neighbour.
fn assert_law_with_rare_cells(what: &str, observed: &[u64], law: &[f64]) {
    let total = observed.iter().sum::<u64>() as f64;
    let (mut joined, mut joined_law) = (vec![0], vec![0.0]);
    for (&count, &chance) in observed.iter().zip(law) {
        if joined_law.last().unwrap() * total >= 20.0 && chance * total >= 20.0 {
            joined.push(0);
            joined_law.push(0.0);
        }
        *joined.last_mut().unwrap() += count;
        *joined_law.last_mut().unwrap() += chance;
    }
    if joined.len() > 1 {
        assert_law(what, &joined, &joined_law);
    }
}

#[test]
fn the_supply_and_the_removed_portions_are_uniform_in_imagined_games() {
    // Two players at the start of round 2: 26 portions are unseen, of which two are turned up next.
    let key = DealKey::new(17, 0);
    let mut luck = key.deal(players(2));
    let mut game = Game::start(players(2), seat(0), Edition::default(), &mut luck);
    while game.table().round() == 1 {
        game.play(Move::Pass, &mut luck);
    }
    let unseen: Vec<u8> = game.table().unseen_portions().iter().map(karteneck::game::Portion::value).collect();
    let mut turned = vec![0_u64; 43];
    let mut removed = vec![0_u64; 43];
    let mut luck = stream(4);
    for _ in 0..40_000 {
        let mut imagined = game.view(seat(0)).imagine(&mut luck);
        while imagined.table().round() == 2 {
            imagined.play(Move::Pass, &mut luck);
        }
        imagined.table().grill().iter().for_each(|portion| turned[usize::from(portion.value())] += 1);
        imagined.roll_out(&mut luck);
        imagined.table().unseen_portions().iter().for_each(|portion| removed[usize::from(portion.value())] += 1);
    }
    let values: std::collections::BTreeSet<u8> = unseen.iter().copied().collect();
    let of = |counts: &[u64]| values.iter().map(|&value| counts[usize::from(value)]).collect::<Vec<_>>();
    let law: Vec<f64> = values
        .iter()
        .map(|&value| unseen.iter().map(|&other| f64::from(other == value)).sum::<f64>() / unseen.len() as f64)
        .collect();
    assert_law("turned up next", &of(&turned), &law);
    assert_law("removed", &of(&removed), &law);
}

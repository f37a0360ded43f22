//! The draw pile, the discard pile, and what happens when one or both are empty (rule 8).

use karteneck::game::{
    Cards, DealKey, Edition, Event, Game, Move, Number, PerSeat, Players, PortionList, Position, Seats,
};

use crate::support::{cards, players, seat, stream};

#[test]
fn rule_8_2_the_discard_pile_becomes_the_draw_pile_exactly_when_a_card_is_needed() {
    let mut reshuffles = 0;
    for index in 0..100 {
        let mut luck = DealKey::new(2, index).deal(players(5));
        let mut choose = stream(index);
        let mut game = Game::start(players(5), seat(0), Edition::default(), &mut luck);
        while !game.table().is_over() {
            let before = game;
            let mut events = Vec::new();
            game.play_random(&mut choose, &mut luck, &mut |event| events.push(event));
            let Some(at) = events.iter().position(|event| *event == Event::Reshuffled) else { continue };
            reshuffles += 1;
            let drawn_before = events[..at].iter().filter(|event| matches!(event, Event::Drew { .. })).count();
            assert_eq!(before.table().pile_len() as usize, drawn_before, "the pile was empty");
            assert!(matches!(events[at + 1], Event::Drew { .. }), "a card was needed");
            // Rule 5.5: an invalid display is on the discard pile before its owner draws; others are still there.
            let turn = before.table().turn();
            let invalid = events.iter().any(|event| matches!(event, Event::PassedInvalid { .. }));
            let mut shuffled = before.table().discard();
            if invalid {
                shuffled += before.table().display(turn);
            }
            let drawn = events[at..].iter().filter(|event| matches!(event, Event::Drew { .. })).count() as u32;
            assert_eq!(game.pile().len() + drawn, shuffled.len());
            assert!(shuffled.contains_all(game.pile()));
        }
    }
    assert!(reshuffles > 50);
}

/// The most cards that can be outside both piles: dealt, two for each pass of an earlier round but the last one's, and in
/// the round being played one for each of six lays and two for each pass but the last.
fn most_cards_out(players: Players) -> usize {
    let (count, rounds) = (players.count(), players.rounds());
    6 * count + (rounds - 1) * 2 * (count - 1) + 6 * count + 2 * (count - 1)
}

#[test]
fn rule_8_3_both_piles_can_be_empty_with_six_players_only() {
    let most: Vec<usize> = Players::ALL.iter().map(|&players| most_cards_out(players)).collect();
    assert_eq!(most, [42, 68, 90, 108, 122]);
    assert!(most[..4].iter().all(|&most| most < 110));
}

/// Six players in the last round with all 110 cards in hands and displays.
fn everything_in_hand() -> Game {
    // Every seat has laid five kinds; all but seat 1 have a worm among them.
    let mut displays = PerSeat::all(Cards::NONE);
    for index in 0..6 {
        displays[seat(index)] = cards(&format!("1 2 3 4 W{}", index + 1));
    }
    displays[seat(1)] = cards("1 2 3 4 5");
    let rest = displays.iter().fold(Cards::DECK, |rest, display| rest - display);
    let mut hands = PerSeat::all(Cards::NONE);
    for (index, card) in rest.iter().enumerate() {
        hands[seat(index % 6)] += Cards::from(card);
    }
    let list = |values: &[u8]| PortionList::new(values).unwrap();
    let stacks = PerSeat([
        list(&[16, 17, 18, 19]),
        list(&[20, 21, 22, 23]),
        list(&[24, 25, 26, 27]),
        list(&[28, 29, 30, 31]),
        list(&[32, 33, 34, 35]),
        list(&[36, 37, 38, 39]),
    ]);
    let position = Position {
        players: players(6),
        edition: Edition::default(),
        first: seat(0),
        turn: seat(0),
        hands,
        displays,
        passed: Seats::NONE,
        stacks,
        grill: list(&[0, 0, 0, 40, 41, 42]),
        discard: Cards::NONE,
        pile: Cards::NONE,
    };
    Game::from_position(&position).unwrap()
}

#[test]
fn rule_8_3_with_both_piles_empty_nothing_is_drawn_and_play_goes_on() {
    let mut game = everything_in_hand();
    let mut luck = stream(1);
    let mut play = |game: &mut Game, mv: Move| {
        let mut events = Vec::new();
        game.try_play_watched(mv, &mut luck, &mut |event| events.push(event)).unwrap();
        events
    };
    // A lay, and no card for it.
    let hand = game.hand(seat(0));
    let events = play(&mut game, Move::lay(Number::Five, 2));
    assert!(matches!(events[..], [Event::Laid { .. }]), "{events:?}");
    assert_eq!(game.hand(seat(0)), hand - cards("5 5"));
    // An invalid pass: its own display is discarded first, becomes the pile, and two of it are drawn.
    assert_eq!(game.table().turn(), seat(1));
    let events = play(&mut game, Move::Pass);
    assert!(
        matches!(events[..], [Event::PassedInvalid { .. }, Event::Reshuffled, Event::Drew { .. }, Event::Drew { .. }]),
        "{events:?}"
    );
    assert_eq!((game.table().pile_len(), game.table().discard()), (3, Cards::NONE));
    // Valid passes draw 2, then 1, then none at all.
    for expected in [2, 1, 0, 0] {
        let events = play(&mut game, Move::Pass);
        assert_eq!(events.iter().filter(|event| matches!(event, Event::Drew { .. })).count(), expected);
    }
    assert_eq!(game.table().turn(), seat(0));
    game.roll_out(&mut luck);
    assert_eq!(game.outcome().worms.iter().sum::<u16>(), 135);
}

#[test]
fn rule_8_1_without_a_valid_display_the_last_to_pass_begins() {
    let mut luck = DealKey::new(1, 0).deal(players(4));
    let mut game = Game::start(players(4), seat(2), Edition::default(), &mut luck);
    for _ in 0..4 {
        game.play(Move::Pass, &mut luck);
    }
    assert_eq!((game.table().round(), game.table().first(), game.table().turn()), (2, seat(1), seat(1)));
}

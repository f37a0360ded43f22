//! Actions and observations as numbers: the laws that programs which learn rely on.

use std::fmt::Write;

use karteneck::encoding::{
    ACTIONS, ActionCode, ENCODING_VERSION, SEAT_LEN, SHARED_LEN, observation_len, observe, saturates, write_floats,
    write_mask,
};
use karteneck::game::{DealKey, Edition, Game, Key, Move, Players, View};

/// Shows positions of random games to a test, with their number.
fn each_position(players: Players, count: usize, mut test: impl FnMut(&Game, usize)) {
    let mut choose = Key::new(17).stream();
    let mut seen = 0;
    for deal in 0.. {
        let key = DealKey::new(1717_u64, deal);
        let mut luck = key.deal(players);
        let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
        while !game.table().is_over() {
            if seen == count {
                return;
            }
            test(&game, seen);
            seen += 1;
            game.play_random(&mut choose, &mut luck, &mut ());
        }
    }
}

fn on_turn(game: &Game) -> View<'_> {
    game.view(game.table().turn())
}

fn observation(view: &View<'_>) -> Vec<u8> {
    let mut bytes = vec![99; observation_len(view.table().players())];
    observe(view, &mut bytes);
    bytes
}

fn mask(view: &View<'_>) -> [u8; ACTIONS] {
    let mut mask = [9; ACTIONS];
    write_mask(view, &mut mask);
    mask
}

#[test]
fn actions_and_choices_are_one_to_one() {
    for players in Players::ALL {
        each_position(players, 100_000, |game, number| {
            let view = on_turn(game);
            let mask = mask(&view);
            let choices = view.choices();
            for mv in choices.iter() {
                let code = ActionCode::of(mv).unwrap();
                assert_eq!((code.to_move(&view), mask[code.index()]), (Some(mv), 1), "{mv}");
            }
            let ones: usize = mask.iter().map(|&one| usize::from(one)).sum();
            assert_eq!(ones, choices.len());
            // What is not in the mask is no move: tried in full for some positions.
            if number % 50 == 0 {
                for index in (0..ACTIONS).filter(|&index| mask[index] == 0) {
                    assert_eq!(ActionCode::new(index).unwrap().to_move(&view), None, "{index}");
                }
            }
        });
    }
    assert_eq!(ActionCode::new(ACTIONS), None);
}

#[test]
fn the_formula_of_the_document_is_the_numbering() {
    let code = |mv: &str| ActionCode::of(mv.parse().unwrap()).unwrap().index();
    for number in 1..=5 {
        for count in 1..=17 {
            let lay = format!("lay{}", format!(" {number}").repeat(count));
            assert_eq!(code(&lay), 2 + 17 * (number - 1) + (count - 1));
        }
    }
    for highest in 1..=25_usize {
        for count in 1..=highest {
            let worms: String = (1..count).chain([highest]).fold(String::new(), |mut text, signpost| {
                write!(text, " W{signpost}").unwrap();
                text
            });
            assert_eq!(code(&format!("lay{worms}")), 87 + highest * (highest - 1) / 2 + (count - 1));
        }
    }
    assert_eq!(ActionCode::of(Move::lay(karteneck::game::Number::One, 0)), None);
    assert_eq!(ActionCode::of(Move::lay(karteneck::game::Number::One, 18)), None);
    assert_eq!(ActionCode::of(Move::LayWorms(karteneck::game::Signposts::NONE)), None);
}

#[test]
fn a_seat_that_is_not_on_turn_has_no_action() {
    let players = Players::ALL[1];
    each_position(players, 300, |game, _| {
        for seat in players.seats().filter(|&seat| seat != game.table().turn()) {
            let view = game.view(seat);
            assert!(mask(&view).iter().all(|&byte| byte == 0));
            assert_eq!(ActionCode::new(0).unwrap().to_move(&view), None);
        }
    });
}

#[test]
fn hidden_cards_do_not_reach_an_observation() {
    let mut stream = Key::new(4).stream();
    for players in Players::ALL {
        each_position(players, 100_000, |game, number| {
            let seat = players.seats().nth(number % players.count()).unwrap();
            let view = game.view(seat);
            let world = view.imagine(&mut stream);
            assert_eq!(observation(&view), observation(&world.view(seat)));
            assert_eq!(mask(&view), mask(&world.view(seat)));
        });
    }
}

#[test]
fn floats_are_from_0_to_1_and_tell_the_same() {
    for players in Players::ALL {
        each_position(players, 20_000, |game, _| {
            let bytes = observation(&on_turn(game));
            let mut floats = vec![-1.0; bytes.len()];
            write_floats(&bytes, &mut floats);
            for (byte, float) in bytes.iter().zip(&floats) {
                assert!((0.0..=1.0).contains(float) && (*byte == 0) == (*float == 0.0), "{byte} is {float}");
            }
        });
    }
}

#[test]
fn only_a_rich_edition_saturates() {
    assert!(!saturates(&Edition::default()));
    assert!(saturates(&Edition::new([10; 27]).unwrap()));
    assert!(!saturates(&Edition::new([9; 27]).unwrap()));
}

/// Every number that is not 0, with its place.
fn sparse(numbers: &[u8]) -> String {
    let listed = numbers.iter().enumerate().filter(|(_, number)| **number != 0);
    listed.map(|(index, number)| format!("{index}:{number}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn golden_vectors() {
    let mut text = format!("version {ENCODING_VERSION}, {SHARED_LEN} + {SEAT_LEN} for each seat\n");
    for players in Players::ALL {
        each_position(players, 60, |game, number| {
            if number % 20 == 19 {
                let view = on_turn(game);
                let (bytes, mask) = (observation(&view), mask(&view));
                writeln!(text, "{players} players, position {number}\n  {}\n  {}", sparse(&bytes), sparse(&mask))
                    .unwrap();
            }
        });
    }
    insta::assert_snapshot!(text);
}

//! The engine and the cheap strategies allocate nothing: measured, not claimed.

use std::hint::black_box;

use karteneck::game::{DealKey, Edition, Game, Players};
use karteneck::program::CountingAllocator;
use karteneck::strategies::Strategy;
use karteneck::strategies::nets::NetKind;

use crate::support::{build, middle, play, seat, stream};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn allocations(work: impl FnOnce()) -> u64 {
    let count = || karteneck::program::allocations().unwrap();
    let before = count();
    work();
    count() - before
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(black_box(vec![black_box(1_u8); 100]))), 1);
}

#[test]
fn random_games_allocate_nothing() {
    for players in Players::ALL {
        let count = allocations(|| {
            for index in 0..1000 {
                let key = DealKey::new(1, index);
                let mut luck = key.deal(players);
                let mut choose = key.choices(seat(0), 0);
                let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
                while !game.table().is_over() {
                    black_box(game.choices().list());
                    game.play_random(&mut choose, &mut luck, &mut ());
                }
                black_box(game.outcome());
            }
        });
        assert_eq!(count, 0, "{players} players");
    }
}

#[test]
fn imagining_and_rolling_out_allocates_nothing() {
    for players in Players::ALL {
        let game = middle(players.count(), 7, 30);
        let mut luck = stream(7);
        let count = allocations(|| {
            for _ in 0..1000 {
                let mut imagined = game.view(game.table().turn()).imagine(&mut luck);
                imagined.roll_out(&mut luck);
                black_box(imagined.outcome());
            }
        });
        assert_eq!(count, 0, "{players} players");
    }
}

#[test]
fn cheap_strategies_allocate_nothing() {
    for name in ["first", "passer", "random", "greedy", "steal-hunter", "heuristic", "tuned"] {
        let mut strategy = build(name);
        for players in Players::ALL {
            let count = allocations(|| {
                for index in 0..20 {
                    black_box(play(players, DealKey::new(3, index), &mut |_| 0, &mut [&mut *strategy]));
                }
            });
            assert_eq!(count, 0, "{name} with {players} players");
        }
    }
}

#[test]
fn a_search_allocates_nothing_once_it_has_played() {
    for spec in ["monte-carlo:rollouts=20", "tree:iterations=50"] {
        let mut strategy = build(spec);
        let players = Players::new(3).unwrap();
        play(players, DealKey::new(3, 0), &mut |_| 0, &mut [&mut *strategy]);
        let count = allocations(|| {
            black_box(play(players, DealKey::new(3, 1), &mut |_| 0, &mut [&mut *strategy]));
        });
        assert_eq!(count, 0, "{spec}");
    }
}

/// Plays a game with one strategy on all seats, and counts what is allocated after its first decision.
fn allocations_after_the_first_decision(spec: &str, players: usize) -> u64 {
    let mut strategy = build(spec);
    let key = DealKey::new(3, 4);
    let players = Players::new(players).unwrap();
    let mut luck = key.deal(players);
    let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
    let mut decide = |game: &Game, number: u64| {
        strategy.decide(&game.view(game.table().turn()), &mut key.choices(seat(0), number)).unwrap()
    };
    let mv = decide(&game, 0);
    game.play(mv, &mut luck);
    allocations(|| {
        for number in 1.. {
            if game.table().is_over() {
                break;
            }
            let mv = decide(&game, number);
            game.play(mv, &mut luck);
        }
    })
}

#[test]
fn no_shipped_search_allocates_after_its_first_decision() {
    for name in [
        "swift",
        "expert:iterations=40",
        "champion:iterations=30",
        "grandmaster:iterations=30",
        "monte-carlo:rollouts=20",
    ] {
        for players in [2, 3, 6] {
            assert_eq!(allocations_after_the_first_decision(name, players), 0, "{name} with {players} players");
        }
    }
}

#[test]
fn a_tree_allocates_nothing_after_its_first_decision() {
    for (kind, parameter) in [(NetKind::Value, "value"), (NetKind::Position, "position"), (NetKind::Belief, "belief")] {
        let net = crate::nets::net(kind, 1);
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("some.net");
        std::fs::write(&path, net.to_text()).unwrap();
        let mut strategy = build(&format!("tree:iterations=200,{parameter}={}", path.display()));
        let decide = |strategy: &mut dyn Strategy, moves: usize| {
            let game = middle(2, 7, moves);
            strategy.decide(&game.view(game.table().turn()), &mut stream(1)).unwrap()
        };
        decide(&mut *strategy, 0);
        let count = allocations(|| {
            (0..60).for_each(|moves| {
                black_box(decide(&mut *strategy, moves));
            });
        });
        assert_eq!(count, 0, "{parameter}");
    }
}

#[test]
fn describing_setting_up_and_refusing_allocates_nothing() {
    let game = middle(5, 3, 40);
    let count = allocations(|| {
        let mut position = black_box(game.position());
        let _ = black_box(Game::from_position(&position));
        position.pile = karteneck::game::Cards::NONE;
        let _ = black_box(Game::from_position(&position));
    });
    assert_eq!(count, 0);
}

#[test]
fn the_state_is_small() {
    assert!(size_of::<Game>() <= 384, "{} bytes", size_of::<Game>());
    assert_eq!(size_of::<karteneck::game::Move>(), 8);
    assert!(size_of::<karteneck::game::View<'_>>() <= 32);
}

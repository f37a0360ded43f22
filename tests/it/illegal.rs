//! Illegal moves of every kind: rejected with a reason, and nothing changes.

use karteneck::game::{Cards, Chance, Game, Illegal, Kind, Move, Number, Portions, Seat, Signpost, Signposts};

use crate::support::{middle, stream};

/// Luck that must not be used.
struct NoChance;

impl Chance for NoChance {
    fn card(&mut self, _seat: Seat, _pile: &Cards, _len: u32) -> u32 {
        panic!("an illegal move draws nothing")
    }

    fn portion(&mut self, _unseen: Portions, _len: u32) -> u32 {
        panic!("an illegal move turns nothing up")
    }
}

fn refuse(game: &Game, mv: Move) -> Illegal {
    let mut tried = *game;
    let mut seen = 0;
    let refused = tried.try_play_watched(mv, &mut NoChance, &mut |_| seen += 1).unwrap_err();
    assert_eq!((tried, seen), (*game, 0), "{mv} changed something");
    assert!(!refused.rule().is_empty() && !refused.to_string().is_empty());
    refused
}

#[test]
fn every_illegal_move_is_refused_and_changes_nothing() {
    let mut refusals = [0; 5];
    for count in 2..=6 {
        for seed in 0..60 {
            let game = middle(count, seed, 3 + 2 * seed as usize);
            let turn = game.table().turn();
            let (hand, display) = (game.hand(turn), game.table().display(turn));
            for number in Number::ALL {
                let kind = Kind::Number(number);
                assert_eq!(refuse(&game, Move::lay(number, 0)), Illegal::NothingLaid);
                let more = hand.count(kind) + 1;
                let expected = if display.count(kind) > 0 {
                    refusals[0] += 1;
                    Illegal::KindAlreadyLaid(kind)
                } else {
                    refusals[1] += 1;
                    Illegal::NotEnough { kind, wanted: more, held: more - 1 }
                };
                assert_eq!(refuse(&game, Move::lay(number, more as u8)), expected);
                assert!(game.check(Move::lay(number, 255)).is_err());
            }
            assert_eq!(refuse(&game, Move::LayWorms(Signposts::NONE)), Illegal::NothingLaid);
            let strange: Signposts =
                (1..=25).filter_map(Signpost::new).filter(|&worm| !hand.signposts().contains(worm)).collect();
            assert_eq!(refuse(&game, Move::LayWorms(strange)), Illegal::WormsNotHeld(strange));
            assert_eq!(refuse(&game, Move::LayWorms(Signposts::ALL)), Illegal::WormsNotHeld(strange));
            if display.has_worm() && hand.has_worm() {
                refusals[2] += 1;
                assert_eq!(refuse(&game, Move::LayWorms(hand.signposts())), Illegal::KindAlreadyLaid(Kind::Worm));
            }
            if !display.has_worm() {
                refusals[3] += 1;
                assert_eq!(refuse(&game, Move::Steal), Illegal::StealWithoutWorm);
            } else if game.table().victim_of(turn).is_none() {
                refusals[4] += 1;
                assert_eq!(refuse(&game, Move::Steal), Illegal::NothingToSteal { total: game.table().total(turn) });
            }
        }
    }
    assert!(refusals.iter().all(|&count| count > 10), "every sort was met: {refusals:?}");
}

#[test]
fn no_seat_moves_out_of_turn_or_after_the_end() {
    let mut game = middle(3, 1, 10);
    let other = game.table().players().seats().find(|&seat| seat != game.table().turn()).unwrap();
    let refused = game.view(other).check(Move::Pass).unwrap_err();
    assert_eq!(refused, Illegal::NotOnTurn { seat: other, turn: game.table().turn() });
    game.roll_out(&mut stream(1));
    assert_eq!(refuse(&game, Move::Pass), Illegal::GameOver);
}

#[test]
fn rule_6_1_a_top_of_ones_own_cannot_be_stolen() {
    let mut met = 0;
    for seed in 0..40_000 {
        let game = middle(2, seed, 12 + seed as usize % 40);
        let turn = game.table().turn();
        let own = game.table().top(turn).map(karteneck::game::Portion::value);
        if game.table().display(turn).has_worm() && own == Some(game.table().total(turn)) {
            met += 1;
            assert!(!game.choices().iter().any(|mv| mv == Move::Steal));
            assert!(matches!(refuse(&game, Move::Steal), Illegal::NothingToSteal { .. }));
        }
    }
    assert!(met > 0);
}

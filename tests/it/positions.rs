//! Positions from descriptions: every game can be described, and every flaw is found.

use karteneck::game::{Cards, Flaw, Game, Move, Number, PortionList, Position, Seats};

use crate::support::{cards, middle, seat, stream};

#[test]
fn every_game_can_be_described_and_set_up_again() {
    for count in 2..=6 {
        for seed in 0..200 {
            let game = middle(count, seed, seed as usize);
            let again = Game::from_position(&game.position()).unwrap();
            assert_eq!(again.position(), game.position());
            assert_eq!(again.choices(), game.choices());
            // It also continues in the same way.
            let (mut one, mut other) = (game, again);
            one.roll_out(&mut stream(seed));
            other.roll_out(&mut stream(seed));
            assert_eq!(one.outcome(), other.outcome());
        }
    }
}

fn flaws(change: impl FnOnce(&mut Position)) -> Vec<Flaw> {
    let mut position = middle(4, 3, 30).position();
    change(&mut position);
    flaws_of(&position)
}

fn flaws_of(position: &Position) -> Vec<Flaw> {
    Game::from_position(position).map_or_else(|flaws| flaws.iter().copied().collect(), |_| Vec::new())
}

fn list(values: &[u8]) -> PortionList {
    PortionList::new(values).unwrap()
}

#[test]
fn every_sort_of_flaw_is_found() {
    let base = middle(4, 3, 30).position();
    assert!(flaws(|_| {}).is_empty());
    let turn = base.turn;
    let next = base.players.seats().find(|&seat| seat != turn && !base.passed.contains(seat)).unwrap();
    let found = |sort: &str, flaws: Vec<Flaw>| {
        assert!(flaws.iter().any(|flaw| format!("{flaw:?}").starts_with(sort)), "{sort} is not in {flaws:?}");
    };
    found("CardCount", flaws(|position| position.pile = Cards::NONE));
    found("CardCount", flaws(|position| position.hands[turn] = position.hands[next]));
    found("NoSuchPortion", flaws(|position| position.stacks[turn] = list(&[15])));
    found("PortionTwice", flaws(|position| position.stacks[turn] = position.grill));
    found("TurnedUp", flaws(|position| position.stacks[turn] = list(&[])));
    found("TurnedUp", flaws(|position| position.stacks = karteneck::game::PerSeat::all(list(&[]))));
    found("GrillSize", flaws(|position| position.grill = list(&[])));
    found("AllPassed", flaws(|position| position.passed = position.players.all()));
    found("NotToMove", flaws(|position| position.passed = position.passed.with(turn)));
    found("NotToMove", flaws(|position| position.turn = seat(5)));
    found("NotAtTheTable", flaws(|position| position.first = seat(4)));
    found("EmptySeatUsed", flaws(|position| position.hands[seat(5)] = cards("1")));
    found("EmptySeatUsed", flaws(|position| position.stacks[seat(4)] = list(&[20])));
    found("EmptySeatUsed", flaws(|position| position.passed = position.passed.with(seat(4))));
    found(
        "InvalidDisplayLeft",
        flaws(|position| {
            position.displays[next] = cards("1 1 2");
            position.passed = Seats::NONE.with(next);
        }),
    );
    found("TooManyCards", flaws(|position| position.hands[turn] += position.pile));
    found("EmptyHand", flaws(|position| position.hands[turn] = Cards::NONE));
    found("OutOfTurn", flaws(|position| position.displays[next] = Cards::NONE));
    found("ImpossibleCards", flaws(|position| position.pile = Cards::of(Number::One, 18)));
}

#[test]
fn rule_1_1_cards_that_no_deck_has_are_the_only_flaw_named() {
    let sets: [fn(&mut Position, Cards); 4] = [
        |position, cards| position.pile = cards,
        |position, cards| position.discard = cards,
        |position, cards| position.hands[position.turn] = cards,
        |position, cards| position.displays[position.turn] = cards,
    ];
    for set in sets {
        for number in Number::ALL {
            assert_eq!(flaws(|position| set(position, Cards::of(number, 18))), [Flaw::ImpossibleCards]);
            assert!(!flaws(|position| set(position, Cards::of(number, 17))).contains(&Flaw::ImpossibleCards));
        }
    }
    assert_eq!(Flaw::ImpossibleCards.rule(), "1.1");
}

#[test]
fn rule_5_2_nothing_is_discarded_in_round_1_before_an_invalid_pass() {
    let game = middle(4, 3, 0);
    let discard = |game: &Game| {
        let mut position = game.position();
        let card: Cards = position.pile.iter().next().unwrap().into();
        position.pile -= card;
        position.discard += card;
        flaws_of(&position)
    };
    assert_eq!(discard(&game), [Flaw::DiscardTooEarly]);
    assert_eq!(Flaw::DiscardTooEarly.rule(), "5.2");
    let mut passed = game;
    passed.play(Move::Pass, &mut stream(0));
    assert_eq!(discard(&passed), []);
}

#[test]
fn all_flaws_are_reported_at_once() {
    let found = flaws(|position| {
        position.pile = Cards::NONE;
        position.grill = list(&[43]);
        position.turn = seat(5);
        position.hands[seat(4)] = cards("1 1");
    });
    for sort in ["CardCount", "NoSuchPortion", "TurnedUp", "GrillSize", "NotToMove", "EmptySeatUsed"] {
        assert!(found.iter().any(|flaw| format!("{flaw:?}").starts_with(sort)), "{sort} is not in {found:?}");
    }
    let mut position = middle(4, 3, 30).position();
    position.turn = seat(5);
    let message = Game::from_position(&position).unwrap_err().to_string();
    assert!(message.contains("rule 3.2: seat 5 is on turn"), "{message}");
}

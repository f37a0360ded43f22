//! The enumeration of moves compared with brute force, for every hand of few cards (rule 11).

use karteneck::game::{
    Card, Cards, Edition, Game, Kind, Move, PerSeat, PortionList, Position, Seats, Signpost, Signposts,
};

use crate::support::{players, seat};

/// A two-player position in which seat 0 is to move with these cards; seat 1 has passed.
fn position(hand: Cards, display: Cards) -> Game {
    let mut hands = PerSeat::all(Cards::NONE);
    hands[seat(0)] = hand;
    hands[seat(1)] = "3".parse().unwrap();
    let mut displays = PerSeat::all(Cards::NONE);
    displays[seat(0)] = display;
    let mut stacks = PerSeat::all(PortionList::EMPTY);
    stacks[seat(0)] = PortionList::new(&[20]).unwrap();
    stacks[seat(1)] = PortionList::new(&[17, 21]).unwrap();
    let position = Position {
        players: players(2),
        edition: Edition::default(),
        first: seat(1),
        turn: seat(0),
        hands,
        displays,
        passed: Seats::NONE.with(seat(1)),
        stacks,
        grill: PortionList::new(&[31]).unwrap(),
        discard: Cards::NONE,
        pile: Cards::DECK - hand - display - hands[seat(1)],
    };
    Game::from_position(&position).unwrap()
}

/// Every subset of a list.
fn subsets<T: Copy>(things: &[T]) -> impl Iterator<Item = Vec<T>> {
    (0..1_u32 << things.len())
        .map(|mask| things.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, thing)| *thing).collect())
}

/// Every legal move by rule 11.1, from every subset of the hand.
fn legal_moves(game: &Game) -> Vec<Move> {
    let hand: Vec<Card> = game.hand(seat(0)).iter().collect();
    let display = game.table().display(seat(0));
    let mut moves: Vec<Move> = subsets(&hand)
        .filter(|subset| !subset.is_empty())
        .filter(|subset| subset.iter().all(|card| card.kind() == subset[0].kind()))
        .filter(|subset| display.count(subset[0].kind()) == 0)
        .filter_map(|subset| Move::laying(subset.into_iter().fold(Cards::NONE, |all, card| all + Cards::from(card))))
        .collect();
    moves.push(Move::Pass);
    if display.has_worm() && display.total() == 21 {
        moves.push(Move::Steal);
    }
    moves.sort_by_key(|mv| format!("{mv}"));
    moves.dedup();
    moves
}

/// Whether laying `other` instead is at least as good: same size, same highest worm, and no better worms laid.
fn dominates(other: Signposts, worms: Signposts) -> bool {
    let lower = |set: Signposts| set.iter().map(Signpost::number).map(u32::from).collect::<Vec<_>>();
    other != worms
        && other.len() == worms.len()
        && other.highest() == worms.highest()
        && lower(other).iter().zip(lower(worms)).all(|(a, b)| *a <= b)
}

fn worth_considering(legal: &[Move]) -> Vec<Move> {
    let dominated = |mv: &Move| match mv {
        Move::LayWorms(worms) => {
            legal.iter().any(|other| matches!(other, Move::LayWorms(set) if dominates(*set, *worms)))
        }
        _ => false,
    };
    legal.iter().filter(|mv| !dominated(mv)).copied().collect()
}

fn check(hand: Cards, display: Cards) {
    let game = position(hand, display);
    let legal = legal_moves(&game);
    for &mv in &legal {
        assert_eq!(game.check(mv), Ok(()), "{mv} with [{hand}] beside [{display}]");
    }
    let mut expected = worth_considering(&legal);
    expected.sort_by_key(|mv| format!("{mv}"));

    let choices = game.choices();
    let picked: Vec<Move> = (0..choices.len()).map(|index| choices.get(index)).collect();
    assert_eq!(picked, choices.list().to_vec());
    assert_eq!(picked, choices.iter().collect::<Vec<_>>());
    let mut sorted = picked.clone();
    sorted.sort_by_key(|mv| format!("{mv}"));
    assert_eq!(sorted, expected, "with [{hand}] beside [{display}]");

    let worms = if display.has_worm() { 0 } else { hand.count(Kind::Worm) as usize };
    let worm_moves = picked.iter().filter(|mv| matches!(mv, Move::LayWorms(_))).count();
    assert_eq!(worm_moves, worms * (worms + 1) / 2, "rule 11.2");
}

/// Every multiset of up to `most` cards from a small deck that has all kinds.
fn small_hands(most: usize) -> Vec<Cards> {
    let deck: Vec<Card> = "1 1 1 2 2 3 4 5 5 W2 W9 W17 W25".split(' ').map(|name| name.parse().unwrap()).collect();
    let mut hands: Vec<Cards> = subsets(&deck)
        .filter(|subset| (1..=most).contains(&subset.len()))
        .map(|subset| subset.into_iter().fold(Cards::NONE, |all, card| all + Cards::from(card)))
        .collect();
    hands.sort_by_key(ToString::to_string);
    hands.dedup();
    hands
}

#[test]
fn every_small_hand_beside_every_set_of_kinds_laid() {
    // Displays from cards the hands do not use; the total 21 can steal, the seat's own 20 cannot.
    let displays =
        ["", "1", "3 3", "W1", "W1 4 4 4 4", "5 W1 3 3 4 4 2 2", "5 W1 2 4 4 4", "1 2 3 4 5 W1", "5 5 W1 3 3"];
    let hands = small_hands(5);
    assert!(hands.len() > 500);
    for display in displays {
        for &hand in &hands {
            check(hand, display.parse().unwrap());
        }
    }
}

#[test]
fn every_worm_subset_of_a_hand_of_worms() {
    for worms in 1..=8_u32 {
        let spread: Signposts = (1..=worms).filter_map(|n| Signpost::new(1 + (n * 7) % 25)).collect();
        check(Cards::worms(spread), Cards::NONE);
    }
}

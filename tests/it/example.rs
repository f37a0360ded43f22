//! The rulebook's example, move by move (rule 12).

use karteneck::game::{
    Cards, Chance, Edition, Event, Game, Move, Number, PerSeat, Portion, PortionList, Portions, Position, Seat, Seats,
    Signposts,
};

use crate::support::{cards, players, seat};

const KARIN: usize = 0;
const FLORIAN: usize = 1;
const NIKLAS: usize = 2;
const EVI: usize = 3;

/// Draws the named cards, in this order.
struct Drawing(Vec<&'static str>);

impl Chance for Drawing {
    fn card(&mut self, _seat: Seat, pile: &Cards, _len: u32) -> u32 {
        pile.rank(self.0.remove(0).parse().unwrap()).expect("the card is in the pile")
    }

    fn portion(&mut self, _unseen: Portions, _len: u32) -> u32 {
        0
    }
}

fn list(values: &[u8]) -> PortionList {
    PortionList::new(values).unwrap()
}

fn position() -> Position {
    let mut hands = PerSeat::all(Cards::NONE);
    hands[seat(KARIN)] = cards("1 1");
    hands[seat(FLORIAN)] = cards("2 2 2 1 W20");
    hands[seat(NIKLAS)] = cards("4");
    hands[seat(EVI)] = cards("3 3 5 1");
    let mut displays = PerSeat::all(Cards::NONE);
    displays[seat(KARIN)] = cards("3 2 2");
    displays[seat(FLORIAN)] = cards("5 5 5 4");
    displays[seat(NIKLAS)] = cards("W3 W7 W11 3 3 3 3 3");
    displays[seat(EVI)] = cards("4 2");
    let lying = hands.iter().chain(displays.iter()).fold(Cards::NONE, |all, set| all + set);
    let mut stacks = PerSeat::all(PortionList::EMPTY);
    stacks[seat(KARIN)] = list(&[25]);
    stacks[seat(FLORIAN)] = list(&[30]);
    stacks[seat(NIKLAS)] = list(&[16]);
    stacks[seat(EVI)] = list(&[0]);
    Position {
        players: players(4),
        edition: Edition::default(),
        first: seat(KARIN),
        turn: seat(KARIN),
        hands,
        displays,
        passed: Seats::NONE,
        stacks,
        grill: list(&[36, 18, 40, 21]),
        discard: Cards::NONE,
        pile: Cards::DECK - lying,
    }
}

fn stack(game: &Game, who: usize) -> Vec<u8> {
    let mut values: Vec<u8> = game.table().stack(seat(who)).map(Portion::value).collect();
    values.reverse();
    values
}

#[test]
fn rule_12_the_example_of_the_rulebook() {
    let mut game = Game::from_position(&position()).unwrap();
    // Karin 2, Florian 1, Niklas 2, Evi 1, Florian 1, Evi 1, Florian 2, Evi 1; the last to pass draws none.
    let mut luck = Drawing(vec!["5", "5", "3", "5", "5", "1", "4", "4", "4", "4", "2"]);
    let mut play = |game: &mut Game, who: usize, mv: Move| {
        assert_eq!(game.table().turn(), seat(who), "clockwise, without the seats that have passed");
        let mut events = Vec::new();
        game.try_play_watched(mv, &mut luck, &mut |event| events.push(event)).unwrap();
        events
    };

    play(&mut game, KARIN, Move::Pass);
    assert_eq!(stack(&game, KARIN), [25, 18], "rule 5.2");
    assert_eq!(game.hand(seat(KARIN)), cards("1 1 5 5"), "rule 5.4");
    assert!(game.table().display(seat(KARIN)).is_empty());
    assert_eq!(game.table().discard(), cards("3 2 2"));

    play(&mut game, FLORIAN, Move::lay(Number::Two, 3));
    assert_eq!(game.table().total(seat(FLORIAN)), 25);
    assert_eq!(game.hand(seat(FLORIAN)), cards("1 3 W20"));

    play(&mut game, NIKLAS, Move::Steal);
    assert_eq!(stack(&game, NIKLAS), [16, 30], "rule 6.2");
    assert!(stack(&game, FLORIAN).is_empty());
    assert_eq!(game.hand(seat(NIKLAS)), cards("4 5 5"));

    play(&mut game, EVI, Move::lay(Number::Three, 2));
    assert_eq!(game.table().total(seat(EVI)), 12);

    // Karin has passed: Florian is next.
    let worm = Signposts::from_bits(1 << 19).unwrap();
    play(&mut game, FLORIAN, Move::LayWorms(worm));
    assert_eq!(game.table().total(seat(FLORIAN)), 30);

    play(&mut game, EVI, Move::lay(Number::Five, 1));

    play(&mut game, FLORIAN, Move::Steal);
    assert_eq!(stack(&game, FLORIAN), [30], "rule 6.1: it can be stolen back");
    assert_eq!(stack(&game, NIKLAS), [16]);
    assert_eq!(game.hand(seat(FLORIAN)), cards("1 3 4 4 4"));

    play(&mut game, EVI, Move::lay(Number::One, 2));
    assert_eq!(game.choices().iter().collect::<Vec<_>>(), [Move::Pass], "only worms are open, and she has none");
    let hand = game.hand(seat(EVI));
    let events = play(&mut game, EVI, Move::Pass);

    assert_eq!(stack(&game, EVI), [0, 21]);
    assert_eq!(game.hand(seat(EVI)), hand, "rule 5.4: the last to pass draws none");
    let served: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Served { seat, portion } => Some((seat.index(), portion.value())),
            _ => None,
        })
        .collect();
    assert_eq!(served, [(FLORIAN, 40), (NIKLAS, 36)], "rule 7.2: Florian's worm has the higher signpost");
    assert_eq!(stack(&game, FLORIAN), [30, 40]);
    assert_eq!(stack(&game, NIKLAS), [16, 36]);
    assert_eq!(game.table().first(), seat(NIKLAS), "rule 8.1");
    assert_eq!(game.table().turn(), seat(NIKLAS));
    assert_eq!(game.table().round(), 3);
}

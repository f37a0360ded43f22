//! What a seat may know (rule 10), and worlds imagined from it.

use std::collections::BTreeMap;

use super::bare::bare;
use super::broken::{Broken, same};
use super::compare::conserved;
use super::dice::{Dice, uniform};
use crate::game::{Card, Cards, Game, Key, Players, Portion, PortionList, Seat, View};

/// Whether the view of every seat stays the same when the cards that it cannot see are rearranged, and whether what it
/// imagines looks the same to it (rule 13).
pub(super) fn hidden(game: &Game, dice: &mut Dice) -> Result<(), Broken> {
    for seat in game.table().players().seats() {
        let place = || format!("the view of seat {seat} (rule 10)");
        let other = permuted(game, seat, dice)?;
        same(place, &describe(&game.view(seat)), &describe(&other.view(seat)))?;
        let imagined = game.view(seat).imagine(&mut Key::new(dice.word()).stream());
        same(place, &game.view(seat), &imagined.view(seat))?;
        conserved(&imagined).map_err(|broken| broken.within("an imagined game"))?;
    }
    Ok(())
}

/// The same game with the cards that `seat` cannot see dealt again, without using the engine.
fn permuted(game: &Game, seat: Seat, dice: &mut Dice) -> Result<Game, Broken> {
    let mut position = game.position();
    let others: Vec<Seat> = position.players.seats().filter(|&other| other != seat).collect();
    let mut hidden: Vec<Card> = others.iter().flat_map(|&other| position.hands[other].iter()).collect();
    hidden.extend(position.pile.iter());
    dice.shuffle(&mut hidden);
    let mut deal = |count: u32| hidden.drain(..count as usize).fold(Cards::NONE, |all, card| all + Cards::from(card));
    for other in others {
        position.hands[other] = deal(position.hands[other].len());
    }
    position.pile = deal(position.pile.len());
    let accepted = Game::from_position(&position);
    accepted.map_err(|flaws| Broken::new("a position of a game", "to be accepted", format!("{flaws:?}")))
}

/// Everything that a view shows; zeros by their value.
fn describe(view: &View<'_>) -> String {
    let table = view.table();
    let seats = table.players().seats().map(|seat| {
        let stack: Vec<u8> = table.stack(seat).map(Portion::value).collect();
        (table.display(seat), table.total(seat), table.hand_size(seat), table.open(seat), stack)
    });
    let seats: Vec<_> = seats.collect();
    let public = (table.round(), table.first(), table.turn(), table.passed(), table.passed_valid());
    let portions = table.grill().iter().chain(table.unseen_portions().iter()).map(Portion::value).collect::<Vec<_>>();
    let piles = (portions, table.supply_len(), table.discard(), table.pile_len());
    let own = (view.seat(), view.hand(), view.unseen_cards(), view.choices());
    format!("{public:?} {seats:?} {piles:?} {own:?}")
}

/// In imagined games every way to hide the unseen cards is equally likely.
pub(super) fn imagined_worlds() -> Result<String, Broken> {
    let unreadable = |_| Broken::new("cards", "to be read", "an error");
    let mut position = bare(Players::ALL[1]);
    let hidden: Cards = "1 2 5 W4 W8 W15".parse().map_err(unreadable)?;
    let hands = ["3 3", "1 W4", "2"];
    for (seat, hand) in hands.into_iter().enumerate() {
        position.hands.0[seat] = hand.parse().map_err(unreadable)?;
        position.stacks.0[seat] = PortionList::new(&[16 + seat as u8]).unwrap_or(PortionList::EMPTY);
    }
    position.grill = PortionList::new(&[0, 20, 40]).unwrap_or(PortionList::EMPTY);
    position.discard = Cards::DECK - hidden - position.hands.0[0];
    position.pile = "5 W8 W15".parse().map_err(unreadable)?;
    let game = Game::from_position(&position)
        .map_err(|flaws| Broken::new("a position", "to be accepted", format!("{flaws:?}")))?;
    let seats: Vec<Seat> = position.players.seats().collect();
    let (mut worlds, mut luck) = (BTreeMap::<String, u64>::new(), Key::new(5).stream());
    let tries = 30_000;
    for _ in 0..tries {
        let imagined = game.view(seats[0]).imagine(&mut luck);
        *worlds.entry(format!("{} | {}", imagined.hand(seats[1]), imagined.hand(seats[2]))).or_default() += 1;
    }
    // Six cards: 15 ways to choose two, and four to choose one of the rest.
    same(|| "ways to hide six cards".to_owned(), &60, &worlds.len())?;
    uniform("ways to hide six cards", &worlds.into_values().collect::<Vec<_>>())?;
    Ok(format!("{tries} worlds, 60 ways"))
}

//! Mini games: real last rounds of two, so small that they can be solved.

use super::error::SolveError;
use super::tree::Side;
use crate::game::{Card, Cards, Edition, Game, Number, PerSeat, Players, Seat};
use crate::records::parse_position;

/// A mini game: a position of the last round of two players, with the hands dealt anew.
///
/// What the table shows is given. The hidden cards, those of both hands and of the pile, are shuffled and dealt: every deal is
/// equally likely, and each side sees its own hand only.
#[derive(Clone, Debug)]
pub struct MiniGame {
    /// Its name.
    pub name: String,
    /// The table, and one of the deals.
    start: Game,
}

impl MiniGame {
    /// Reads a mini game from the text of a position file. The hand of the seat on turn is one of those that may be dealt.
    ///
    /// # Errors
    /// If it is no position, or not one of the last round of two players.
    pub fn parse(name: &str, text: &str) -> Result<MiniGame, SolveError> {
        let seen = parse_position(text, &Edition::default());
        let seen = seen.map_err(|source| SolveError::Position { name: name.to_owned(), source })?;
        let table = seen.game.table();
        let (round, players) = (table.round(), table.players());
        if players != Players::ALL[0] || round != players.rounds() {
            return Err(SolveError::NotTheEnd { name: name.to_owned(), round, players: players.count() });
        }
        Ok(MiniGame { name: name.to_owned(), start: seen.game })
    }

    /// The table, and one of the deals.
    pub const fn start(&self) -> &Game {
        &self.start
    }

    /// The cards of both hands and of the pile.
    pub fn hidden(&self) -> Cards {
        Side::BOTH.iter().fold(self.start.pile(), |cards, side| cards + self.start.hand(side.seat()))
    }

    /// The same table with the hand of a seat replaced; the other hidden cards are put anywhere.
    ///
    /// # Panics
    /// If the seat cannot hold this hand.
    pub(super) fn with_hand(game: &Game, seat: Seat, hand: Cards) -> Game {
        let other = Side::of(seat).other().seat();
        let hidden = game.hand(seat) + game.hand(other) + game.pile();
        let mut hands = PerSeat::all(Cards::NONE);
        hands[seat] = hand;
        hands[other] = first_cards(hidden - hand, game.table().hand_size(other));
        game.redealt(&hands).expect("hands of the tree are as large as those of the game, and hidden")
    }
}

impl Side {
    /// The seat of a side.
    ///
    /// # Panics
    /// Never.
    pub fn seat(self) -> Seat {
        Seat::new(self.index()).expect("there are seats 0 and 1")
    }

    /// The side of seat 0 or 1.
    pub fn of(seat: Seat) -> Side {
        Side::BOTH[seat.index()]
    }
}

/// The first cards of a set, in kind order.
fn first_cards(cards: Cards, count: u32) -> Cards {
    cards.iter().take(count as usize).fold(Cards::NONE, |first, card| first + card.into())
}

/// Every hand of so many cards.
pub(super) fn hands_of(cards: Cards, size: u32) -> Vec<Cards> {
    let (mut hands, kinds) = (vec![Cards::NONE], different(cards));
    for card in kinds {
        let copies = (1..=copies_of(card, cards)).map(|count| (0..count).map(|_| card).collect::<Vec<_>>());
        let copies: Vec<Vec<Card>> = copies.collect();
        let longer: Vec<Cards> = hands
            .iter()
            .flat_map(|hand| copies.iter().map(|copies| copies.iter().fold(*hand, |hand, &card| hand + card.into())))
            .filter(|hand| hand.len() <= size)
            .collect();
        hands.extend(longer);
    }
    hands.retain(|hand| hand.len() == size);
    hands
}

/// The cards of a set, each number once.
pub(super) fn different(cards: Cards) -> Vec<Card> {
    let mut all: Vec<Card> = cards.iter().collect();
    all.dedup();
    all
}

fn copies_of(card: Card, cards: Cards) -> u32 {
    match card {
        Card::Number(_) => cards.count(card.kind()),
        Card::Worm(_) => 1,
    }
}

/// In how many orders the cards of a hand can be drawn, equal cards being alike.
pub(super) fn orders(hand: Cards) -> f64 {
    let same: f64 = numbers_of(hand).map(|count| falling(count, count)).product();
    falling(hand.len(), hand.len()) / same
}

/// How likely it is that `drawn` are drawn from `cards`, in one order.
pub(super) fn likelihood(cards: Cards, drawn: Cards) -> f64 {
    let ways: f64 = numbers_of(cards).zip(numbers_of(drawn)).map(|(all, some)| falling(all, some)).product();
    ways / falling(cards.len(), drawn.len())
}

/// How many cards of each number there are.
fn numbers_of(cards: Cards) -> impl Iterator<Item = u32> {
    Number::ALL.into_iter().map(move |number| cards.count(Card::Number(number).kind()))
}

/// `all · (all − 1) · …`, `count` factors.
fn falling(all: u32, count: u32) -> f64 {
    (0..count).map(|taken| f64::from(all - taken)).product()
}

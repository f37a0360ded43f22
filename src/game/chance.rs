//! Where the luck of a game comes from.
//!
//! **The pile is a multiset, and chance is a number.** Cards of a number are alike and no player knows the order
//! of the pile, so the engine keeps no order: to draw is to ask for a number below the number of cards left, and to take
//! that card in kind order. This is exactly the law of a shuffled pile; a reshuffle is an addition.

use super::cards::Cards;
use super::portion::Portions;
use super::random::{Key, Stream};
use super::seat::{MAX_PLAYERS, PerSeat, Players, Seat};
use super::seed::{Seed, one_way};

/// Decides what is drawn. The engine asks; it never rolls a die itself.
pub trait Chance {
    /// Which of the `len` cards of `pile`, in kind order, `seat` draws: a number below `len`.
    fn card(&mut self, seat: Seat, pile: &Cards, len: u32) -> u32;

    /// Which of the `len` unseen portions, by value, is turned up: a number below `len`.
    fn portion(&mut self, unseen: Portions, len: u32) -> u32;
}

/// One plain stream for everything, as rollouts use it.
impl Chance for Stream {
    #[inline]
    fn card(&mut self, _seat: Seat, _pile: &Cards, len: u32) -> u32 {
        self.below(len)
    }

    #[inline]
    fn portion(&mut self, _unseen: Portions, len: u32) -> u32 {
        self.below(len)
    }
}

/// What a stream under the key of a deal is for. The numbers are part of every result: never change one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StreamPurpose {
    Portions,
    FirstSeat,
    Neighbours,
    Draws(Seat),
}

impl StreamPurpose {
    fn word(self) -> u64 {
        match self {
            StreamPurpose::Portions => 0,
            StreamPurpose::FirstSeat => 1,
            StreamPurpose::Neighbours => 2,
            StreamPurpose::Draws(seat) => 16 + seat.index() as u64,
        }
    }
}

/// The name of one deal: a seed and an index under it, which determine all the luck of a game.
///
/// The chance given to strategies comes through a one-way function (see [`Seed`]), with a key for every seat: it reveals
/// nothing about the deal, the chance of other seats or the seed, unless the seed is one of so few that all can be
/// tried. The deal itself comes from the mix of [`Key`] if the seed is short, and through the one-way function if it is
/// long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealKey {
    choices: PerSeat<Key>,
    draws: PerSeat<Key>,
    portions: Key,
    first_seat: Key,
    neighbours: Key,
}

/// Keys that come through the one-way function: choices for every seat and, for long seeds, draws for every seat,
/// portions, first seat and neighbours, in this order.
const ONE_WAY_KEYS: usize = 2 * MAX_PLAYERS + 3;

impl DealKey {
    /// Deal number `index` of a seed.
    pub fn new(seed: impl Into<Seed>, index: u64) -> DealKey {
        let seed = seed.into();
        let mut bytes = [0; ONE_WAY_KEYS * Key::BYTES];
        let Some(short) = seed.short() else {
            one_way(seed, ONE_WAY, index, &mut bytes);
            return DealKey {
                choices: keys(&bytes, 0),
                draws: keys(&bytes, MAX_PLAYERS),
                portions: key(&bytes, 2 * MAX_PLAYERS),
                first_seat: key(&bytes, 2 * MAX_PLAYERS + 1),
                neighbours: key(&bytes, 2 * MAX_PLAYERS + 2),
            };
        };
        one_way(seed, ONE_WAY, index, &mut bytes[..MAX_PLAYERS * Key::BYTES]);
        let root = Key::new(short).with(index);
        let named = |purpose: StreamPurpose| root.with(purpose.word());
        DealKey {
            choices: keys(&bytes, 0),
            draws: PerSeat(std::array::from_fn(|seat| named(StreamPurpose::Draws(Seat::at(seat as u32))))),
            portions: named(StreamPurpose::Portions),
            first_seat: named(StreamPurpose::FirstSeat),
            neighbours: named(StreamPurpose::Neighbours),
        }
    }

    /// The streams of this deal.
    #[inline]
    pub fn deal(&self, players: Players) -> Deal {
        let portions = self.portions.stream();
        let mut draws = PerSeat(std::array::from_fn(|_| portions.clone()));
        for seat in players.seats() {
            draws[seat] = self.draws[seat].stream();
        }
        Deal { draws, portions }
    }

    /// The seat that begins round 1 when none is chosen (rule 2.3).
    pub fn first_seat(&self, players: Players) -> Seat {
        Seat::at(self.first_seat.stream().below(players.count() as u32))
    }

    /// A random permutation of the players: who sits next to whom, unless the caller decides.
    pub fn neighbours(&self, players: Players) -> PerSeat<u8> {
        let mut stream = self.neighbours.stream();
        let mut order = PerSeat(std::array::from_fn(|index| index as u8));
        for left in (2..=players.count()).rev() {
            order.0.swap(left - 1, stream.below(left as u32) as usize);
        }
        order
    }

    /// The stream from which the strategy on `seat` takes the chance in its own decision number `decision`.
    ///
    /// One stream per decision rather than per game, so that equal situations in the games of one deal get equal
    /// numbers, however many were used before.
    #[inline]
    pub fn choices(&self, seat: Seat, decision: u64) -> Stream {
        self.choice_key(seat, decision).stream()
    }

    /// The name of that stream: all that is needed to make it, for a strategy that may not ask for it.
    #[inline]
    pub fn choice_key(&self, seat: Seat, decision: u64) -> ChoiceKey {
        ChoiceKey { seat: self.choices[seat], decision }
    }
}

/// The name of the stream of one decision, not mixed yet: code that makes the stream and does not use it costs nothing,
/// once the compiler sees both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChoiceKey {
    seat: Key,
    decision: u64,
}

impl ChoiceKey {
    /// The stream of this name.
    #[inline]
    pub fn stream(self) -> Stream {
        self.seat.with(self.decision).stream()
    }
}

/// The purpose of the one-way function in a deal; part of every result.
const ONE_WAY: [u8; 16] = *b"karteneck-deal/1";

/// Key `number` of several in a row.
fn key(bytes: &[u8], number: usize) -> Key {
    let mut own = [0; Key::BYTES];
    own.copy_from_slice(&bytes[number * Key::BYTES..][..Key::BYTES]);
    Key::from_bytes(own)
}

/// A key for every seat, starting with key `first`.
fn keys(bytes: &[u8], first: usize) -> PerSeat<Key> {
    PerSeat(std::array::from_fn(|seat| key(bytes, first + seat)))
}

/// The seeded luck of one game: every seat has its own stream for draws, and so do the portions.
///
/// So a seat's n-th draw is the same quantile of whatever pile it draws from, regardless of who sits there and what the
/// others do: when a deal is replayed with rotated seats, luck stays with the seat and cancels out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    draws: PerSeat<Stream>,
    portions: Stream,
}

impl Chance for Deal {
    #[inline]
    fn card(&mut self, seat: Seat, _pile: &Cards, len: u32) -> u32 {
        self.draws[seat].below(len)
    }

    #[inline]
    fn portion(&mut self, _unseen: Portions, len: u32) -> u32 {
        self.portions.below(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // `scripts/golden_numbers.py` computes the same from the documentation alone.
    #[test]
    fn golden_deals() {
        let players = Players::new(2).expect("two may play");
        let seat = Seat::at(1);
        for (seed, choice, draw) in [(42, 15_975_766_310_935_856_660, 49), (1 << 100, 14_245_393_226_196_046_474, 62)] {
            let key = DealKey::new(Seed::new(seed), 7);
            assert_eq!(key.choices(seat, 3).word(), choice);
            assert_eq!(key.deal(players).card(seat, &Cards::NONE, 110), draw);
        }
    }

    #[test]
    fn the_key_of_one_seat_does_not_lead_to_that_of_another() {
        // The mix of keys can be inverted, so it must not lead from a strategy's key to any other key.
        let key = DealKey::new(7_u64, 3);
        let root = Key::new(7).with(3);
        for seat in 0..MAX_PLAYERS {
            let mine = key.choices.0[seat];
            assert!((0..1000).all(|word| root.with(word) != mine));
            assert!(key.choices.0.iter().enumerate().all(|(other, key)| (other == seat) == (*key == mine)));
        }
    }
}

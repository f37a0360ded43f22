//! Where the luck of a game comes from.
//!
//! **The pile is a multiset, and chance is a number.** Cards of a number are alike and nobody knows the order of the
//! pile, so the engine keeps no order: to draw is to ask for a number below the number of cards left, and to take that
//! card in kind order. This is exactly the law of a shuffled pile; a reshuffle is an addition.

use super::cards::Cards;
use super::portion::Portions;
use super::random::{Key, Stream};
use super::seat::{PerSeat, Players, Seat};

/// Decides what is drawn. The engine asks; it never rolls a die itself.
pub trait Chance {
    /// Which of the `len` cards of `pile`, in kind order, `seat` draws: a number below `len`.
    fn card(&mut self, seat: Seat, pile: &Cards, len: u32) -> u32;

    /// Which of the `len` unseen portions, by value, is turned up: a number below `len`.
    fn portion(&mut self, unseen: Portions, len: u32) -> u32;
}

/// One plain stream for everything: what rollouts use.
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

/// What a stream under a game's key is for. The numbers are part of every result: never change one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    Portions,
    FirstSeat,
    Neighbours,
    Draws(Seat),
    Choices(Seat),
}

impl Purpose {
    fn word(self) -> u64 {
        match self {
            Purpose::Portions => 0,
            Purpose::FirstSeat => 1,
            Purpose::Neighbours => 2,
            Purpose::Draws(seat) => 16 + seat.index() as u64,
            Purpose::Choices(seat) => 32 + seat.index() as u64,
        }
    }
}

/// The name of one deal: a seed and a number under it, and with them all the luck of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealKey(Key);

impl DealKey {
    /// Deal number `index` of a seed.
    pub const fn new(seed: u64, index: u64) -> DealKey {
        DealKey(Key::new(seed).with(index))
    }

    #[inline]
    fn stream(self, purpose: Purpose) -> Stream {
        self.0.with(purpose.word()).stream()
    }

    /// The streams of this deal.
    #[inline]
    pub fn deal(self, players: Players) -> Deal {
        let portions = self.stream(Purpose::Portions);
        let mut draws = PerSeat(std::array::from_fn(|_| portions.clone()));
        for seat in players.seats() {
            draws[seat] = self.stream(Purpose::Draws(seat));
        }
        Deal { draws, portions }
    }

    /// The seat that begins round 1 when nobody chooses one (rule 2.3).
    pub fn first_seat(self, players: Players) -> Seat {
        Seat::at(self.stream(Purpose::FirstSeat).below(players.count() as u32))
    }

    /// A random order of as many as there are players: who sits next to whom, if nobody says so.
    pub fn neighbours(self, players: Players) -> PerSeat<u8> {
        let mut stream = self.stream(Purpose::Neighbours);
        let mut order = PerSeat(std::array::from_fn(|place| place as u8));
        for left in (2..=players.count()).rev() {
            order.0.swap(left - 1, stream.below(left as u32) as usize);
        }
        order
    }

    /// The stream from which whoever sits on `seat` takes the chance in its own decision number `decision`.
    ///
    /// A stream for every decision, and not one for the game: so equal situations in the games of one deal get equal
    /// numbers, however many were used before.
    #[inline]
    pub fn choices(self, seat: Seat, decision: u64) -> Stream {
        self.0.with(Purpose::Choices(seat).word()).with(decision).stream()
    }
}

/// The seeded luck of one game: every seat draws with a stream of its own, and so do the portions.
///
/// So a seat's n-th draw is the same quantile of whatever pile it meets, whoever sits there and whatever the others
/// do: when one deal is played again with rotated seats, luck stays where it was and cancels.
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

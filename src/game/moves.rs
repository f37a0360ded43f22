//! What a seat may do, and which moves are worth considering.

use std::fmt;
use std::str::FromStr;

use super::card::{Card, Number, WORM_CARDS};
use super::cards::Cards;
use super::signposts::Signposts;

/// Some cards of one number.
///
/// Packed into one word, so that every move is a tag and a word: the compiler then keeps moves in registers, which is
/// worth 4 % of the instructions of a random game.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bunch(u32);

impl Bunch {
    /// No card.
    pub(super) const NONE: Bunch = Bunch(0);

    /// `count` cards of a number.
    #[inline]
    pub const fn new(number: Number, count: u8) -> Bunch {
        Bunch::in_lane(8 * number as u32, count as u32)
    }

    /// `count` cards of the number whose lane in [`Cards`] begins at this bit.
    #[inline]
    const fn in_lane(lane: u32, count: u32) -> Bunch {
        Bunch(lane | count << 8)
    }

    #[inline]
    pub(super) const fn lane(self) -> u32 {
        self.0 & 0x38
    }

    /// The number.
    #[inline]
    pub const fn number(self) -> Number {
        Number::at(self.lane() / 8)
    }

    /// How many cards.
    #[inline]
    pub const fn count(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// The cards.
    #[inline]
    pub const fn cards(self) -> Cards {
        Cards::in_lane(self.lane(), self.count())
    }
}

impl fmt::Debug for Bunch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.count(), self.number().value())
    }
}

/// A move: what a seat does on its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Lay these number cards (rule 4.1).
    Lay(Bunch),
    /// Lay these worms (rule 4.1).
    LayWorms(Signposts),
    /// Pass, and steal nothing (rule 5).
    Pass,
    /// Pass, and steal the portion whose value is the total of the seat's own display (rule 6).
    Steal,
}

impl Move {
    /// The move that lays `count` cards of a number.
    pub const fn lay(number: Number, count: u8) -> Move {
        Move::Lay(Bunch::new(number, count))
    }

    /// The cards that the move lays; none for a pass.
    pub const fn cards(self) -> Cards {
        match self {
            Move::Lay(bunch) => bunch.cards(),
            Move::LayWorms(signposts) => Cards::worms(signposts),
            Move::Pass | Move::Steal => Cards::NONE,
        }
    }

    /// The move that lays exactly these cards, if there is at least one and all are of one kind.
    pub fn laying(cards: Cards) -> Option<Move> {
        let card = cards.iter().next()?;
        let of_kind = cards.count(card.kind());
        let laid = match card {
            Card::Number(number) => Move::lay(number, of_kind as u8),
            Card::Worm(_) => Move::LayWorms(cards.signposts()),
        };
        (of_kind == cards.len()).then_some(laid)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Lay(..) | Move::LayWorms(_) => write!(f, "lay {}", self.cards()),
            Move::Pass => f.write_str("pass"),
            Move::Steal => f.write_str("pass and steal"),
        }
    }
}

/// A text that is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveNameError;

impl fmt::Display for MoveNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected `pass`, `pass and steal`, or `lay` and cards of one kind, like `lay 4 4` or `lay W3 W20`")
    }
}

impl std::error::Error for MoveNameError {}

impl FromStr for Move {
    type Err = MoveNameError;

    /// Reads what [`Move`] displays as.
    fn from_str(text: &str) -> Result<Move, MoveNameError> {
        match text {
            "pass" => Ok(Move::Pass),
            "pass and steal" => Ok(Move::Steal),
            _ => {
                let cards = text.strip_prefix("lay ").and_then(|cards| cards.parse().ok()).ok_or(MoveNameError)?;
                Move::laying(cards).ok_or(MoveNameError)
            }
        }
    }
}

/// The most moves worth considering that a hand can have: both passes, every number card, every pair of worms.
pub const MAX_CHOICES: usize = 2 + 85 + TRIANGLE;

/// Worm subsets worth considering with all 25 worms in hand (rule 11.2).
const TRIANGLE: usize = (WORM_CARDS * (WORM_CARDS + 1) / 2) as usize;

/// `ROW[i]` is the r with r(r+1)/2 ≤ i < (r+1)(r+2)/2.
static ROW: [u8; TRIANGLE] = rows();

const fn rows() -> [u8; TRIANGLE] {
    let mut table = [0; TRIANGLE];
    let (mut row, mut index) = (0_usize, 0);
    while index < TRIANGLE {
        if index == (row + 1) * (row + 2) / 2 {
            row += 1;
        }
        table[index] = row as u8;
        index += 1;
    }
    table
}

/// The moves worth considering in one situation (rule 11.2), counted and indexed without building a list.
///
/// In this order: the numbers ascending, for each the fewest cards first; the worm subsets by their highest card and
/// then by size; `pass`; `pass and steal`.
///
/// ```
/// use karteneck::game::{DealKey, Edition, Game, Move, Players, Seat};
/// let deal = DealKey::new(42, 0);
/// let players = Players::new(2).expect("two may play");
/// let game = Game::start(players, deal.first_seat(players), Edition::default(), &mut deal.deal(players));
/// let choices = game.choices();
/// assert_eq!(choices.iter().last(), Some(Move::Pass));
/// assert_eq!(choices.iter().count(), choices.len());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices {
    /// The hand cards of the kinds that are still open.
    open: Cards,
    numbers: u32,
    worm_moves: u32,
    steal: bool,
}

impl Choices {
    /// The choices with these hand cards of open kinds; `steal` if a portion can be stolen now.
    #[inline]
    pub(super) fn new(open: Cards, steal: bool) -> Choices {
        let worms = open.worm_count();
        Choices { open, numbers: open.numbers(), worm_moves: worms * (worms + 1) / 2, steal }
    }

    /// How many there are; at least one, since passing is always allowed (rule 5.1).
    #[inline]
    pub const fn len(&self) -> usize {
        (self.numbers + self.worm_moves) as usize + 1 + self.steal as usize
    }

    /// Always `false`: a seat on turn may always pass.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// The move at `index`, which must be below [`Choices::len`]: a larger index gives an arbitrary move
    /// or, with debug assertions, a panic.
    #[expect(clippy::inline_always, reason = "the check of a move beside its choice then knows what it is")]
    #[inline(always)]
    pub fn get(&self, index: usize) -> Move {
        debug_assert!(index < self.len());
        let index = index as u32;
        let lays = self.numbers + self.worm_moves;
        if index >= lays {
            return if index == lays { Move::Pass } else { Move::Steal };
        }
        if index < self.numbers {
            let (lane, rank) = self.open.nth_number(index);
            return Move::Lay(Bunch::in_lane(lane, rank + 1));
        }
        let index = index - self.numbers;
        let highest = u32::from(ROW[index as usize]);
        let others = index - highest * (highest + 1) / 2;
        Move::LayWorms(self.open.worms_worth_laying(highest, others))
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        (0..self.len()).map(|index| self.get(index))
    }

    /// All of them, as a list on the stack.
    pub fn list(&self) -> MoveList {
        let mut list = MoveList { moves: [Move::Pass; MAX_CHOICES], len: self.len() };
        for (slot, mv) in list.moves.iter_mut().zip(self.iter()) {
            *slot = mv;
        }
        list
    }
}

/// A list of moves with room for [`MAX_CHOICES`], not on the heap.
#[derive(Clone, Copy)]
pub struct MoveList {
    moves: [Move; MAX_CHOICES],
    len: usize,
}

impl std::ops::Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

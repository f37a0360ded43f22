//! Moves as numbers below 412.

use std::ops::Range;

use crate::game::{COPIES_OF_A_NUMBER, Kind, MAX_CHOICES, Move, Number, Signpost, Signposts, View, WORM_CARDS};

/// How many actions there are: as many as the most moves worth considering, since no two of these share a number.
pub const ACTIONS: usize = MAX_CHOICES;

const PASS: usize = 0;
const STEAL: usize = 1;
/// The first lay of a number.
const NUMBERS: usize = 2;
/// The first lay of worms.
const WORMS: usize = NUMBERS + Number::ALL.len() * COPIES_OF_A_NUMBER as usize;

/// The number of an action: 0 pass, 1 pass and steal, then the lays of numbers, then those of worms by their highest signpost.
///
/// ```
/// use karteneck::encoding::ActionCode;
/// let code = |text: &str| ActionCode::of(text.parse().expect("a move")).map(ActionCode::index);
/// assert_eq!((code("pass"), code("pass and steal")), (Some(0), Some(1)));
/// assert_eq!((code("lay 1"), code("lay 4 4")), (Some(2), Some(2 + 17 * 3 + 1)));
/// assert_eq!((code("lay W1"), code("lay W3 W25")), (Some(87), Some(87 + 25 * 24 / 2 + 1)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ActionCode(u16);

impl ActionCode {
    /// The action with this number, if it is below [`ACTIONS`].
    pub const fn new(index: usize) -> Option<ActionCode> {
        if index < ACTIONS { Some(ActionCode(index as u16)) } else { None }
    }

    /// Its number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The action of a move; `None` for a lay that no hand can make. Of the worms only the number and the highest signpost count
    /// (rule 11.2): [`ActionCode::to_move`] gives the move with the lowest others.
    pub fn of(mv: Move) -> Option<ActionCode> {
        let index = match mv {
            Move::Pass => PASS,
            Move::Steal => STEAL,
            Move::Lay(bunch) => {
                let count = usize::from(bunch.count());
                let is_possible = (1..=COPIES_OF_A_NUMBER as usize).contains(&count);
                is_possible.then(|| number_lay(bunch.number()) + count - 1)?
            }
            Move::LayWorms(worms) => worm_lay(worms.highest()?) + worms.len() as usize - 1,
        };
        ActionCode::new(index)
    }

    /// The move of this action for the seat of a view, if it is on turn and the action is among its choices.
    #[inline]
    pub fn to_move(self, view: &View<'_>) -> Option<Move> {
        if !is_on_turn(view) {
            return None;
        }
        match self.index() {
            PASS => Some(Move::Pass),
            STEAL => view.table().victim_of(view.seat()).map(|_| Move::Steal),
            index @ NUMBERS..WORMS => {
                let lay = index - NUMBERS;
                let number = Number::ALL[lay / COPIES_OF_A_NUMBER as usize];
                let count = lay as u32 % COPIES_OF_A_NUMBER + 1;
                (count <= view.open_hand().count(Kind::Number(number))).then(|| Move::lay(number, count as u8))
            }
            index => lay_worms(view, index - WORMS),
        }
    }
}

/// The lay of worms at this index among all of them, if the hand has it.
#[inline]
fn lay_worms(view: &View<'_>, index: usize) -> Option<Move> {
    let (highest, count) = WORM_LAYS[index];
    let held = open_worms(view);
    let highest_bit = 1 << (highest - 1);
    let below = held & (highest_bit - 1);
    if held & highest_bit == 0 || below.count_ones() + 1 < u32::from(count) {
        return None;
    }
    let others = (1..count).fold((0, below), |(taken, left): (u32, u32), _| {
        let lowest = left & left.wrapping_neg();
        (taken | lowest, left ^ lowest)
    });
    Signposts::from_bits(others.0 | highest_bit).map(Move::LayWorms)
}

/// For each lay of worms its highest signpost and how many worms it lays.
static WORM_LAYS: [(u8, u8); ACTIONS - WORMS] = worm_lays();

const fn worm_lays() -> [(u8, u8); ACTIONS - WORMS] {
    let mut lays = [(0, 0); ACTIONS - WORMS];
    let (mut highest, mut index) = (1, 0);
    while highest <= WORM_CARDS as u8 {
        let mut count = 1;
        while count <= highest {
            lays[index] = (highest, count);
            (index, count) = (index + 1, count + 1);
        }
        highest += 1;
    }
    lays
}

/// The lay of one card of a number.
const fn number_lay(number: Number) -> usize {
    NUMBERS + number as usize * COPIES_OF_A_NUMBER as usize
}

/// The lay of a worm alone.
const fn worm_lay(highest: Signpost) -> usize {
    let highest = highest.number() as usize;
    WORMS + highest * (highest - 1) / 2
}

#[inline]
fn is_on_turn(view: &View<'_>) -> bool {
    !view.table().is_over() && view.table().turn() == view.seat()
}

/// The signposts of the worms that may be laid; none if there are worms in the display (rule 4.2).
#[inline]
fn open_worms(view: &View<'_>) -> u32 {
    let is_open = view.table().open(view.seat()).contains(Kind::Worm);
    if is_open { view.hand().signposts().bits() } else { 0 }
}

/// Shows the numbers of all choices of the seat of a view, as ascending ranges; none if it is not on turn.
#[inline]
pub fn action_ranges(view: &View<'_>, mut show: impl FnMut(Range<usize>)) {
    if !is_on_turn(view) {
        return;
    }
    let can_steal = view.table().victim_of(view.seat()).is_some();
    show(PASS..STEAL + usize::from(can_steal));
    let counts = view.open_hand().number_counts().to_le_bytes();
    for (number, &count) in Number::ALL.into_iter().zip(&counts) {
        let first = number_lay(number);
        if count > 0 {
            show(first..first + usize::from(count));
        }
    }
    let (mut left, mut rank) = (open_worms(view), 1);
    while left != 0 {
        let highest = left.trailing_zeros() as usize + 1;
        let first = WORMS + highest * (highest - 1) / 2;
        show(first..first + rank);
        (left, rank) = (left & (left - 1), rank + 1);
    }
}

/// Writes a 1 for each choice of the seat of a view and a 0 for every other action; only zeros if it is not on turn.
#[inline]
pub fn write_mask(view: &View<'_>, mask: &mut [u8; ACTIONS]) {
    mask.fill(0);
    action_ranges(view, |choices| mask[choices].fill(1));
}

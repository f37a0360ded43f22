//! Luck overheard: which numbers the engine drew, for which seat, and below which bound.

use std::collections::VecDeque;

use super::broken::{Broken, holds};
use crate::game::{Cards, Chance, Portions, Seat};

/// One number of chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heard {
    /// The seat that drew a card; `None` for a portion.
    pub seat: Option<usize>,
    /// The number of possibilities.
    pub bound: u32,
    /// The one chosen.
    pub number: u32,
}

/// Forwards every request to another luck and records the answers.
#[derive(Clone, Debug)]
pub struct Overheard<C> {
    luck: C,
    /// The answers since the last [`Overheard::take`], in order.
    pub heard: VecDeque<Heard>,
}

impl<C: Chance> Overheard<C> {
    /// Listens to another luck.
    pub fn new(luck: C) -> Overheard<C> {
        Overheard { luck, heard: VecDeque::new() }
    }

    /// The answers since the last call.
    pub fn take(&mut self) -> VecDeque<Heard> {
        std::mem::take(&mut self.heard)
    }
}

impl<C: Chance> Chance for Overheard<C> {
    fn card(&mut self, seat: Seat, pile: &Cards, len: u32) -> u32 {
        let number = self.luck.card(seat, pile, len);
        self.heard.push_back(Heard { seat: Some(seat.index()), bound: len, number });
        number
    }

    fn portion(&mut self, unseen: Portions, len: u32) -> u32 {
        let number = self.luck.portion(unseen, len);
        self.heard.push_back(Heard { seat: None, bound: len, number });
        number
    }
}

/// The next number, which must have been drawn for this seat (`None` for a portion) below exactly this bound.
pub(super) fn next(heard: &mut VecDeque<Heard>, seat: Option<usize>, bound: usize) -> Result<usize, Broken> {
    let place = || match seat {
        Some(seat) => format!("a draw of seat {seat}"),
        None => "turning up a portion".to_owned(),
    };
    let asked = heard.pop_front();
    let fits =
        asked.is_some_and(|asked| asked.seat == seat && asked.bound as usize == bound && asked.number < asked.bound);
    let expected = format!("a number below {bound}");
    holds(fits, place, &expected, || {
        asked.map_or_else(|| "no request at all".to_owned(), |asked| format!("{asked:?}"))
    })?;
    Ok(asked.map_or(0, |asked| asked.number as usize))
}

/// Luck that must not be used: it records whether it was.
#[derive(Default)]
pub(super) struct Untouched {
    pub(super) asked: bool,
}

impl Chance for Untouched {
    fn card(&mut self, _seat: Seat, _pile: &Cards, _len: u32) -> u32 {
        self.asked = true;
        0
    }

    fn portion(&mut self, _unseen: Portions, _len: u32) -> u32 {
        self.asked = true;
        0
    }
}

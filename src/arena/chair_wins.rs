//! Wins by chair, in place.

use std::ops::Index;
use std::slice;

use super::index::Chair;
use crate::game::MAX_PLAYERS;

/// How many games of a block each chair of a line-up has won: a list without memory of its own, since there is one for every block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChairWins {
    /// Those of chairs that are not at the table are 0.
    wins: [u8; MAX_PLAYERS],
    chairs: usize,
}

impl ChairWins {
    /// Those of the first chairs.
    pub(super) fn new(wins: [u8; MAX_PLAYERS], chairs: usize) -> ChairWins {
        debug_assert!(chairs <= MAX_PLAYERS && wins[chairs..] == [0; MAX_PLAYERS][chairs..]);
        ChairWins { wins, chairs }
    }

    /// In the order of the chairs.
    pub fn iter(&self) -> slice::Iter<'_, u8> {
        self.wins[..self.chairs].iter()
    }
}

impl Index<Chair> for ChairWins {
    type Output = u8;

    fn index(&self, chair: Chair) -> &u8 {
        &self.wins[..self.chairs][chair.index()]
    }
}

impl<'a> IntoIterator for &'a ChairWins {
    type Item = &'a u8;
    type IntoIter = slice::Iter<'a, u8>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

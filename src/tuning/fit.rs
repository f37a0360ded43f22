//! Whether scores can be the answer to a question: those that were read from a file may be a stranger's.

use super::field::games_per_block;
use super::oracle::Question;
use super::scores::{Scores, SizeScores};
use crate::game::Players;

/// The largest sum of products that a question can have: all questions of a tuning together stay below 2⁶⁴.
const MAX_PRODUCTS: u64 = 1 << 52;

impl Scores {
    /// Whether these can be the scores of the candidates of a question: whatever is computed from them relies on it.
    pub(super) fn fit(&self, question: &Question) -> bool {
        let sizes = self.sizes.iter().zip(&question.players);
        self.sizes.len() == question.players.len()
            && sizes.into_iter().all(|(size, &players)| size.fits(question, players))
    }
}

impl SizeScores {
    fn fits(&self, question: &Question, players: Players) -> bool {
        let empty = SizeScores::new(players.count() as u64, games_per_block(&[players], question.rivals.len()), 0);
        let candidates = question.candidates.len();
        let triangle = |(row, products): (usize, &Vec<u64>)| products.len() == row + 1;
        (self.players, self.seats, self.blocks) == (empty.players, empty.seats, question.blocks)
            && (self.wins.len(), self.products.len()) == (candidates, candidates)
            && self.products.iter().enumerate().all(triangle)
            && (0..candidates).all(|one| (0..=one).all(|other| self.can_be(one, other)))
    }

    /// Whether two candidates can have these wins and this product of them.
    fn can_be(&self, one: usize, other: usize) -> bool {
        let [mine, theirs] = [self.wins[one], self.wins[other]].map(u128::from);
        let (blocks, seats) = (u128::from(self.blocks), u128::from(self.seats));
        let [squares, product, others] =
            [self.product(one, one), self.product(one, other), self.product(other, other)].map(u128::from);
        // The squares of the differences between their wins, of which none is below the square of the mean.
        let apart = (squares + others).checked_sub(2 * product);
        mine <= blocks * seats
            && product <= (mine.min(theirs) * seats).min(u128::from(MAX_PRODUCTS))
            && mine * mine <= blocks * squares
            && apart.is_some_and(|apart| mine.abs_diff(theirs).pow(2) <= blocks * apart)
    }
}

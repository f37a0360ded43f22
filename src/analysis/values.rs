//! What any judge says of the moves of a decision, however it judges.

use super::accuracy::LossShare;
use super::measured::Measured;
use crate::game::{Move, PerSeat};

/// What the moves of one decision are worth.
pub trait MoveValues {
    /// The candidates, in the order of the choices.
    fn moves(&self) -> &[Move];

    /// The chance to win with a move.
    fn chance(&self, index: usize) -> Measured;

    /// Every seat's chance to win after a move, as the seat on turn sees it; `None` if the judge tells only that of the seat on turn.
    fn chances(&self, index: usize) -> Option<PerSeat<Measured>>;

    /// The expected worms with a move, if the judge tells them.
    fn worms(&self, index: usize) -> Option<Measured>;

    /// The indices from the best move to the worst.
    fn ranking(&self) -> Vec<usize>;

    /// What a move lost of what was at stake: how much lower the chance to win is than with the best one, and how much lower it is with the
    /// worst one.
    fn share(&self, index: usize) -> LossShare;

    /// The components of the loss: the moves chosen as the best ones, and the loss against each. Their sum is the loss.
    fn loss_parts(&self, index: usize) -> Vec<(Move, f64)>;

    /// How much lower the chance to win is with a move than with the best one.
    fn loss(&self, index: usize) -> Measured {
        self.share(index).loss
    }

    /// Whether a move is certainly worse than the best one.
    fn is_worse(&self, index: usize) -> bool {
        self.loss(index).is_sure()
    }

    /// The index of a move.
    fn place(&self, mv: Move) -> Option<usize> {
        self.moves().iter().position(|&candidate| candidate == mv)
    }

    /// The indices of the moves that may be the best, as far as the judge can tell: the first of the ranking, and all that are not certainly
    /// worse. More than one means that it is too close to call.
    fn contenders(&self) -> Vec<usize> {
        let ranking = self.ranking();
        let best = ranking.first().copied();
        ranking.into_iter().filter(|&index| Some(index) == best || !self.is_worse(index)).collect()
    }
}

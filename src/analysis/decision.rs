//! One decision and what it cost.

use super::accuracy::{LossShare, accuracy};
use super::class::{DecisionClass, Losses};
use super::measured::Measured;
use super::values::MoveValues;
use crate::game::{Move, PerSeat};

/// A decision and what it cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// Who decided.
    pub seat: usize,
    /// The round, and the move in it.
    pub place: (usize, usize),
    /// What was played.
    pub played: Move,
    /// The move that seems best.
    pub best: Move,
    /// The number of moves to choose from.
    pub candidates: usize,
    /// The chance to win of the seat that decided, after what it played.
    pub chance: Measured,
    /// Every seat's chance to win then, as the seat on turn sees it; `None` if the judge tells only that of the seat on turn.
    pub chances: Option<PerSeat<Measured>>,
    /// The loss of the chance to win, and the stake.
    pub share: LossShare,
    /// Whether the judge is sure that the move is worse than the best one.
    is_worse: bool,
    /// The loss by class; the sum is the loss.
    pub(super) by_class: Losses,
}

impl Decision {
    /// From the judgement of all candidates, of which `played` is one.
    pub fn new(seat: usize, place: (usize, usize), played: Move, judgement: &dyn MoveValues) -> Decision {
        let best = judgement.ranking().first().map_or(played, |&index| judgement.moves()[index]);
        let mut decision = Decision {
            seat,
            place,
            played,
            best,
            candidates: judgement.moves().len(),
            chance: Measured::NOTHING,
            chances: None,
            share: LossShare::NOTHING,
            is_worse: false,
            by_class: Losses::default(),
        };
        if let Some(index) = judgement.place(played) {
            decision.chance = judgement.chance(index);
            decision.chances = judgement.chances(index);
            decision.share = judgement.share(index);
            decision.is_worse = judgement.is_worse(index);
            for (best, part) in judgement.loss_parts(index) {
                decision.by_class[DecisionClass::of(played, best) as usize] += part;
            }
        }
        decision
    }

    /// The loss of the chance to win.
    pub fn loss(&self) -> Measured {
        self.share.loss
    }

    /// Whether the loss is significant.
    pub fn is_mistake(&self) -> bool {
        self.played != self.best && self.is_worse
    }

    /// Round and move, as `--move` takes them.
    pub fn address(&self) -> String {
        format!("{}.{}", self.place.0, self.place.1)
    }
}

/// How one seat decided in a game.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct SeatDecisions {
    /// How many decisions it made.
    pub decisions: usize,
    /// The share kept of everything at stake; `None` if nothing was.
    pub accuracy: Option<Measured>,
    /// The mean loss of the chance to win.
    pub mean_loss: Measured,
    /// Its mistakes.
    pub mistakes: usize,
}

impl SeatDecisions {
    /// Of all decisions of a game, those of one seat.
    pub fn of(seat: usize, decisions: &[Decision]) -> SeatDecisions {
        let own: Vec<&Decision> = decisions.iter().filter(|decision| decision.seat == seat).collect();
        let count = own.len().max(1) as f64;
        let mean = own.iter().map(|decision| decision.loss().mean).sum::<f64>() / count;
        let squares: f64 = own.iter().map(|decision| decision.loss().error.powi(2)).sum();
        SeatDecisions {
            decisions: own.len(),
            accuracy: accuracy(own.iter().map(|decision| decision.share)),
            mean_loss: Measured { mean, error: squares.sqrt() / count },
            mistakes: own.iter().filter(|decision| decision.is_mistake()).count(),
        }
    }
}

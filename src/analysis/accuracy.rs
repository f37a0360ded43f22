//! How well a player decided, in one number.

use super::measured::Measured;

/// What a move lost, and what was at stake.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LossShare {
    /// The loss: how much lower the chance to win is than with the best move.
    pub loss: Measured,
    /// The stake: how much lower it is with the worst move than with the best one.
    pub stake: Measured,
    /// The covariance of the two, which are measured in the same worlds.
    pub covariance: f64,
}

impl LossShare {
    /// For a decision without a choice.
    pub const NOTHING: LossShare = LossShare { loss: Measured::NOTHING, stake: Measured::NOTHING, covariance: 0.0 };

    /// From the loss and the stake in all worlds and in halves of them.
    ///
    /// The spread between halves is that of the whole (a whole has half the variance of a half, and halves of the same worlds
    /// differ half as much as those of others). It accounts for other moves being the best and the worst in other worlds,
    /// which the spread between worlds does not.
    pub(super) fn of(whole: [f64; 2], halves: &[[f64; 2]]) -> LossShare {
        let count = halves.len() as f64;
        let centre = [0, 1].map(|one| halves.iter().map(|pair| pair[one]).sum::<f64>() / count);
        let spread = |one: usize, other: usize| {
            let products = halves.iter().map(|pair| (pair[one] - centre[one]) * (pair[other] - centre[other]));
            products.sum::<f64>() / count
        };
        let measured = |one: usize| Measured { mean: whole[one], error: spread(one, one).sqrt() };
        LossShare { loss: measured(0), stake: measured(1), covariance: spread(0, 1) }
    }
}

/// The share kept of everything at stake: 1 for always the best move, 0 for always the worst. `None` if nothing was at
/// stake.
///
/// It is a quotient of sums, so that a decision weighs as much as it matters. The error is that of the quotient to first
/// order: that of the loss minus its share of the stake, decision by decision.
pub fn accuracy(shares: impl Iterator<Item = LossShare> + Clone) -> Option<Measured> {
    let lost: f64 = shares.clone().map(|share| share.loss.mean).sum();
    let stake: f64 = shares.clone().map(|share| share.stake.mean).sum();
    let part = lost / stake;
    let variance = |share: LossShare| {
        share.loss.error.powi(2) + (part * share.stake.error).powi(2) - 2.0 * part * share.covariance
    };
    // Rounding must not make a variance of zero negative.
    let error = shares.map(variance).sum::<f64>().max(0.0).sqrt() / stake;
    (stake > 0.0).then_some(Measured { mean: 1.0 - part, error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_moves_keep_everything_and_the_worst_nothing() {
        let share = |loss: f64, stake: f64| LossShare::of([loss, stake], &[[loss, stake]; 4]);
        let of = |shares: &[LossShare]| accuracy(shares.iter().copied()).map(|measured| measured.mean);
        assert_eq!(of(&[share(0.0, 0.5), share(0.0, 0.5)]), Some(1.0));
        assert_eq!(of(&[share(0.5, 0.5), share(0.25, 0.25)]), Some(0.0));
        assert_eq!(of(&[share(0.5, 0.5), share(0.0, 0.5), share(0.0, 0.0)]), Some(0.5));
        assert_eq!(of(&[share(0.0, 0.0)]), None);
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn a_loss_equal_to_the_stake_has_no_error() {
        // The worst move in every world: the loss is the stake, and the quotient is 1 whatever the luck.
        let halves = [[0.3; 2], [0.5; 2], [0.1; 2], [0.7; 2]];
        let measured = accuracy([LossShare::of([0.4; 2], &halves)].into_iter()).expect("something is at stake");
        assert!(measured.mean.abs() < 1e-12 && measured.error < 1e-9, "{measured:?}");
    }
}

//! How well somebody decided, in one number.

use super::judgement::Measured;
use crate::statistics::Sample;

/// What a move lost, and what was at stake.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// The loss: by how much the chance to win is lower than with the best move.
    pub loss: Measured,
    /// The stake: by how much it is lower with the worst move than with the best one.
    pub stake: Measured,
    /// The covariance of the two, which are measured in the same worlds.
    pub covariance: f64,
}

impl Share {
    /// Of a decision in which there was nothing to choose.
    pub const NOTHING: Share = Share { loss: Measured::NOTHING, stake: Measured::NOTHING, covariance: 0.0 };

    /// From the loss and the stake in each world.
    pub(super) fn of(worlds: impl Iterator<Item = (i64, i64)>) -> Share {
        let (mut losses, mut stakes, mut sums) = (Sample::default(), Sample::default(), Sample::default());
        for (loss, stake) in worlds {
            losses.add(loss);
            stakes.add(stake);
            sums.add(loss + stake);
        }
        let (loss, stake, sum) = (Measured::of(&losses), Measured::of(&stakes), Measured::of(&sums));
        // The variance of a sum is that of its parts and twice their covariance.
        let covariance = (sum.error.powi(2) - loss.error.powi(2) - stake.error.powi(2)) / 2.0;
        Share { loss, stake, covariance }
    }
}

/// What was kept of all that was at stake: 1 for always the best move, 0 for always the worst. `None` if nothing was at
/// stake.
///
/// It is a quotient of sums, so that a decision weighs as much as it matters. The error is that of the quotient to first
/// order: of the loss less its share of the stake, decision by decision.
pub fn accuracy(shares: impl Iterator<Item = Share> + Clone) -> Option<Measured> {
    let lost: f64 = shares.clone().map(|share| share.loss.mean).sum();
    let stake: f64 = shares.clone().map(|share| share.stake.mean).sum();
    let part = lost / stake;
    let variance =
        |share: Share| share.loss.error.powi(2) + (part * share.stake.error).powi(2) - 2.0 * part * share.covariance;
    // Rounding must not make the variance of what never varied negative.
    let error = shares.map(variance).sum::<f64>().max(0.0).sqrt() / stake;
    (stake > 0.0).then_some(Measured { mean: 1.0 - part, error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_moves_keep_everything_and_the_worst_nothing() {
        let share = |loss: i64, stake: i64| Share::of([(loss, stake); 4].into_iter());
        let of = |shares: &[Share]| accuracy(shares.iter().copied()).map(|measured| measured.mean);
        assert_eq!(of(&[share(0, 1), share(0, 1)]), Some(1.0));
        assert_eq!(of(&[share(1, 1), share(1, 1)]), Some(0.0));
        assert_eq!(of(&[share(1, 1), share(0, 1), share(0, 0)]), Some(0.5));
        assert_eq!(of(&[share(0, 0)]), None);
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn what_is_lost_with_the_stake_itself_has_no_error() {
        // The worst move in every world: the loss is the stake, and the quotient is 1 whatever the luck.
        let share = Share::of([(1, 1), (0, 0), (1, 1), (-1, -1), (0, 0)].into_iter());
        let measured = accuracy([share].into_iter()).expect("something is at stake");
        assert!(measured.mean.abs() < 1e-12 && measured.error < 1e-9, "{measured:?}");
    }
}

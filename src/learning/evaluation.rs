//! How good a net is on games that were held out. The unit is the game: its groups are not independent of each other.

use super::samples::{Group, Samples};
use crate::arena::LEVEL;
use crate::statistics::{Interval, Sample, confidence_quantile};

/// Losses are counted in whole millionths, so that sums are exact.
const MILLIONTHS: f64 = 1e6;
/// Ranges of predicted shares in which predictions are compared with what happened.
const BINS: usize = 10;

/// The judgement on a net.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// The mean of -ln(share of what was right).
    log_loss: Sample,
    /// The mean of the squared differences between shares and what was right, summed over a group.
    brier: Sample,
    /// How much lower the log-loss is than that of the baseline, game by game.
    gain: Sample,
    /// Predictions and what happened.
    pub calibration: Vec<CalibrationBin>,
}

/// Predictions in a range, and what happened.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct CalibrationBin {
    /// How many predictions.
    pub rows: u64,
    /// Their mean.
    pub predicted: f64,
    /// The mean of what happened.
    pub observed: f64,
    /// The standard error of the difference between the two, from the spread between games.
    pub error: f64,
}

/// A mean and its interval.
fn estimate(sample: &Sample) -> Option<(f64, Interval)> {
    let (mean, error) = (sample.mean()? / MILLIONTHS, sample.error()? / MILLIONTHS);
    let half = confidence_quantile(LEVEL, sample.count)? * error;
    Some((mean, Interval { low: mean - half, high: mean + half }))
}

impl Evaluation {
    /// Judges predictions on groups with these indices, which are in the order of their games.
    pub fn new(samples: &Samples, indices: &[u32], predict: impl Fn(&Group<'_>) -> Vec<f32>) -> Evaluation {
        let mut evaluation = Evaluation {
            log_loss: Sample::default(),
            brier: Sample::default(),
            gain: Sample::default(),
            calibration: vec![CalibrationBin::default(); BINS],
        };
        let groups = indices.iter().map(|&index| samples.group(index as usize));
        let mut bins = Bins::default();
        let mut game = GameSums::default();
        for group in groups {
            if game.groups > 0 && game.game != group.game {
                evaluation.end_game(&game, &mut bins);
                game = GameSums::default();
            }
            let shares = predict(&group);
            game.add(&group, &shares);
            bins.add(&group, &shares);
        }
        if game.groups > 0 {
            evaluation.end_game(&game, &mut bins);
        }
        evaluation.calibration = bins.finish();
        evaluation
    }

    fn end_game(&mut self, game: &GameSums, bins: &mut Bins) {
        let whole = |sum: f64| (sum / game.groups as f64 * MILLIONTHS).round() as i64;
        self.log_loss.add(whole(game.loss));
        self.brier.add(whole(game.brier));
        self.gain.add(whole(game.baseline - game.loss));
        bins.end_game();
    }

    /// Games.
    pub const fn games(&self) -> u64 {
        self.log_loss.count
    }

    /// The mean log-loss of a game with its interval; `None` with fewer than two games.
    pub fn log_loss(&self) -> Option<(f64, Interval)> {
        estimate(&self.log_loss)
    }

    /// The mean Brier score of a game with its interval; `None` with fewer than two games.
    pub fn brier(&self) -> Option<(f64, Interval)> {
        estimate(&self.brier)
    }

    /// How much lower the log-loss is than that of the baseline; `None` with fewer than two games.
    pub fn gain(&self) -> Option<(f64, Interval)> {
        estimate(&self.gain)
    }
}

/// The sums of one game.
#[derive(Default)]
struct GameSums {
    game: u32,
    groups: u64,
    loss: f64,
    baseline: f64,
    brier: f64,
}

impl GameSums {
    fn add(&mut self, group: &Group<'_>, shares: &[f32]) {
        self.game = group.game;
        self.groups += 1;
        for ((&share, &target), &baseline) in shares.iter().zip(group.targets).zip(group.baselines) {
            let [share, target, baseline] = [share, target, baseline].map(f64::from);
            self.loss += cross_entropy(target, share);
            self.baseline += cross_entropy(target, baseline);
            self.brier += (share - target) * (share - target);
        }
    }
}

/// The part of the log-loss of one row.
pub(super) fn cross_entropy(target: f64, share: f64) -> f64 {
    if target > 0.0 { -target * libm::log(share.max(1e-9)) } else { 0.0 }
}

/// The bins in progress.
#[derive(Default)]
struct Bins {
    rows: [u64; BINS],
    predicted: [f64; BINS],
    observed: [f64; BINS],
    /// What happened less what was predicted: in the game so far, and the sum of its squares over all games.
    surplus: [f64; BINS],
    squares: [f64; BINS],
}

impl Bins {
    fn add(&mut self, group: &Group<'_>, shares: &[f32]) {
        for (&share, &target) in shares.iter().zip(group.targets) {
            let bin = ((share * BINS as f32) as usize).min(BINS - 1);
            let [share, target] = [share, target].map(f64::from);
            self.rows[bin] += 1;
            self.predicted[bin] += share;
            self.observed[bin] += target;
            self.surplus[bin] += target - share;
        }
    }

    fn end_game(&mut self) {
        for (squares, surplus) in self.squares.iter_mut().zip(&mut self.surplus) {
            *squares += *surplus * *surplus;
            *surplus = 0.0;
        }
    }

    fn finish(&self) -> Vec<CalibrationBin> {
        let bin = |index: usize| {
            let rows = self.rows[index].max(1) as f64;
            CalibrationBin {
                rows: self.rows[index],
                predicted: self.predicted[index] / rows,
                observed: self.observed[index] / rows,
                error: self.squares[index].sqrt() / rows,
            }
        };
        (0..BINS).map(bin).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::samples::tests::toy;

    #[test]
    fn predictions_without_knowledge_cost_what_they_should() {
        let samples = toy(900);
        let indices: Vec<u32> = (0..900).collect();
        let even = Evaluation::new(&samples, &indices, |group| vec![1.0 / 3.0; group.targets.len()]);
        assert_eq!(even.games(), 900);
        let (loss, interval) = even.log_loss().expect("many games");
        assert!((loss - 3_f64.ln()).abs() < 1e-5 && interval.half_width() < 1e-5);
        let (brier, _) = even.brier().expect("many games");
        assert!((brier - 2.0 / 3.0).abs() < 1e-5);
        assert_eq!(even.gain().map(|(gain, _)| gain), Some(0.0), "the baseline of the toy is even too");
        let bin = even.calibration[3];
        assert!(bin.rows == 2700 && (bin.observed - 1.0 / 3.0).abs() < 1e-9, "{bin:?}");
    }

    #[test]
    fn knowing_everything_costs_nothing_and_overconfidence_shows() {
        let samples = toy(600);
        let indices: Vec<u32> = (0..600).collect();
        let knowing = Evaluation::new(&samples, &indices, |group| group.targets.to_vec());
        assert!(knowing.log_loss().is_some_and(|(loss, _)| loss.abs() < 1e-6));
        assert!(knowing.gain().is_some_and(|(gain, interval)| gain > 1.0 && interval.low > 1.0));
        // Always sure of the first row, which is right in a third of all groups.
        let sure = Evaluation::new(&samples, &indices, |_| vec![0.98, 0.01, 0.01]);
        let (low, high) = (sure.calibration[0], sure.calibration[9]);
        assert!(high.predicted - high.observed > 10.0 * high.error && low.observed - low.predicted > 10.0 * low.error);
    }
}

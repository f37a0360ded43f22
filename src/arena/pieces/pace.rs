//! How large a piece is: by the time that pieces took so far. No result depends on it.

use std::time::Duration;

use super::piece::MAX_TASKS;

/// How long a piece should take, in seconds: so long that carrying it costs little, and so short that little is lost with a worker.
pub const PIECE_SECONDS: f64 = 2.0;
/// A scheduler needs this long for a piece, in seconds: with very many workers pieces become longer, so that it keeps up.
const CARRYING: f64 = 0.004;
/// A piece that is out this many times as long as it should be is late. Only a worker that would have nothing to do plays it again.
const LATE: f64 = 2.0;
/// But no piece is late before it is out for such a part of what a full one takes: it may have waited for a worker.
const HASTE: f64 = 0.125;
/// What was measured before counts this much less with every answer.
const FADING: f64 = 0.8;
/// A piece has at most this many times the tasks of the largest one that was answered.
const GROWTH: u64 = 16;
/// As long as nothing is known, so many pieces are enough to learn how long they take.
const TRIALS: usize = 64;

/// What is known about the time that tasks take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Pace {
    seconds: f64,
    tasks: f64,
    largest: u64,
    pub(super) piece_seconds: f64,
}

impl Pace {
    pub(super) const fn new() -> Pace {
        Pace { seconds: 0.0, tasks: 0.0, largest: 0, piece_seconds: PIECE_SECONDS }
    }

    /// So many tasks took so long.
    pub(super) fn note(&mut self, tasks: u64, time: Duration) {
        self.seconds = FADING * self.seconds + time.as_secs_f64().max(1e-6);
        self.tasks = FADING * self.tasks + tasks as f64;
        self.largest = self.largest.max(tasks);
    }

    /// How long so many tasks should take.
    fn expected(&self, tasks: u64) -> f64 {
        if self.tasks > 0.0 { self.seconds / self.tasks * tasks as f64 } else { self.piece_seconds }
    }

    /// How long to wait for so many tasks before another worker gets them too.
    pub(super) fn patience(&self, tasks: u64, workers: usize) -> Duration {
        let seconds = LATE * self.expected(tasks).max(HASTE * self.target(workers));
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX / 4)
    }

    /// How long a piece should take with so many workers, in seconds.
    pub(super) fn target(&self, workers: usize) -> f64 {
        self.piece_seconds.max(CARRYING * workers as f64)
    }

    /// The tasks of a piece that takes as long as it should.
    fn ideal(&self, workers: usize) -> u64 {
        if self.tasks > 0.0 { (self.target(workers) * self.tasks / self.seconds).round() as u64 } else { 1 }
    }

    /// How many pieces should be out, so that no worker waits.
    pub(super) fn out(&self, workers: usize) -> usize {
        let all = workers + (workers / 4).max(2);
        let is_known = self.largest > 0 && self.ideal(workers).min(MAX_TASKS) <= GROWTH * self.largest;
        if is_known { all } else { all.min(TRIALS) }
    }

    /// The blocks of the next piece, of `left` that may be handed out now, and `ahead` together with those that are.
    ///
    /// When little is left, pieces become smaller, so that all workers are done at about the same time; but not so small that
    /// carrying them takes longer than playing them. What takes W seconds to play and c to carry a piece of is done soonest, by
    /// workers without number, in pieces of √(Wc) seconds: carrying all then takes as long as playing one. With fewer workers than such pieces
    /// it is enough that the scheduler keeps up with them.
    pub(super) fn blocks(&self, left: u64, ahead: u64, line_ups: usize, workers: usize) -> u64 {
        let tasks = |blocks: u64| blocks.saturating_mul(line_ups as u64);
        let most = (GROWTH * self.largest).clamp(1, MAX_TASKS);
        let full = self.ideal(workers).min(most);
        let share = tasks(left) / (2 * workers.max(1) as u64);
        let smallest = if self.tasks > 0.0 { self.smallest(tasks(ahead), workers) } else { 1 };
        (full.min(share.max(smallest)) / line_ups as u64).max(1)
    }

    /// The tasks of the smallest pieces of so many tasks that are worth carrying.
    fn smallest(&self, tasks: u64, workers: usize) -> u64 {
        let task = self.seconds / self.tasks;
        let (soonest, kept_up) = (libm::sqrt(tasks as f64 * task * CARRYING), workers as f64 * CARRYING / 2.0);
        (soonest.min(kept_up) / task) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(tasks: u64, seconds: f64) -> Pace {
        let mut pace = Pace::new();
        for _ in 0..20 {
            pace.note(tasks, Duration::from_secs_f64(seconds));
        }
        pace
    }

    #[test]
    fn pieces_take_the_time_that_they_should() {
        assert_eq!(Pace::new().blocks(1_000_000, 1_000_000, 1, 4), 1, "nothing is known");
        assert_eq!(known(100, 1.0).blocks(1_000_000, 1_000_000, 1, 4), 200);
        assert_eq!(known(100, 1.0).blocks(1_000_000, 1_000_000, 10, 4), 20);
        assert_eq!(known(10, 0.1).blocks(1_000_000_000, 1_000_000_000, 1, 5000), 160, "limited by growth");
        assert_eq!(known(1000, 10.0).blocks(1_000_000_000, 1_000_000_000, 1, 5000), 2000, "longer for so many workers");
        assert_eq!(known(1 << 20, 1e-3).blocks(1 << 40, 1 << 40, 1, 1), MAX_TASKS);
    }

    #[test]
    fn few_pieces_are_tried_first() {
        assert_eq!((Pace::new().out(2), Pace::new().out(5000)), (4, TRIALS));
        assert_eq!((known(10, 0.1).out(5000), known(100, 1.0).out(100)), (TRIALS, 125));
    }

    #[test]
    fn the_end_is_shared_by_all() {
        let pace = known(100, 1.0);
        assert_eq!(pace.blocks(800, 800, 1, 4), 100);
        assert_eq!(
            pace.blocks(10, 100, 1, 400),
            6,
            "carrying a second of work in 16 pieces takes as long as playing one"
        );
        assert_eq!(pace.blocks(10, 10_000, 1, 400), 63, "and ten times as many for a hundred times the work");
        assert_eq!(pace.blocks(10, 10_000, 1, 50), 10, "but 50 workers are served in a tenth of a second");
        assert!((pace.expected(50) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_small_piece_is_late_sooner_than_a_full_one() {
        let pace = known(100, 1.0);
        assert_eq!(pace.patience(200, 4), Duration::from_secs(4));
        assert_eq!(pace.patience(1, 4), Duration::from_secs_f64(0.5));
        assert_eq!(Pace::new().patience(1, 4), Duration::from_secs(4), "nothing is known");
    }
}

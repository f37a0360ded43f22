//! Progress of a tuning for people.

use std::sync::atomic::{AtomicU64, Ordering};

use super::request::Tuning;
use crate::arena::LEVEL;
use crate::cli::progress::Progress;
use crate::tuning::{Phase, TuningProgress};

/// How far a tuning has come.
pub(super) struct TuneProgress {
    progress: Progress,
    /// The end of the current phase, in games of the whole tuning.
    of: AtomicU64,
    /// Games before the current phase.
    before: AtomicU64,
}

impl TuneProgress {
    pub(super) fn new(tuning: &Tuning) -> TuneProgress {
        let all = tuning.plan.request.games;
        TuneProgress { progress: Progress::of("games", all), of: AtomicU64::new(all), before: AtomicU64::new(0) }
    }

    /// More games have been played.
    pub(super) fn played(&self, games: u64) {
        self.progress.add(games);
    }

    /// Shows the progress of the tuning.
    pub(super) fn show(&self, news: &TuningProgress<'_>) {
        if self.of.swap(news.of, Ordering::Relaxed) != news.of {
            self.before.store(news.games, Ordering::Relaxed);
            self.progress.restart(Some(news.of - news.games));
        }
        // Answers from the journal took no time.
        self.progress.skip_to(news.games - self.before.load(Ordering::Relaxed));
        self.progress.tell(words(news));
    }
}

/// What is being done, and how far ahead the best so far is.
fn words(news: &TuningProgress<'_>) -> String {
    let generations = news.history.milestones.len();
    let phase = match news.phase {
        Phase::Search => format!("generation {generations}"),
        Phase::Selection => "confirming what was chosen".to_owned(),
        Phase::Confirmation => "confirmed".to_owned(),
        Phase::Transfer => return "confirmed; meeting others".to_owned(),
        Phase::Sensitivity => return "moving single parameters".to_owned(),
    };
    let lead = news.history.recent_lead(generations).map_or_else(String::new, |lead| {
        let half = lead.interval(LEVEL).half_width();
        if half > 1.0 {
            return ", best: too early to tell".to_owned();
        }
        format!(", best {:+.1} ± {:.1} % of a fair share over the start", 100.0 * lead.mean, 100.0 * half)
    });
    format!("{phase}{lead}")
}

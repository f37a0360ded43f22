//! Progress of a tuning for people: a bar on a terminal, an occasional line elsewhere.

use std::fmt;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::request::Tuning;
use crate::arena::LEVEL;
use crate::cli::failure::say;
use crate::tuning::{Phase, TuningProgress};

/// How often a line is printed where there is no terminal.
const SAY_EVERY: Duration = Duration::from_secs(10);

/// A bar, or occasional lines.
pub(super) struct TuneProgress {
    bar: Option<ProgressBar>,
    quiet: bool,
    /// When the last line was printed.
    said: Instant,
}

impl TuneProgress {
    pub(super) fn new(tuning: &Tuning) -> TuneProgress {
        let quiet = tuning.quiet;
        if quiet || !io::stderr().is_terminal() {
            return TuneProgress { bar: None, quiet, said: Instant::now() };
        }
        let bar = ProgressBar::new(tuning.plan.request.games);
        let speed = |state: &ProgressState, text: &mut dyn fmt::Write| {
            let _ = write!(text, "{:.0} games/s", state.per_sec());
        };
        let template = "{bar:24} {percent:>3} %  {human_pos} games  {speed}  {eta} left  {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("speed", speed));
        }
        bar.enable_steady_tick(Duration::from_millis(250));
        TuneProgress { bar: Some(bar), quiet, said: Instant::now() }
    }

    /// Says how many answers are already known.
    pub(super) fn remember(&self, answers: usize) {
        if answers > 0 && !self.quiet {
            let words = format!("continuing: {answers} answers are in the journal");
            match &self.bar {
                Some(bar) => bar.suspend(|| say(format_args!("{words}"))),
                None => say(format_args!("{words}")),
            }
        }
    }

    /// More games have been played.
    pub(super) fn played(&self, games: u64) {
        if let Some(bar) = &self.bar {
            bar.inc(games);
        }
    }

    /// Shows the progress of the tuning.
    pub(super) fn show(&mut self, news: &TuningProgress<'_>) {
        let Some(bar) = &self.bar else {
            return self.say_occasionally(news);
        };
        if bar.position() < news.games {
            // Answers from the journal took no time.
            bar.set_position(news.games);
            bar.reset_eta();
        }
        if matches!(news.phase, Phase::Transfer | Phase::Sensitivity) {
            // What comes after the confirmation is not in the budget: how long it takes is unknown.
            if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} games  {elapsed}  {msg}") {
                bar.set_style(style);
            }
        }
        bar.set_message(words(news));
    }

    /// Without a terminal, an occasional line.
    fn say_occasionally(&mut self, news: &TuningProgress<'_>) {
        if !self.quiet && self.said.elapsed() >= SAY_EVERY {
            say(format_args!("{} games  {}", news.games, words(news)));
            self.said = Instant::now();
        }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// What is being done, and how far ahead the best so far is.
fn words(news: &TuningProgress<'_>) -> String {
    let generations = news.history.milestones.len();
    let phase = match (news.phase, news.step) {
        (Phase::Search, _) => format!("generation {generations}"),
        (Phase::Selection, _) => "confirming what was chosen".to_owned(),
        (Phase::Confirmation, _) => "confirmed".to_owned(),
        (Phase::Transfer, Some((done, all))) => format!("meeting others, {done} of {all} done"),
        (Phase::Transfer, None) => "meeting others".to_owned(),
        (Phase::Sensitivity, _) => "moving single parameters".to_owned(),
    };
    let lead = news.history.recent_lead(generations).map_or_else(String::new, |lead| {
        let half = lead.interval(LEVEL).half_width();
        if half > 1.0 {
            return "best: too early to tell".to_owned();
        }
        format!("best {:+.1} ± {:.1} % of a fair share over the start", 100.0 * lead.mean, 100.0 * half)
    });
    format!("{phase}  {lead}")
}

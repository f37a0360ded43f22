//! Progress of a tuning for people: a bar on a terminal, nothing elsewhere.

use std::fmt;
use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::request::Tuning;
use crate::arena::LEVEL;
use crate::cli::failure::say;
use crate::tuning::{News, Phase};

/// A bar, or nothing.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
}

impl Progress {
    pub(super) fn new(tuning: &Tuning) -> Progress {
        let quiet = tuning.quiet;
        if quiet || !io::stderr().is_terminal() {
            return Progress { bar: None, quiet };
        }
        let bar = ProgressBar::new(tuning.brief.request.games);
        let speed = |state: &ProgressState, text: &mut dyn fmt::Write| {
            let _ = write!(text, "{:.0} games/s", state.per_sec());
        };
        let template = "{bar:24} {percent:>3} %  {human_pos} games  {speed}  {eta} left  {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("speed", speed));
        }
        bar.enable_steady_tick(Duration::from_millis(250));
        Progress { bar: Some(bar), quiet }
    }

    /// Says that so many answers are known from before.
    pub(super) fn remember(&self, answers: usize) {
        if answers > 0 && !self.quiet {
            let words = format!("going on: {answers} answers are in the journal");
            match &self.bar {
                Some(bar) => bar.suspend(|| say(format_args!("{words}"))),
                None => say(format_args!("{words}")),
            }
        }
    }

    /// Some games more were played.
    pub(super) fn played(&self, games: u64) {
        if let Some(bar) = &self.bar {
            bar.inc(games);
        }
    }

    /// Shows how the tuning is getting on.
    pub(super) fn show(&mut self, news: &News<'_>) {
        let Some(bar) = &self.bar else {
            return;
        };
        // What comes after the confirmation is not in the budget.
        if news.games > bar.length().unwrap_or(0) {
            bar.set_length(news.games);
        }
        if bar.position() < news.games {
            // What the journal knew took no time.
            bar.set_position(news.games);
            bar.reset_eta();
        }
        let lead = news.history.recent_lead(news.history.milestones.len()).map(|lead| {
            let half = lead.interval(LEVEL).half_width();
            format!("best {:+.1} ± {:.1} % of a fair share over the start", 100.0 * lead.mean, 100.0 * half)
        });
        let phase = match news.phase {
            Phase::Search => format!("generation {}", news.history.milestones.len()),
            Phase::Selection => "chosen".to_owned(),
            Phase::Confirmation => "confirmed".to_owned(),
            Phase::Transfer => "meeting others".to_owned(),
            Phase::Sensitivity => "sensitivity".to_owned(),
        };
        bar.set_message(format!("{phase}  {}", lead.unwrap_or_default()));
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

//! Progress for people: a bar on a terminal, nothing elsewhere.

use std::fmt;
use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::arena::{EntrantIndex, Plan, SizeState, State, TableIndex};

/// A bar, or nothing.
pub(super) struct RunProgress {
    bar: Option<ProgressBar>,
    games: u64,
}

impl RunProgress {
    /// For a run in this state.
    pub(super) fn new(plan: &Plan, state: &State, quiet: bool) -> RunProgress {
        let games = state.games(plan);
        if quiet || !io::stderr().is_terminal() {
            return RunProgress { bar: None, games };
        }
        // The length of a run that ends by itself is not known.
        let bar = plan.games().map_or_else(ProgressBar::no_length, ProgressBar::new);
        let template = match bar.length() {
            Some(_) => "{bar:30} {percent:>3} %  {human_pos} games  {speed}  {eta} left  {msg}",
            None => "{spinner} {human_pos} games  {speed}  {elapsed}  {msg}",
        };
        let speed = |state: &ProgressState, text: &mut dyn fmt::Write| {
            let _ = write!(text, "{:.0} games/s", state.per_sec());
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("speed", speed));
        }
        bar.set_position(games);
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_millis(250));
        RunProgress { bar: Some(bar), games }
    }

    /// Shows the state.
    pub(super) fn show(&mut self, plan: &Plan, state: &State) {
        let Some(bar) = &self.bar else {
            return;
        };
        self.games = state.games(plan);
        bar.set_position(self.games);
        let begun = |&(_, size): &(TableIndex, &SizeState)| size.tally.blocks.count > 0;
        let current = state.sizes.entries().rfind(begun).map_or(TableIndex::FIRST, |(table_index, _)| table_index);
        if let Some(leader) = leader(plan, state, current) {
            bar.set_message(leader);
        }
    }

    /// Prints a message above the bar.
    pub(super) fn say(&self, words: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| crate::cli::failure::say(format_args!("{words}"))),
            None => crate::cli::failure::say(format_args!("{words}")),
        }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Who has the highest win rate, and how sure that is.
fn leader(plan: &Plan, state: &State, table_index: TableIndex) -> Option<String> {
    let tally = &state.sizes[table_index].tally;
    let rate =
        |entrant: &EntrantIndex| tally.entrants[*entrant].wins as f64 / tally.entrants[*entrant].games.max(1) as f64;
    let best = plan.entrants.indices().max_by(|one, other| rate(one).total_cmp(&rate(other)))?;
    let half = tally.blocks.win_interval(&plan.schedules[table_index], best)?.half_width();
    Some(format!("{} {:.1} ± {:.1} %", plan.entrants[best].name, 100.0 * rate(&best), 100.0 * half))
}

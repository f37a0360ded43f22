//! How far a command has come: a bar on a terminal, a line now and then elsewhere, nothing with --quiet.
//!
//! A thread of its own shows it, at a steady pace: also while the first piece of work takes long. It only reads what the
//! command counts, so no result can depend on it.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use console::Term;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::messages::{is_quiet, say};
use super::paint::Paint;
use crate::report::text_width;

/// How often the bar is drawn.
const TICK: Duration = Duration::from_millis(200);
/// Work that takes less than this shows no bar.
const SHOW_AFTER: Duration = Duration::from_millis(500);
/// How often a line is printed where there is no terminal.
const SAY_EVERY: Duration = Duration::from_secs(15);

/// The bar on the screen, if there is one.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Writes something while the bar is out of the way. It must not write another message by [`say`].
pub(super) fn beside_the_bar<T>(write: impl FnOnce() -> T) -> T {
    let bar = locked(&SHOWN).clone();
    match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Removes the bar, for a program that ends in the middle.
pub(super) fn remove_bar() {
    if let Some(bar) = locked(&SHOWN).take() {
        bar.finish_and_clear();
    }
}

/// A poisoned lock protects nothing but a text.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The progress of a command, shown until it is dropped.
pub(super) struct Progress {
    shared: Arc<Shared>,
    ticker: Option<JoinHandle<()>>,
}

/// What the command counts and the thread shows.
struct Shared {
    /// How much is done.
    done: AtomicU64,
    is_over: AtomicBool,
    task: Mutex<Task>,
}

/// The work that is counted.
struct Task {
    /// What is counted; empty if the numbers mean nothing to a person.
    unit: &'static str,
    /// How much there is to do, if that is known.
    all: Option<u64>,
    /// When it began, and how much was done before.
    start: (Instant, u64),
    /// What else is worth knowing.
    text: String,
}

impl Progress {
    /// Of work in these units.
    pub(super) fn of(unit: &'static str, all: impl Into<Option<u64>>) -> Progress {
        let start = (Instant::now(), 0);
        let task = Mutex::new(Task { unit, all: all.into(), start, text: String::new() });
        let shared = Arc::new(Shared { done: AtomicU64::new(0), is_over: AtomicBool::new(false), task });
        let shown = Arc::clone(&shared);
        let ticker = (!is_quiet()).then(|| thread::spawn(move || show(&shown)));
        Progress { shared, ticker }
    }

    /// Of work of unknown length.
    pub(super) fn waiting(text: &str) -> Progress {
        let progress = Progress::of("", None);
        progress.tell(text);
        progress
    }

    /// More is done.
    pub(super) fn add(&self, more: u64) {
        self.shared.done.fetch_add(more, Ordering::Relaxed);
    }

    /// This much is done.
    pub(super) fn set(&self, done: u64) {
        self.shared.done.store(done, Ordering::Relaxed);
    }

    /// At least this much is done; whatever was not counted took no time.
    pub(super) fn skip_to(&self, done: u64) {
        let more = done.saturating_sub(self.shared.done.load(Ordering::Relaxed));
        locked(&self.shared.task).start.1 += more;
        self.add(more);
    }

    /// There is this much to do.
    pub(super) fn set_all(&self, all: u64) {
        locked(&self.shared.task).all = Some(all);
    }

    /// What else is worth knowing.
    pub(super) fn tell(&self, text: impl Into<String>) {
        locked(&self.shared.task).text = text.into();
    }

    /// Other work begins.
    pub(super) fn restart(&self, all: Option<u64>) {
        let mut task = locked(&self.shared.task);
        (task.all, task.start) = (all, (Instant::now(), 0));
        self.set(0);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        if let Some(ticker) = self.ticker.take() {
            ticker.thread().unpark();
            // If it panicked, there is no bar, which is no reason to fail.
            let _ = ticker.join();
        }
    }
}

/// Shows the progress until it is over.
fn show(shared: &Shared) {
    if io::stderr().is_terminal() {
        show_bar(shared);
    } else {
        say_lines(shared);
    }
}

/// Waits for a moment; `false` if the work is over.
fn wait(shared: &Shared, time: Duration) -> bool {
    let start = Instant::now();
    while let Some(left) = time.checked_sub(start.elapsed()).filter(|left| !left.is_zero()) {
        if shared.is_over.load(Ordering::Relaxed) {
            return false;
        }
        thread::park_timeout(left);
    }
    !shared.is_over.load(Ordering::Relaxed)
}

fn say_lines(shared: &Shared) {
    while wait(shared, SAY_EVERY) {
        let figures = shared.figures();
        say(format_args!("{}", figures.line()));
    }
}

fn show_bar(shared: &Shared) {
    if !wait(shared, SHOW_AFTER) {
        return;
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
        bar.set_style(style);
    }
    *locked(&SHOWN) = Some(bar.clone());
    for tick in 0.. {
        bar.set_message(shared.figures().drawn(columns(), tick, Paint::stderr()));
        if !wait(shared, TICK) {
            break;
        }
    }
    remove_bar();
}

/// Columns of the terminal.
fn columns() -> usize {
    Term::stderr().size_checked().map_or(80, |(_, columns)| columns.into())
}

impl Shared {
    fn figures(&self) -> Figures {
        let task = locked(&self.task);
        let (start, before) = task.start;
        let done = self.done.load(Ordering::Relaxed);
        Figures { unit: task.unit, all: task.all, done, before, time: start.elapsed(), text: task.text.clone() }
    }
}

/// What is shown at one moment.
#[derive(Clone, Debug)]
struct Figures {
    unit: &'static str,
    all: Option<u64>,
    done: u64,
    before: u64,
    time: Duration,
    text: String,
}

impl Figures {
    /// What is done per second; `None` as long as nothing is.
    fn rate(&self) -> Option<f64> {
        let done = self.done.saturating_sub(self.before);
        (done > 0 && !self.time.is_zero()).then(|| done as f64 / self.time.as_secs_f64())
    }

    /// How long it takes, or has taken if that cannot be known yet.
    fn duration(&self) -> String {
        let left = self.all.zip(self.rate()).map(|(all, rate)| all.saturating_sub(self.done) as f64 / rate);
        match left.and_then(|left| Duration::try_from_secs_f64(left).ok()) {
            Some(left) => format!("{:#} left", HumanDuration(left)),
            None => format!("{:#} so far", HumanDuration(self.time)),
        }
    }

    /// How much is done.
    fn count(&self) -> Option<String> {
        let done = HumanCount(self.done);
        match (self.unit, self.all) {
            ("", _) => None,
            (unit, Some(all)) => Some(format!("{done} of {} {unit}", HumanCount(all))),
            (unit, None) => Some(format!("{done} {unit}")),
        }
    }

    fn speed(&self) -> Option<String> {
        let rate = self.rate().filter(|_| !self.unit.is_empty())?;
        Some(if rate < 10.0 { format!("{rate:.2}/s") } else { format!("{}/s", HumanCount(rate.round() as u64)) })
    }

    /// The parts of a text, the most important ones first.
    fn parts(&self) -> Vec<String> {
        let text = Some(self.text.clone()).filter(|text| !text.is_empty());
        // Without any number the text comes first.
        let (first, last) = if self.all.is_none() && self.unit.is_empty() { (text, None) } else { (None, text) };
        first.into_iter().chain([self.duration()]).chain(self.count()).chain(last).chain(self.speed()).collect()
    }

    /// All parts that fit next to each other.
    fn words(&self, room: usize) -> String {
        let mut words = String::new();
        for part in self.parts() {
            let gap = if words.is_empty() { "" } else { " · " };
            if words.is_empty() || text_width(&words) + text_width(gap) + text_width(&part) <= room {
                words = format!("{words}{gap}{part}");
            }
        }
        words
    }

    /// The share that is done, in whole percent.
    fn percent(&self) -> Option<u64> {
        let all = self.all?.max(1);
        Some((u128::from(self.done.min(all)) * 100 / u128::from(all)) as u64)
    }

    /// As a line of its own.
    fn line(&self) -> String {
        let percent = self.percent().map(|percent| format!("{percent} % · ")).unwrap_or_default();
        format!("{percent}{}", self.words(usize::MAX))
    }

    /// In one line of this many columns; `tick` turns the sign of work whose length is not known.
    fn drawn(&self, columns: usize, tick: usize, paint: Paint) -> String {
        let length = match columns {
            ..60 => 10,
            60..100 => 20,
            _ => 30,
        };
        let Some(percent) = self.percent() else {
            return format!("{} {}", paint.bar(SIGNS[tick % SIGNS.len()]), self.words(columns.saturating_sub(3)));
        };
        let full = length * percent as usize / 100;
        let (done, left) = (FULL.repeat(full), EMPTY.repeat(length - full));
        let words = self.words(columns.saturating_sub(length + 8));
        format!("{}{} {percent:>3} % {words}", paint.bar(&done), paint.quiet(&left))
    }
}

/// The parts of a bar, and the signs of work whose length is not known.
const FULL: &str = "█";
const EMPTY: &str = "░";
const SIGNS: [&str; 8] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧"];

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(all: Option<u64>, done: u64) -> Figures {
        let text = "monte-carlo 87.7 ± 0.9 %".to_owned();
        Figures { unit: "games", all, done, before: 0, time: Duration::from_secs(20), text }
    }

    #[test]
    fn parts_that_do_not_fit_are_left_out_whole() {
        let some = figures(Some(15_036), 5_012);
        assert_eq!(some.line(), "33 % · 40s left · 5,012 of 15,036 games · monte-carlo 87.7 ± 0.9 % · 251/s");
        assert_eq!(some.words(22), "40s left · 251/s");
        assert_eq!(some.words(33), "40s left · 5,012 of 15,036 games");
        assert_eq!(some.words(42), "40s left · 5,012 of 15,036 games · 251/s");
    }

    #[test]
    fn a_bar_fits_every_width() {
        let lines = |columns: usize, paint: Paint| {
            let known = figures(Some(123_456_789), 23_456_789).drawn(columns, 0, paint);
            [known, figures(None, 7).drawn(columns, 3, paint), figures(Some(9), 0).drawn(columns, 0, paint)].join("\n")
        };
        let table: Vec<String> = [40, 80, 120].map(|columns| lines(columns, Paint::new(false))).to_vec();
        assert!(table.iter().zip([40, 80, 120]).all(|(text, most)| text.lines().all(|line| text_width(line) <= most)));
        insta::assert_snapshot!("bars", table.join("\n\n"));
        let painted = lines(80, Paint::new(true));
        assert_eq!(console::strip_ansi_codes(&painted), table[1], "colours say nothing of their own");
        assert_ne!(painted, table[1]);
    }

    #[test]
    fn nothing_is_claimed_before_anything_is_known() {
        assert_eq!(figures(Some(100), 0).line(), "0 % · 20s so far · 0 of 100 games · monte-carlo 87.7 ± 0.9 %");
        assert_eq!(figures(None, 7).line(), "20s so far · 7 games · monte-carlo 87.7 ± 0.9 % · 0.35/s");
        let waiting = Figures { unit: "", text: "comparing files".to_owned(), ..figures(None, 0) };
        assert_eq!(waiting.line(), "comparing files · 20s so far");
        // What was done before the start took none of its time.
        let resumed = Figures { before: 50, ..figures(Some(100), 60) };
        assert!(resumed.line().starts_with("60 % · 80s left · 60 of 100 games"), "{}", resumed.line());
        let beyond = figures(Some(10), 20);
        assert!(beyond.line().starts_with("100 % · 0s left"), "{}", beyond.line());
        assert_eq!(figures(Some(0), 0).percent(), Some(0));
    }
}

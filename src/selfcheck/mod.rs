//! Does the laboratory keep its own promises on this machine?
//!
//! This room owns the project's promises as checks that run in seconds: the rules compared with a plain model of them, the
//! distribution of draws, counting, intervals, resume and merge, controls, and the fingerprint. It refuses to trust what it
//! checks: the [`Model`] has lists instead of bits, tallies are recounted from records, and the numbers of a check come
//! from a generator of its own. Nothing is left to luck: every check has the same outcome every time. It prints nothing.
//!
//! The main types: a [`Check`] is a promise and how to test it; [`CHECKS`] are all of them, the ones that others depend on
//! first; [`Broken`] says where a promise does not hold.
//!
//! ```
//! // The same on every machine, for this version.
//! assert_eq!(karteneck::selfcheck::fingerprint(2)?, karteneck::runs::FINGERPRINT);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bare;
mod broken;
mod chance;
mod compare;
mod counting;
mod dice;
mod entrants;
mod faults;
mod files;
mod fingerprint;
mod intervals;
mod lab;
mod luck;
mod model;
mod ratings;
mod recount;
mod retell;
mod rules;
mod runs;
mod sequential;
mod story;
mod views;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

pub use broken::Broken;
pub use fingerprint::{fingerprint, quick_fingerprint};
pub use luck::{Heard, Overheard};
pub use model::Model;
pub use story::tell;

/// A promise and how to test it.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// What is promised.
    pub promise: &'static str,
    run: fn() -> Result<String, Broken>,
}

impl Check {
    const fn new(promise: &'static str, run: fn() -> Result<String, Broken>) -> Check {
        Check { promise, run }
    }

    /// Tests it, and says what the answer is based on. A panic is a broken promise too.
    ///
    /// # Errors
    /// Where the promise is broken.
    pub fn run(&self) -> Result<String, Broken> {
        catch_unwind(AssertUnwindSafe(self.run)).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            Err(Broken::new("in the middle", "an answer", format!("a panic: {}", text.unwrap_or("no message"))))
        })
    }
}

/// Runs all of [`CHECKS`], two at a time, and reports the outcome of each, in order, as soon as it is known.
pub fn run_all(tell: &mut dyn FnMut(&Check, Result<String, Broken>)) {
    let (next, (send, receive)) = (AtomicUsize::new(0), mpsc::channel());
    thread::scope(|scope| {
        for send in [send.clone(), send] {
            let next = &next;
            scope.spawn(move || {
                let take = || next.fetch_add(1, Ordering::Relaxed);
                for number in std::iter::repeat_with(take).take_while(|&number| number < CHECKS.len()) {
                    // The receiver lives as long as this scope.
                    let _ = send.send((number, CHECKS[number].run()));
                }
            });
        }
        let mut outcomes: Vec<Option<Result<String, Broken>>> = vec![None; CHECKS.len()];
        let mut reported = 0;
        for (number, outcome) in receive {
            outcomes[number] = Some(outcome);
            while let Some(outcome) = outcomes.get_mut(reported).and_then(Option::take) {
                tell(&CHECKS[reported], outcome);
                reported += 1;
            }
        }
    });
}

/// Every promise, the ones that others depend on first.
pub const CHECKS: &[Check] = &[
    Check::new("games follow the rules, move by move", rules::games),
    Check::new("rare positions follow the rules", rules::rare_positions),
    Check::new("draws follow the law of a shuffled pile", chance::draws),
    Check::new("removed portions are a random choice", chance::removed),
    Check::new("seats and neighbours are drawn fairly", chance::seats),
    Check::new("a seat's luck is its own", chance::own_luck),
    Check::new("imagined worlds are equally likely", views::imagined_worlds),
    Check::new("records are true and forged ones rejected", counting::records),
    Check::new("every number counted is recounted", counting::recounted),
    Check::new("files of results follow from the sums", files::follow_from_sums),
    Check::new("faults are judged, and add up", faults::judged),
    Check::new("every entrant sits on every seat", entrants::rotations),
    Check::new("an entrant against itself gives exactly 0", entrants::mirrors),
    Check::new("random play is uniform and loses clearly", entrants::random_play),
    Check::new("quantiles are those of the tables", intervals::tables),
    Check::new("intervals of shares cover the truth", intervals::shares),
    Check::new("intervals of differences cover the truth", intervals::differences),
    Check::new("sequential tests keep their errors", sequential::errors),
    Check::new("many tests at once are judged together", sequential::many_at_once),
    Check::new("ratings recover known strengths", ratings::strengths),
    Check::new("1, 2 and 8 threads agree", runs::threads),
    Check::new("an interrupted run equals an uninterrupted one", runs::resumption),
    Check::new("the parts of a run equal the whole", runs::parts),
    Check::new("a run stops at the same position at any pace", runs::stopping),
    Check::new("this build plays as its version does", fingerprint::pinned),
];

//! Pieces of work that do not depend on each other, done on all threads and finished in order.

use rayon::prelude::*;

/// How work that takes long is stopped and watched.
#[derive(Clone, Copy)]
pub struct WorkOptions<'a> {
    /// Asked before every piece of work: once it returns true, no other is begun.
    pub should_stop: &'a (dyn Fn() -> bool + Sync),
    /// Told after every piece, by the thread that did it: for progress.
    pub on_done: &'a (dyn Fn() + Sync),
}

impl WorkOptions<'_> {
    /// Nothing stops or watches the work.
    pub const NONE: WorkOptions<'static> = WorkOptions { should_stop: &|| false, on_done: &|| {} };
}

/// Pieces for each thread before all wait for each other: few enough that little is lost when it stops.
const PIECES: u64 = 16;

/// Does the pieces of work with these numbers, each with what its thread has made for itself, and returns what came of them, in order. If it is
/// asked to stop, these are the first ones, all that come before one that was not done; whatever fails after that was not done either.
///
/// # Errors
/// The error of the first piece of work that has failed, in their order.
pub fn work_in_order<S, T: Send, E: Send>(
    pieces: u64,
    options: &WorkOptions<'_>,
    make: impl Fn() -> S + Sync + Send,
    work: impl Fn(&mut S, u64) -> Result<T, E> + Sync + Send,
) -> Result<Vec<T>, E> {
    let piece = |own: &mut Option<S>, number: u64| {
        if (options.should_stop)() {
            return Ok(None);
        }
        match work(own.get_or_insert_with(&make), number) {
            Ok(done) => {
                (options.on_done)();
                Ok(Some(done))
            }
            // A program that was ended to stop waiting for it has committed no fault.
            Err(_) if (options.should_stop)() => Ok(None),
            Err(error) => Err(error),
        }
    };
    let at_once = PIECES * rayon::current_num_threads() as u64;
    let mut done: Vec<T> = Vec::new();
    loop {
        let first = done.len() as u64;
        let part = first..pieces.min(first + at_once);
        let wanted = part.end - part.start;
        let found: Vec<Result<Option<T>, E>> = part.into_par_iter().map_init(|| None, piece).collect();
        for found in found {
            let Some(found) = found? else { break };
            done.push(found);
        }
        if wanted == 0 || (done.len() as u64) < first + wanted {
            return Ok(done);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    fn count(told: &AtomicU64) {
        told.fetch_add(1, Ordering::Relaxed);
    }

    #[test]
    fn everything_is_done_once_and_in_order() {
        for pieces in [0, 1, 31, 32, 33, 500] {
            let told = AtomicU64::new(0);
            let options = WorkOptions { on_done: &|| count(&told), ..WorkOptions::NONE };
            let done = work_in_order(pieces, &options, || (), |(), number| Ok::<_, ()>(number * number));
            assert_eq!(done, Ok((0..pieces).map(|number| number * number).collect()));
            assert_eq!(told.into_inner(), pieces);
        }
    }

    #[test]
    fn what_was_finished_before_a_stop_is_a_beginning() {
        let told = AtomicU64::new(0);
        let options = WorkOptions { should_stop: &|| told.load(Ordering::Relaxed) >= 100, on_done: &|| count(&told) };
        let done = work_in_order(1000, &options, || (), |(), number| Ok::<_, ()>(number)).expect("no error");
        assert!(done.len() < 1000 && done.iter().copied().eq(0..done.len() as u64), "{done:?}");
    }

    #[test]
    fn the_first_error_ends_it() {
        let work = |(): &mut (), number: u64| if number >= 40 { Err(number) } else { Ok(number) };
        assert_eq!(work_in_order(1000, &WorkOptions::NONE, || (), work), Err(40));
    }

    #[test]
    fn what_fails_after_a_stop_was_not_done() {
        let told = AtomicU64::new(0);
        let options = WorkOptions { should_stop: &|| told.load(Ordering::Relaxed) > 0, ..WorkOptions::NONE };
        let work = |(): &mut (), number: u64| {
            if number < 3 {
                return Ok(number);
            }
            count(&told);
            Err("ended")
        };
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
        assert_eq!(one.install(|| work_in_order(1000, &options, || (), work)), Ok(vec![0, 1, 2]));
    }
}

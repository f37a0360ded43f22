//! Work on all threads whose results come in order, with a bounded number of them in flight.

use std::sync::mpsc::sync_channel;
use std::thread;

use rayon::prelude::*;

use crate::arena::WorkThreads;

/// Pieces of work for each thread in a window: enough that threads seldom wait for the last one.
const PIECES: usize = 32;
/// Windows that are finished and not yet taken. While one is written, the next one is worked on.
const FINISHED: usize = 1;

/// Does pieces of work on some threads, and hands the results on in the order of the pieces. At most three windows of
/// a fixed number of pieces exist at a time, so that memory does not grow with their number.
///
/// # Errors
/// The first error of a piece, in their order, or of `take`.
pub fn in_order<J: Send, T: Send, E: Send>(
    threads: &WorkThreads,
    pieces: impl Iterator<Item = J> + Send,
    work: impl Fn(J) -> Result<T, E> + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let window = PIECES * threads.count();
    let (sender, receiver) = sync_channel::<Vec<Result<T, E>>>(FINISHED);
    let work = &work;
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut pieces = pieces;
            loop {
                let next: Vec<J> = pieces.by_ref().take(window).collect();
                let done: Vec<Result<T, E>> = threads.work(|| next.into_par_iter().map(work).collect());
                let failed = done.iter().any(Result::is_err);
                // A receiver that has gone has an error to report.
                if done.is_empty() || sender.send(done).is_err() || failed {
                    break;
                }
            }
        });
        // Dropped before the scope waits for the other thread, which may be about to send.
        receiver.into_iter().flatten().try_for_each(|done| take(done?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(threads: usize) -> WorkThreads {
        WorkThreads::start(threads).expect("threads")
    }

    #[test]
    fn results_come_in_order_and_the_first_error_ends_it() {
        for threads in [1, 3] {
            for count in [0, 1, 95, 96, 97, 1000] {
                let mut seen = Vec::new();
                let work = |piece: u32| if piece == 700 { Err(piece) } else { Ok(piece) };
                let done = in_order(&started(threads), 0..count, work, |piece| {
                    seen.push(piece);
                    Ok(())
                });
                let good = count.min(700);
                assert_eq!((seen, done), ((0..good).collect(), if count > 700 { Err(700) } else { Ok(()) }));
            }
        }
    }

    #[test]
    fn a_taker_that_fails_stops_the_work() {
        let mut taken = 0;
        let done = in_order(&started(2), 0_u64.., Ok::<u64, &str>, |_| {
            taken += 1;
            if taken == 10 { Err("full") } else { Ok(()) }
        });
        assert_eq!((done, taken), (Err("full"), 10), "although the work has no end");
    }
}

//! The threads that work is done on.

use rayon::ThreadPool;
use thiserror::Error;

/// A number of threads, ready to work.
#[derive(Debug)]
pub struct WorkThreads(ThreadPool);

/// The threads cannot be started.
#[derive(Debug, Error)]
#[error("cannot start {threads} threads: {why}; ask for fewer with --threads")]
pub struct ThreadsError {
    threads: usize,
    why: String,
}

impl WorkThreads {
    /// Starts this many; 0 for as many as there are cores.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn start(threads: usize) -> Result<WorkThreads, ThreadsError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map(WorkThreads).map_err(|error| ThreadsError { threads, why: error.to_string() })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.current_num_threads()
    }

    /// The index, below [`WorkThreads::count`], of the thread that asks, if it is one of them; 0 otherwise.
    pub fn current() -> usize {
        rayon::current_thread_index().unwrap_or(0)
    }

    /// Does some work on them: whatever it does in parallel is spread over all of them.
    pub fn work<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.0.install(work)
    }

    /// Does a piece of work on each of them, which takes a thread as long as it lasts, while the caller does something else here.
    pub(super) fn work_beside<P: Send, T>(
        &self,
        pieces: Vec<P>,
        work: impl Fn(P) + Sync,
        here: impl FnOnce() -> T,
    ) -> T {
        let work = &work;
        self.0.in_place_scope(|scope| {
            for piece in pieces {
                scope.spawn(move |_| work(piece));
            }
            here()
        })
    }
}

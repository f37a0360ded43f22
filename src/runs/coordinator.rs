//! Plays a run, or whatever else plays in the arena, on workers elsewhere.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::error::RunError;
use super::folder::RunFolder;
use super::manifest::FINGERPRINT;
use super::piece_store::PieceStore;
use crate::arena::{ExchangeFigures, Handout, PieceError, PieceExchange, Taken};

/// How long the run is given to open batches before it is said that there is nothing to hand out.
const PATIENCE: Duration = Duration::from_millis(20);

/// Hands out the pieces of a job and takes their answers, while the job itself (a run, a tuning) takes its course on a thread of its own.
///
/// Whatever was answered is in the folder at once, so that a coordinator that was killed repeats only pieces that were in flight.
pub struct Coordinator<T> {
    exchange: Arc<PieceExchange>,
    store: Mutex<PieceStore>,
    clock: Instant,
    is_over: Arc<AtomicBool>,
    job: JoinHandle<T>,
}

/// Why an answer is not taken.
#[derive(Debug, Error)]
pub enum CoordinatorError {
    /// It is refused.
    #[error(transparent)]
    Piece(#[from] PieceError),
    /// It cannot be kept.
    #[error(transparent)]
    File(#[from] RunError),
}

impl<T: Send + 'static> Coordinator<T> {
    /// Starts a job whose folder is locked for this process. The exchange is for the `PlayOptions` of whatever it plays.
    ///
    /// # Errors
    /// If answers cannot be kept in the folder, or there is no thread.
    pub fn start(
        folder: &RunFolder,
        job: impl FnOnce(&PieceExchange) -> T + Send + 'static,
    ) -> Result<Coordinator<T>, RunError> {
        let exchange = Arc::new(PieceExchange::new(FINGERPRINT));
        let store = PieceStore::open(folder, &exchange)?;
        let is_over = Arc::new(AtomicBool::new(false));
        let (playing, over) = (Arc::clone(&exchange), Arc::clone(&is_over));
        let thread = thread::Builder::new().name("coordinator".to_owned()).spawn(move || {
            // Also if it panics.
            let _ended = Ended(Arc::clone(&playing), over);
            job(&playing)
        });
        let job = thread.map_err(|source| RunError::File {
            path: folder.path().to_owned(),
            doing: "there is no thread for the run",
            source,
        })?;
        Ok(Coordinator { exchange, store: Mutex::new(store), clock: Instant::now(), is_over, job })
    }

    /// Hands out a piece, if there is one now.
    pub fn next(&self) -> Option<Handout> {
        self.exchange.next(self.clock.elapsed(), PATIENCE)
    }

    /// How many more pieces should be out.
    pub fn wanted(&self) -> usize {
        self.exchange.wanted()
    }

    /// Takes an answer, and keeps it until a saved state covers it. It counts only once it is in the folder: nothing can be decided by an
    /// answer that a kill would take back.
    ///
    /// # Errors
    /// If it is refused, or cannot be kept: then it does not count.
    pub fn take(&self, answer: &[u8]) -> Result<Taken, CoordinatorError> {
        // One after the other: of two answers about the same blocks, the later one in the file is that of the later decision.
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(checked) = self.exchange.check_answer(answer)? else { return Ok(Taken::Outdated) };
        store.add(answer, &self.exchange)?;
        Ok(self.exchange.count(checked)?)
    }

    /// A piece will not be answered, since its worker is lost or has failed.
    pub fn give_back(&self, id: u64) {
        self.exchange.give_back(id);
    }

    /// Whether the answer to a piece is still of use.
    pub fn is_out(&self, id: u64) -> bool {
        self.exchange.is_out(id)
    }

    /// Says how many workers there are.
    pub fn set_workers(&self, workers: usize) {
        self.exchange.set_workers(workers);
    }

    /// Says how long a piece should take, in seconds.
    pub fn set_piece_seconds(&self, seconds: f64) {
        self.exchange.set_piece_seconds(seconds);
    }

    /// What was done so far.
    pub fn figures(&self) -> ExchangeFigures {
        self.exchange.figures()
    }

    /// Stops the job, which saves what it has.
    pub fn stop(&self) {
        self.exchange.stop();
    }

    /// Whether the job has ended.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }

    /// Waits for the end of the job. `keeps` says of its result whether it is to be continued, and so whether answers are still needed.
    ///
    /// # Errors
    /// If the file of answers cannot be removed.
    pub fn finish(self, keeps: impl FnOnce(&T) -> bool) -> Result<T, RunError> {
        let result = self.job.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let store = self.store.into_inner().unwrap_or_else(PoisonError::into_inner);
        if !keeps(&result) {
            store.remove()?;
        }
        Ok(result)
    }
}

/// Tells everyone that the job has ended when it is dropped.
struct Ended(Arc<PieceExchange>, Arc<AtomicBool>);

impl Drop for Ended {
    fn drop(&mut self) {
        self.1.store(true, Ordering::Release);
        self.0.close();
    }
}

//! Whether a client still takes what it asked for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The longest time in which a client takes nothing of what it asked for.
const STALLED: Duration = Duration::from_secs(30);

/// When something last went in or out of a connection, in milliseconds since it began.
#[derive(Clone)]
pub(super) struct Activity {
    start: Instant,
    last: Arc<AtomicU64>,
    is_working: Arc<AtomicBool>,
}

impl Activity {
    pub(super) fn new() -> Activity {
        Activity { start: Instant::now(), last: Arc::default(), is_working: Arc::default() }
    }

    /// Something has moved.
    fn note(&self) {
        self.last.store(self.start.elapsed().as_millis() as u64, Ordering::Relaxed);
    }

    /// Whether the client waits for us: its request, or the next part of a growing answer, is worked on.
    pub(super) fn set_working(&self, is_working: bool) {
        self.is_working.store(is_working, Ordering::Relaxed);
        self.note();
    }

    /// Whether the client has been idle for too long.
    pub(super) fn is_stalled(&self) -> bool {
        let idle = self.start.elapsed().as_millis() as u64 - self.last.load(Ordering::Relaxed);
        !self.is_working.load(Ordering::Relaxed) && idle > STALLED.as_millis() as u64
    }
}

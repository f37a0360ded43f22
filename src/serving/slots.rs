//! How much of a kind of work may be done at once.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::stream::{Events, StreamError};

/// How often a waiting client is asked whether it is still there.
const LOOK: Duration = Duration::from_millis(50);
/// How many times that, before it is told to come back.
const LOOKS: u32 = 200;

/// A number of places.
#[derive(Clone)]
pub(super) struct Slots(Arc<(Mutex<usize>, Condvar)>);

/// A place, free again when it is dropped.
pub(super) struct Slot(Slots);

impl Slots {
    pub(super) fn new(count: usize) -> Slots {
        Slots(Arc::new((Mutex::new(count), Condvar::new())))
    }

    /// Takes a place, after the work of clients that have gone has noticed it.
    pub(super) fn take(&self, events: &Events) -> Result<Slot, StreamError> {
        let (free, changed) = &*self.0;
        let mut count = free.lock().unwrap_or_else(PoisonError::into_inner);
        for _ in 0..LOOKS {
            if *count > 0 {
                *count -= 1;
                return Ok(Slot(self.clone()));
            }
            if events.is_gone() {
                return Err(StreamError::Gone);
            }
            count = changed.wait_timeout(count, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        Err(StreamError::words("other pages are computing already; close one of them, or try again later"))
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let (free, changed) = &*self.0.0;
        *free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        changed.notify_one();
    }
}

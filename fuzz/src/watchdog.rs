//! What every thread is doing: an input that takes too long or too much memory is found while it runs.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Longer than any input may take, also on a busy machine.
const MAX_TIME: Duration = Duration::from_secs(30);
/// The most memory of the whole process, in kilobytes.
const MAX_MEMORY: u64 = 1 << 20;

/// The input that a thread tries now, and since when.
#[derive(Default)]
pub(crate) struct Desk(Mutex<Option<(Instant, Vec<u8>)>>);

impl Desk {
    /// Puts an input on the desk.
    pub(crate) fn begin(&self, input: &[u8]) {
        let mut now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *now {
            Some((since, bytes)) => {
                *since = Instant::now();
                bytes.clear();
                bytes.extend_from_slice(input);
            }
            None => *now = Some((Instant::now(), input.to_vec())),
        }
    }

    /// How long the last input took, now that it is done.
    pub(crate) fn end(&self) -> Duration {
        let now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        now.as_ref().map_or(Duration::ZERO, |(since, _)| since.elapsed())
    }

    /// Takes the desk away.
    pub(crate) fn leave(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn input(&self, older: Duration) -> Option<Vec<u8>> {
        let now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        now.as_ref().filter(|(since, _)| since.elapsed() >= older).map(|(_, input)| input.clone())
    }
}

/// The inputs that must not go on, and why.
pub(crate) fn look(desks: &[Desk]) -> Option<(&'static str, Vec<Vec<u8>>)> {
    let slow: Vec<Vec<u8>> = desks.iter().filter_map(|desk| desk.input(MAX_TIME)).collect();
    if !slow.is_empty() {
        return Some(("takes more than 30 seconds", slow));
    }
    let swollen = peak_memory().is_some_and(|kilobytes| kilobytes > MAX_MEMORY);
    let all = || desks.iter().filter_map(|desk| desk.input(Duration::ZERO)).collect();
    swollen.then(|| ("takes more than 1 GB, or one that was tried at the same time", all()))
}

/// The most memory that the process has had so far, in kilobytes; `None` where the system does not say.
pub(crate) fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

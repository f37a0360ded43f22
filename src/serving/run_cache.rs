//! Runs that were read, as long as their files stay the same.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::UNIX_EPOCH;

use serde_json::Value;

use crate::entrants::Catalogue;
use crate::runs::{CHECKPOINT, MANIFEST, PROGRESS, Run, RunError};

/// The most runs that are kept in memory.
const KEPT: usize = 64;

/// What changes with a run: the sizes and times of its files.
pub(super) type Stamp = Vec<Option<(u64, u128)>>;

/// Runs that were read, as long as their files stay the same.
#[derive(Default)]
pub(super) struct RunCache {
    runs: Mutex<BTreeMap<String, (Stamp, Arc<Run>)>>,
    /// What the list says about each folder.
    rows: Mutex<BTreeMap<String, (Stamp, Value)>>,
}

/// The state of a folder's files.
pub(super) fn stamp(path: &Path) -> Stamp {
    let of = |name: &str| {
        let about = fs::metadata(path.join(name)).ok()?;
        let time = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some((about.len(), time.as_millis()))
    };
    [MANIFEST, CHECKPOINT, PROGRESS].map(of).to_vec()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl RunCache {
    /// Opens a run, or has it open already.
    pub(super) fn open(&self, name: &str, path: &Path, catalogue: &Catalogue) -> Result<Arc<Run>, RunError> {
        let now = stamp(path);
        if let Some((_, run)) = lock(&self.runs).get(name).filter(|(then, _)| *then == now) {
            return Ok(Arc::clone(run));
        }
        // Its process may replace files in between: then the next look finds them.
        let run = Arc::new(Run::open(path, catalogue).or_else(|_| Run::open(path, catalogue))?);
        let mut runs = lock(&self.runs);
        if runs.len() >= KEPT {
            runs.clear();
        }
        runs.insert(name.to_owned(), (now, Arc::clone(&run)));
        Ok(run)
    }

    /// What the list says about a folder; described only if its files have changed.
    pub(super) fn row(&self, name: &str, now: &Stamp, describe: &dyn Fn() -> Value) -> Value {
        if let Some((_, row)) = lock(&self.rows).get(name).filter(|(then, _)| then == now) {
            return row.clone();
        }
        let row = describe();
        lock(&self.rows).insert(name.to_owned(), (now.clone(), row.clone()));
        row
    }
}

//! The games that were looked at last.

use std::sync::{Arc, Mutex, PoisonError};

use crate::entrants::Entrant;
use crate::game::Edition;
use crate::records::Record;

/// Games that are kept in memory.
const KEPT: usize = 32;

/// A game that can be shown.
pub(super) struct ShownGame {
    pub(super) record: Record,
    pub(super) edition: Edition,
    pub(super) title: String,
    pub(super) about: String,
    /// The command that shows it.
    pub(super) command: String,
    /// Who played, where that is known.
    pub(super) entrants: Vec<Option<Entrant>>,
}

/// The games that were looked at last: one that was played again need not be played for every question about it.
#[derive(Default)]
pub(super) struct GameCache(Mutex<Vec<(String, Arc<ShownGame>)>>);

impl GameCache {
    /// A game that was looked at, which is now the last one.
    pub(super) fn get(&self, key: &str) -> Option<Arc<ShownGame>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = kept.iter().position(|(known, _)| known == key).map(|at| kept.remove(at))?;
        let game = Arc::clone(&entry.1);
        kept.push(entry);
        Some(game)
    }

    /// One more; the one that was not looked at for longest is forgotten.
    pub(super) fn add(&self, key: String, game: &Arc<ShownGame>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push((key, Arc::clone(game)));
    }
}

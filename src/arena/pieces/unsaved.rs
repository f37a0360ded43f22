//! Answers that no saved state covers yet.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::arena::index::TableIndex;
use crate::arena::state::State;

#[derive(Debug)]
struct Unsaved {
    /// The first block after it.
    end: u64,
    bytes: Arc<[u8]>,
}

/// Answers that no saved state covers yet, by table size and first block.
#[derive(Debug, Default)]
pub(super) struct UnsavedAnswers {
    answers: BTreeMap<(TableIndex, u64), Unsaved>,
    /// The bytes of all, which are asked for with every answer.
    bytes: u64,
}

impl UnsavedAnswers {
    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// All, in index order.
    pub(super) fn all(&self) -> Vec<Arc<[u8]>> {
        self.answers.values().map(|unsaved| Arc::clone(&unsaved.bytes)).collect()
    }

    pub(super) fn insert(&mut self, table_index: TableIndex, first: u64, end: u64, bytes: Arc<[u8]>) {
        self.remove(table_index, first);
        self.bytes += bytes.len() as u64;
        self.answers.insert((table_index, first), Unsaved { end, bytes });
    }

    pub(super) fn remove(&mut self, table_index: TableIndex, first: u64) {
        if let Some(old) = self.answers.remove(&(table_index, first)) {
            self.bytes -= old.bytes.len() as u64;
        }
    }

    pub(super) fn clear(&mut self) {
        *self = UnsavedAnswers::default();
    }

    /// A state was saved: what it covers is needed no more.
    pub(super) fn saved(&mut self, state: &State) {
        self.answers.retain(|&(table_index, _), unsaved| {
            let size = state.sizes.get(table_index);
            size.is_some_and(|size| size.stopped.is_none() && unsaved.end > size.next)
        });
        self.bytes = self.answers.values().map(|unsaved| unsaved.bytes.len() as u64).sum();
    }

    /// All blocks of a table size before this one are saved.
    pub(super) fn saved_up_to(&mut self, table_index: TableIndex, next: u64) {
        while let Some((&(table, first), unsaved)) = self.answers.first_key_value()
            && table == table_index
            && unsaved.end <= next
        {
            self.remove(table, first);
        }
    }
}

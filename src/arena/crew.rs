//! What the runner and those who play tell each other.
//!
//! A [`Crew`] plays the batches of a run: threads of this process ([`super::work_queue`]), or workers elsewhere
//! ([`super::pieces`]). Only the runner knows the order of batches and decides anything.

use std::sync::Arc;

use super::block::BlockPlayed;
use super::index::{LineUpIndex, PerEntrant, TableIndex};
use super::pieces::SpanSums;
use super::state::Disqualified;
use super::tally::Tally;

/// Blocks to be played.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub(super) table_index: TableIndex,
    /// The first block.
    pub(super) next: u64,
    pub(super) blocks: u64,
    pub(super) line_ups: usize,
    /// Whether all blocks are played together: see `wave`.
    pub(super) is_wave: bool,
    pub(super) disqualified: Arc<PerEntrant<Option<Disqualified>>>,
}

impl Order {
    /// The line-up of the task with this number, and its block.
    pub(super) const fn task(&self, task: usize) -> (LineUpIndex, u64) {
        (LineUpIndex::new(task % self.line_ups), self.next + (task / self.line_ups) as u64)
    }

    /// How many tasks there are: one for each line-up of each block.
    pub(super) const fn tasks(&self) -> usize {
        self.blocks as usize * self.line_ups
    }
}

/// A batch that was played.
pub(super) struct Delivery {
    pub(super) order: Order,
    pub(super) played: DeliveredBlocks,
}

/// What came of a batch.
pub(super) enum DeliveredBlocks {
    /// Block by block, in index order, and what each thread has counted.
    Each(Vec<BlockPlayed>, Vec<Tally>),
    /// Summed up by a worker.
    Summed(Box<SpanSums>),
}

/// What the runner waits for.
pub(super) enum News {
    /// The first open batch is complete.
    Complete(Delivery),
    /// There is room for another batch.
    Room,
    /// It is asked to stop, or a thread has panicked.
    Stopped,
}

/// Those who play.
pub(super) trait Crew {
    /// How many blocks of an order, which has all that may be opened now, the next batch should have.
    fn pace(&self, all: &Order) -> u64;

    /// The first block that may not be opened as long as the run may end at `position`.
    fn horizon(&self, position: u64) -> u64;

    /// Opens a batch, behind those that are open.
    fn open(&self, order: Order);

    /// Forgets all open batches: what was decided since they were opened changes them.
    fn discard(&self);

    /// Waits until there is something to do for the runner; `wants_room` if it has another batch to open.
    fn wait(&self, wants_room: bool) -> News;
}

//! Where blocks and games are in a run.

use super::index::{LineUpIndex, TableIndex};

/// Where a block of a line-up is in a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockAddress {
    /// The index of its table size.
    pub(super) table_index: TableIndex,
    pub(super) line_up: LineUpIndex,
    pub(super) block: u64,
}

/// Where a game is in a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct GameAddress {
    /// The index of its table size in the plan.
    pub table_index: TableIndex,
    /// The line-up.
    pub line_up: LineUpIndex,
    /// The block.
    pub block: u64,
    /// The rotation.
    pub rotation: usize,
}

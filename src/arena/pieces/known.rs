//! Spans that were answered before a run was resumed.

use std::collections::BTreeMap;
use std::ops::Range;

use super::piece::PieceHead;
use super::span::SpanResult;
use crate::arena::crew::Order;
use crate::arena::index::{PerEntrant, TableIndex};
use crate::arena::state::Disqualified;

#[derive(Debug)]
struct Known {
    blocks: u64,
    disqualified: PerEntrant<Option<Disqualified>>,
    result: SpanResult,
}

impl Known {
    fn is_of(&self, order: &Order) -> bool {
        self.disqualified == *order.disqualified
    }
}

/// Spans that were answered before a run was resumed, by table size and first block.
///
/// A decision makes some of them useless and others useful: those that were answered before it, and after it. Which is which
/// can be seen by who is shut out; so a decision removes nothing here, and what is of no use now stays.
#[derive(Debug, Default)]
pub(super) struct KnownSpans(BTreeMap<(TableIndex, u64), Known>);

impl KnownSpans {
    /// Adds a span of a piece. Of two that begin with the same block, the later one was answered after a decision that made the earlier useless.
    pub(super) fn insert(&mut self, head: &PieceHead, blocks: Range<u64>, result: SpanResult) {
        let known = Known { blocks: blocks.end - blocks.start, disqualified: head.disqualified.clone(), result };
        self.0.insert((head.table_index, blocks.start), known);
    }

    /// The first span among the blocks of an order that is of use now: its first block, and how many it has.
    pub(super) fn first_of_use(&self, all: &Order) -> Option<(u64, u64)> {
        let of_size =
            self.0.range((all.table_index, all.next)..).take_while(|((table, _), _)| *table == all.table_index);
        let mut of_use = of_size.filter(|(_, known)| known.is_of(all));
        of_use.next().map(|((_, first), known)| (*first, known.blocks))
    }

    /// What came of an order, if that is known.
    pub(super) fn take(&mut self, order: &Order) -> Option<SpanResult> {
        let key = (order.table_index, order.next);
        self.0.get(&key).filter(|known| known.blocks == order.blocks && known.is_of(order))?;
        self.0.remove(&key).map(|known| known.result)
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

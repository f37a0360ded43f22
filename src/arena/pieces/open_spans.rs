//! The spans that a run has opened, in order, and which of them wait to be handed out.

use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;

use super::span::SpanResult;
use crate::arena::crew::Order;

/// What those who open spans are told.
pub(super) enum Opened {
    /// The first open span is done.
    Complete(Order, SpanResult),
    /// There is room for another one.
    Room,
    Stopped,
}

/// What came of a span, or what it waits for.
#[derive(Debug)]
enum SpanState {
    Waiting,
    Out,
    Done(SpanResult),
}

#[derive(Debug)]
struct OpenSpan {
    order: Order,
    state: SpanState,
}

/// The spans that a run has opened. Thousands of workers have thousands of them open, so nothing here looks through all.
#[derive(Debug, Default)]
pub(super) struct OpenSpans {
    spans: VecDeque<OpenSpan>,
    /// The number of the first open span, among all that were ever opened.
    first: u64,
    /// The numbers of those that wait, and how many blocks they have.
    waiting: BTreeSet<u64>,
    waiting_blocks: u64,
}

impl OpenSpans {
    pub(super) fn len(&self) -> usize {
        self.spans.len()
    }

    pub(super) const fn waiting_blocks(&self) -> u64 {
        self.waiting_blocks
    }

    /// The first span that the run has not taken yet.
    pub(super) fn front(&self) -> Option<&Order> {
        self.spans.front().map(|span| &span.order)
    }

    pub(super) fn front_is_done(&self) -> bool {
        self.spans.front().is_some_and(|span| matches!(span.state, SpanState::Done(_)))
    }

    /// Opens a span behind the others; it waits, unless its result is known already.
    pub(super) fn push(&mut self, order: Order, known: Option<SpanResult>) {
        let number = self.first + self.spans.len() as u64;
        let state = known.map_or(SpanState::Waiting, SpanState::Done);
        if matches!(state, SpanState::Waiting) {
            self.waiting.insert(number);
            self.waiting_blocks += order.blocks;
        }
        self.spans.push_back(OpenSpan { order, state });
    }

    /// The first span, once it is done.
    pub(super) fn pop_done(&mut self) -> Option<(Order, SpanResult)> {
        if !self.front_is_done() {
            return None;
        }
        let OpenSpan { order, state: SpanState::Done(result) } = self.spans.pop_front()? else { return None };
        self.first += 1;
        Some((order, result))
    }

    /// The first span that waits.
    pub(super) fn first_waiting(&self) -> Option<&Order> {
        let number = self.waiting.first()?;
        Some(&self.spans[(number - self.first) as usize].order)
    }

    /// Takes the spans that wait in a row, from the first, as long as they fit; these are their numbers, and the blocks of each.
    pub(super) fn hand_out(&mut self, mut fits: impl FnMut(&Order) -> bool) -> Option<(Range<u64>, Vec<u64>)> {
        let start = *self.waiting.first()?;
        let mut lengths = Vec::new();
        for number in start.. {
            let is_next = self.waiting.contains(&number);
            let Some(span) = self.spans.get_mut((number - self.first) as usize).filter(|_| is_next) else { break };
            if !fits(&span.order) {
                break;
            }
            span.state = SpanState::Out;
            self.waiting.remove(&number);
            self.waiting_blocks -= span.order.blocks;
            lengths.push(span.order.blocks);
        }
        Some((start..start + lengths.len() as u64, lengths))
    }

    /// Spans that were handed out wait again.
    pub(super) fn give_back(&mut self, numbers: Range<u64>) {
        for number in numbers {
            if let Some(span) = self.spans.get_mut((number - self.first) as usize) {
                span.state = SpanState::Waiting;
                self.waiting.insert(number);
                self.waiting_blocks += span.order.blocks;
            }
        }
    }

    /// Spans that were handed out are done.
    pub(super) fn finish(&mut self, numbers: Range<u64>, results: impl IntoIterator<Item = SpanResult>) {
        for (number, result) in numbers.zip(results) {
            if let Some(span) = self.spans.get_mut((number - self.first) as usize) {
                span.state = SpanState::Done(result);
            }
        }
    }

    /// Forgets all spans, and returns those that were done.
    pub(super) fn clear(&mut self) -> Vec<Order> {
        self.first += self.spans.len() as u64;
        self.waiting.clear();
        self.waiting_blocks = 0;
        let done = self.spans.drain(..).filter(|span| matches!(span.state, SpanState::Done(_)));
        done.map(|span| span.order).collect()
    }

    /// Blocks that were handed out or are done.
    #[cfg(test)]
    pub(super) fn tasks_ahead(&self) -> u64 {
        let open = self.spans.iter().filter(|span| !matches!(span.state, SpanState::Waiting));
        open.map(|span| span.order.tasks() as u64).sum()
    }
}

//! What an exchange knows: which spans are open, which pieces are out, which answers have come.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use super::answer::Answer;
use super::error::PieceError;
use super::handing::{ExchangeFigures, Handed, Handout};
use super::pace::Pace;
use super::piece::{MAX_TASKS, PieceHead, PlanText, piece_name};
use super::span::SpanSums;
use crate::arena::crew::Order;
use crate::arena::index::{PerEntrant, TableIndex};
use crate::arena::plan::Plan;
use crate::arena::state::Disqualified;

/// A piece that is out this many times as long as it should be is handed out again.
const LATE: f64 = 3.0;
/// The most spans that are open: the first answer may be late.
const MAX_SPANS: usize = 1 << 16;

/// What came of a span, or what it waits for.
#[derive(Debug)]
pub(super) enum SpanState {
    Waiting,
    Out,
    Done(Box<SpanSums>),
}

#[derive(Debug)]
pub(super) struct OpenSpan {
    pub(super) order: Order,
    pub(super) state: SpanState,
}

/// The plan that is played now.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) text: PlanText,
    pub(super) plan: Arc<Plan>,
}

/// An answer that no saved state covers yet.
#[derive(Debug)]
pub(super) struct Unsaved {
    /// The first block after it.
    pub(super) end: u64,
    pub(super) bytes: Arc<[u8]>,
}

/// A span that was answered before the run was resumed.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) blocks: u64,
    pub(super) disqualified: PerEntrant<Option<Disqualified>>,
    pub(super) sums: Box<SpanSums>,
}

#[derive(Debug)]
pub(super) struct Desk {
    pub(super) job: Option<Job>,
    pub(super) spans: VecDeque<OpenSpan>,
    /// The number of the first open span.
    pub(super) first: u64,
    /// Pieces that are out, by number.
    pub(super) handed: BTreeMap<u64, Handed>,
    pub(super) next_id: u64,
    /// Answers that may still come and are of no use: how many, by number of their piece.
    pub(super) leftover: BTreeMap<u64, u32>,
    pub(super) pace: Pace,
    /// Blocks of the next piece.
    pub(super) wanted: u64,
    pub(super) figures: ExchangeFigures,
    /// Answers of earlier processes to plans that have not begun yet.
    pub(super) remembered: Vec<(Answer, Arc<[u8]>)>,
    pub(super) known: BTreeMap<(TableIndex, u64), Known>,
    pub(super) unsaved: BTreeMap<(TableIndex, u64), Unsaved>,
    /// The runner waits, with another batch to open or without one.
    pub(super) runner_waits: Option<bool>,
    pub(super) stopped: bool,
    pub(super) closed: bool,
}

impl Desk {
    pub(super) fn new() -> Desk {
        Desk {
            job: None,
            spans: VecDeque::new(),
            first: 0,
            handed: BTreeMap::new(),
            next_id: 0,
            leftover: BTreeMap::new(),
            pace: Pace::new(),
            wanted: 1,
            figures: ExchangeFigures { workers: 1, ..ExchangeFigures::default() },
            remembered: Vec::new(),
            known: BTreeMap::new(),
            unsaved: BTreeMap::new(),
            runner_waits: None,
            stopped: false,
            closed: false,
        }
    }

    /// Whether there are not yet enough blocks for another piece.
    pub(super) fn has_room(&self) -> bool {
        let waiting = self.spans.iter().rev().take_while(|span| matches!(span.state, SpanState::Waiting));
        let blocks: u64 = waiting.map(|span| span.order.blocks).sum();
        blocks < self.wanted && self.spans.len() < MAX_SPANS
    }

    pub(super) fn front_is_done(&self) -> bool {
        self.spans.front().is_some_and(|span| matches!(span.state, SpanState::Done(_)))
    }

    /// Whether the runner has opened all that it can for now.
    pub(super) fn is_settled(&self) -> bool {
        let has_news = |wants_room| self.stopped || self.front_is_done() || wants_room && self.has_room();
        self.closed || self.runner_waits.is_some_and(|wants_room| !has_news(wants_room))
    }

    /// Cuts the next piece from the spans that wait.
    pub(super) fn cut(&mut self, fingerprint: &str, now: Duration) -> Option<Handout> {
        let job = self.job.as_ref()?;
        let start = self.spans.iter().position(|span| matches!(span.state, SpanState::Waiting))?;
        let Order { table_index, next, line_ups, disqualified, .. } = self.spans[start].order.clone();
        let (mut blocks, mut lengths) = (0, Vec::new());
        for span in self.spans.iter_mut().skip(start) {
            let more = blocks + span.order.blocks;
            let fits = span.order.table_index == table_index && more * line_ups as u64 <= MAX_TASKS;
            if blocks > 0 && !(fits && more <= self.wanted) || !matches!(span.state, SpanState::Waiting) {
                break;
            }
            span.state = SpanState::Out;
            lengths.push(span.order.blocks);
            blocks = more;
        }
        let (id, first) = (self.next_id, self.first + start as u64);
        self.next_id += 1;
        let (spans, plan) = (first..first + lengths.len() as u64, job.text.hash.clone());
        let disqualified = disqualified.as_ref().clone();
        let head = PieceHead { id, plan, table_index, first: next, spans: lengths, disqualified };
        let tasks = blocks * line_ups as u64;
        let games = tasks * job.plan.schedules[table_index].players.count() as u64;
        self.handed.insert(id, Handed { head, spans, tasks, games, since: now, copies: 1 });
        self.hand_out(fingerprint, id)
    }

    /// The piece that is out for too long, if any, to be played by another worker too.
    pub(super) fn again(&mut self, fingerprint: &str, now: Duration) -> Option<Handout> {
        let (pace, target) = (self.pace, self.pace.target(self.figures.workers));
        let is_late = |handed: &Handed| {
            let expected = pace.expected(handed.tasks).max(target);
            handed.copies == 1 && now.saturating_sub(handed.since).as_secs_f64() > LATE * expected
        };
        let (&id, handed) = self.handed.iter_mut().find(|(_, handed)| is_late(handed))?;
        (handed.copies, handed.since) = (2, now);
        self.hand_out(fingerprint, id)
    }

    pub(super) fn hand_out(&mut self, fingerprint: &str, id: u64) -> Option<Handout> {
        let (job, handed) = (self.job.as_ref()?, self.handed.get(&id)?);
        let blocks = handed.head.first..handed.head.first + handed.head.blocks();
        let players = job.plan.schedules[handed.head.table_index].players.count();
        self.figures.pieces += 1;
        Some(Handout {
            id,
            copy: handed.copies - 1,
            name: piece_name(players, &blocks),
            games: handed.games,
            bytes: job.text.piece(&handed.head, fingerprint),
        })
    }

    /// The piece that an answer belongs to; `None` if it comes too late.
    pub(super) fn piece_of(&mut self, head: &PieceHead) -> Result<Option<Handed>, PieceError> {
        if let Some(handed) = self.handed.get(&head.id) {
            if handed.head == *head {
                return Ok(Some(handed.clone()));
            }
            return Err(PieceError::Foreign(format!("piece {} is another one", head.id)));
        }
        if let Some(count) = self.leftover.get_mut(&head.id) {
            *count -= 1;
            if *count == 0 {
                self.leftover.remove(&head.id);
            }
            return Ok(None);
        }
        let is_own = head.id < self.next_id && self.job.as_ref().is_some_and(|job| job.text.hash == head.plan);
        Err(if is_own {
            PieceError::Doubled(head.id)
        } else {
            PieceError::Foreign(format!("piece {} of the plan {:.32}", head.id, head.plan))
        })
    }

    /// Forgets everything that is open. What was answered ahead is wasted.
    pub(super) fn clear(&mut self) {
        for span in self.spans.drain(..) {
            self.first += 1;
            if let SpanState::Done(_) = span.state {
                let plan = self.job.as_ref().map(|job| &job.plan);
                let players = plan.map_or(0, |plan| plan.schedules[span.order.table_index].players.count());
                self.figures.wasted += (span.order.tasks() * players) as u64;
                self.unsaved.retain(|&(table, first), _| (table, first) != (span.order.table_index, span.order.next));
            }
        }
        for (id, handed) in std::mem::take(&mut self.handed) {
            // It is being played, or will be before anyone can say that it need not be.
            self.figures.played += handed.games;
            self.figures.wasted += handed.games;
            self.leftover.insert(id, handed.copies);
        }
        self.known.clear();
        self.wanted = 1;
    }
}

impl Desk {
    /// Knows what an answer of an earlier process says; one that does not match is of no use.
    pub(super) fn know(&mut self, plan: &Plan, answer: Answer, bytes: Arc<[u8]>) {
        let head = answer.head.clone();
        let Ok(sums) = answer.sums(plan) else { return };
        self.unsaved.insert((head.table_index, head.first), Unsaved { end: head.first + head.blocks(), bytes });
        for (blocks, sums) in sums {
            let known = Known {
                blocks: blocks.end - blocks.start,
                disqualified: head.disqualified.clone(),
                sums: Box::new(sums),
            };
            self.known.insert((head.table_index, blocks.start), known);
        }
    }
}

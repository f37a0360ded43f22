//! What an exchange knows: which spans are open, which pieces are out, which answers have come.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::answer::Answer;
use super::error::PieceError;
use super::handing::{ExchangeFigures, Handed, HandedPieces, Handout};
use super::job::{Job, JobKind};
use super::known::KnownSpans;
use super::open_spans::OpenSpans;
use super::pace::Pace;
use super::piece::PieceHead;
use super::unsaved::UnsavedAnswers;
use crate::arena::crew::Order;

/// The most spans that are open: the first answer may be late.
const MAX_SPANS: usize = 1 << 16;

#[derive(Debug)]
pub(super) struct Desk {
    pub(super) job: Option<Job>,
    pub(super) spans: OpenSpans,
    /// Pieces that are out.
    pub(super) handed: HandedPieces,
    pub(super) next_id: u64,
    /// Answers that may still come and are of no use: how many, by number of their piece.
    pub(super) leftover: BTreeMap<u64, u32>,
    pub(super) pace: Pace,
    /// Blocks of the next piece.
    pub(super) wanted: u64,
    pub(super) figures: ExchangeFigures,
    /// Answers of earlier processes to plans that have not begun yet.
    pub(super) remembered: Vec<(Answer, Arc<[u8]>)>,
    pub(super) known: KnownSpans,
    pub(super) unsaved: UnsavedAnswers,
    /// The runner waits, with another batch to open or without one.
    pub(super) runner_waits: Option<bool>,
    pub(super) stopped: bool,
    pub(super) closed: bool,
}

impl Desk {
    pub(super) fn new() -> Desk {
        Desk {
            job: None,
            spans: OpenSpans::default(),
            handed: HandedPieces::default(),
            next_id: 0,
            leftover: BTreeMap::new(),
            pace: Pace::new(),
            wanted: 1,
            figures: ExchangeFigures { workers: 1, ..ExchangeFigures::default() },
            remembered: Vec::new(),
            known: KnownSpans::default(),
            unsaved: UnsavedAnswers::default(),
            runner_waits: None,
            stopped: false,
            closed: false,
        }
    }

    /// Whether there are not yet enough blocks for another piece.
    pub(super) fn has_room(&self) -> bool {
        self.spans.waiting_blocks() < self.wanted && self.spans.len() < MAX_SPANS
    }

    /// Whether the runner has opened all that it can for now.
    pub(super) fn is_settled(&self) -> bool {
        let has_news = |wants_room| self.stopped || self.spans.front_is_done() || wants_room && self.has_room();
        self.closed || self.runner_waits.is_some_and(|wants_room| !has_news(wants_room))
    }

    /// Cuts the next piece from the spans that wait.
    pub(super) fn cut(&mut self, fingerprint: &str, now: Duration) -> Option<Handout> {
        let job = self.job.as_ref()?;
        let Order { table_index, next, line_ups, disqualified, .. } = self.spans.first_waiting()?.clone();
        let (mut blocks, wanted, line_ups, max_tasks) = (0, self.wanted, line_ups as u64, job.max_tasks());
        let (spans, lengths) = self.spans.hand_out(|order| {
            let more = blocks + order.blocks;
            let fits = order.table_index == table_index && more <= wanted && more * line_ups <= max_tasks;
            let is_taken = blocks == 0 || fits;
            blocks = if is_taken { more } else { blocks };
            is_taken
        })?;
        let (id, plan) = (self.next_id, job.text.hash.clone());
        self.next_id += 1;
        let disqualified = disqualified.as_ref().clone();
        let head = PieceHead { id, plan, table_index, first: next, spans: lengths, disqualified };
        let tasks = blocks * line_ups;
        let games = job.games(table_index, tasks);
        let patience = self.pace.patience(tasks, self.figures.workers);
        self.handed.insert(id, Handed { head, spans, tasks, games, due: now + patience, patience, copies: 1 });
        self.hand_out(fingerprint, id)
    }

    /// The piece that is out for too long, if any, to be played by another worker too.
    pub(super) fn again(&mut self, fingerprint: &str, now: Duration) -> Option<Handout> {
        let id = self.handed.late(now)?;
        self.hand_out(fingerprint, id)
    }

    pub(super) fn hand_out(&mut self, fingerprint: &str, id: u64) -> Option<Handout> {
        let (job, handed) = (self.job.as_ref()?, self.handed.get(id)?);
        self.figures.pieces += 1;
        Some(Handout {
            id,
            copy: handed.copies - 1,
            name: job.name(&handed.head),
            games: handed.games,
            bytes: job.text.piece(&handed.head, fingerprint),
        })
    }

    /// The piece that an answer belongs to; `None` if it comes too late.
    pub(super) fn piece_of(&mut self, head: &PieceHead) -> Result<Option<Handed>, PieceError> {
        if let Some(handed) = self.handed.get(head.id) {
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

    /// The games of some blocks of what is played now.
    pub(super) fn games(&self, order: &Order) -> u64 {
        self.job.as_ref().map_or(0, |job| job.games(order.table_index, order.tasks() as u64))
    }

    /// Something was decided: what is open is no longer of use, nor what was answered ahead.
    pub(super) fn discard(&mut self) {
        for order in self.forget() {
            self.unsaved.remove(order.table_index, order.next);
        }
    }

    /// Forgets everything that is open, and returns the spans that were done. What was answered ahead is wasted.
    pub(super) fn forget(&mut self) -> Vec<Order> {
        let done = self.spans.clear();
        for order in &done {
            self.figures.wasted += self.games(order);
        }
        for (id, handed) in self.handed.clear() {
            // It is being played, or will be before anyone can say that it need not be.
            self.figures.played += handed.games * u64::from(handed.copies);
            self.figures.wasted += handed.games * u64::from(handed.copies);
            self.figures.outdated += 1;
            self.leftover.insert(id, handed.copies);
        }
        self.wanted = 1;
        done
    }
}

impl Desk {
    /// Knows what an answer of an earlier process says; one that does not match is of no use.
    pub(super) fn know(&mut self, job: &JobKind, answer: Answer, bytes: Arc<[u8]>) {
        let head = answer.head.clone();
        let Ok(results) = answer.results(job) else { return };
        self.unsaved.insert(head.table_index, head.first, head.first + head.blocks(), bytes);
        for (blocks, result) in results {
            self.known.insert(&head, blocks, result);
        }
    }
}

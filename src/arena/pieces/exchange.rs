//! Stands between a run and those who carry pieces to workers.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::answer::Answer;
use super::desk::Desk;
use super::error::PieceError;
use super::handing::{ExchangeFigures, Handout, Taken};
use super::job::Job;
use super::open_spans::Opened;
use super::piece::{PieceHead, PlanText};
use super::span::SpanResult;
use crate::arena::crew::{Crew, DeliveredBlocks, Delivery, News, Order};
use crate::arena::index::TableIndex;
use crate::arena::plan::Plan;
use crate::arena::state::State;
use crate::entrants::Catalogue;

/// Blocks that are played ahead of a position at which a run may end: this part of those before it.
const AHEAD: u64 = 5;
/// Stands between a run and those who carry pieces to workers: the run opens batches, pieces are cut from them, and answers are
/// taken in any order.
///
/// A run is played through it if it is named in `PlayOptions`; other threads meanwhile hand out pieces with
/// [`next`](PieceExchange::next) and bring their answers to [`take`](PieceExchange::take).
#[derive(Debug)]
pub struct PieceExchange {
    fingerprint: String,
    desk: Mutex<Desk>,
    /// The runner waits for answers and for room.
    news: Condvar,
    /// Those who carry pieces wait until the runner has opened what it can.
    settled: Condvar,
}

impl PieceExchange {
    /// An exchange of a program with this fingerprint.
    pub fn new(fingerprint: impl Into<String>) -> PieceExchange {
        let (desk, news, settled) = (Mutex::new(Desk::new()), Condvar::new(), Condvar::new());
        PieceExchange { fingerprint: fingerprint.into(), desk, news, settled }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks that workers elsewhere can play a plan, which must say everything about its entrants.
    ///
    /// # Errors
    /// If an entrant is code of this process, or of a family that only this process knows.
    pub fn check(plan: &Plan) -> Result<(), PieceError> {
        PlanText::of(plan).plan(&Catalogue::shipped_only()).map(drop)
    }

    /// Begins with a plan; it ends when the result is dropped.
    pub(in crate::arena) fn begin(&self, plan: &Plan) -> ExchangeClosing<'_> {
        self.begin_job(Job::of_plan(plan))
    }

    pub(super) fn begin_job(&self, job: Job) -> ExchangeClosing<'_> {
        let mut desk = self.lock();
        let is_of_plan = |answer: &Answer| answer.head.plan == job.text.hash;
        desk.unsaved.clear();
        let remembered = std::mem::take(&mut desk.remembered);
        let (own, others): (Vec<_>, Vec<_>) = remembered.into_iter().partition(|(answer, _)| is_of_plan(answer));
        desk.remembered = others;
        for (answer, bytes) in own {
            desk.know(&job.kind, answer, bytes);
        }
        desk.job = Some(job);
        drop(desk);
        ExchangeClosing(self)
    }

    /// How many workers there are.
    pub fn set_workers(&self, workers: usize) {
        self.lock().figures.workers = workers.max(1);
    }

    /// How long a piece should take, in seconds; no result depends on it.
    pub fn set_piece_seconds(&self, seconds: f64) {
        self.lock().pace.piece_seconds = seconds.clamp(0.01, 3600.0);
    }

    /// How many more pieces should be out, so that no worker waits.
    pub fn wanted(&self) -> usize {
        let desk = self.lock();
        desk.pace.out(desk.figures.workers).saturating_sub(desk.handed.len())
    }

    /// Hands out a piece at a time, measured from any beginning; `None` if there is none now, or the run has not opened any for
    /// as long as `patience`. A piece that is out for too long is handed out again.
    pub fn next(&self, now: Duration, patience: Duration) -> Option<Handout> {
        let mut desk = self.settle(patience);
        if desk.closed || desk.stopped {
            return None;
        }
        let handout = desk.cut(&self.fingerprint, now).or_else(|| desk.again(&self.fingerprint, now));
        drop(desk);
        // There may be room for more.
        self.nudge();
        handout
    }

    /// Wakes the runner.
    pub(super) fn nudge(&self) {
        self.news.notify_one();
    }

    /// Waits until the runner has opened what it can.
    pub(super) fn settle(&self, patience: Duration) -> MutexGuard<'_, Desk> {
        let clock = Instant::now();
        let mut desk = self.lock();
        while let Some(left) = patience.checked_sub(clock.elapsed()).filter(|_| !desk.is_settled()) {
            desk = self.settled.wait_timeout(desk, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        desk
    }

    /// Takes the answer to a piece.
    ///
    /// # Errors
    /// If it is none, is damaged, answers no piece that is out, or cannot be right: then nothing has changed.
    pub fn take(&self, bytes: &[u8]) -> Result<Taken, PieceError> {
        match self.check_answer(bytes)? {
            Some(answer) => self.count(answer),
            None => Ok(Taken::Outdated),
        }
    }

    /// Reads the answer to a piece, which counts once it is given to [`count`](PieceExchange::count); `None` if it came too late.
    ///
    /// # Errors
    /// If it is none, is damaged, answers no piece that is out, or cannot be right: then nothing has changed.
    pub fn check_answer(&self, bytes: &[u8]) -> Result<Option<CheckedAnswer>, PieceError> {
        let answer = Answer::read(bytes, &self.fingerprint)?;
        let (head, time) = (answer.head.clone(), answer.time);
        let job = {
            let mut desk = self.lock();
            let Some(handed) = desk.piece_of(&head)? else { return Ok(None) };
            let job = desk.job.as_ref().filter(|job| job.text.hash == handed.head.plan);
            job.map(|job| job.kind.clone()).ok_or(PieceError::Doubled(head.id))?
        };
        let results = answer.results(&job)?.into_iter().map(|(_, result)| result).collect();
        Ok(Some(CheckedAnswer { head, time, results, bytes: bytes.into() }))
    }

    /// Counts an answer that was checked.
    ///
    /// # Errors
    /// If its piece was answered since then: then nothing has changed.
    pub fn count(&self, answer: CheckedAnswer) -> Result<Taken, PieceError> {
        let CheckedAnswer { head, time, results, bytes } = answer;
        let mut desk = self.lock();
        // Meanwhile something may have been decided.
        let Some(handed) = desk.piece_of(&head)? else { return Ok(Taken::Outdated) };
        desk.handed.remove(head.id);
        if handed.copies > 1 {
            desk.leftover.insert(head.id, handed.copies - 1);
            desk.figures.outdated += 1;
            desk.figures.played += handed.games * u64::from(handed.copies - 1);
            desk.figures.wasted += handed.games * u64::from(handed.copies - 1);
        }
        desk.pace.note(handed.tasks, time);
        desk.figures.played += handed.games;
        desk.unsaved.insert(head.table_index, head.first, head.first + head.blocks(), bytes);
        desk.spans.finish(handed.spans, results);
        drop(desk);
        self.nudge();
        Ok(Taken::Used)
    }

    /// A piece will not be answered: it is handed out again.
    pub fn give_back(&self, id: u64) {
        let mut desk = self.lock();
        if let Some(handed) = desk.handed.give_back(id) {
            desk.spans.give_back(handed.spans);
        }
    }

    /// Whether the answer to a piece is still of use.
    pub fn is_out(&self, id: u64) -> bool {
        self.lock().handed.get(id).is_some()
    }

    /// Stops the run as soon as possible.
    pub fn stop(&self) {
        self.lock().stopped = true;
        self.nudge();
        self.settled.notify_all();
    }

    /// Whether it was stopped.
    pub fn is_stopped(&self) -> bool {
        self.lock().stopped
    }

    /// Tells those who carry pieces that no more will come.
    pub fn close(&self) {
        self.lock().closed = true;
        self.settled.notify_all();
    }

    /// What it has done so far.
    pub fn figures(&self) -> ExchangeFigures {
        let desk = self.lock();
        ExchangeFigures { out: desk.handed.len(), ..desk.figures }
    }

    /// Remembers an answer that an earlier process took: it is used once its plan is played again.
    ///
    /// # Errors
    /// If it is none.
    pub fn remember(&self, bytes: &[u8]) -> Result<(), PieceError> {
        let answer = Answer::read(bytes, &self.fingerprint)?;
        self.lock().remembered.push((answer, bytes.into()));
        Ok(())
    }

    /// A state of the plan that is being played was saved: the answers that it covers are needed no more.
    pub fn saved(&self, state: &State) {
        self.lock().unsaved.saved(state);
    }

    /// All blocks of a table size before this one are saved.
    pub(super) fn saved_up_to(&self, table_index: TableIndex, next: u64) {
        self.lock().unsaved.saved_up_to(table_index, next);
    }

    /// The answers that no saved state covers yet.
    pub fn unsaved(&self) -> Vec<Arc<[u8]>> {
        self.lock().unsaved.all()
    }

    /// How many bytes these answers have.
    pub fn unsaved_bytes(&self) -> u64 {
        self.lock().unsaved.bytes()
    }
}

impl Crew for PieceExchange {
    fn pace(&self, all: &Order) -> u64 {
        let &Order { table_index, next, blocks: left, line_ups, .. } = all;
        let mut desk = self.lock();
        let workers = desk.figures.workers;
        // With what is open already, which is about to be played.
        let own = desk.spans.front().filter(|order| order.table_index == table_index);
        let ahead = own.map_or(0, |order| next - order.next) + left;
        let most = desk.job.as_ref().map_or(1, Job::max_tasks) / line_ups as u64;
        desk.wanted = desk.pace.blocks(left, ahead, line_ups, workers).min(most.max(1));
        // Exactly what is known, and nothing that is known again.
        match desk.known.first_of_use(all) {
            Some((first, blocks)) if first == next => blocks,
            Some((first, _)) => desk.wanted.min(first - next),
            None => desk.wanted,
        }
    }

    /// What is played beyond a position at which the run ends is wasted: at most a fifth.
    fn horizon(&self, position: u64) -> u64 {
        position + position / AHEAD
    }

    fn open(&self, order: Order) {
        let mut desk = self.lock();
        let known = desk.known.take(&order);
        if known.is_some() {
            desk.figures.recalled += desk.games(&order);
        }
        desk.spans.push(order, known);
    }

    fn discard(&self) {
        self.lock().discard();
    }

    fn wait(&self, wants_room: bool) -> News {
        match self.wait_for(wants_room) {
            Opened::Complete(order, SpanResult::Sums(sums)) => {
                News::Complete(Delivery { order, played: DeliveredBlocks::Summed(sums) })
            }
            Opened::Complete(_, SpanResult::Lines(_)) => unreachable!("the answers to a run are sums"),
            Opened::Room => News::Room,
            Opened::Stopped => News::Stopped,
        }
    }
}

impl PieceExchange {
    /// Waits until there is something to do for those who open spans; `wants_room` if they have another one to open.
    pub(super) fn wait_for(&self, wants_room: bool) -> Opened {
        let mut desk = self.lock();
        loop {
            desk.runner_waits = None;
            if desk.stopped {
                return Opened::Stopped;
            }
            if let Some((order, result)) = desk.spans.pop_done() {
                desk.figures.used += desk.games(&order);
                return Opened::Complete(order, result);
            }
            if wants_room && desk.has_room() {
                return Opened::Room;
            }
            desk.runner_waits = Some(wants_room);
            self.settled.notify_all();
            desk = self.news.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// An answer that can be right, and does not count yet.
#[derive(Debug)]
pub struct CheckedAnswer {
    head: PieceHead,
    time: Duration,
    results: Vec<SpanResult>,
    bytes: Arc<[u8]>,
}

/// Ends the plan that is played when it is dropped, however the run ends.
pub(in crate::arena) struct ExchangeClosing<'a>(&'a PieceExchange);

impl Drop for ExchangeClosing<'_> {
    fn drop(&mut self) {
        let mut desk = self.0.lock();
        desk.forget();
        desk.known.clear();
        desk.job = None;
        desk.runner_waits = None;
    }
}

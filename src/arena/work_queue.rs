//! The work of a run, shared by its threads.
//!
//! A batch of blocks is cut into tasks, one for each line-up of each block. Threads take them in order, a few at a time. While the last
//! tasks of a batch are still being played, the threads that have nothing left there go on with the next batch: no thread
//! waits for the slowest table. Only the runner, which opens batches and takes back the complete ones, needs their order.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::address::BlockAddress;
use super::block::{BlockPlayed, Worker};
use super::index::{LineUpIndex, PerEntrant, TableIndex};
use super::plan::Plan;
use super::state::{Disqualified, shut_out};
use super::tally::Tally;

/// The most line-ups of blocks in a batch: its memory must not grow with the speed of the machine.
pub(super) const MAX_TASKS: usize = 8192;

/// The most tasks that a thread takes at a time: enough to make taking them cost nothing.
const MAX_CHUNK: usize = 32;

/// Blocks to be played.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub(super) table_index: TableIndex,
    /// The first block.
    pub(super) next: u64,
    pub(super) blocks: u64,
    pub(super) line_ups: usize,
    pub(super) disqualified: Arc<PerEntrant<Option<Disqualified>>>,
}

impl Order {
    fn tasks(&self) -> usize {
        self.blocks as usize * self.line_ups
    }
}

/// A batch that was played.
pub(super) struct Delivery {
    pub(super) order: Order,
    /// What was played, in index order.
    pub(super) played: Vec<BlockPlayed>,
    /// What each thread has counted.
    pub(super) tallies: Vec<Tally>,
    /// The time that the threads have spent on it, all together.
    pub(super) time: Duration,
}

/// A batch that is being played.
struct OpenBatch {
    order: Order,
    taken: usize,
    done: usize,
    /// The results of chunks, each with its first task.
    chunks: Vec<(usize, Vec<BlockPlayed>)>,
    tallies: Vec<Tally>,
    time: Duration,
}

impl OpenBatch {
    fn new(order: Order) -> OpenBatch {
        OpenBatch { order, taken: 0, done: 0, chunks: Vec::new(), tallies: Vec::new(), time: Duration::ZERO }
    }

    fn untaken(&self) -> usize {
        self.order.tasks() - self.taken
    }

    fn is_complete(&self) -> bool {
        self.done == self.order.tasks()
    }

    fn deliver(mut self) -> Delivery {
        self.chunks.sort_unstable_by_key(|(first, _)| *first);
        let played = self.chunks.into_iter().flat_map(|(_, played)| played).collect();
        Delivery { order: self.order, played, tallies: self.tallies, time: self.time }
    }
}

/// Which batch: the era changes when all open batches are discarded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct BatchId {
    era: u64,
    number: u64,
}

/// Some tasks of a batch.
struct Chunk {
    batch: BatchId,
    order: Order,
    tasks: Range<usize>,
}

/// What came of a chunk; nothing if it was abandoned.
struct Finished {
    chunk: Chunk,
    played: Option<Vec<BlockPlayed>>,
    time: Duration,
}

/// What a thread has counted in a batch so far.
struct Counted {
    batch: BatchId,
    tally: Tally,
}

/// What the runner waits for.
pub(super) enum News {
    /// The first open batch is complete.
    Complete(Delivery),
    /// There is room for another batch.
    Room,
    /// A thread was asked to stop, or has panicked.
    Stopped,
}

/// What the threads share.
#[derive(Default)]
struct Shared {
    batches: VecDeque<OpenBatch>,
    /// The number of the first open batch.
    first: u64,
    era: u64,
    /// A block was abandoned.
    stopped: bool,
    /// There is no more work to come.
    closed: bool,
}

impl Shared {
    fn batch(&mut self, id: BatchId) -> Option<&mut OpenBatch> {
        let index = id.number.checked_sub(self.first)? as usize;
        if id.era == self.era { self.batches.get_mut(index) } else { None }
    }

    /// Whether another batch should be opened: with several threads early enough that none of them has to wait for it.
    fn has_room(&self, threads: usize) -> bool {
        let Some(newest) = self.batches.back() else { return true };
        let untaken: usize = self.batches.iter().map(OpenBatch::untaken).sum();
        let open: usize = self.batches.iter().map(|batch| batch.order.tasks()).sum();
        threads > 1 && untaken < (2 * threads).max(newest.order.tasks() / 2) && open < 2 * MAX_TASKS
    }

    /// Whether the runner has something to do.
    fn is_news(&self, threads: usize) -> bool {
        self.stopped || self.batches.front().is_some_and(OpenBatch::is_complete) || self.has_room(threads)
    }

    /// The next tasks to be played.
    fn take(&mut self, threads: usize) -> Option<Chunk> {
        let index = self.batches.iter().position(|batch| batch.untaken() > 0 && !self.stopped)?;
        let batch = BatchId { era: self.era, number: self.first + index as u64 };
        let open = &mut self.batches[index];
        // Fewer and fewer, so that all threads are done with the batch at about the same time.
        let size = (open.untaken() / (4 * threads)).clamp(1, MAX_CHUNK);
        let tasks = open.taken..open.taken + size;
        open.taken = tasks.end;
        Some(Chunk { batch, order: open.order.clone(), tasks })
    }

    /// Takes back a chunk; one of a discarded batch is of no use.
    fn take_back(&mut self, Finished { chunk, played, time }: Finished) {
        let Some(open) = self.batch(chunk.batch) else { return };
        open.done += chunk.tasks.len();
        open.time += time;
        match played {
            Some(played) => open.chunks.push((chunk.tasks.start, played)),
            None => self.stopped = true,
        }
    }
}

/// The work of a run.
pub(super) struct WorkQueue {
    threads: usize,
    shared: Mutex<Shared>,
    /// The threads wait for work.
    work: Condvar,
    /// The runner waits for news.
    news: Condvar,
    /// A copy of [`Shared::era`], which is read before every move.
    era: AtomicU64,
}

impl WorkQueue {
    pub(super) fn new(threads: usize) -> WorkQueue {
        let (shared, work, news) = (Mutex::default(), Condvar::new(), Condvar::new());
        WorkQueue { threads, shared, work, news, era: AtomicU64::new(0) }
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a batch, behind those that are open.
    pub(super) fn open(&self, order: Order) {
        self.lock().batches.push_back(OpenBatch::new(order));
        self.work.notify_all();
    }

    /// Forgets all open batches: what was decided since then changes them.
    pub(super) fn discard(&self) {
        let mut shared = self.lock();
        shared.first += shared.batches.len() as u64;
        shared.batches.clear();
        shared.era += 1;
        self.era.store(shared.era, Ordering::Relaxed);
    }

    /// Ends the threads when it is dropped, however the runner ends.
    pub(super) fn closing(&self) -> Closing<'_> {
        Closing(self)
    }

    /// Waits until there is something to do for the runner; `wants_room` if it has another batch to open.
    pub(super) fn wait(&self, wants_room: bool) -> News {
        let mut shared = self.lock();
        loop {
            if shared.stopped {
                return News::Stopped;
            }
            if shared.batches.front().is_some_and(OpenBatch::is_complete)
                && let Some(batch) = shared.batches.pop_front()
            {
                shared.first += 1;
                drop(shared);
                return News::Complete(batch.deliver());
            }
            if wants_room && shared.has_room(self.threads) {
                return News::Room;
            }
            shared = self.news.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Plays whatever there is to play, until the queue is closed.
    pub(super) fn serve(
        &self,
        mut worker: Worker,
        plan: &Plan,
        should_stop: &(dyn Fn() -> bool + Sync),
        on_games: &(dyn Fn(u64) + Sync),
    ) {
        let _alarm = Alarm(self);
        let (mut finished, mut counted) = (None, None);
        while let Some(chunk) = self.exchange(finished, &mut counted) {
            let batch = chunk.batch;
            let empty = || Tally::new(&plan.schedules[chunk.order.table_index], plan.entrants.len());
            let Counted { tally, .. } = counted.get_or_insert_with(|| Counted { batch, tally: empty() });
            let clock = Instant::now();
            let is_outdated = || self.era.load(Ordering::Relaxed) != batch.era;
            let played = chunk.play(plan, &mut worker, tally, &|| should_stop() || is_outdated(), on_games);
            if played.is_none() {
                // They are in the middle of a game that does not go on.
                worker.dismiss_players();
            }
            finished = Some(Finished { chunk, played, time: clock.elapsed() });
        }
    }

    /// Gives a finished chunk for another one, for which it waits; none once the queue is closed. What was counted is handed in
    /// together with the last chunk of a batch.
    fn exchange(&self, finished: Option<Finished>, counted: &mut Option<Counted>) -> Option<Chunk> {
        let mut shared = self.lock();
        if let Some(finished) = finished {
            shared.take_back(finished);
        }
        while !shared.closed {
            let chunk = shared.take(self.threads);
            let goes_on = |counted: &mut Counted| chunk.as_ref().is_some_and(|chunk| chunk.batch == counted.batch);
            if let Some(Counted { batch, tally }) = counted.take_if(|counted| !goes_on(counted))
                && let Some(open) = shared.batch(batch)
            {
                open.tallies.push(tally);
            }
            if shared.is_news(self.threads) {
                self.news.notify_one();
            }
            if chunk.is_some() {
                return chunk;
            }
            shared = self.work.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }
}

impl Chunk {
    /// Plays the tasks in order; nothing if it is stopped partway.
    fn play(
        &self,
        plan: &Plan,
        worker: &mut Worker,
        tally: &mut Tally,
        should_stop: &impl Fn() -> bool,
        on_games: &(dyn Fn(u64) + Sync),
    ) -> Option<Vec<BlockPlayed>> {
        let Order { table_index, next, line_ups, ref disqualified, .. } = self.order;
        let mut out = shut_out(disqualified, table_index, next);
        let out_may_change = disqualified.iter().any(Option::is_some);
        let mut all = Vec::with_capacity(self.tasks.len());
        for task in self.tasks.clone() {
            let line_up = LineUpIndex::new(task % line_ups);
            let at = BlockAddress { table_index, line_up, block: next + (task / line_ups) as u64 };
            if out_may_change {
                out = shut_out(disqualified, table_index, at.block);
            }
            all.push(worker.play(plan, at, &out, tally, should_stop)?);
            on_games(plan.schedules[table_index].players.count() as u64);
        }
        Some(all)
    }
}

/// See [`WorkQueue::closing`].
pub(super) struct Closing<'a>(&'a WorkQueue);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.discard();
        self.0.lock().closed = true;
        self.0.work.notify_all();
    }
}

/// Stops the runner if a thread panics, which would otherwise wait for it forever.
struct Alarm<'a>(&'a WorkQueue);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.lock().stopped = true;
            self.0.news.notify_one();
        }
    }
}

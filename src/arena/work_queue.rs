//! The work of a run, shared by its threads.
//!
//! A batch of blocks is cut into tasks, one for each line-up of each block. Threads take them in order, a few at a time. While the last
//! tasks of a batch are still being played, the threads that have nothing left there go on with the next batch: no thread
//! waits for the slowest table. Only the runner, which opens batches and takes back the complete ones, needs their order.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::address::BlockAddress;
use super::block::{BlockPlayed, Worker};
use super::crew::{Crew, DeliveredBlocks, Delivery, News, Order};
use super::plan::Plan;
use super::state::shut_out;
use super::tally::{OpenTally, Tally};
use super::wave::{WaveTask, play_waves};

/// The most line-ups of blocks in a batch: its memory must not grow with the speed of the machine.
pub(super) const MAX_TASKS: usize = 8192;

/// The most tasks that a thread takes at a time: enough to make taking them cost nothing.
const MAX_CHUNK: usize = 32;

/// About how long a batch should take: short enough to be interrupted, long enough to cost little.
const BATCH: Duration = Duration::from_millis(200);

/// A batch that is being played.
struct OpenBatch {
    order: Order,
    /// How many tasks should wait to be taken while this batch is the newest, however small it is: they keep the threads busy while
    /// the runner adds up and saves.
    waiting: usize,
    taken: usize,
    done: usize,
    /// The results of chunks, each with its first task.
    chunks: Vec<(usize, Vec<BlockPlayed>)>,
    tallies: Vec<Tally>,
    time: Duration,
}

impl OpenBatch {
    /// `pace` is the number of blocks of a batch that no position cuts short.
    fn new(order: Order, pace: u64) -> OpenBatch {
        let waiting = (pace as usize).saturating_mul(order.line_ups).div_ceil(4).min(MAX_TASKS);
        let (chunks, tallies) = (Vec::new(), Vec::new());
        OpenBatch { order, waiting, taken: 0, done: 0, chunks, tallies, time: Duration::ZERO }
    }

    fn untaken(&self) -> usize {
        self.order.tasks() - self.taken
    }

    fn is_complete(&self) -> bool {
        self.done == self.order.tasks()
    }

    fn deliver(mut self) -> Delivery {
        self.chunks.sort_unstable_by_key(|(first, _)| *first);
        let mut played = Vec::with_capacity(self.order.tasks());
        self.chunks.into_iter().for_each(|(_, chunk)| played.extend(chunk));
        Delivery { order: self.order, played: DeliveredBlocks::Each(played, self.tallies) }
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
    tally: OpenTally,
}

/// What the threads share.
#[derive(Default)]
struct Shared {
    batches: VecDeque<OpenBatch>,
    /// The number of the first open batch.
    first: u64,
    era: u64,
    /// Blocks in the next batch.
    pace: u64,
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
        let enough = (2 * threads).max(newest.order.tasks() / 2).max(newest.waiting);
        threads > 1 && untaken < enough && open < 2 * MAX_TASKS
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
        let few = (open.untaken() / (4 * threads)).clamp(1, MAX_CHUNK);
        let size = if open.order.is_wave { open.untaken() } else { few };
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
    /// Blocks in every batch, if their number is not to follow the clock.
    fixed_pace: Option<u64>,
    shared: Mutex<Shared>,
    /// The threads wait for work.
    work: Condvar,
    /// The runner waits for news.
    news: Condvar,
    /// A copy of [`Shared::era`], which is read whenever a game asks whether to stop.
    era: AtomicU64,
}

impl WorkQueue {
    pub(super) fn new(threads: usize, fixed_pace: Option<u64>) -> WorkQueue {
        let shared = Mutex::new(Shared { pace: fixed_pace.unwrap_or(1), ..Shared::default() });
        let (work, news) = (Condvar::new(), Condvar::new());
        WorkQueue { threads, fixed_pace, shared, work, news, era: AtomicU64::new(0) }
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the threads when it is dropped, however the runner ends.
    pub(super) fn closing(&self) -> Closing<'_> {
        Closing(self)
    }

    /// Sizes the next batch to take about as long as it should.
    fn adapt(&self, shared: &mut Shared, batch: &OpenBatch) {
        if self.fixed_pace.is_none() {
            let (time, blocks) = (batch.time / self.threads as u32, batch.order.blocks);
            let ideal = BATCH.as_secs_f64() / time.as_secs_f64().max(1e-6) * blocks as f64;
            shared.pace = (ideal as u64).clamp(1, 4 * blocks.max(shared.pace));
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
            let empty = || OpenTally::new(&plan.schedules[chunk.order.table_index], plan.entrants.len());
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
                open.tallies.push(tally.close());
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

impl Crew for WorkQueue {
    fn pace(&self, all: &Order) -> u64 {
        self.lock().pace.min((MAX_TASKS / all.line_ups).max(1) as u64)
    }

    /// What threads play ahead is little.
    fn horizon(&self, _: u64) -> u64 {
        u64::MAX
    }

    fn open(&self, order: Order) {
        let mut shared = self.lock();
        let pace = if order.is_wave { order.blocks } else { shared.pace };
        shared.batches.push_back(OpenBatch::new(order, pace));
        drop(shared);
        self.work.notify_all();
    }

    fn discard(&self) {
        let mut shared = self.lock();
        shared.first += shared.batches.len() as u64;
        shared.batches.clear();
        shared.era += 1;
        self.era.store(shared.era, Ordering::Relaxed);
    }

    fn wait(&self, wants_room: bool) -> News {
        let mut shared = self.lock();
        loop {
            if shared.stopped {
                return News::Stopped;
            }
            if shared.batches.front().is_some_and(OpenBatch::is_complete)
                && let Some(batch) = shared.batches.pop_front()
            {
                shared.first += 1;
                self.adapt(&mut shared, &batch);
                drop(shared);
                return News::Complete(batch.deliver());
            }
            if wants_room && shared.has_room(self.threads) {
                return News::Room;
            }
            shared = self.news.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Chunk {
    /// Where the task with this number is.
    fn address(&self, task: usize) -> BlockAddress {
        let (line_up, block) = self.order.task(task);
        BlockAddress { table_index: self.order.table_index, line_up, block }
    }

    /// Plays the tasks in order; nothing if it is stopped partway.
    fn play(
        &self,
        plan: &Plan,
        worker: &mut Worker,
        tally: &mut OpenTally,
        should_stop: &impl Fn() -> bool,
        on_games: &(dyn Fn(u64) + Sync),
    ) -> Option<Vec<BlockPlayed>> {
        if self.order.is_wave {
            return self.play_together(plan, worker, tally, should_stop, on_games);
        }
        let Order { table_index, next, ref disqualified, .. } = self.order;
        let mut out = shut_out(disqualified, table_index, next);
        let out_may_change = disqualified.iter().any(Option::is_some);
        let mut all = Vec::with_capacity(self.tasks.len());
        for task in self.tasks.clone() {
            let at = self.address(task);
            if out_may_change {
                out = shut_out(disqualified, table_index, at.block);
            }
            all.push(worker.play(plan, at, &out, tally, should_stop)?);
            on_games(plan.schedules[table_index].players.count() as u64);
        }
        Some(all)
    }
}

impl Chunk {
    /// Plays the tasks together.
    fn play_together(
        &self,
        plan: &Plan,
        worker: &mut Worker,
        tally: &mut OpenTally,
        should_stop: &impl Fn() -> bool,
        on_games: &(dyn Fn(u64) + Sync),
    ) -> Option<Vec<BlockPlayed>> {
        let task = |task| {
            let at = self.address(task);
            WaveTask { at, shut_out: shut_out(&self.order.disqualified, at.table_index, at.block) }
        };
        let tasks: Vec<WaveTask> = self.tasks.clone().map(task).collect();
        let played = play_waves(plan, worker, &tasks, tally, should_stop)?;
        on_games((tasks.len() * plan.schedules[self.order.table_index].players.count()) as u64);
        Some(played)
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

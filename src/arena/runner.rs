//! Plays a plan in parallel, batch by batch, with the same result for any number of threads.
//!
//! Only whole numbers are counted, so the order of counting cannot matter; what depends on the order (block sums,
//! records, stopping, disqualification) is done in index order, whenever the next batch is complete. The size of a batch follows
//! the clock, but all decisions are made at fixed positions, which depend only on the number of blocks. Meanwhile the threads
//! play on: if a decision changes what they play, that is discarded and played again.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use super::block::Worker;
use super::index::{EntrantIndex, LineUpIndex, PerChair, PerEntrant, PerTableSize, TableIndex};
use super::plan::{Goal, Plan};
use super::player::MAX_FAULTS;
use super::state::{Disqualified, RunFault, State, Stopped};
use super::tally::BlockSums;
use super::threads::{ThreadsError, WorkThreads};
use super::work_queue::{Delivery, MAX_TASKS, News, Order, WorkQueue};
use crate::bots::BotHost;
use crate::game::Players;

/// About how long a batch should take: short enough to be interrupted, long enough to cost little.
const BATCH: Duration = Duration::from_millis(200);

/// How a run is played on this machine; no result depends on it.
#[derive(Clone, Copy)]
pub struct PlayOptions<'a> {
    /// How many threads play.
    pub threads: usize,
    /// What programs among the entrants may see, and where their logs go.
    pub host: &'a BotHost,
    /// Blocks in a batch; by default as many as take a fraction of a second.
    pub pace: Option<u64>,
    /// Asked before every move: once it returns true, the current batch is abandoned.
    pub should_stop: &'a (dyn Fn() -> bool + Sync),
    /// Told how many games were just played, by the thread that played them: for progress, long before a batch is complete. Games
    /// of a batch that is abandoned are not taken back.
    pub on_games: &'a (dyn Fn(u64) + Sync),
}

impl<'a> PlayOptions<'a> {
    /// With this many threads, to the end.
    pub fn new(threads: usize, host: &'a BotHost) -> PlayOptions<'a> {
        PlayOptions { threads, host, pace: None, should_stop: &|| false, on_games: &|_| {} }
    }
}

/// How playing ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended<B> {
    /// The run is over.
    Finished,
    /// It was asked to stop; the state is that after the last complete batch.
    Interrupted,
    /// The caller stopped it after a batch.
    Broken(B),
}

/// Plays a plan from a given state: the one loop that plays a run. After every batch `on_batch` is shown the state and
/// what was played, and may stop the run.
///
/// # Errors
/// If the threads cannot be started.
pub fn play_run<B>(
    plan: &Plan,
    state: State,
    options: &PlayOptions<'_>,
    mut on_batch: impl FnMut(&State, Batch) -> ControlFlow<B>,
) -> Result<(State, Ended<B>), ThreadsError> {
    let threads = WorkThreads::start(options.threads)?;
    let queue = WorkQueue::new(threads.count());
    let workers = (0..threads.count()).map(|_| Worker::new(plan, options.host)).collect();
    let (should_stop, on_games) = (options.should_stop, options.on_games);
    let serve = |worker| queue.serve(worker, plan, should_stop, on_games);
    let run = || {
        let _closing = queue.closing();
        let mut runner = Runner::new(plan, state, options, &queue, threads.count());
        let ended = loop {
            match runner.step() {
                RunStep::Finished => break Ended::Finished,
                RunStep::Interrupted => break Ended::Interrupted,
                RunStep::Advanced(batch) => {
                    if let ControlFlow::Break(value) = on_batch(&runner.state, batch) {
                        break Ended::Broken(value);
                    }
                }
            }
        };
        (runner.state, ended)
    };
    Ok(threads.work_beside(workers, serve, run))
}

/// Plays a plan from its beginning to its end, and shows every batch.
///
/// # Errors
/// If the threads cannot be started.
pub fn play_whole(plan: &Plan, options: &PlayOptions<'_>, mut see: impl FnMut(Batch)) -> Result<State, ThreadsError> {
    let (state, _) = play_run::<()>(plan, State::new(plan), options, |_, batch| {
        see(batch);
        ControlFlow::Continue(())
    })?;
    Ok(state)
}

/// The result of a step.
enum RunStep {
    /// Some blocks were played.
    Advanced(Batch),
    Finished,
    Interrupted,
}

/// What a step produced in addition to the tallies.
#[derive(Debug, Default)]
pub struct Batch {
    /// Records of the games that are kept, in index order.
    pub records: Vec<String>,
    /// The results of blocks, for each line-up in index order.
    pub rows: Vec<BlockRow>,
    /// Faults that happened.
    pub faults: Vec<RunFault>,
    /// Entrants that were disqualified after this step.
    pub disqualified: Vec<EntrantIndex>,
    /// The table size that has come to a fixed position, at which anything can be decided.
    pub at_position: Option<TableIndex>,
}

/// The result of a line-up in a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockRow {
    /// How many play.
    pub players: usize,
    /// The block.
    pub block: u64,
    /// The line-up.
    pub line_up: LineUpIndex,
    /// The wins of each chair.
    pub wins: PerChair<u8>,
}

/// A run in progress.
struct Runner<'a> {
    plan: &'a Plan,
    options: &'a PlayOptions<'a>,
    state: State,
    queue: &'a WorkQueue,
    threads: usize,
    /// For each table size, the first block that the threads have not been given yet.
    unopened: PerTableSize<u64>,
    /// A copy of that part of the state, for the threads.
    disqualified: Arc<PerEntrant<Option<Disqualified>>>,
    /// Blocks in the next batch.
    pace: u64,
    sums: BlockSums,
}

impl<'a> Runner<'a> {
    fn new(
        plan: &'a Plan,
        state: State,
        options: &'a PlayOptions<'a>,
        queue: &'a WorkQueue,
        threads: usize,
    ) -> Runner<'a> {
        let unopened = state.sizes.iter().map(|size| size.next).collect();
        let disqualified = Arc::new(state.disqualified.clone());
        let (pace, sums) = (options.pace.unwrap_or(1), BlockSums::default());
        Runner { plan, options, state, queue, threads, unopened, disqualified, pace, sums }
    }

    /// Adds the next batch.
    fn step(&mut self) -> RunStep {
        let Some(table_index) = self.state.sizes.position(|table| table.stopped.is_none()) else {
            return RunStep::Finished;
        };
        if (self.options.should_stop)() {
            return RunStep::Interrupted;
        }
        if self.state.sizes[table_index].next >= self.plan.range(table_index).1 {
            self.state.sizes[table_index].stopped = Some(self.reason_at_the_end());
            return self.step();
        }
        loop {
            let order = self.next_order();
            match (self.queue.wait(order.is_some()), order) {
                (News::Complete(delivery), _) => return RunStep::Advanced(self.take(delivery)),
                (News::Room, order) => order.into_iter().for_each(|order| self.open(order)),
                (News::Stopped, _) => return RunStep::Interrupted,
            }
        }
    }

    /// The batch that follows those that are open, if any block is left.
    fn next_order(&self) -> Option<Order> {
        let is_left = |&table_index: &TableIndex| {
            self.state.sizes[table_index].stopped.is_none()
                && self.unopened[table_index] < self.plan.range(table_index).1
        };
        let table_index = self.unopened.indices().find(is_left)?;
        let next = self.unopened[table_index];
        let line_ups = self.plan.schedules[table_index].line_ups.len();
        let most = self.position_after(table_index, next) - next;
        let blocks = self.pace.max(1).min(most).min((MAX_TASKS / line_ups).max(1) as u64);
        Some(Order { table_index, next, blocks, line_ups, disqualified: Arc::clone(&self.disqualified) })
    }

    fn open(&mut self, order: Order) {
        self.unopened[order.table_index] = order.next + order.blocks;
        self.queue.open(order);
    }

    /// The first position after a block at which anything is decided.
    fn position_after(&self, table_index: TableIndex, block: u64) -> u64 {
        let (first, last) = self.plan.range(table_index);
        (first + next_position(block - first)).min(last)
    }

    /// Takes a batch that was played, and decides what is to be decided after it.
    fn take(&mut self, delivery: Delivery) -> Batch {
        let Order { table_index, next, blocks, .. } = delivery.order;
        self.adapt(delivery.time / self.threads as u32, blocks);
        let mut batch = self.add(delivery);
        let position = self.position_after(table_index, next);
        if next + blocks == position {
            batch.disqualified = self.state.disqualify(table_index, position);
            self.state.sizes[table_index].stopped = self.decide(table_index, position);
            batch.at_position = Some(table_index);
            let stops_early =
                self.state.sizes[table_index].stopped.is_some() && position < self.plan.range(table_index).1;
            if stops_early || !batch.disqualified.is_empty() {
                self.reopen();
            }
        }
        batch
    }

    /// What the threads play after this is no longer what they should play.
    fn reopen(&mut self) {
        self.queue.discard();
        self.unopened = self.state.sizes.iter().map(|size| size.next).collect();
        self.disqualified = Arc::new(self.state.disqualified.clone());
    }

    /// Adds a batch to the state, in index order.
    fn add(&mut self, Delivery { order, played, tallies, .. }: Delivery) -> Batch {
        let Order { table_index, next, line_ups, .. } = order;
        let schedule = &self.plan.schedules[table_index];
        let size = &mut self.state.sizes[table_index];
        for tally in &tallies {
            size.tally.merge(tally);
        }
        let mut batch = Batch::default();
        for (block, tables) in (next..).zip(played.chunks(line_ups)) {
            let scores = tables.iter().map(|played| (&played.score, played.digest));
            size.tally.blocks.add(schedule, block, scores, &mut self.sums);
            for (line_up, played) in schedule.line_ups.indices().zip(tables) {
                let wins = played.score.wins[..schedule.players.count()].iter().copied().collect();
                batch.rows.push(BlockRow { players: schedule.players.count(), block, line_up, wins });
            }
        }
        size.next = next + order.blocks;
        for played in played {
            batch.records.extend(played.lines);
            for fault in played.faults {
                self.state.faults[fault.entrant] += 1;
                self.state.remember(&fault);
                batch.faults.push(fault);
            }
        }
        batch
    }

    /// Sizes the next batch to take about as long as it should.
    fn adapt(&mut self, time: Duration, blocks: u64) {
        if self.options.pace.is_none() {
            let ideal = BATCH.as_secs_f64() / time.as_secs_f64().max(1e-6) * blocks as f64;
            self.pace = (ideal as u64).clamp(1, 4 * blocks.max(self.pace));
        }
    }

    /// Whether a table size is finished at a fixed position.
    fn decide(&self, table_index: TableIndex, position: u64) -> Option<Stopped> {
        let (_, last) = self.plan.range(table_index);
        let tally = &self.state.sizes[table_index].tally;
        let schedule = &self.plan.schedules[table_index];
        match &self.plan.goal {
            Goal::Until { half_width, .. } => {
                let narrow = |entrant| {
                    let interval = tally.blocks.win_interval(schedule, entrant);
                    interval.is_some_and(|interval| interval.half_width() <= *half_width)
                };
                let enough = position >= MIN_BLOCKS && tally.blocks.wins.indices().all(narrow);
                enough.then_some(Stopped::Precise)
            }
            Goal::Test { sprt, .. } => sprt.look(&tally.blocks.wins[EntrantIndex::FIRST]).stop.map(Stopped::Tested),
            Goal::Blocks(_) => None,
        }
        .or_else(|| (position >= last).then(|| self.reason_at_the_end()))
    }

    fn reason_at_the_end(&self) -> Stopped {
        match &self.plan.goal {
            Goal::Blocks(_) => Stopped::Complete,
            Goal::Until { .. } | Goal::Test { .. } => Stopped::Undecided,
        }
    }
}

/// The blocks needed before an interval is trusted enough to stop a run.
const MIN_BLOCKS: u64 = 64;

/// The first number of blocks above `blocks` at which anything is decided. The positions are fixed: 1, 2, 4, … 32, and
/// then a sixteenth more each time, at least 32.
pub fn next_position(blocks: u64) -> u64 {
    let mut position = 1;
    while position <= blocks {
        position += if position < 32 { position } else { (position / 16).max(32) };
    }
    position
}

/// An entrant that would have been shut out if the run had been played in one piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MissedDisqualification {
    /// The entrant.
    pub entrant: EntrantIndex,
    /// The number of players.
    pub players: Players,
    /// The first block that it would not have played.
    pub block: u64,
}

impl State {
    /// The entrant that would have been shut out if the blocks of several parts had been played in one piece, if any. Each
    /// part alone has too few faults to show it.
    pub fn missed_disqualification(&self, plan: &Plan) -> Option<MissedDisqualification> {
        let entrant = self.faults.position(|&faults| faults >= u64::from(MAX_FAULTS))?;
        let own = self.incidents.iter().filter(|fault| fault.entrant == entrant);
        let mut order: Vec<(TableIndex, u64)> =
            own.map(|fault| (plan.table_index(fault.players).unwrap_or_default(), fault.block)).collect();
        order.sort_unstable();
        let (table_index, block) = order.get(MAX_FAULTS as usize - 1).copied().unwrap_or_default();
        let (first, last) = plan.range(table_index);
        let block = (first + next_position(block - first)).min(last);
        Some(MissedDisqualification { entrant, players: plan.schedules[table_index].players, block })
    }

    /// Shuts out each entrant with too many faults, from a given block; returns the newly disqualified ones.
    fn disqualify(&mut self, table_index: TableIndex, block: u64) -> Vec<EntrantIndex> {
        let mut new = Vec::new();
        for (entrant, &faults) in self.faults.entries() {
            if faults >= u64::from(MAX_FAULTS) && self.disqualified[entrant].is_none() {
                self.disqualified[entrant] = Some(Disqualified { table_index, block });
                new.push(entrant);
            }
        }
        new
    }
}

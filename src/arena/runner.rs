//! Plays a plan in parallel, batch by batch, with the same result for any number of threads.
//!
//! Only whole numbers are counted, so the order of counting cannot matter; what depends on the order (block sums,
//! records, stopping, disqualification) is done in index order, whenever the next batch is complete. The size of a batch follows
//! the clock, but all decisions are made at fixed positions, which depend only on the number of blocks. Meanwhile those who play,
//! threads here or workers elsewhere, play on: if a decision changes what they play, that is discarded and played again.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::block::{BlockPlayed, Worker};
use super::chair_wins::ChairWins;
use super::crew::{Crew, DeliveredBlocks, Delivery, News, Order};
use super::index::{EntrantIndex, LineUpIndex, PerEntrant, PerTableSize, TableIndex};
use super::pieces::{PieceExchange, SpanSums};
use super::plan::{Goal, Plan};
use super::player::MAX_FAULTS;
use super::state::{Disqualified, RunFault, State, Stopped};
use super::tally::{BlockSums, Tally};
use super::threads::{ThreadsError, WorkThreads};
use super::wave::wave_blocks;
use super::work_queue::WorkQueue;
use crate::bots::BotHost;

/// How a run is played on this machine; no result depends on it.
#[derive(Clone, Copy)]
pub struct PlayOptions<'a> {
    /// How many threads play.
    pub threads: usize,
    /// What programs among the entrants may see, and where their logs go.
    pub host: &'a BotHost,
    /// Blocks in a batch; by default as many as take a fraction of a second.
    pub pace: Option<u64>,
    /// Asked before every game, and before every move of a game that is recorded or has a player that takes its time: once it returns
    /// true, the current batch is abandoned.
    pub should_stop: &'a (dyn Fn() -> bool + Sync),
    /// Told how many games were just played, by the thread that played them: for progress, long before a batch is complete. Games
    /// of a batch that is abandoned are not taken back.
    pub on_games: &'a (dyn Fn(u64) + Sync),
    /// Called once on each thread that plays, with all its work: for code that must prepare its thread, like an interpreter.
    pub around: &'a (dyn Fn(&mut (dyn FnMut() + Send)) + Sync),
    /// Where workers elsewhere get what is to be played, if they are to play instead of threads of this process.
    pub exchange: Option<&'a PieceExchange>,
}

impl<'a> PlayOptions<'a> {
    /// With this many threads, to the end.
    pub fn new(threads: usize, host: &'a BotHost) -> PlayOptions<'a> {
        let (should_stop, on_games, around) = (&|| false, &|_| {}, &|work: &mut (dyn FnMut() + Send)| work());
        PlayOptions { threads, host, pace: None, should_stop, on_games, around, exchange: None }
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
    on_batch: impl FnMut(&State, Batch) -> ControlFlow<B>,
) -> Result<(State, Ended<B>), ThreadsError> {
    if let Some(exchange) = options.exchange {
        let _closing = exchange.begin(plan);
        return Ok(Runner::new(plan, state, options, exchange).run(on_batch));
    }
    let threads = WorkThreads::start(options.threads)?;
    let queue = WorkQueue::new(threads.count(), options.pace);
    let workers = (0..threads.count()).map(|_| Worker::new(plan, options.host)).collect();
    let (should_stop, on_games) = (options.should_stop, options.on_games);
    let serve = |worker| {
        let mut worker = Some(worker);
        (options.around)(&mut || {
            if let Some(worker) = worker.take() {
                queue.serve(worker, plan, should_stop, on_games);
            }
        });
    };
    let run = || {
        let _closing = queue.closing();
        Runner::new(plan, state, options, &queue).run(on_batch)
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
    pub wins: ChairWins,
}

/// A run in progress.
struct Runner<'a> {
    plan: &'a Plan,
    options: &'a PlayOptions<'a>,
    state: State,
    crew: &'a dyn Crew,
    /// For each table size, the first block that those who play have not been given yet.
    unopened: PerTableSize<u64>,
    /// A copy of that part of the state, for those who play.
    disqualified: Arc<PerEntrant<Option<Disqualified>>>,
    sums: BlockSums,
}

impl<'a> Runner<'a> {
    fn new(plan: &'a Plan, state: State, options: &'a PlayOptions<'a>, crew: &'a dyn Crew) -> Runner<'a> {
        let unopened = state.sizes.iter().map(|size| size.next).collect();
        let disqualified = Arc::new(state.disqualified.clone());
        Runner { plan, options, state, crew, unopened, disqualified, sums: BlockSums::default() }
    }

    /// Plays batch after batch.
    fn run<B>(mut self, mut on_batch: impl FnMut(&State, Batch) -> ControlFlow<B>) -> (State, Ended<B>) {
        let ended = loop {
            match self.step() {
                RunStep::Finished => break Ended::Finished,
                RunStep::Interrupted => break Ended::Interrupted,
                RunStep::Advanced(batch) => {
                    if let ControlFlow::Break(value) = on_batch(&self.state, batch) {
                        break Ended::Broken(value);
                    }
                }
            }
        };
        (self.state, ended)
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
            match (self.crew.wait(order.is_some()), order) {
                (News::Complete(delivery), _) => return RunStep::Advanced(self.take(delivery)),
                (News::Room, order) => order.into_iter().for_each(|order| self.open(order)),
                (News::Stopped, _) => return RunStep::Interrupted,
            }
        }
    }

    /// The batch that follows those that are open, if any block is left that may be played now.
    fn next_order(&self) -> Option<Order> {
        let is_left = |&table_index: &TableIndex| {
            self.state.sizes[table_index].stopped.is_none()
                && self.unopened[table_index] < self.plan.range(table_index).1
        };
        let table_index = self.unopened.indices().find(is_left)?;
        let next = self.unopened[table_index];
        let left = self.horizon(table_index).checked_sub(next).filter(|&left| left > 0)?;
        let schedule = &self.plan.schedules[table_index];
        let line_ups = schedule.line_ups.len();
        let most = self.position_after(table_index, next) - next;
        let together = wave_blocks(self.plan, schedule.games_per_block());
        let (is_wave, disqualified) = (together.is_some(), Arc::clone(&self.disqualified));
        let all = Order { table_index, next, blocks: left, line_ups, is_wave, disqualified };
        let pace = together.unwrap_or_else(|| self.crew.pace(&all)).max(1);
        Some(Order { blocks: pace.min(most).min(left), ..all })
    }

    /// The first block that may not be played yet: a run that may end at the next position should not waste much beyond it.
    fn horizon(&self, table_index: TableIndex) -> u64 {
        let (first, last) = self.plan.range(table_index);
        if matches!(self.plan.goal, Goal::Blocks(_)) {
            return last;
        }
        // No run ends before so many blocks.
        let next = self.state.sizes[table_index].next.max(first + MIN_BLOCKS - 1);
        self.crew.horizon(self.position_after(table_index, next.min(last - 1))).min(last)
    }

    fn open(&mut self, order: Order) {
        self.unopened[order.table_index] = order.next + order.blocks;
        self.crew.open(order);
    }

    /// The first position after a block at which anything is decided.
    fn position_after(&self, table_index: TableIndex, block: u64) -> u64 {
        let (first, last) = self.plan.range(table_index);
        (first + next_position(block - first)).min(last)
    }

    /// Takes a batch that was played, and decides what is to be decided after it.
    fn take(&mut self, delivery: Delivery) -> Batch {
        let Order { table_index, next, blocks, .. } = delivery.order;
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

    /// What is being played after this is no longer what should be played.
    fn reopen(&mut self) {
        self.crew.discard();
        self.unopened = self.state.sizes.iter().map(|size| size.next).collect();
        self.disqualified = Arc::new(self.state.disqualified.clone());
    }

    /// Adds a batch to the state, in index order.
    fn add(&mut self, Delivery { order, played }: Delivery) -> Batch {
        let batch = match played {
            DeliveredBlocks::Each(played, tallies) => self.add_each(&order, played, &tallies),
            DeliveredBlocks::Summed(sums) => self.add_summed(&order, *sums),
        };
        self.state.sizes[order.table_index].next = order.next + order.blocks;
        for fault in &batch.faults {
            self.state.faults[fault.entrant] += 1;
            self.state.remember(fault);
        }
        batch
    }

    fn add_each(&mut self, order: &Order, mut played: Vec<BlockPlayed>, tallies: &[Tally]) -> Batch {
        let schedule = &self.plan.schedules[order.table_index];
        let size = &mut self.state.sizes[order.table_index];
        for tally in tallies {
            size.tally.merge(tally);
        }
        let mut batch = Batch { rows: Vec::with_capacity(played.len()), ..Batch::default() };
        for (block, tables) in (order.next..).zip(played.chunks(order.line_ups)) {
            let scores = tables.iter().map(|played| (&played.score, played.digest));
            size.tally.blocks.add(schedule, block, scores, &mut self.sums);
            for (line_up, played) in schedule.line_ups.indices().zip(tables) {
                let (wins, players) = (played.score.wins, schedule.players.count());
                batch.rows.push(BlockRow { players, block, line_up, wins: ChairWins::new(wins, players) });
            }
        }
        for played in &mut played {
            batch.records.append(&mut played.lines);
            batch.faults.append(&mut played.faults);
        }
        batch
    }

    fn add_summed(&mut self, order: &Order, sums: SpanSums) -> Batch {
        let players = self.plan.schedules[order.table_index].players.count();
        (self.options.on_games)((order.tasks() * players) as u64);
        self.state.sizes[order.table_index].tally.merge(&sums.tally);
        let row = |(task, wins): (usize, ChairWins)| {
            let (line_up, block) = order.task(task);
            BlockRow { players, block, line_up, wins }
        };
        let rows = sums.wins.into_iter().enumerate().map(row).collect();
        Batch { records: sums.records, rows, faults: sums.faults, ..Batch::default() }
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

impl State {
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

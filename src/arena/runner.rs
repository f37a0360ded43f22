//! Plays a plan in parallel, batch by batch, with the same result for any number of threads.
//!
//! Only whole numbers are counted, so the order of counting cannot matter; what depends on the order (block sums,
//! records, stopping, disqualification) is done in index order between batches. The size of a batch follows the clock,
//! but all decisions are made at fixed positions, which depend only on the number of blocks.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::address::BlockAddress;
use super::block::{BlockPlayed, Worker};
use super::index::{EntrantIndex, LineUpIndex, PerChair, TableIndex};
use super::plan::{Goal, Plan};
use super::player::MAX_FAULTS;
use super::state::{Disqualified, RunFault, State, Stopped};
use super::tally::{BlockSums, Tally};
use super::threads::{ThreadsError, WorkThreads};
use crate::bots::BotHost;
use crate::game::Players;

/// About how long a batch should take: short enough to be interrupted, long enough to keep all threads busy.
const BATCH: Duration = Duration::from_millis(200);

/// The most line-ups of blocks in a batch: its memory must not grow with the speed of the machine.
const MAX_TASKS: u64 = 8192;

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
    let mut runner = Runner::new(plan, state, options)?;
    let ended = loop {
        match runner.step(options) {
            RunStep::Finished => break Ended::Finished,
            RunStep::Interrupted => break Ended::Interrupted,
            RunStep::Advanced(batch) => {
                if let ControlFlow::Break(value) = on_batch(&runner.state, batch) {
                    break Ended::Broken(value);
                }
            }
        }
    };
    Ok((runner.state, ended))
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
    /// The results of blocks, for each line-up in index order, if they are kept.
    pub rows: Vec<BlockRow>,
    /// Faults that happened.
    pub faults: Vec<RunFault>,
    /// Entrants that were disqualified after this step.
    pub disqualified: Vec<EntrantIndex>,
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
    state: State,
    threads: WorkThreads,
    workers: Vec<Mutex<Worker>>,
    /// Blocks in the next batch.
    pace: u64,
}

impl<'a> Runner<'a> {
    fn new(plan: &'a Plan, state: State, options: &PlayOptions<'_>) -> Result<Runner<'a>, ThreadsError> {
        let threads = WorkThreads::start(options.threads)?;
        let workers = (0..threads.count()).map(|_| Mutex::new(Worker::new(plan, options.host))).collect();
        Ok(Runner { plan, state, threads, workers, pace: 1 })
    }

    /// Plays the next batch.
    fn step(&mut self, options: &PlayOptions<'_>) -> RunStep {
        let Some(table_index) = self.state.sizes.position(|table| table.stopped.is_none()) else {
            return RunStep::Finished;
        };
        if (options.should_stop)() {
            return RunStep::Interrupted;
        }
        let (first, last) = self.plan.range(table_index);
        let next = self.state.sizes[table_index].next;
        if next >= last {
            self.state.sizes[table_index].stopped = Some(self.reason_at_the_end());
            return self.step(options);
        }
        let position = (first + next_position(next - first)).min(last);
        let line_ups = self.plan.schedules[table_index].line_ups.len() as u64;
        let blocks = options.pace.unwrap_or(self.pace).max(1).min(position - next).min((MAX_TASKS / line_ups).max(1));
        let clock = Instant::now();
        let Some(played) = self.play(table_index, next, blocks, options) else {
            return RunStep::Interrupted;
        };
        self.adapt(clock.elapsed(), blocks);
        let mut batch = self.add(table_index, next, played);
        if next + blocks == position {
            batch.disqualified = self.state.disqualify(table_index, position);
            self.state.sizes[table_index].stopped = self.decide(table_index, position);
        }
        RunStep::Advanced(batch)
    }

    /// Plays blocks in parallel; the results come in index order.
    fn play(
        &self,
        table_index: TableIndex,
        next: u64,
        blocks: u64,
        options: &PlayOptions<'_>,
    ) -> Option<Vec<BlockPlayed>> {
        let schedule = &self.plan.schedules[table_index];
        let (line_ups, games) = (schedule.line_ups.len(), schedule.players.count() as u64);
        let (should_stop, on_games) = (options.should_stop, options.on_games);
        let (plan, state, workers) = (self.plan, &self.state, &self.workers);
        let play_one = |task: usize| {
            let at = BlockAddress {
                table_index,
                line_up: LineUpIndex::new(task % line_ups),
                block: next + (task / line_ups) as u64,
            };
            let thread = WorkThreads::current();
            let mut worker = workers[thread].lock().unwrap_or_else(PoisonError::into_inner);
            let played = worker.play(plan, at, &state.shut_out(at.table_index, at.block), should_stop)?;
            on_games(games);
            Some(played)
        };
        let tasks = blocks as usize * line_ups;
        let played = self.threads.work(|| (0..tasks).into_par_iter().map(play_one).collect::<Option<Vec<_>>>());
        if played.is_none() {
            // An incomplete batch is discarded.
            self.workers.iter().for_each(|worker| {
                worker.lock().unwrap_or_else(PoisonError::into_inner).tallies[table_index] =
                    self.empty_tally(table_index);
            });
        }
        played
    }

    fn empty_tally(&self, table_index: TableIndex) -> Tally {
        Tally::new(&self.plan.schedules[table_index], self.plan.entrants.len())
    }

    /// Adds a batch to the state, in index order.
    fn add(&mut self, table_index: TableIndex, next: u64, played: Vec<BlockPlayed>) -> Batch {
        let schedule = &self.plan.schedules[table_index];
        let empty = self.empty_tally(table_index);
        for worker in &self.workers {
            let mut worker = worker.lock().unwrap_or_else(PoisonError::into_inner);
            self.state.sizes[table_index].tally.merge(&worker.tallies[table_index]);
            worker.tallies[table_index].clone_from(&empty);
        }
        let (mut batch, mut sums) = (Batch::default(), BlockSums::default());
        let line_ups = schedule.line_ups.len();
        for (offset, tables) in (0..).zip(played.chunks(line_ups)) {
            let scores = tables.iter().map(|played| (&played.score, played.digest));
            self.state.sizes[table_index].tally.blocks.add(schedule, next + offset, scores, &mut sums);
            for (line_up, played) in schedule.line_ups.indices().zip(tables).filter(|_| self.plan.keep_blocks) {
                let wins = played.score.wins[..schedule.players.count()].iter().copied().collect();
                batch.rows.push(BlockRow { players: schedule.players.count(), block: next + offset, line_up, wins });
            }
        }
        self.state.sizes[table_index].next = next + (played.len() / line_ups) as u64;
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
        let ideal = BATCH.as_secs_f64() / time.as_secs_f64().max(1e-6) * blocks as f64;
        self.pace = (ideal as u64).clamp(1, 4 * blocks.max(self.pace));
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
fn next_position(blocks: u64) -> u64 {
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

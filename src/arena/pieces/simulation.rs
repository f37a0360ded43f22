//! The policy of the exchange in virtual time: thousands of workers, unequal, unreliable, without a single game.
//!
//! The exchange and the runner are the real ones; answers are empty sums that come when a worker would have played. What is
//! simulated besides is a scheduler that handles one message after the other. The table of `docs/CLUSTER-DASK.md` is written by
//! `KARTENECK_TABLE=FILE cargo test --release --lib write_the_table -- --ignored`.

mod laws;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::exchange::PieceExchange;
use super::handing::Handout;
use super::span::{SpanResult, SpanSums};
use crate::arena::index::TableIndex;
use crate::arena::plan::{Goal, Plan};
use crate::arena::runner::{PlayOptions, play_run};
use crate::arena::schedule::Pairing;
use crate::arena::state::State;
use crate::arena::tally::Tally;
use crate::bots::BotHost;
use crate::game::{Key, Players, Stream};

/// What a cluster is like.
#[derive(Clone, Copy)]
struct World {
    workers: usize,
    /// Games that a worker of speed 1 plays in a second.
    rate: f64,
    /// Speeds are between 1 and so much, evenly spread on a logarithmic scale, and divided by their mean.
    spread: f64,
    /// The seconds that the scheduler needs to pass on a piece or an answer; it does one thing at a time.
    message: f64,
    /// A worker is lost once in so many seconds, and comes back.
    lost_every: f64,
    /// One piece in so many takes ten times as long.
    slow_one_in: u32,
    /// One worker accepts a piece and is never heard of again.
    hangs: bool,
}

const SOLID: World = World {
    workers: 1,
    rate: 2000.0,
    spread: 1.0,
    message: 0.001,
    lost_every: f64::INFINITY,
    slow_one_in: u32::MAX,
    hangs: false,
};

/// How long it takes to notice that a worker is lost, and to get another one, in seconds.
const NOTICED: f64 = 1.0;
const REPLACED: f64 = 10.0;

#[derive(Clone, Copy, PartialEq, Debug)]
struct Outcome {
    seconds: f64,
    /// Games of the run in the time in which all workers could have played so much, as a share.
    efficiency: f64,
    /// Games played or being played in the end that are of no use, as a share of those of the run.
    waste: f64,
    pieces: u64,
}

impl Outcome {
    /// The cells of a row: time, efficiency, waste, pieces.
    fn cells(&self) -> String {
        let time = match self.seconds {
            seconds if seconds < 100.0 => format!("{seconds:.1} s"),
            seconds if seconds < 6000.0 => format!("{:.1} min", seconds / 60.0),
            seconds => format!("{:.1} h", seconds / 3600.0),
        };
        let [efficiency, waste] = [100.0 * self.efficiency, 100.0 * self.waste];
        format!("{time} | {efficiency:.1} % | {waste:.1} % | {}", self.pieces)
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct At(f64);

impl Eq for At {}

impl PartialOrd for At {
    fn partial_cmp(&self, other: &At) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for At {
    fn cmp(&self, other: &At) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Event {
    /// A worker has played its piece, unless it was lost since (its life has another number).
    Played {
        worker: usize,
        life: u32,
    },
    /// The answer of a worker, or the news of its loss, has come through the scheduler.
    Answered {
        id: u64,
        seconds: u64,
    },
    GivenBack {
        id: u64,
    },
    Lost {
        worker: usize,
        life: u32,
    },
    Back {
        worker: usize,
    },
    /// A piece has come to the workers.
    Sent,
    /// A moment to look for late pieces.
    Look,
}

struct Worker {
    speed: f64,
    life: u32,
    plays: Option<(u64, f64)>,
}

struct Simulation<'a> {
    exchange: &'a PieceExchange,
    /// The sums of no game.
    blank: Tally,
    world: World,
    luck: Stream,
    now: f64,
    /// When the scheduler has passed on all that it was given.
    scheduler_free: f64,
    events: BinaryHeap<Reverse<(At, u64, Event)>>,
    number: u64,
    workers: Vec<Worker>,
    idle: VecDeque<usize>,
    /// Pieces on their way to workers, and those that wait for one.
    sent: VecDeque<Handout>,
    waiting: VecDeque<Handout>,
}

impl Simulation<'_> {
    fn chance(&mut self) -> f64 {
        f64::from(self.luck.below(1 << 30)) / f64::from(1 << 30)
    }

    fn at(&mut self, when: f64, event: Event) {
        self.number += 1;
        self.events.push(Reverse((At(when), self.number, event)));
    }

    /// The scheduler passes something on.
    fn pass_on(&mut self, event: Event) {
        self.scheduler_free = self.scheduler_free.max(self.now) + self.world.message;
        self.at(self.scheduler_free, event);
    }

    fn hand_out(&mut self) {
        for _ in 0..self.exchange.wanted() {
            let now = Duration::from_secs_f64(self.now);
            let Some(piece) = self.exchange.next(now, Duration::from_secs(60)) else { break };
            self.sent.push_back(piece);
            self.pass_on(Event::Sent);
        }
    }

    /// Gives pieces to workers that have none.
    fn assign(&mut self) {
        while let Some(piece) = self.waiting.pop_front() {
            let Some(worker) = self.idle.pop_front() else {
                self.waiting.push_front(piece);
                return;
            };
            let slow = self.world.slow_one_in < u32::MAX && self.luck.below(self.world.slow_one_in) == 0;
            let speed = self.workers[worker].speed / if slow { 10.0 } else { 1.0 };
            let seconds = piece.games as f64 / (self.world.rate * speed);
            self.workers[worker].plays = Some((piece.id, seconds));
            let life = self.workers[worker].life;
            if !(self.world.hangs && worker == 0) {
                self.at(self.now + seconds, Event::Played { worker, life });
            }
        }
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Played { worker, life } => {
                if self.workers[worker].life == life
                    && let Some((id, seconds)) = self.workers[worker].plays.take()
                {
                    self.idle.push_back(worker);
                    self.pass_on(Event::Answered { id, seconds: (seconds * 1e9) as u64 });
                }
            }
            Event::Answered { id, seconds } => self.answer(id, Duration::from_nanos(seconds)),
            Event::GivenBack { id } => self.exchange.give_back(id),
            Event::Lost { worker, life } => {
                if self.workers[worker].life == life {
                    self.lose(worker);
                }
            }
            Event::Back { worker } => {
                self.idle.push_back(worker);
                self.fear(worker);
            }
            Event::Sent => self.waiting.extend(self.sent.pop_front()),
            Event::Look => self.at(self.now + 1.0, Event::Look),
        }
        self.assign();
        self.hand_out();
    }

    fn lose(&mut self, worker: usize) {
        self.idle.retain(|&idle| idle != worker);
        let lost = &mut self.workers[worker];
        lost.life += 1;
        if let Some((id, _)) = lost.plays.take() {
            self.at(self.now + NOTICED, Event::GivenBack { id });
        }
        self.at(self.now + REPLACED, Event::Back { worker });
    }

    /// Says when a worker will be lost.
    fn fear(&mut self, worker: usize) {
        if self.world.lost_every.is_finite() {
            let when = self.now - self.world.lost_every * libm::log(1.0 - self.chance());
            let life = self.workers[worker].life;
            self.at(when, Event::Lost { worker, life });
        }
    }

    /// Answers a piece with empty sums.
    fn answer(&mut self, id: u64, time: Duration) {
        let mut desk = self.exchange.lock();
        let Some(handed) = desk.handed.remove(id) else {
            desk.leftover.remove(&id);
            return;
        };
        if handed.copies > 1 {
            desk.leftover.insert(id, handed.copies - 1);
        }
        desk.pace.note(handed.tasks, time);
        let blank = || {
            let tally = self.blank.clone();
            SpanResult::Sums(Box::new(SpanSums { tally, wins: Vec::new(), records: Vec::new(), faults: Vec::new() }))
        };
        desk.spans.finish(handed.spans, std::iter::repeat_with(blank));
        drop(desk);
        self.exchange.nudge();
    }

    /// Plays until so many games are taken.
    fn run(&mut self, taken: &AtomicU64, enough: u64) {
        for worker in 0..self.workers.len() {
            self.idle.push_back(worker);
            self.fear(worker);
        }
        self.at(1.0, Event::Look);
        self.hand_out();
        while taken.load(Ordering::Acquire) < enough {
            let Some(Reverse((At(when), _, event))) = self.events.pop() else { break };
            self.now = when;
            self.happen(event);
            drop(self.exchange.settle(Duration::from_secs(60)));
        }
        self.exchange.stop();
    }
}

/// Plays so many games; of a sequential run, which could end at any position, to the first position from there on.
fn simulate(world: World, games: u64, is_sequential: bool, seed: u64) -> Outcome {
    let blocks = games / 2;
    let goal = if is_sequential { Goal::Until { half_width: 1e-9, most: 1 << 30 } } else { Goal::Blocks(vec![blocks]) };
    let entrants = ["greedy", "random"].map(|spec| spec.parse().expect("it is shipped")).to_vec();
    let plan = Plan::new(entrants, Pairing::Fixed, &[Players::ALL[0]], 1_u64, goal).expect("a plan");
    let exchange = PieceExchange::new("simulated");
    exchange.set_workers(world.workers);
    let (taken, ahead) = (AtomicU64::new(0), AtomicU64::new(0));
    let mut luck = Key::new(seed).stream();
    let relative = |rank: usize| libm::pow(world.spread, (rank as f64 + 0.5) / world.workers as f64);
    let mean = (0..world.workers).map(relative).sum::<f64>() / world.workers as f64;
    let mut ranks: Vec<usize> = (0..world.workers).collect();
    (1..ranks.len()).for_each(|end| ranks.swap(end, luck.below(end as u32 + 1) as usize));
    let worker = |rank: usize| Worker { speed: relative(rank) / mean, life: 0, plays: None };
    let mut simulation = Simulation {
        exchange: &exchange,
        blank: Tally::new(&plan.schedules[TableIndex::FIRST], plan.entrants.len()),
        world,
        luck,
        now: 0.0,
        scheduler_free: 0.0,
        events: BinaryHeap::new(),
        number: 0,
        workers: ranks.into_iter().map(worker).collect(),
        idle: VecDeque::new(),
        sent: VecDeque::new(),
        waiting: VecDeque::new(),
    };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let host = BotHost::default();
            let options = PlayOptions { exchange: Some(&exchange), ..PlayOptions::new(1, &host) };
            let watch = |state: &State, batch: crate::arena::runner::Batch| {
                let size = &state.sizes[TableIndex::FIRST];
                if batch.at_position.is_some() && size.next >= blocks {
                    ahead.store(2 * exchange.lock().spans.tasks_ahead(), Ordering::Release);
                    taken.store(2 * size.next, Ordering::Release);
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            };
            let _ = play_run(&plan, State::new(&plan), &options, watch);
            exchange.close();
        });
        simulation.run(&taken, 2 * blocks);
        let used = taken.load(Ordering::Acquire);
        let possible = world.workers as f64 * world.rate * simulation.now;
        Outcome {
            seconds: simulation.now,
            efficiency: used as f64 / possible,
            waste: ahead.load(Ordering::Acquire) as f64 / used as f64,
            pieces: exchange.figures().pieces,
        }
    })
}

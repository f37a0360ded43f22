//! Tries a target many times, with inputs made from its seeds.
//!
//! The work is cut into shares with a stream of random numbers and a pool of inputs each. So the inputs depend on the seed
//! alone, whatever the number of threads.

use std::cell::RefCell;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use karteneck::game::Key;

use crate::mutator::Mutator;
use crate::watchdog::{Desk, look, peak_memory};
use crate::{Seed, Target, Trace};

/// Parts of the work of a target.
const SHARES: u64 = 16;
/// Inputs that a share keeps besides the seeds.
const MAX_KEPT: usize = 300;
/// Findings after which a target is given up.
const MAX_FINDINGS: usize = 20;

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// Inputs of each target.
    pub executions: u64,
    /// How long each target is tried at most.
    pub time: Option<Duration>,
    /// The seed of all changes.
    pub seed: u64,
    /// How many threads try.
    pub threads: usize,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Report {
    /// Inputs tried.
    pub executions: u64,
    /// Those that were understood.
    pub understood: u64,
    /// Kinds of outcomes, over all shares.
    pub outcomes: usize,
    /// How long it took.
    pub time: Duration,
    /// How long the slowest input took, and which it was.
    pub slowest: (Duration, Vec<u8>),
    /// The most memory that the process has had so far, in kilobytes, where the system says.
    pub peak_memory: Option<u64>,
    /// Inputs that broke a law, and how; inputs that ended alike are listed once.
    pub findings: Vec<(Vec<u8>, String)>,
}

thread_local! {
    /// What the last panic of this thread said, while an input is tried on it.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// What the last panic of a thread said that a target started.
static ELSEWHERE: Mutex<String> = Mutex::new(String::new());

/// The name of the threads that try inputs.
const WORKER: &str = "worker";

/// Notes what a panic says and where, instead of printing it; a panic of the runner itself is printed.
fn note_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let is_tried = PANIC.with_borrow_mut(|note| note.as_mut().map(|note| *note = panic.to_string()).is_some());
            match thread::current().name() {
                _ if is_tried => {}
                Some("main" | WORKER) => print(panic),
                _ => *ELSEWHERE.lock().unwrap_or_else(PoisonError::into_inner) = panic.to_string(),
            }
        }));
    });
}

/// Tries an input; a panic is what it says.
fn attempt(target: &Target, input: &[u8]) -> Result<Trace, String> {
    PANIC.set(Some(String::new()));
    let ended = catch_unwind(AssertUnwindSafe(|| (target.attempt)(input)));
    let note = PANIC.take().unwrap_or_default();
    ended.map_err(|_| match note.as_str() {
        // A panic that another thread passed on.
        "" => ELSEWHERE.lock().unwrap_or_else(PoisonError::into_inner).clone(),
        _ => note,
    })
}

/// What all threads share.
struct Work<'a> {
    target: &'a Target,
    seeds: &'a [Seed],
    order: &'a Order,
    started: Instant,
    next_share: AtomicU64,
    tried: AtomicU64,
    understood: AtomicU64,
    slowest: Mutex<(Duration, Vec<u8>)>,
    is_over: AtomicBool,
    outcomes: Mutex<HashSet<Trace>>,
    findings: Mutex<Vec<(Vec<u8>, String)>>,
}

/// Tries the seeds of a target, and changes of them.
///
/// An input that takes too long or too much memory cannot be stopped: it is handed to `give_up` with the reason, which ends
/// the process.
pub fn run_target(target: &Target, seeds: &[Seed], order: &Order, give_up: &dyn Fn(&str, &[Vec<u8>])) -> Report {
    note_panics();
    let work = Work {
        target,
        seeds,
        order,
        started: Instant::now(),
        next_share: AtomicU64::new(0),
        tried: AtomicU64::new(0),
        understood: AtomicU64::new(0),
        slowest: Mutex::default(),
        is_over: AtomicBool::new(false),
        outcomes: Mutex::default(),
        findings: Mutex::default(),
    };
    let desks: Vec<Desk> = (0..order.threads).map(|_| Desk::default()).collect();
    thread::scope(|scope| {
        let worker = |desk| {
            let work = &work;
            let named = thread::Builder::new().name(WORKER.to_owned());
            named.spawn_scoped(scope, move || work.take_shares(desk)).expect("a thread")
        };
        let workers: Vec<_> = desks.iter().map(worker).collect();
        while !workers.iter().all(thread::ScopedJoinHandle::is_finished) {
            if let Some((reason, inputs)) = look(&desks) {
                give_up(reason, &inputs);
            }
            thread::sleep(Duration::from_millis(20));
        }
    });
    work.report()
}

impl Work<'_> {
    fn take_shares(&self, desk: &Desk) {
        loop {
            let share = self.next_share.fetch_add(1, Ordering::Relaxed);
            if share >= SHARES {
                break;
            }
            self.play_share(share, desk);
        }
        desk.leave();
    }

    /// Tries the inputs of one share; the first share tries the seeds as they are, too.
    fn play_share(&self, share: u64, desk: &Desk) {
        let mut pool: Vec<Vec<u8>> = self.seeds.iter().map(|seed| seed.bytes.clone()).collect();
        pool.push(Vec::new());
        if share == 0 {
            for input in &pool {
                self.try_one(input, desk);
            }
        }
        let key = self.target.name.bytes().fold(Key::new(self.order.seed), |key, byte| key.with(u64::from(byte)));
        let key = key.with(share);
        let mut mutator = Mutator::new(key.stream(), self.target.dictionary);
        let mut seen = HashSet::new();
        let fresh = pool.len();
        let count = self.order.executions / SHARES + u64::from(share < self.order.executions % SHARES);
        for _ in 0..count {
            if self.is_over() {
                break;
            }
            // Half of the time a seed, half of the time what was kept.
            let range = if mutator.below(2) == 0 { fresh } else { pool.len() };
            let (base, other) = (mutator.below(range), mutator.below(pool.len()));
            let input = mutator.change(&pool[base], &pool[other]);
            if let Some(trace) = self.try_one(&input, desk)
                && seen.insert(trace)
            {
                keep(&mut pool, input, fresh, &mut mutator);
            }
        }
        self.outcomes.lock().unwrap_or_else(PoisonError::into_inner).extend(seen);
    }

    fn is_over(&self) -> bool {
        let late = self.order.time.is_some_and(|time| self.started.elapsed() >= time);
        late || self.is_over.load(Ordering::Relaxed)
    }

    fn try_one(&self, input: &[u8], desk: &Desk) -> Option<Trace> {
        desk.begin(input);
        let ended = attempt(self.target, input);
        self.note_time(input, desk.end());
        self.tried.fetch_add(1, Ordering::Relaxed);
        let is_understood = ended.as_ref().is_ok_and(|trace| trace.is_understood());
        self.understood.fetch_add(u64::from(is_understood), Ordering::Relaxed);
        ended.map_err(|words| self.add_finding(input, words)).ok()
    }

    fn note_time(&self, input: &[u8], took: Duration) {
        let mut slowest = self.slowest.lock().unwrap_or_else(PoisonError::into_inner);
        if took > slowest.0 {
            *slowest = (took, input.to_vec());
        }
    }

    fn add_finding(&self, input: &[u8], words: String) {
        let mut findings = self.findings.lock().unwrap_or_else(PoisonError::into_inner);
        if findings.iter().all(|(_, other)| Trace::refused(other) != Trace::refused(&words)) {
            findings.push((input.to_vec(), words));
        }
        if findings.len() >= MAX_FINDINGS {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }

    fn report(self) -> Report {
        Report {
            executions: self.tried.into_inner(),
            understood: self.understood.into_inner(),
            outcomes: self.outcomes.into_inner().unwrap_or_else(PoisonError::into_inner).len(),
            time: self.started.elapsed(),
            slowest: self.slowest.into_inner().unwrap_or_else(PoisonError::into_inner),
            peak_memory: peak_memory(),
            findings: self.findings.into_inner().unwrap_or_else(PoisonError::into_inner),
        }
    }
}

/// Keeps an input; if there are too many, in place of another one that is not a seed.
fn keep(pool: &mut Vec<Vec<u8>>, input: Vec<u8>, fresh: usize, mutator: &mut Mutator<'_>) {
    if pool.len() < fresh + MAX_KEPT {
        pool.push(input);
    } else {
        let place = fresh + mutator.below(MAX_KEPT);
        pool[place] = input;
    }
}

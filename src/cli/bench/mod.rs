//! `karteneck bench`: how fast the engine is on this machine.
//!
//! Machines differ, so every figure is also given as a multiple of one bounded draw of the same random generator, measured
//! alternately with it. Machines are shared, and other load can only make work slower, though not all work equally: a busy
//! neighbour on the same core costs a game a third of its speed and a draw, which is bound by latency, a tenth. So
//! everything is measured in many short alternating batches, and the fastest of each counts.

mod comparison;
mod figures;
mod line_up;
mod workload;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;

use super::Failure;
use super::bots::{host_in, tell_logs};
use super::entrants::{seat_entrants, seat_players};
use super::interrupt::Interrupt;
use super::numbers::{count, seconds};
use super::players::parse_players;
use super::progress::Progress;
use super::screen::columns;
use crate::game::Players;
use comparison::{Compared, Earlier};
use figures::{BenchFigure, BenchRow, EngineSpeed};
use line_up::LineUpPace;
use workload::{Draws, Games, Imagining, Rollouts, Workload};

/// Measure the speed of the engine, or of games between entrants, on one core
///
/// With entrants: games between them, every deal in all seatings, for about as long as requested. Without: random games,
/// imagining a whole game from a mid-game view, and random rollouts (imagine, then play to the end). "In draws" is the cost
/// as a multiple of one bounded draw of the same generator, measured in the same run. All work is timed in many short
/// batches, of which the fastest counts: whatever else runs on the machine can only slow them down.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck bench
  karteneck bench --players 2 --seconds 20 --json > before.json
  karteneck bench --players 2 --seconds 20 --compare before.json
  karteneck bench monte-carlo greedy
  valgrind --tool=callgrind karteneck bench tuned heuristic --units 50")]
pub(super) struct Arguments {
    /// Measure games between these instead of the engine; a single one takes all seats
    #[arg(value_name = "ENTRANT")]
    entrants: Vec<String>,
    /// Measure only games of this many players, if it is not the number of entrants
    #[arg(long, value_name = "N", value_parser = parse_players, allow_hyphen_values = true)]
    players: Option<Players>,
    /// How long to measure in total
    #[arg(long, value_name = "T", default_value_t = 6.0, value_parser = seconds, allow_hyphen_values = true)]
    seconds: f64,
    /// Do exactly this much of each kind of work, once and untimed: for profilers that count instructions
    #[arg(long, value_name = "U", conflicts_with_all = ["seconds", "json", "compare"], value_parser = count("units", 1..=u64::MAX),
        allow_hyphen_values = true)]
    units: Option<u64>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    /// Also print the ratios to an earlier measurement of the same work, which --json printed to this file
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(units) = arguments.units {
        return work(arguments, units);
    }
    let budget = Duration::from_secs_f64(arguments.seconds);
    let earlier = arguments.compare.as_deref().map(Earlier::read).transpose()?;
    if !arguments.entrants.is_empty() {
        return bench_entrants(arguments, budget, earlier.as_ref());
    }
    let sizes: Vec<Players> = arguments.players.map_or(Players::ALL.to_vec(), |players| vec![players]);
    // Asked before anything is measured: it may be a file of other work.
    let then = earlier.as_ref().map(|earlier| earlier.engine(&sizes)).transpose()?;
    let progress = Progress::of("", budget.as_millis() as u64);
    let speed = measure(&sizes, budget, &progress);
    drop(progress);
    let ratios = then.map(|then| speed.against(then));
    print(arguments, Compared { speed: &speed, ratios }, earlier.as_ref(), |speed| speed.tables(columns()))
}

/// Prints a measurement.
fn print<T: Serialize>(
    arguments: &Arguments,
    compared: Compared<'_, T>,
    earlier: Option<&Earlier>,
    text: impl FnOnce(&T) -> String,
) -> Result<(), Failure> {
    let text = if arguments.json {
        serde_json::to_string_pretty(&compared)? + "\n"
    } else {
        let ratios = earlier.zip(compared.ratios).map(|(earlier, ratios)| earlier.table(&ratios));
        text(compared.speed) + &ratios.unwrap_or_default()
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// Does a fixed amount of work, so that two builds can be compared by the instructions they execute.
fn work(arguments: &Arguments, units: u64) -> Result<(), Failure> {
    let mut stdout = io::stdout();
    if !arguments.entrants.is_empty() {
        let (players, entrants) = seat_entrants(&arguments.entrants, arguments.players)?;
        let games = line_up::work(players, &entrants, units)?;
        writeln!(stdout, "{games} games of {units} blocks")?;
        return Ok(());
    }
    let sizes: Vec<Players> = arguments.players.map_or(Players::ALL.to_vec(), |players| vec![players]);
    for players in sizes {
        let decisions = Games::new(players).work(units);
        Imagining::new(players).work(units);
        Rollouts::new(players).work(units);
        writeln!(
            stdout,
            "{players} players: {units} random games with {decisions} decisions, imagined games and rollouts"
        )?;
    }
    Ok(())
}

fn bench_entrants(arguments: &Arguments, budget: Duration, earlier: Option<&Earlier>) -> Result<(), Failure> {
    let (players, entrants) = seat_entrants(&arguments.entrants, arguments.players)?;
    let names: Vec<String> = entrants.iter().map(|entrant| entrant.name.clone()).collect();
    let then = earlier.map(|earlier| earlier.line_up(&names)).transpose()?;
    let host = host_in(None, &[])?;
    Interrupt::leave_at_once();
    let line_up = seat_players(&entrants, &host)?;
    let progress = Progress::of("", budget.as_millis() as u64);
    let pace = line_up::measure(players, &entrants, line_up, budget, &|time| progress.set(time.as_millis() as u64));
    drop(progress);
    let pace = pace?;
    let ratios = then.map(|then| pace.against(then));
    print(arguments, Compared { speed: &pace, ratios }, earlier, LineUpPace::text)?;
    tell_logs(&host);
    Ok(())
}

/// One kind of work, and how long it took each time.
struct Timed {
    workload: Box<dyn Workload>,
    batch: u64,
    /// Nanoseconds per unit, batch by batch.
    times: Vec<f64>,
    /// Decisions per unit; the same in every batch.
    decisions: f64,
}

impl Timed {
    fn new(mut workload: Box<dyn Workload>) -> Timed {
        let batch = calibrate(workload.as_mut());
        Timed { workload, batch, times: Vec::new(), decisions: 0.0 }
    }

    /// Does one batch.
    fn measure(&mut self) {
        let batch = time(self.workload.as_mut(), self.batch);
        self.times.push(batch.ns_per_unit());
        self.decisions = batch.decisions as f64 / batch.units as f64;
    }
}

/// Everything measured for one number of players.
struct Bench {
    players: Players,
    games: Timed,
    imagine: Timed,
    rollouts: Timed,
}

impl Bench {
    fn new(players: Players) -> Bench {
        Bench {
            players,
            games: Timed::new(Box::new(Games::new(players))),
            imagine: Timed::new(Box::new(Imagining::new(players))),
            rollouts: Timed::new(Box::new(Rollouts::new(players))),
        }
    }

    fn row(&self, draw_ns: f64) -> BenchRow {
        let figure = |ns: f64| BenchFigure::new(ns, draw_ns);
        let game = undisturbed(&self.games.times);
        BenchRow {
            players: self.players.count(),
            games: figure(game),
            decisions: figure(game / self.games.decisions),
            imagine: figure(undisturbed(&self.imagine.times)),
            rollouts: figure(undisturbed(&self.rollouts.times)),
        }
    }
}

/// The minimum number of times each batch is measured, however short the time.
const MIN_ROUNDS: usize = 3;
/// About how long one batch of work takes.
const BATCH: Duration = Duration::from_millis(1);

fn measure(sizes: &[Players], budget: Duration, progress: &Progress) -> EngineSpeed {
    let mut draws = Draws::default();
    let draw_batch = calibrate(&mut draws);
    let mut draw_times = Vec::new();
    let mut benches: Vec<Bench> = sizes.iter().map(|&players| Bench::new(players)).collect();
    let start = Instant::now();
    let mut rounds = 0;
    while rounds < MIN_ROUNDS || start.elapsed() < budget {
        for bench in &mut benches {
            for timed in [&mut bench.games, &mut bench.imagine, &mut bench.rollouts] {
                draw_times.push(time(&mut draws, draw_batch).ns_per_unit());
                timed.measure();
            }
        }
        rounds += 1;
        progress.set(start.elapsed().as_millis() as u64);
    }
    let draw_ns = undisturbed(&draw_times);
    EngineSpeed { draw_ns, rows: benches.iter().map(|bench| bench.row(draw_ns)).collect() }
}

/// One measured batch of work.
struct BenchBatch {
    time: Duration,
    units: u64,
    decisions: u64,
}

impl BenchBatch {
    fn ns_per_unit(&self) -> f64 {
        self.time.as_nanos() as f64 / self.units as f64
    }
}

fn time<W: Workload + ?Sized>(workload: &mut W, units: u64) -> BenchBatch {
    let start = Instant::now();
    let decisions = workload.work(units);
    BenchBatch { time: start.elapsed(), units, decisions }
}

/// The number of units in a batch.
fn calibrate<W: Workload + ?Sized>(workload: &mut W) -> u64 {
    let mut units = 16;
    loop {
        let time = time(workload, units).time;
        if time > BATCH / 4 {
            return units * BATCH.as_nanos() as u64 / time.as_nanos() as u64 + 1;
        }
        units *= 2;
    }
}

/// What a batch costs when nothing disturbs it.
fn undisturbed(times: &[f64]) -> f64 {
    times.iter().copied().fold(f64::INFINITY, f64::min)
}

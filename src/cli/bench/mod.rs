//! `karteneck bench`: how fast the engine is on this machine.
//!
//! Machines differ, so every figure is also given as a multiple of one bounded draw of the same random generator, measured
//! alternately with it. Machines are shared, and other load can only make work slower, though not all work equally: a busy
//! neighbour on the same core costs a game a third of its speed and a draw, which is bound by latency, a tenth. So
//! everything is measured in many short alternating batches, and the fastest of each counts.

mod line_up;
mod workload;

use std::io::{self, Write};
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
use crate::report::{align, pad, text_width};
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
  karteneck bench --players 2 --seconds 20 --json
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
    #[arg(long, value_name = "U", conflicts_with_all = ["seconds", "json"], value_parser = count("units", 1..=u64::MAX),
        allow_hyphen_values = true)]
    units: Option<u64>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(units) = arguments.units {
        return work(arguments, units);
    }
    let budget = Duration::from_secs_f64(arguments.seconds);
    if !arguments.entrants.is_empty() {
        return bench_entrants(arguments, budget);
    }
    let sizes: Vec<Players> = arguments.players.map_or(Players::ALL.to_vec(), |players| vec![players]);
    let progress = Progress::of("", budget.as_millis() as u64);
    let report = measure(&sizes, budget, &progress);
    drop(progress);
    let text = if arguments.json { serde_json::to_string_pretty(&report)? + "\n" } else { report.tables(columns()) };
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

fn bench_entrants(arguments: &Arguments, budget: Duration) -> Result<(), Failure> {
    let (players, entrants) = seat_entrants(&arguments.entrants, arguments.players)?;
    let host = host_in(None, &[])?;
    Interrupt::leave_at_once();
    let line_up = seat_players(&entrants, &host)?;
    let progress = Progress::of("", budget.as_millis() as u64);
    let pace = line_up::measure(players, &entrants, line_up, budget, &|time| progress.set(time.as_millis() as u64));
    drop(progress);
    let pace = pace?;
    let text = if arguments.json { serde_json::to_string_pretty(&pace)? + "\n" } else { pace.text() };
    io::stdout().write_all(text.as_bytes())?;
    tell_logs(&host);
    Ok(())
}

/// One figure: how long something takes, also in draws.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
struct BenchFigure {
    per_second: f64,
    ns: f64,
    draws: f64,
}

/// The figures for one number of players.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct BenchRow {
    players: usize,
    games: BenchFigure,
    decisions: BenchFigure,
    imagine: BenchFigure,
    rollouts: BenchFigure,
}

/// All figures of a run.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Report {
    draw_ns: f64,
    rows: Vec<BenchRow>,
}

/// The heading of the table.
const HEADING: [&str; 12] = [
    "players",
    "games/s",
    "in draws",
    "decisions/s",
    "ns",
    "in draws",
    "per second",
    "ns",
    "in draws",
    "per second",
    "ns",
    "in draws",
];

/// What columns have in common, with the first and the last of them.
const GROUPS: [(&str, usize, usize); 4] =
    [("random games", 1, 2), ("decisions", 3, 5), ("imagine", 6, 8), ("rollouts", 9, 11)];

impl Report {
    /// Everything in one table, or one below the other where there is less room.
    fn tables(&self, columns: usize) -> String {
        let wide = self.table();
        if wide.lines().all(|line| text_width(line) <= columns) {
            return wide;
        }
        let parts = [
            self.part("random games", "games/s", |row| row.games),
            self.part("decisions", "decisions/s", |row| row.decisions),
            self.part("imagine", "per second", |row| row.imagine),
            self.part("rollouts", "per second", |row| row.rollouts),
        ];
        format!("one bounded draw: {:.2} ns\n{}", self.draw_ns, parts.concat())
    }

    /// One kind of work in a table of its own.
    fn part(&self, title: &str, what: &str, figure: fn(&BenchRow) -> BenchFigure) -> String {
        let heading = ["players", what, "ns", "in draws"].map(str::to_owned).to_vec();
        let row = |row: &BenchRow| {
            let BenchFigure { per_second, ns, draws } = figure(row);
            vec![row.players.to_string(), format!("{per_second:.0}"), format!("{ns:.1}"), format!("{draws:.1}")]
        };
        let rows: Vec<Vec<String>> = [heading].into_iter().chain(self.rows.iter().map(row)).collect();
        format!("\n{title}\n{}", align(&rows))
    }

    fn table(&self) -> String {
        let heading = HEADING.map(str::to_owned).to_vec();
        let rows: Vec<Vec<String>> = [heading].into_iter().chain(self.rows.iter().map(BenchRow::cells)).collect();
        let widths: Vec<usize> = (0..HEADING.len())
            .map(|column| rows.iter().map(|row| text_width(&row[column])).max().unwrap_or(0))
            .collect();
        let groups = GROUPS.map(|(title, first, last)| {
            let width = widths[first..=last].iter().sum::<usize>() + 2 * (last - first);
            format!("{:─^width$}", format!(" {title} "))
        });
        let players = pad("", widths[0]);
        format!("one bounded draw: {:.2} ns\n\n{players}  {}\n{}", self.draw_ns, groups.join("  "), align(&rows))
    }
}

impl BenchRow {
    fn cells(&self) -> Vec<String> {
        let whole = |number: f64| format!("{number:.0}");
        let games = [self.players.to_string(), whole(self.games.per_second), whole(self.games.draws)];
        let others = [&self.decisions, &self.imagine, &self.rollouts];
        let others = others
            .map(|figure| [whole(figure.per_second), format!("{:.1}", figure.ns), format!("{:.1}", figure.draws)]);
        games.into_iter().chain(others.into_iter().flatten()).collect()
    }
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
        let figure = |ns: f64| BenchFigure { per_second: 1e9 / ns, ns, draws: ns / draw_ns };
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

fn measure(sizes: &[Players], budget: Duration, progress: &Progress) -> Report {
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
    Report { draw_ns, rows: benches.iter().map(|bench| bench.row(draw_ns)).collect() }
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

//! `karteneck bench`: how fast the engine is on this machine.
//!
//! Machines differ and are shared, so every figure is also given as a multiple of one bounded draw of the same random
//! generator, measured right beside it; of all measurements the median counts.

mod workload;

use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::Args;
use serde::Serialize;

use super::Failure;
use super::record::parse_players;
use crate::game::Players;
use workload::{Draws, Games, Imagining, Rollouts, Workload};

/// Measure the speed of the engine on one core
///
/// Random games, imagining a whole game from a mid-game view, and random rollouts (imagine, then play to the end). "In
/// draws" is the cost as a multiple of one bounded draw of the same generator, measured in the same run.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck bench
  karteneck bench --players 2 --seconds 20 --json")]
pub(super) struct Arguments {
    /// Measure games of this many players only
    #[arg(long, value_name = "N", value_parser = parse_players)]
    players: Option<Players>,
    /// How long to measure altogether
    #[arg(long, value_name = "T", default_value_t = 6.0, allow_negative_numbers = true)]
    seconds: f64,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let budget = Duration::try_from_secs_f64(arguments.seconds).ok().filter(|budget| !budget.is_zero());
    let Some(budget) = budget else {
        return Err(Failure::Usage(anyhow!("--seconds {}: expected a time above 0", arguments.seconds)));
    };
    let sizes: Vec<Players> = arguments.players.map_or(Players::ALL.to_vec(), |players| vec![players]);
    let report = measure(&sizes, budget);
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print!("{}", report.table());
    }
    Ok(())
}

/// One figure: how long something takes, and how many draws that is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
struct Figure {
    per_second: f64,
    ns: f64,
    draws: f64,
}

/// The figures of one number of players.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Row {
    players: usize,
    games: Figure,
    decisions: Figure,
    imagine: Figure,
    rollouts: Figure,
}

/// All figures of a run.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Report {
    draw_ns: f64,
    rows: Vec<Row>,
}

impl Report {
    fn table(&self) -> String {
        let mut text = format!("one bounded draw: {:.2} ns\n\n", self.draw_ns);
        text += "         ──── random games ────  ───────── decisions ─────────  ─────── imagine ────────  ─────── rollouts ───────\n";
        text += "players     games/s    in draws  decisions/s     ns  in draws  per second      ns  in draws  per second      ns  in draws\n";
        for row in &self.rows {
            text += &format!("{:>7}", row.players);
            text += &format!(" {:>11.0} {:>11.0}", row.games.per_second, row.games.draws);
            for (figure, widths) in [(&row.decisions, (12, 6)), (&row.imagine, (11, 7)), (&row.rollouts, (11, 7))] {
                let (count, ns) = widths;
                text += &format!(" {:>count$.0} {:>ns$.1} {:>9.1}", figure.per_second, figure.ns, figure.draws);
            }
            text += "\n";
        }
        text
    }
}

/// Everything measured for one number of players.
struct Bench {
    players: Players,
    games: Series,
    decisions: Series,
    imagine: Series,
    rollouts: Series,
}

/// How often each batch should be measured at least, however short the time.
const LEAST_ROUNDS: usize = 3;
/// About how long one batch of work takes.
const BATCH: Duration = Duration::from_millis(4);

fn measure(sizes: &[Players], budget: Duration) -> Report {
    let mut draws = Draws::default();
    let draw_batch = calibrate(&mut draws);
    let mut draw_times = Vec::new();
    let mut benches: Vec<(Bench, [Box<dyn Workload>; 3], [u64; 3])> =
        sizes.iter().map(|&players| prepare(players)).collect();
    let start = Instant::now();
    let mut rounds = 0;
    while rounds < LEAST_ROUNDS || start.elapsed() < budget {
        for (bench, workloads, batches) in &mut benches {
            for (index, (workload, &batch)) in workloads.iter_mut().zip(&*batches).enumerate() {
                let draw = time(&mut draws, draw_batch).ns_per_unit();
                let batch = time(workload.as_mut(), batch);
                draw_times.push(draw);
                bench.add(index, &batch, draw);
            }
        }
        rounds += 1;
    }
    Report { draw_ns: median(&mut draw_times), rows: benches.into_iter().map(|(bench, ..)| bench.row()).collect() }
}

fn prepare(players: Players) -> (Bench, [Box<dyn Workload>; 3], [u64; 3]) {
    let mut workloads: [Box<dyn Workload>; 3] =
        [Box::new(Games::new(players)), Box::new(Imagining::new(players)), Box::new(Rollouts::new(players))];
    let batches = workloads.each_mut().map(|workload| calibrate(workload.as_mut()));
    let series = Series::default;
    (Bench { players, games: series(), decisions: series(), imagine: series(), rollouts: series() }, workloads, batches)
}

impl Bench {
    fn add(&mut self, workload: usize, batch: &Batch, draw: f64) {
        match workload {
            0 => {
                self.games.add(batch.ns_per_unit(), draw);
                self.decisions.add(batch.ns / batch.decisions as f64, draw);
            }
            1 => self.imagine.add(batch.ns_per_unit(), draw),
            _ => self.rollouts.add(batch.ns_per_unit(), draw),
        }
    }

    fn row(self) -> Row {
        Row {
            players: self.players.count(),
            games: self.games.figure(),
            decisions: self.decisions.figure(),
            imagine: self.imagine.figure(),
            rollouts: self.rollouts.figure(),
        }
    }
}

/// One measured batch of work.
struct Batch {
    ns: f64,
    units: u64,
    decisions: u64,
}

impl Batch {
    fn ns_per_unit(&self) -> f64 {
        self.ns / self.units as f64
    }
}

fn time<W: Workload + ?Sized>(workload: &mut W, units: u64) -> Batch {
    let start = Instant::now();
    let decisions = workload.work(units);
    Batch { ns: start.elapsed().as_nanos() as f64, units, decisions }
}

/// How many units make a batch.
fn calibrate<W: Workload + ?Sized>(workload: &mut W) -> u64 {
    let mut units = 16;
    loop {
        let batch = time(workload, units);
        if batch.ns > BATCH.as_nanos() as f64 / 4.0 {
            return (BATCH.as_nanos() as f64 / batch.ns_per_unit()).ceil() as u64;
        }
        units *= 2;
    }
}

/// The measurements of one thing: nanoseconds, and multiples of the draw beside each.
#[derive(Default)]
struct Series {
    ns: Vec<f64>,
    draws: Vec<f64>,
}

impl Series {
    fn add(&mut self, ns: f64, draw: f64) {
        self.ns.push(ns);
        self.draws.push(ns / draw);
    }

    fn figure(mut self) -> Figure {
        let ns = median(&mut self.ns);
        Figure { per_second: 1e9 / ns, ns, draws: median(&mut self.draws) }
    }
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

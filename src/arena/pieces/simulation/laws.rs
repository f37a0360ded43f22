//! What the simulation shows about the policy.

use super::{SOLID, World, simulate};

#[test]
fn few_workers_are_busy_nearly_all_the_time() {
    for workers in [1, 2, 3, 16] {
        let outcome = simulate(World { workers, ..SOLID }, 400_000 * workers as u64, false, 1);
        assert!(outcome.efficiency > 0.97, "{workers}: {outcome:?}");
        assert!(outcome.waste < 1e-9, "{workers}: {outcome:?}");
    }
}

#[test]
fn a_sequential_run_wastes_at_most_a_fifth() {
    for workers in [1, 4, 50, 1000] {
        for games in [300, 2_000, 50_000, 3_000_000] {
            let outcome = simulate(World { workers, spread: 4.0, ..SOLID }, games, true, games);
            assert!(outcome.waste <= 0.2, "{workers} workers, {games} games: {outcome:?}");
        }
    }
}

#[test]
fn a_worker_that_hangs_and_others_that_fail_stop_nothing() {
    let world = World { workers: 40, spread: 4.0, lost_every: 60.0, slow_one_in: 100, hangs: true, ..SOLID };
    for is_sequential in [false, true] {
        let outcome = simulate(world, 10_000_000, is_sequential, 5);
        assert!(outcome.efficiency > 0.5, "{outcome:?}");
        assert!(outcome.waste <= 0.2, "{outcome:?}");
    }
}

#[test]
fn a_slow_scheduler_gets_longer_pieces() {
    let world = World { workers: 3000, spread: 2.0, ..SOLID };
    let outcome = simulate(world, 300_000_000, false, 2);
    assert!(outcome.efficiency > 0.6, "{outcome:?}");
}

/// The seconds that 100 blocks took with so many workers of `--local`: the bot sleeps 30 ms before each move, so that other work on the machine
/// matters little (`docs/CLUSTER-DASK.md`).
const MEASURED: [(usize, f64); 3] = [(1, 85.62), (2, 41.96), (3, 29.42)];

#[test]
fn two_and_three_local_workers_are_as_measured() {
    let [(_, alone), others @ ..] = MEASURED;
    let seconds = |workers| simulate(World { workers, rate: 200.0 / alone, ..SOLID }, 200, false, 1).seconds;
    for (workers, together) in others {
        let efficiency = |alone: f64, together: f64| alone / (workers as f64 * together);
        let (simulated, measured) = (efficiency(seconds(1), seconds(workers)), efficiency(alone, together));
        assert!((simulated / measured - 1.0).abs() < 0.05, "{workers} workers: {simulated} and {measured}");
    }
}

/// The cluster of the table: unequal workers, each lost once an hour, and a piece in a thousand that takes ten times as long.
const COMMON: World = World { spread: 4.0, lost_every: 3600.0, slow_one_in: 1000, ..SOLID };

#[test]
fn a_sequential_run_of_seconds_uses_most_of_a_hundred_workers() {
    let outcome = simulate(World { workers: 100, ..COMMON }, 1_000_000, true, 1);
    assert!(outcome.efficiency > 0.5, "{outcome:?}");
}

#[test]
fn ten_thousand_workers_share_a_minute_of_work() {
    let outcome = simulate(World { workers: 10_000, ..COMMON }, 1_000_000_000, false, 1);
    assert!(outcome.efficiency > 0.3, "{outcome:?}");
}

/// The table of the documentation.
#[test]
#[ignore = "takes minutes, and writes a table only if asked for"]
fn write_the_table() {
    let Some(file) = std::env::var_os("KARTENECK_TABLE") else { return };
    let head = "| workers | games | goal | time | efficiency | waste | pieces |\n|---|---|---|---|---|---|---|";
    let mut rows = vec![head.to_owned()];
    for workers in [2, 10, 100, 1000, 3000, 10_000] {
        for (power, games) in [("10⁶", 1_000_000), ("10⁸", 100_000_000), ("10⁹", 1_000_000_000)] {
            for is_sequential in [false, true] {
                let outcome = simulate(World { workers, ..COMMON }, games, is_sequential, 1);
                let goal = if is_sequential { "sequential" } else { "fixed" };
                rows.push(format!("| {workers} | {power} | {goal} | {} |", outcome.cells()));
                std::fs::write(&file, rows.join("\n") + "\n").expect("written");
            }
        }
    }
}

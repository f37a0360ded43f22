//! How often 95 % intervals contain the truth: every quantity, share, number of blocks and players, and several ways in
//! which the games of a deal may depend on each other.
//!
//! `cargo run --release --example coverage -- 2000 1` (runs per cell, seed) prints the tables of `docs/COVERAGE.md`.

mod oracle;
mod study;

use karteneck::game::Key;
use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, Normal};
use study::{Contest, Covered, MODELS, Model, QUANTITIES};

const SHARES: [f64; 13] = [0.005, 0.01, 0.02, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95, 0.98, 0.99, 0.995];
const BLOCKS: [u64; 4] = [10, 20, 40, 160];
/// The quantity whose distribution is known exactly.
const WIN: usize = 0;
/// The probability that any cell is flagged as too low although all cover 95 %.
const JOINT: f64 = 0.001;

fn contests() -> Vec<Contest> {
    let mut contests = Vec::new();
    for model in MODELS {
        for blocks in BLOCKS {
            for players in [2, 4, 6] {
                contests.extend(SHARES.map(|share| Contest::table(model, players, blocks, share)));
            }
            contests.extend(SHARES.map(|share| Contest::round_robin(model, blocks, share)));
        }
    }
    contests
}

/// A row of a table: cells that differ only in their share.
fn row(cells: &[(Contest, Covered)], quantity: usize, limits: [f64; 2]) -> String {
    let first = &cells[0].0;
    let field = if first.is_round_robin() { "2, round robin of 4".to_owned() } else { first.players.to_string() };
    let cell = |(contest, covered): &(Contest, Covered)| {
        let share = covered.share(quantity);
        let mark = if share < limits[0] {
            " **low**"
        } else if contest.expected(quantity) < 5.0 {
            "′"
        } else if share > limits[1] {
            "+"
        } else {
            ""
        };
        let digits = if QUANTITIES[quantity] == "rating" { 0 } else { 3 };
        let width = covered.width(quantity).map_or_else(|| "∞".to_owned(), |width| format!("{width:.digits$}"));
        format!(" {:.1}{mark} ({width}) |", 100.0 * share)
    };
    format!("| {:?} | {field} | {} |{}\n", first.model, first.blocks, cells.iter().map(cell).collect::<String>())
}

fn summary(cells: &[(Contest, Covered)], quantity: usize, limits: [f64; 2]) -> String {
    let share = |cell: &&(Contest, Covered)| cell.1.share(quantity);
    let least = cells.iter().map(|cell| share(&cell)).fold(1.0, f64::min);
    let frequent: Vec<_> = cells.iter().filter(|(contest, _)| contest.expected(quantity) >= 5.0).collect();
    let mean = frequent.iter().map(share).sum::<f64>() / frequent.len() as f64;
    let low = cells.iter().filter(|cell| share(cell) < limits[0]).count();
    let over = frequent.iter().filter(|cell| share(cell) > limits[1]).count();
    format!(
        "| {} | {} | {:.1} % | {low} | {:.1} % | {over} of {} |\n",
        QUANTITIES[quantity],
        cells.len(),
        100.0 * least,
        100.0 * mean,
        frequent.len()
    )
}

/// Where intervals cover more than promised although wins and losses are frequent: a row per model and number of blocks.
fn above(cells: &[(Contest, Covered)], limits: [f64; 2]) -> String {
    let row = |(model, blocks): (Model, u64)| {
        let here: Vec<_> = cells.iter().filter(|cell| (cell.0.model, cell.0.blocks) == (model, blocks)).collect();
        let of = |quantity: usize| {
            let frequent: Vec<_> = here.iter().filter(|cell| cell.0.expected(quantity) >= 5.0).collect();
            let over = frequent.iter().filter(|cell| cell.1.share(quantity) > limits[1]).count();
            format!(" {over} of {} |", frequent.len())
        };
        format!("| {model:?} | {blocks} |{}\n", (0..QUANTITIES.len()).map(of).collect::<String>())
    };
    MODELS.into_iter().flat_map(|model| BLOCKS.map(|blocks| (model, blocks))).map(row).collect()
}

/// How many of the cells above are above even for one who knows how the games of a deal depend on each other, and how much
/// wider the intervals are than 1.96 standard deviations to either side: a row per model and number of blocks.
fn unavoidable(cells: &[(Contest, Covered)], limits: [f64; 2]) -> String {
    let row = |(model, blocks): (Model, u64)| {
        let frequent = |cell: &&(Contest, Covered)| cell.0.expected(WIN) >= 5.0;
        let here = cells.iter().filter(|cell| (cell.0.model, cell.0.blocks) == (model, blocks)).filter(frequent);
        let here: Vec<_> = here.map(|(contest, covered)| (oracle::wins_of_run(contest), covered)).collect();
        let count =
            |is_above: &dyn Fn(&(oracle::Wins, &Covered)) -> bool| here.iter().filter(|cell| is_above(cell)).count();
        let ours = |cell: &(oracle::Wins, &Covered)| cell.1.share(WIN) > limits[1];
        let exact = |cell: &(oracle::Wins, &Covered)| oracle::coverage(&cell.0, false) > limits[1];
        let middle = |cell: &(oracle::Wins, &Covered)| oracle::coverage(&cell.0, true) > limits[1];
        // Where all blocks score the same there is nothing to compare with.
        let ratio = |(wins, covered): &(oracle::Wins, &Covered)| {
            let possible = Some(3.92 * oracle::deviation(wins)).filter(|&width| width > 1e-3);
            Some(covered.width(WIN)? / possible?)
        };
        let ratios: Vec<f64> = here.iter().filter_map(ratio).collect();
        let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
        format!(
            "| {model:?} | {blocks} | {} | {} | {} | {} | {} | {mean:.2} | {:.2} |\n",
            here.len(),
            count(&ours),
            count(&exact),
            count(&middle),
            count(&|cell| ours(cell) && !exact(cell)),
            ratios.iter().copied().fold(0.0, f64::max)
        )
    };
    MODELS.into_iter().flat_map(|model| BLOCKS.map(|blocks| (model, blocks))).map(row).collect()
}

fn main() {
    let arguments: Vec<u64> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let (runs, seed) = (arguments.first().copied().unwrap_or(2000), arguments.get(1).copied().unwrap_or(1));
    eprintln!("{runs} runs in each of {} cells: this takes some minutes", contests().len());
    let cells: Vec<(Contest, Covered)> = contests()
        .into_par_iter()
        .enumerate()
        .map(|(number, contest)| {
            let covered = contest.cover(runs, Key::new(seed).with(number as u64).stream());
            (contest, covered)
        })
        .collect();
    let tests = (cells.len() * QUANTITIES.len()) as f64;
    let bound = Normal::standard().inverse_cdf(1.0 - JOINT / tests) * (0.95_f64 * 0.05 / runs as f64).sqrt();
    let limits = [0.95 - bound, 0.95 + bound];
    println!(
        "{runs} runs per cell, seed {seed}. At a joint level of 0.1 % over {tests} cells, a cell covers too little below"
    );
    println!("{:.2} % and too much above {:.2} %.\n", 100.0 * limits[0], 100.0 * limits[1]);
    println!(
        "| quantity | cells | lowest coverage | too low | mean, 5 wins and losses or more expected | of these above |"
    );
    println!("|---|---|---|---|---|---|");
    (0..QUANTITIES.len()).for_each(|quantity| print!("{}", summary(&cells, quantity, limits)));
    println!("\nCells above the upper limit, of those in which five wins and losses or more are expected:\n");
    println!("| games of a deal | blocks | {} |\n|---|---|{}", QUANTITIES.join(" | "), "---|".repeat(QUANTITIES.len()));
    print!("{}", above(&cells, limits));
    println!(
        "\nWin rates against what is possible, in the cells in which five wins and losses or more are expected:\n"
    );
    println!(
        "| games of a deal | blocks | cells | above | … for an oracle | … by mid-P | ours but not the oracle's | width, mean | at most |"
    );
    println!("|---|---|---|---|---|---|---|---|---|\n{}", unavoidable(&cells, limits).trim_end());
    for (quantity, name) in QUANTITIES.iter().enumerate() {
        println!("\n### {name}\n\nCoverage in percent, in brackets the mean width of the intervals with two ends.\n");
        let shares = SHARES.map(|share| share.to_string()).join(" | ");
        println!("| games of a deal | players | blocks | {shares} |\n|---|---|---|{}", "---|".repeat(SHARES.len()));
        cells.chunks(SHARES.len()).for_each(|cells| print!("{}", row(cells, quantity, limits)));
    }
}

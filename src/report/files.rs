//! The CSV files of a run. Their columns are described in `docs/RESULTS.md`.

use super::Results;
use super::csv_table::{CsvTable, ends};
use super::number::{fixed, rate, ratio};
use super::standing::{Standing, all_standings};
use crate::arena::{Counter, Fate, LEVEL, PORTION_VALUES};
use crate::game::{LOWEST_VALUE, Portion};
use crate::runs::RESULT_FILES;
use crate::statistics::proportion;

/// All CSV files of a run: names and bytes.
pub fn csv_files(results: &Results<'_>) -> Vec<(&'static str, Vec<u8>)> {
    files_with(results, &all_standings(results))
}

/// All CSV files, with standings that were made before: they are what takes time.
pub(super) fn files_with(results: &Results<'_>, standings: &[Vec<Standing>]) -> Vec<(&'static str, Vec<u8>)> {
    let others = [matchups_csv, portions_csv, seats_csv, lineups_csv, histograms_csv].map(|file| file(results));
    let sheets = [standings_csv(results, standings)].into_iter().chain(others);
    RESULT_FILES.into_iter().zip(sheets).map(|(name, csv_table)| (name, csv_table.finish())).collect()
}

/// The counters that have a column of their own name in the standings; all others follow them.
const NAMED: [Counter; 2] = [Counter::Steals, Counter::StolenFrom];

fn standings_csv(results: &Results<'_>, standings: &[Vec<Standing>]) -> CsvTable {
    let others = Counter::ALL.into_iter().filter(|counter| !NAMED.contains(counter));
    let header = "players rank entrant games wins win_rate win_rate_low win_rate_high variance_reduction mean_worms mean_worms_low \
                  mean_worms_high sd_worms mean_place rating rating_low rating_high tie_group steals_per_game stolen_from_per_game \
                  invalid_passes_per_game faults";
    let header = header.split_whitespace().map(str::to_owned);
    let mut csv_table =
        CsvTable::new(header.chain(others.clone().map(|counter| format!("{}_per_game", counter.name()))));
    for (size, rows) in standings.iter().enumerate() {
        for row in rows {
            let tally = &results.state.sizes[size].tally.entrants[row.entrant];
            let per_game = |count: u64| fixed(ratio(count, row.games), 6);
            let [low, high] = ends(row.interval, 6);
            let [worms_low, worms_high] = ends(row.worms_interval, 4);
            let [rating_low, rating_high] = ends(row.rating_interval, 1);
            let invalid = tally.counter(Counter::ChosenInvalidPasses) + tally.counter(Counter::ForcedInvalidPasses);
            let fields = [
                row.players.to_string(),
                row.rank.to_string(),
                results.plan.entrants[row.entrant].name.clone(),
                row.games.to_string(),
                row.wins.to_string(),
                rate(row.win_rate),
                low,
                high,
                fixed(row.variance_reduction, 3),
                fixed(row.mean_worms, 4),
                worms_low,
                worms_high,
                fixed(row.sd_worms, 4),
                fixed(row.mean_place, 4),
                fixed(row.rating, 1),
                rating_low,
                rating_high,
                row.tie_group.clone(),
                per_game(tally.counter(Counter::Steals)),
                per_game(tally.counter(Counter::StolenFrom)),
                per_game(invalid),
                tally.faults.to_string(),
            ];
            csv_table.row(fields.into_iter().chain(others.clone().map(|counter| per_game(tally.counter(counter)))));
        }
    }
    csv_table
}

fn matchups_csv(results: &Results<'_>) -> CsvTable {
    let mut csv_table = CsvTable::new(
        "players entrant opponent games ahead ahead_rate ahead_low ahead_high mean_worm_margin mean_worm_margin_low \
         mean_worm_margin_high steals"
            .split_whitespace(),
    );
    let names = &results.plan.entrants;
    for (schedule, state) in results.plan.schedules.iter().zip(&results.state.sizes) {
        let blocks = &state.tally.blocks;
        for one in 0..names.len() {
            for other in 0..names.len() {
                let meetings = schedule.meetings_per_block(one, other);
                if one == other || meetings == 0 {
                    continue;
                }
                let (games, ahead) = (meetings * blocks.count, blocks.ahead[one][other]);
                let [low, high] = ends(proportion(&ahead, meetings, LEVEL), 6);
                let margins = &blocks.margins[one][other];
                let margin = margins.mean().map(|margin| margin / meetings as f64);
                let [margin_low, margin_high] = ends(blocks.margin_interval(schedule, one, other), 4);
                csv_table.row([
                    schedule.players.to_string(),
                    names[one].name.clone(),
                    names[other].name.clone(),
                    games.to_string(),
                    ahead.sum.to_string(),
                    rate(ratio(ahead.sum.unsigned_abs(), games)),
                    low,
                    high,
                    fixed(margin, 4),
                    margin_low,
                    margin_high,
                    state.tally.steals[one][other].to_string(),
                ]);
            }
        }
    }
    csv_table
}

/// The portion with a place among all values.
pub(super) fn portion_at(value: usize) -> Portion {
    let value = if value == 0 { 0 } else { LOWEST_VALUE + value as u8 - 1 };
    Portion::of_value(value).expect("a place among the values is that of a portion")
}

fn portions_csv(results: &Results<'_>) -> CsvTable {
    let mut csv_table = CsvTable::new(
        "players entrant portion worms turned_up taken_menu taken_invalid stolen lost kept worms_gained".split(' '),
    );
    for (schedule, state) in results.plan.schedules.iter().zip(&results.state.sizes) {
        for (number, entrant) in results.plan.entrants.iter().enumerate() {
            let tally = &state.tally.entrants[number];
            for value in 0..PORTION_VALUES {
                let portion = portion_at(value);
                let worms = u64::from(results.plan.edition.worms(portion));
                let turned_up = state.tally.turned_up(schedule, number, value).to_string();
                let fates = [turned_up].into_iter().chain(Fate::ALL.map(|fate| tally.fate(value, fate).to_string()));
                let first =
                    [schedule.players.to_string(), entrant.name.clone(), portion.to_string(), worms.to_string()];
                let gained = (tally.fate(value, Fate::Kept) * worms).to_string();
                csv_table.row(first.into_iter().chain(fates).chain([gained]));
            }
        }
    }
    csv_table
}

fn seats_csv(results: &Results<'_>) -> CsvTable {
    let mut csv_table = CsvTable::new("players entrant seat games wins win_rate".split(' '));
    for (schedule, state) in results.plan.schedules.iter().zip(&results.state.sizes) {
        for (entrant, tally) in results.plan.entrants.iter().zip(&state.tally.entrants) {
            for (seat, counts) in tally.seats.iter().enumerate() {
                csv_table.row([
                    schedule.players.to_string(),
                    entrant.name.clone(),
                    seat.to_string(),
                    counts.games.to_string(),
                    counts.wins.to_string(),
                    rate(ratio(counts.wins, counts.games)),
                ]);
            }
        }
    }
    csv_table
}

fn lineups_csv(results: &Results<'_>) -> CsvTable {
    let mut csv_table = CsvTable::new(
        "players lineup chair entrant games wins win_rate win_rate_low win_rate_high mean_worms mean_worms_low \
                    mean_worms_high"
            .split_whitespace(),
    );
    for (schedule, state) in results.plan.schedules.iter().zip(&results.state.sizes) {
        let seats = schedule.players.count() as u64;
        let games = seats * state.tally.blocks.count;
        for (number, (line_up, tally)) in schedule.line_ups.iter().zip(&state.tally.blocks.line_ups).enumerate() {
            for (chair, &entrant) in line_up.iter().enumerate() {
                let wins = &tally.wins[chair];
                let [low, high] = ends(proportion(wins, seats, LEVEL), 6);
                let worms = &tally.worms[chair];
                let [worms_low, worms_high] = ends(state.tally.blocks.chair_worms_interval(schedule, number, chair), 4);
                csv_table.row([
                    seats.to_string(),
                    number.to_string(),
                    chair.to_string(),
                    results.plan.entrants[entrant].name.clone(),
                    games.to_string(),
                    wins.sum.to_string(),
                    rate(ratio(wins.sum.unsigned_abs(), games)),
                    low,
                    high,
                    fixed(worms.mean().map(|worms| worms / seats as f64), 4),
                    worms_low,
                    worms_high,
                ]);
            }
        }
    }
    csv_table
}

fn histograms_csv(results: &Results<'_>) -> CsvTable {
    let mut csv_table = CsvTable::new("players entrant statistic value count".split(' '));
    for (schedule, state) in results.plan.schedules.iter().zip(&results.state.sizes) {
        for (entrant, tally) in results.plan.entrants.iter().zip(&state.tally.entrants) {
            let places: Vec<u64> = [0].into_iter().chain(tally.places.iter().copied()).collect();
            let all = [
                ("worms", &tally.worms),
                ("place", &places),
                ("cards_laid", &tally.lay_sizes),
                ("pass_total", &tally.pass_totals),
            ];
            for (statistic, counts) in all {
                for (value, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                    let (value, count) = (value.to_string(), count.to_string());
                    csv_table.row([&schedule.players.to_string(), &entrant.name, statistic, &value, &count]);
                }
            }
        }
    }
    csv_table
}

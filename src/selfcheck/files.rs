//! The files of results: rates, means and intervals follow from the sums, game by game and block by block.

use std::collections::BTreeMap;

use super::broken::{Broken, holds, near};
use super::lab::{Ran, plan, play, trouble};
use crate::arena::{Chair, EntrantIndex, LEVEL, LineUp, Pairing, PerEntrant, Plan, Schedule, SizeState, TableIndex};
use crate::statistics::{Difference, Sample, Share, holm, proportion};
use crate::tables::{Results, csv_files};

/// One row of a file, by column.
struct StandingRow {
    place: String,
    fields: BTreeMap<String, String>,
}

impl StandingRow {
    /// Whether a column has a number, up to the rounding of its digits; an empty field is not a number.
    fn says(&self, column: &str, expected: f64) -> Result<(), Broken> {
        let field = self.fields.get(column).map_or("", String::as_str);
        let rounding = 0.6 * 10_f64.powi(-(field.split_once('.').map_or(0, |(_, digits)| digits.len()) as i32));
        near(&format!("{}, {column}", self.place), expected, field.parse().unwrap_or(f64::NAN), rounding)
    }

    /// Whether two columns have the interval of a share, from the successes in each block.
    fn says_interval(&self, columns: [&str; 2], successes: &Sample, trials: u64) -> Result<(), Broken> {
        let interval = proportion(successes, trials, LEVEL);
        self.says(columns[0], interval.map_or(f64::NAN, |interval| interval.low))?;
        self.says(columns[1], interval.map_or(f64::NAN, |interval| interval.high))
    }

    fn is(&self, wanted: &[(&str, &str)]) -> bool {
        wanted.iter().all(|(column, value)| self.fields.get(*column).is_some_and(|field| field == value))
    }
}

/// All rows of a file.
fn rows(name: &str, bytes: &[u8]) -> Result<Vec<StandingRow>, Broken> {
    let mut reader = csv::Reader::from_reader(bytes);
    let read: Result<Vec<BTreeMap<String, String>>, _> = reader.deserialize().collect();
    let rows = read.map_err(|error| trouble(name, error))?;
    let row = |(number, fields)| StandingRow { place: format!("{name}, row {}", number + 1), fields };
    Ok(rows.into_iter().enumerate().map(row).collect())
}

/// The row in which some columns have these values.
fn find<'a>(rows: &'a [StandingRow], wanted: &[(&str, &str)]) -> Result<&'a StandingRow, Broken> {
    let row = rows.iter().find(|row| row.is(wanted));
    row.ok_or_else(|| Broken::new("files of results", format!("a row with {wanted:?}"), "none"))
}

/// The files of a small run say what follows from its sums.
pub(super) fn follow_from_sums() -> Result<String, Broken> {
    // Two similar heuristics, and two weaker entrants.
    let field = ["random", "greedy", "heuristic", "heuristic:tempo=0.81"];
    let plan = Plan { keep_every: 0, ..plan(&field, &[2, 4], Pairing::RoundRobin, (0, 30))? };
    let ran = play(&plan, 2)?;
    let state = &ran.state;
    let files: BTreeMap<&str, Vec<u8>> = csv_files(&Results { plan: &plan, state }).into_iter().collect();
    let read = |name: &str| rows(name, files.get(name).map_or(&[], Vec::as_slice));
    let (standings, matchups) = (read("standings.csv")?, read("matchups.csv")?);
    let (seats, line_ups) = (read("seats.csv")?, read("lineups.csv")?);
    for (table_index, state) in state.sizes.entries() {
        for entrant in plan.entrants.indices() {
            standing(&plan, table_index, state, entrant, &standings)?;
            on_seats(&plan, table_index, state, entrant, &seats)?;
            for opponent in plan.entrants.indices().filter(|&opponent| opponent != entrant) {
                matchup(&plan, table_index, state, [entrant, opponent], &matchups)?;
            }
        }
        in_line_ups(&plan, table_index, state, &line_ups)?;
        tie_groups(&plan, table_index, &ran, &standings)?;
    }
    in_order(&standings)?;
    Ok(format!("{} rows", standings.len() + matchups.len() + seats.len() + line_ups.len()))
}

fn standing(
    plan: &Plan,
    table_index: TableIndex,
    state: &SizeState,
    entrant: EntrantIndex,
    rows: &[StandingRow],
) -> Result<(), Broken> {
    let (tally, blocks) = (&state.tally.entrants[entrant], &state.tally.blocks);
    let players = plan.schedules[table_index].players.to_string();
    let row = find(rows, &[("players", &players), ("entrant", &plan.entrants[entrant].name)])?;
    let games = tally.games as f64;
    row.says("games", games)?;
    row.says("wins", tally.wins as f64)?;
    row.says("win_rate", tally.wins as f64 / games)?;
    // Only one seat can win, even if an entrant has several at a table: there are as many trials as games at the table,
    // and each seat has a share of them.
    let schedule = &plan.schedules[table_index];
    let seats = schedule.seats_per_block(entrant);
    let tables = games_at_tables(schedule, entrant);
    let interval = proportion(&blocks.wins[entrant], tables, LEVEL);
    let factor = tables as f64 / seats as f64;
    row.says("win_rate_low", interval.map_or(f64::NAN, |interval| factor * interval.low))?;
    row.says("win_rate_high", interval.map_or(f64::NAN, |interval| factor * interval.high))?;
    // From the histograms: the sum of value times games, and of its square.
    let moment = |counts: &[u64], power: i32, from: f64| {
        let term = |(value, &count): (usize, &u64)| (value as f64 + from).powi(power) * count as f64;
        counts.iter().enumerate().map(term).sum::<f64>()
    };
    let mean = moment(&tally.worms, 1, 0.0) / games;
    row.says("mean_worms", mean)?;
    row.says("sd_worms", ((moment(&tally.worms, 2, 0.0) - games * mean * mean) / (games - 1.0)).sqrt())?;
    row.says("mean_place", moment(&tally.places, 1, 1.0) / games)?;
    let stolen: u64 = state.tally.steals[entrant].iter().sum();
    row.says("steals_per_game", stolen as f64 / games)
}

fn matchup(
    plan: &Plan,
    table_index: TableIndex,
    state: &SizeState,
    pair: [EntrantIndex; 2],
    rows: &[StandingRow],
) -> Result<(), Broken> {
    let (schedule, blocks) = (&plan.schedules[table_index], &state.tally.blocks);
    let names = pair.map(|entrant| plan.entrants[entrant].name.as_str());
    let players = schedule.players.to_string();
    let row = find(rows, &[("players", &players), ("entrant", names[0]), ("opponent", names[1])])?;
    let seats = |line_up: &LineUp, entrant| line_up.iter().filter(|&&chair| chair == entrant).count();
    let tables = schedule.line_ups.iter().map(|line_up| seats(line_up, pair[0]) * seats(line_up, pair[1]));
    let meetings = (tables.sum::<usize>() * schedule.players.count()) as u64;
    let (games, ahead) = ((meetings * blocks.count) as f64, &blocks.ahead[pair[0]][pair[1]]);
    row.says("games", games)?;
    row.says("ahead", ahead.sum as f64)?;
    row.says("ahead_rate", ahead.sum as f64 / games)?;
    row.says_interval(["ahead_low", "ahead_high"], ahead, meetings)?;
    row.says("steals", state.tally.steals[pair[0]][pair[1]] as f64)?;
    // Margins follow from the worms of the line-ups, chair by chair.
    let mut margin = 0;
    for (line_up, tally) in schedule.line_ups.iter().zip(&blocks.line_ups) {
        let worms = |chair: Chair| tally.worms[chair].sum;
        let chairs = |entrant| line_up.indices().filter(move |&chair| line_up[chair] == entrant);
        margin +=
            chairs(pair[0]).flat_map(|one| chairs(pair[1]).map(move |other| worms(one) - worms(other))).sum::<i64>();
    }
    row.says("mean_worm_margin", margin as f64 / games)
}

fn on_seats(
    plan: &Plan,
    table_index: TableIndex,
    state: &SizeState,
    entrant: EntrantIndex,
    rows: &[StandingRow],
) -> Result<(), Broken> {
    let players = plan.schedules[table_index].players.to_string();
    for (seat, own) in state.tally.entrants[entrant].seats.iter().enumerate() {
        let name = &plan.entrants[entrant].name;
        let row = find(rows, &[("players", &players), ("entrant", name), ("seat", &seat.to_string())])?;
        row.says("games", own.games as f64)?;
        row.says("win_rate", own.wins as f64 / own.games as f64)?;
    }
    Ok(())
}

fn in_line_ups(plan: &Plan, table_index: TableIndex, state: &SizeState, rows: &[StandingRow]) -> Result<(), Broken> {
    let players = plan.schedules[table_index].players.count();
    let games = (players as u64 * state.tally.blocks.count) as f64;
    for (number, tally) in state.tally.blocks.line_ups.entries() {
        for (chair, wins) in tally.wins.entries() {
            let [players_text, number, chair_text] =
                [players, number.index(), chair.index()].map(|number| number.to_string());
            let row = find(rows, &[("players", &players_text), ("lineup", &number), ("chair", &chair_text)])?;
            row.says("games", games)?;
            row.says("win_rate", wins.sum as f64 / games)?;
            row.says_interval(["win_rate_low", "win_rate_high"], wins, players as u64)?;
            row.says("mean_worms", tally.worms[chair].sum as f64 / games)?;
        }
    }
    Ok(())
}

/// The games of a block at the tables of an entrant, however many seats it has there.
fn games_at_tables(schedule: &Schedule, entrant: EntrantIndex) -> u64 {
    let tables = schedule.line_ups.iter().filter(|line_up| line_up.contains(&entrant)).count();
    (tables * schedule.players.count()) as u64
}

/// Entrants share a letter exactly if Holm's procedure does not separate their shares of games won, block by block.
fn tie_groups(plan: &Plan, table_index: TableIndex, ran: &Ran, standings: &[StandingRow]) -> Result<(), Broken> {
    let (schedule, count) = (&plan.schedules[table_index], plan.entrants.len());
    let mut wins: BTreeMap<u64, PerEntrant<i64>> = BTreeMap::new();
    for row in ran.rows.iter().filter(|row| row.players == schedule.players.count()) {
        let of_block = wins.entry(row.block).or_insert_with(|| PerEntrant::all(0, count));
        schedule.line_ups[row.line_up]
            .iter()
            .zip(&row.wins)
            .for_each(|(&entrant, &won)| of_block[entrant] += i64::from(won));
    }
    let pairs: Vec<(EntrantIndex, EntrantIndex)> = plan.entrants.pairs().collect();
    let p_value = |&(one, two): &(EntrantIndex, EntrantIndex)| {
        let samples = [one, two].map(|entrant| wins.values().map(|wins| wins[entrant]).collect::<Sample>());
        let [Some(first), Some(second)] = [(one, samples[0]), (two, samples[1])].map(|(entrant, sample)| {
            let (tables, seats) = (games_at_tables(schedule, entrant), schedule.seats_per_block(entrant));
            Share::of(&sample, tables).map(|share| share.scaled(tables as f64 / seats as f64))
        }) else {
            return 1.0;
        };
        let (products, count) =
            (wins.values().map(|wins| wins[one] * wins[two]).sum::<i64>() as f64, wins.len() as f64);
        let covariance = (products - samples[0].sum as f64 * samples[1].sum as f64 / count) / (count - 1.0);
        Difference::of(first, second, covariance, samples.map(|sample| sample.variance().unwrap_or(0.0))).p_value()
    };
    let apart = holm(&pairs.iter().map(p_value).collect::<Vec<_>>(), 0.05);
    for ((one, two), apart) in pairs.into_iter().zip(apart) {
        let players = schedule.players.to_string();
        let letters = [one, two].map(|entrant| {
            let row = find(standings, &[("players", &players), ("entrant", &plan.entrants[entrant].name)]);
            row.map(|row| row.fields.get("tie_group").cloned().unwrap_or_default())
        });
        let [one, two] = [letters[0].clone()?, letters[1].clone()?];
        let is_shared = one.chars().any(|letter| two.contains(letter));
        holds(
            is_shared != apart,
            || format!("tie groups {one} and {two}"),
            "letters by Holm's procedure",
            || format!("told apart: {apart}"),
        )?;
    }
    Ok(())
}

/// Ranks restart with every number of players and follow the win rate.
fn in_order(standings: &[StandingRow]) -> Result<(), Broken> {
    let number = |row: &StandingRow, column: &str| row.fields.get(column).and_then(|field| field.parse::<f64>().ok());
    for pair in standings.windows(2) {
        let next = number(&pair[0], "rank").map(|rank| rank + 1.0);
        let is_same_table = number(&pair[0], "players") == number(&pair[1], "players");
        let expected = if is_same_table { next } else { Some(1.0) };
        let falls = !is_same_table || number(&pair[0], "win_rate") >= number(&pair[1], "win_rate");
        let found = || format!("{:?} after {:?}", pair[1].fields, pair[0].fields);
        let fits = falls && number(&pair[1], "rank") == expected;
        holds(fits, || pair[1].place.clone(), "ranks by falling win rate", found)?;
    }
    Ok(())
}

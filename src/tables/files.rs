//! All rows of a run, and the files made from them. The columns are described in `docs/RESULTS.md`.

use super::cell::Cell;
use super::conduct::conduct;
use super::csv_table::end_cells;
use super::histograms::histograms_table;
use super::matchups::{Matchup, matchups};
use super::number::ratio;
use super::portions::portions_table;
use super::result_table::ResultTable;
use super::seats::{SeatRow, seats};
use super::standings::{Standing, standings};
use super::verdict::{differences, test_verdict};
use super::{Results, name_cell};
use crate::arena::{Counter, EntrantIndex, LEVEL, PerTableSize, TableIndex};
use crate::statistics::proportion;

/// The names of the CSV files of every run.
pub const RESULT_FILES: [&str; 8] = ResultFile::names();

/// A kind of table that every run has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultFile {
    /// Every entrant's results.
    Standings,
    /// Pairs of entrants.
    Matchups,
    /// Who got which portion, and how.
    Portions,
    /// Wins by seat.
    Seats,
    /// Results of every line-up.
    LineUps,
    /// Distributions.
    Histograms,
    /// By how much one of two wins more often than the other.
    Differences,
    /// How the sequential test ended, if there was one.
    Tests,
}

impl ResultFile {
    /// All of them.
    pub const ALL: [ResultFile; 8] = [
        ResultFile::Standings,
        ResultFile::Matchups,
        ResultFile::Portions,
        ResultFile::Seats,
        ResultFile::LineUps,
        ResultFile::Histograms,
        ResultFile::Differences,
        ResultFile::Tests,
    ];

    /// Those of the format `karteneck-run/3`, from which the fingerprint is made; the others say nothing that is not in them.
    pub const COUNTED: &'static [ResultFile] = ResultFile::IN_ORDER.split_at(6).0;
    const IN_ORDER: &'static [ResultFile] = &ResultFile::ALL;

    /// The name of its file.
    pub const fn name(self) -> &'static str {
        match self {
            ResultFile::Standings => "standings.csv",
            ResultFile::Matchups => "matchups.csv",
            ResultFile::Portions => "portions.csv",
            ResultFile::Seats => "seats.csv",
            ResultFile::LineUps => "lineups.csv",
            ResultFile::Histograms => "histograms.csv",
            ResultFile::Differences => "differences.csv",
            ResultFile::Tests => "tests.csv",
        }
    }

    const fn names() -> [&'static str; 8] {
        let mut names = [""; 8];
        let mut index = 0;
        while index < names.len() {
            names[index] = ResultFile::ALL[index].name();
            index += 1;
        }
        names
    }
}

/// All rows of a run, computed once for all outputs.
#[derive(Clone, Debug)]
pub struct RunTables<'a> {
    results: Results<'a>,
    standings: PerTableSize<Vec<Standing>>,
    matchups: PerTableSize<Vec<Matchup>>,
    seats: PerTableSize<Vec<SeatRow>>,
}

/// All CSV files of a run: names and bytes.
pub fn csv_files(results: &Results<'_>) -> Vec<(&'static str, Vec<u8>)> {
    RunTables::new(*results).csv_files()
}

impl<'a> RunTables<'a> {
    /// The rows of these results.
    pub fn new(results: Results<'a>) -> RunTables<'a> {
        let tables = results.plan.schedules.indices();
        RunTables {
            standings: tables.clone().map(|table_index| standings(&results, table_index)).collect(),
            matchups: tables.clone().map(|table_index| matchups(&results, table_index)).collect(),
            seats: tables.map(|table_index| seats(&results, table_index)).collect(),
            results,
        }
    }

    /// What was counted.
    pub const fn results(&self) -> Results<'a> {
        self.results
    }

    /// The standings of one table size, best first.
    pub fn standings(&self, table_index: TableIndex) -> &[Standing] {
        &self.standings[table_index]
    }

    /// The pairs that met at one table size.
    pub fn matchups(&self, table_index: TableIndex) -> &[Matchup] {
        &self.matchups[table_index]
    }

    /// The match-up of one entrant against another at one table size, if they met.
    pub fn matchup(&self, table_index: TableIndex, entrant: EntrantIndex, opponent: EntrantIndex) -> Option<&Matchup> {
        self.matchups(table_index).iter().find(|row| (row.entrant, row.opponent) == (entrant, opponent))
    }

    /// The seats of one table size: for all entrants together, and for each entrant.
    pub fn seats(&self, table_index: TableIndex) -> &[SeatRow] {
        &self.seats[table_index]
    }

    /// All CSV files: names and bytes.
    pub fn csv_files(&self) -> Vec<(&'static str, Vec<u8>)> {
        ResultFile::ALL.into_iter().map(|file| (file.name(), self.table(file).to_csv())).collect()
    }

    /// One table, the source of CSV, terminal, HTML and Markdown.
    pub fn table(&self, file: ResultFile) -> ResultTable {
        match file {
            ResultFile::Standings => self.standings_table(),
            ResultFile::Matchups => self.matchups_table(),
            ResultFile::Portions => portions_table(&self.results),
            ResultFile::Seats => self.seats_table(),
            ResultFile::LineUps => self.line_ups_table(),
            ResultFile::Histograms => histograms_table(&self.results),
            ResultFile::Differences => self.differences_table(),
            ResultFile::Tests => self.tests_table(),
        }
    }

    fn name(&self, entrant: EntrantIndex) -> Cell {
        name_cell(self.results.plan, entrant)
    }

    fn standings_table(&self) -> ResultTable {
        let others = Counter::ALL.into_iter().filter(|counter| !NAMED.contains(counter));
        let header = "players rank entrant games wins win_rate win_rate_low win_rate_high variance_reduction mean_worms mean_worms_low \
                      mean_worms_high sd_worms mean_place rating rating_low rating_high tie_group steals_per_game stolen_from_per_game \
                      invalid_passes_per_game faults";
        let header = header.split_whitespace().map(str::to_owned);
        let mut table =
            ResultTable::new(header.chain(others.clone().map(|counter| format!("{}_per_game", counter.name()))));
        for (table_index, rows) in self.standings.entries() {
            for row in rows {
                let conduct = conduct(&self.results, table_index, row.entrant);
                let per_game = |counter| Cell::number(conduct.per_game(counter), 6);
                let named = [
                    per_game(Counter::Steals),
                    per_game(Counter::StolenFrom),
                    Cell::number(conduct.invalid_passes_per_game(), 6),
                    Cell::count(conduct.faults),
                ];
                let rest = others.clone().map(per_game);
                table.push(standing_cells(row).into_iter().chain(named).chain(rest));
            }
        }
        table
    }

    fn matchups_table(&self) -> ResultTable {
        let header = "players entrant opponent games ahead ahead_rate ahead_low ahead_high mean_worm_margin mean_worm_margin_low \
                      mean_worm_margin_high steals";
        let mut table = ResultTable::new(header.split_whitespace());
        for row in self.matchups.iter().flatten() {
            let [low, high] = end_cells(row.interval, 6);
            let [margin_low, margin_high] = end_cells(row.margin_interval, 4);
            table.push([
                Cell::count(row.players),
                self.name(row.entrant),
                self.name(row.opponent),
                Cell::count(row.games),
                Cell::count(row.ahead),
                Cell::share(row.ahead_rate),
                low,
                high,
                Cell::number(row.margin, 4),
                margin_low,
                margin_high,
                Cell::count(row.steals),
            ]);
        }
        table
    }

    fn seats_table(&self) -> ResultTable {
        let mut table = ResultTable::new("players entrant seat games wins win_rate".split(' '));
        for row in self.seats.iter().flatten() {
            let Some(entrant) = row.entrant else { continue };
            table.push([
                Cell::count(row.players),
                self.name(entrant),
                Cell::count(row.seat),
                Cell::count(row.games),
                Cell::count(row.wins),
                Cell::share(row.win_rate),
            ]);
        }
        table
    }

    fn line_ups_table(&self) -> ResultTable {
        let header = "players lineup chair entrant games wins win_rate win_rate_low win_rate_high mean_worms mean_worms_low \
                      mean_worms_high";
        let mut table = ResultTable::new(header.split_whitespace());
        for (schedule, state) in self.results.plan.schedules.iter().zip(&self.results.state.sizes) {
            let (seats, blocks) = (schedule.players.count() as u64, &state.tally.blocks);
            let games = seats * blocks.count;
            for (line_up, chairs) in schedule.line_ups.entries() {
                let tally = &blocks.line_ups[line_up];
                for (chair, &entrant) in chairs.entries() {
                    let (wins, worms) = (&tally.wins[chair], &tally.worms[chair]);
                    let [low, high] = end_cells(proportion(wins, seats, LEVEL), 6);
                    let [worms_low, worms_high] = end_cells(blocks.chair_worms_interval(schedule, line_up, chair), 4);
                    table.push([
                        Cell::count(seats),
                        Cell::count(line_up.index()),
                        Cell::count(chair.index()),
                        self.name(entrant),
                        Cell::count(games),
                        Cell::count(wins.sum),
                        Cell::share(ratio(wins.sum.unsigned_abs(), games)),
                        low,
                        high,
                        Cell::number(worms.mean().map(|worms| worms / seats as f64), 4),
                        worms_low,
                        worms_high,
                    ]);
                }
            }
        }
        table
    }

    fn differences_table(&self) -> ResultTable {
        let header = "players entrant opponent difference difference_low difference_high probability_better p_value";
        let mut table = ResultTable::new(header.split(' '));
        for (table_index, schedule) in self.results.plan.schedules.entries() {
            for row in differences(&self.results, table_index) {
                let [low, high] = end_cells(Some(row.interval), 6);
                table.push([
                    Cell::count(schedule.players.count()),
                    Cell::Text(row.first),
                    Cell::Text(row.second),
                    Cell::share(Some(row.difference)),
                    low,
                    high,
                    Cell::share(Some(row.superiority)),
                    Cell::share(Some(row.p_value)),
                ]);
            }
        }
        table
    }

    fn tests_table(&self) -> ResultTable {
        let header = "players entrant null alternative alpha beta log_likelihood_ratio lower upper decision";
        let mut table = ResultTable::new(header.split(' '));
        for (table_index, schedule) in self.results.plan.schedules.entries() {
            if let Some(verdict) = test_verdict(&self.results, table_index) {
                let players = [Cell::count(schedule.players.count())];
                table.push(players.into_iter().chain(verdict.cells().map(|(_, cell)| cell)));
            }
        }
        table
    }
}

/// The counters with a fixed column in the standings; all others follow.
const NAMED: [Counter; 2] = [Counter::Steals, Counter::StolenFrom];

/// The cells of a standing, up to its tie group.
fn standing_cells(row: &Standing) -> Vec<Cell> {
    let [low, high] = end_cells(row.interval, 6);
    let [worms_low, worms_high] = end_cells(row.worms_interval, 4);
    let [rating_low, rating_high] = end_cells(row.rating_interval, 1);
    vec![
        Cell::count(row.players),
        Cell::count(row.rank),
        Cell::Text(row.name.clone()),
        Cell::count(row.games),
        Cell::count(row.wins),
        Cell::share(row.win_rate),
        low,
        high,
        Cell::number(row.variance_reduction, 3),
        Cell::number(row.mean_worms, 4),
        worms_low,
        worms_high,
        Cell::number(row.sd_worms, 4),
        Cell::number(row.mean_place, 4),
        Cell::number(row.rating, 1),
        rating_low,
        rating_high,
        Cell::Text(row.tie_group.clone()),
    ]
}

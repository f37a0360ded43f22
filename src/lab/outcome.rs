//! The results of a run, as values.

use crate::arena::{Plan, State, TableIndex};
use crate::tables::{
    MatchDifference, Matchup, ResultFile, ResultTable, Results, RunTables, SeatRow, Standing, TestVerdict,
    match_difference, standings, test_verdict,
};

/// The results of a run: the same rows that the CSV files are written from.
#[derive(Clone, Debug)]
pub struct RunOutcome {
    plan: Plan,
    state: State,
}

impl RunOutcome {
    pub(super) const fn new(plan: Plan, state: State) -> RunOutcome {
        RunOutcome { plan, state }
    }

    /// What was played.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What was counted.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.state.games(&self.plan)
    }

    /// Plan and counts together.
    pub const fn results(&self) -> Results<'_> {
        Results { plan: &self.plan, state: &self.state }
    }

    /// The standings at this number of players, best first; empty if it was not played.
    pub fn standings(&self, players: usize) -> Vec<Standing> {
        self.plan.table_index(players).map_or_else(Vec::new, |table_index| standings(&self.results(), table_index))
    }

    /// One entrant's row of the standings at this number of players.
    pub fn standing(&self, name: &str, players: usize) -> Option<Standing> {
        self.standings(players).into_iter().find(|row| row.name == name)
    }

    /// The pairs that met at this number of players.
    pub fn matchups(&self, players: usize) -> Vec<Matchup> {
        self.plan.table_index(players).map_or_else(Vec::new, |table_index| self.tables().matchups(table_index).to_vec())
    }

    /// Wins by seat at this number of players: for all entrants together, and for each entrant.
    pub fn seats(&self, players: usize) -> Vec<SeatRow> {
        self.plan.table_index(players).map_or_else(Vec::new, |table_index| self.tables().seats(table_index).to_vec())
    }

    /// By how much the first of two entrants is better at this number of players.
    pub fn difference(&self, players: usize) -> Option<MatchDifference> {
        match_difference(&self.results(), self.plan.table_index(players)?)
    }

    /// How the sequential test of a match ended, if it has one.
    pub fn test(&self) -> Option<TestVerdict> {
        test_verdict(&self.results(), TableIndex::FIRST)
    }

    /// A table with the contents of its CSV file: portions, seats, line-ups, histograms and so on.
    pub fn table(&self, file: ResultFile) -> ResultTable {
        self.tables().table(file)
    }

    /// All rows.
    pub fn tables(&self) -> RunTables<'_> {
        RunTables::new(self.results())
    }
}

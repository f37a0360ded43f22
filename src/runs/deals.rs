//! The wins on every deal of a run, and what follows from them.

use std::io;

use super::error::RunError;
use super::files::DEALS;
use super::run::Run;
use crate::arena::{PerTableSize, Plan, State, Stopped, TableIndex};
use crate::statistics::Sample;
use crate::tables::{DEALS_HEADER, DealWins, ProgressTally, read_deals};

/// How many blocks each table size has in the end, and why it ended.
pub(super) fn ends(state: &State) -> PerTableSize<(u64, Option<Stopped>)> {
    state.sizes.iter().map(|size| (size.tally.blocks.count, size.stopped)).collect()
}

impl Run {
    /// The wins on every deal, in their order. A file that is not what the run can have written, to its last block, is an error.
    ///
    /// # Errors
    /// If the folder has no such file, which those of earlier builds do not have.
    pub fn deals(&self) -> Result<impl Iterator<Item = Result<DealWins, RunError>> + '_, RunError> {
        if !self.manifest.format.kept_files(self.plan()).contains(&DEALS) {
            return Err(self.damaged("is missing: the run was played by an earlier build; play it again with --from"));
        }
        let mut lines = self.folder.lines(DEALS)?;
        let header = lines.next().transpose().map_err(|source| self.folder.unreadable(DEALS, source))?;
        if header.as_deref() != Some(DEALS_HEADER) {
            return Err(self.damaged(&format!("expected the columns {DEALS_HEADER}")));
        }
        let nexts = self.plan().schedules.indices().map(|table_index| self.blocks(table_index).0).collect();
        Ok(Deals { run: self, lines, waiting: Vec::new().into_iter(), nexts, has_ended: false })
    }

    /// Whether its games can be pooled with those of other runs: it is over, and has the wins on every deal.
    ///
    /// # Errors
    /// Why not.
    pub fn check_pooled(&self) -> Result<(), RunError> {
        self.result()?;
        self.deals().map(drop)
    }

    fn damaged(&self, problem: &str) -> RunError {
        RunError::Damaged { path: self.folder.file(DEALS), problem: problem.to_owned() }
    }
}

/// The deals in a file, checked to be all blocks of the run in their order.
struct Deals<'a, L> {
    run: &'a Run,
    lines: L,
    /// The deals of the last line that are still to come.
    waiting: std::vec::IntoIter<DealWins>,
    /// The next block of each table size.
    nexts: PerTableSize<u64>,
    has_ended: bool,
}

impl<L: Iterator<Item = io::Result<String>>> Iterator for Deals<'_, L> {
    type Item = Result<DealWins, RunError>;

    fn next(&mut self) -> Option<Result<DealWins, RunError>> {
        loop {
            if let Some(deal) = self.waiting.next() {
                return Some(self.in_place(deal).map_err(|error| self.end(error)));
            }
            if self.has_ended {
                return None;
            }
            let Some(line) = self.lines.next() else {
                self.has_ended = true;
                return self.missing().map(Err);
            };
            match self.read(line) {
                Ok(deals) => self.waiting = deals.into_iter(),
                Err(error) => return Some(Err(self.end(error))),
            }
        }
    }
}

impl<L> Deals<'_, L> {
    fn read(&self, line: io::Result<String>) -> Result<Vec<DealWins>, RunError> {
        let line = line.map_err(|source| self.run.folder.unreadable(DEALS, source))?;
        read_deals(self.run.plan(), &line).map_err(|problem| self.run.damaged(&problem))
    }

    /// Nothing is read beyond an error.
    fn end(&mut self, error: RunError) -> RunError {
        (self.has_ended, self.waiting) = (true, Vec::new().into_iter());
        error
    }

    /// A deal, if it is the next one of its table size, and all smaller ones are complete.
    fn in_place(&mut self, deal: DealWins) -> Result<DealWins, RunError> {
        let is_complete = |table_index| self.nexts[table_index] == self.run.blocks(table_index).1;
        let before = self.nexts.indices().take_while(|&table_index| table_index < deal.table_index);
        let next = self.nexts[deal.table_index];
        if deal.block != next || is_complete(deal.table_index) || !before.into_iter().all(is_complete) {
            return Err(self.run.damaged(&format!("block {} is out of place", deal.block)));
        }
        self.nexts[deal.table_index] += 1;
        Ok(deal)
    }

    /// What is missing at the end of the file.
    fn missing(&self) -> Option<RunError> {
        let is_incomplete = |&(table_index, &next): &(TableIndex, &u64)| next != self.run.blocks(table_index).1;
        let (_, next) = self.nexts.entries().find(is_incomplete)?;
        Some(self.run.damaged(&format!("block {next} is missing")))
    }
}

/// What follows from the deals of a run: the lines of the progress, and the wins of each entrant.
pub(super) struct DealsTally<'a> {
    plan: &'a Plan,
    ends: PerTableSize<(u64, Option<Stopped>)>,
    progress: ProgressTally,
    /// The wins of each entrant at every table size.
    pub(super) wins: PerTableSize<Vec<Sample>>,
}

impl<'a> DealsTally<'a> {
    pub(super) fn new(plan: &'a Plan, state: &State) -> DealsTally<'a> {
        let nothing = vec![Sample::default(); plan.entrants.len()];
        let wins = PerTableSize::all(nothing, plan.schedules.len());
        DealsTally { plan, ends: ends(state), progress: ProgressTally::new(plan), wins }
    }

    /// Adds a deal; returns a line if a fixed position is reached.
    pub(super) fn add(&mut self, deal: &DealWins) -> Option<String> {
        let line = self.progress.add(self.plan, deal, self.ends[deal.table_index]);
        self.wins[deal.table_index].clone_from_slice(self.progress.wins());
        line
    }
}

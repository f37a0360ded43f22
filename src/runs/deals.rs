//! The wins on every deal of a run, and what follows from them.

use std::io;

use super::error::RunError;
use super::files::DEALS;
use super::folder::RunFolder;
use super::run::Run;
use crate::arena::{PerTableSize, Plan, State, Stopped, TableIndex};
use crate::statistics::Sample;
use crate::tables::{DEALS_HEADER, DealWins, ProgressTally, read_deals};

/// What is wrong with wins on the deals that are not those of the sums.
pub(super) const NOT_THE_SUMS: &str = "does not add up to the sums in tally.json";

/// How many blocks each table size has in the end, and why it ended.
pub(super) type Ends = PerTableSize<(u64, Option<Stopped>)>;

/// The ends of a run with this state, if it is over.
pub(super) fn ends(state: &State) -> Ends {
    state.sizes.iter().map(|size| (size.tally.blocks.count, size.stopped)).collect()
}

/// The ends of a run with this plan, which is whole and has a fixed number of blocks, when it will be over.
pub(super) fn ends_of_plan(plan: &Plan) -> Ends {
    plan.schedules.indices().map(|table_index| (plan.range(table_index).1, Some(Stopped::Complete))).collect()
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
        let tables = self.plan().schedules.indices();
        let ranges = tables.map(|table_index| match self.plan().shard_set() {
            Some(_) => self.plan().ranges(table_index),
            None => vec![self.blocks(table_index)],
        });
        deals_in(&self.folder, self.plan(), ranges.collect())
    }

    /// Whether its games can be pooled with those of other runs: it is over, and has the wins on every deal.
    ///
    /// # Errors
    /// Why not.
    pub fn check_pooled(&self) -> Result<(), RunError> {
        self.result()?;
        self.check_no_gap()?;
        self.deals().map(drop)
    }

    /// Whether the wins on every deal, if it has them, are those of its sums.
    pub(super) fn check_deals(&self) -> Result<(), RunError> {
        if !self.manifest.format.kept_files(self.plan()).contains(&DEALS) {
            return Ok(());
        }
        let mut tally = DealsTally::new(self.plan(), ends(&self.state));
        for deal in self.deals()? {
            tally.add(&deal?);
        }
        if tally.adds_up_to(&self.state) { Ok(()) } else { Err(self.damaged(NOT_THE_SUMS)) }
    }

    fn damaged(&self, problem: &str) -> RunError {
        damaged(&self.folder, problem)
    }
}

fn damaged(folder: &RunFolder, problem: &str) -> RunError {
    RunError::Damaged { path: folder.file(DEALS), problem: problem.to_owned() }
}

/// The wins on every deal in a folder, which must be those on exactly these blocks of each table size.
pub(super) fn deals_in<'a>(
    folder: &'a RunFolder,
    plan: &'a Plan,
    ranges: PerTableSize<Vec<(u64, u64)>>,
) -> Result<impl Iterator<Item = Result<DealWins, RunError>> + use<'a>, RunError> {
    let mut lines = folder.lines(DEALS)?;
    let header = lines.next().transpose().map_err(|source| folder.unreadable(DEALS, source))?;
    if header.as_deref() != Some(DEALS_HEADER) {
        return Err(damaged(folder, &format!("expected the columns {DEALS_HEADER}")));
    }
    let tables: Vec<(TableIndex, Vec<(u64, u64)>)> = ranges.indices().zip(ranges).collect();
    let of_table = |(table_index, ranges): (TableIndex, Vec<(u64, u64)>)| {
        let blocks = ranges.into_iter().flat_map(|(first, last)| first..last);
        blocks.map(move |block| (table_index, block))
    };
    let blocks = tables.into_iter().flat_map(of_table);
    Ok(Deals { folder, plan, lines, waiting: Vec::new().into_iter(), blocks, has_ended: false })
}

/// The deals in a file, checked to be all blocks of the run in their order.
struct Deals<'a, L, B> {
    folder: &'a RunFolder,
    plan: &'a Plan,
    lines: L,
    /// The deals of the last line that are still to come.
    waiting: std::vec::IntoIter<DealWins>,
    /// The blocks that are still to come.
    blocks: B,
    has_ended: bool,
}

impl<L, B> Iterator for Deals<'_, L, B>
where
    L: Iterator<Item = io::Result<String>>,
    B: Iterator<Item = (TableIndex, u64)>,
{
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

impl<L, B: Iterator<Item = (TableIndex, u64)>> Deals<'_, L, B> {
    fn read(&self, line: io::Result<String>) -> Result<Vec<DealWins>, RunError> {
        let line = line.map_err(|source| self.folder.unreadable(DEALS, source))?;
        read_deals(self.plan, &line).map_err(|problem| damaged(self.folder, &problem))
    }

    /// Nothing is read beyond an error.
    fn end(&mut self, error: RunError) -> RunError {
        (self.has_ended, self.waiting) = (true, Vec::new().into_iter());
        error
    }

    /// A deal, if it is the next one.
    fn in_place(&mut self, deal: DealWins) -> Result<DealWins, RunError> {
        if self.blocks.next() != Some((deal.table_index, deal.block)) {
            return Err(damaged(self.folder, &format!("block {} is out of place", deal.block)));
        }
        Ok(deal)
    }

    /// What is missing at the end of the file.
    fn missing(&mut self) -> Option<RunError> {
        let (_, block) = self.blocks.next()?;
        Some(damaged(self.folder, &format!("block {block} is missing")))
    }
}

/// What follows from the deals of a run: the lines of the progress, and the wins of each entrant.
pub(super) struct DealsTally<'a> {
    plan: &'a Plan,
    ends: Ends,
    progress: ProgressTally,
    /// The wins of each entrant at every table size.
    pub(super) wins: PerTableSize<Vec<Sample>>,
}

impl<'a> DealsTally<'a> {
    /// Nothing yet of a run that has these ends.
    pub(super) fn new(plan: &'a Plan, ends: Ends) -> DealsTally<'a> {
        let nothing = vec![Sample::default(); plan.entrants.len()];
        let wins = PerTableSize::all(nothing, plan.schedules.len());
        DealsTally { plan, ends, progress: ProgressTally::new(plan), wins }
    }

    /// Whether all wins so far are those of a state.
    pub(super) fn adds_up_to(&self, state: &State) -> bool {
        self.wins.iter().map(Vec::as_slice).eq(state.sizes.iter().map(|size| size.tally.blocks.wins.as_slice()))
    }

    /// Adds a deal; returns a line if a fixed position is reached.
    pub(super) fn add(&mut self, deal: &DealWins) -> Option<String> {
        let line = self.progress.add(self.plan, deal, self.ends[deal.table_index]);
        self.wins[deal.table_index].clone_from_slice(self.progress.wins());
        line
    }
}

//! What came of some blocks between two positions: exact sums, records and faults.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::arena::chair_wins::ChairWins;
use crate::arena::index::{LineUpIndex, TableIndex};
use crate::arena::plan::Plan;
use crate::arena::shape::check_span;
use crate::arena::state::RunFault;
use crate::arena::tally::Tally;
use crate::game::MAX_PLAYERS;

/// What came of some blocks.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::arena) struct SpanSums {
    /// What was counted.
    pub(in crate::arena) tally: Tally,
    /// The wins of every line-up of every block, in index order.
    pub(in crate::arena) wins: Vec<ChairWins>,
    /// Records of the games that are kept, in index order.
    pub(in crate::arena) records: Vec<String>,
    /// Faults, in index order.
    pub(in crate::arena) faults: Vec<RunFault>,
}

/// What came of a span of a run, or of a list.
#[derive(Debug)]
pub(super) enum SpanResult {
    Sums(Box<SpanSums>),
    /// A line for each task.
    Lines(Vec<String>),
}

/// Sums as they are sent.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SpanFields {
    tally: Tally,
    /// A digit for each chair of each line-up of each block.
    wins: String,
    records: Vec<String>,
    faults: Vec<RunFault>,
    /// What is shown about each fault, but not kept.
    details: Vec<String>,
}

impl SpanFields {
    /// The sums of some blocks.
    pub(super) fn of(sums: SpanSums) -> SpanFields {
        let digit = |wins: &u8| char::from(b'0' + wins.min(&9));
        let wins = sums.wins.iter().flat_map(|wins| wins.iter().map(digit)).collect();
        let details = sums.faults.iter().map(|fault| fault.details.clone()).collect();
        SpanFields { tally: sums.tally, wins, records: sums.records, faults: sums.faults, details }
    }

    /// The sums, if games of these blocks can have them.
    pub(super) fn sums(mut self, plan: &Plan, table_index: TableIndex, blocks: Range<u64>) -> Result<SpanSums, String> {
        let players = plan.schedules[table_index].players.count();
        check_span(plan, table_index, blocks.clone(), &self.tally)?;
        let wins = self.wins(players)?;
        if self.details.len() == self.faults.len() {
            self.faults.iter_mut().zip(self.details).for_each(|(fault, details)| fault.details = details);
        }
        let sums = SpanSums { tally: self.tally, wins, records: self.records, faults: self.faults };
        sums.check_wins(plan, table_index, &blocks)?;
        sums.check_records(plan, table_index, &blocks)?;
        sums.faults.iter().try_for_each(|fault| check_fault(plan, table_index, &blocks, fault))?;
        sums.check_fault_counts()?;
        Ok(sums)
    }

    fn wins(&self, players: usize) -> Result<Vec<ChairWins>, String> {
        let wins = |digits: &[u8]| {
            let mut wins = [0; MAX_PLAYERS];
            wins.iter_mut().zip(digits).for_each(|(wins, digit)| *wins = digit.wrapping_sub(b'0'));
            ChairWins::new(wins, players)
        };
        let all: Vec<ChairWins> = self.wins.as_bytes().chunks(players).map(wins).collect();
        let adds_up = |wins: &ChairWins| wins.iter().map(|&wins| usize::from(wins)).sum::<usize>() == players;
        let whole = self.wins.len().is_multiple_of(players);
        if whole && all.iter().all(adds_up) { Ok(all) } else { Err("the wins of a block do not add up".to_owned()) }
    }
}

impl SpanSums {
    /// The wins of blocks are those of the tally.
    fn check_wins(&self, plan: &Plan, table_index: TableIndex, blocks: &Range<u64>) -> Result<(), String> {
        let line_ups = plan.schedules[table_index].line_ups.len();
        if self.wins.len() as u64 != (blocks.end - blocks.start) * line_ups as u64 {
            return Err("there are not the wins of every block".to_owned());
        }
        for (line_up, tally) in self.tally.blocks.line_ups.entries() {
            let own = || self.wins.iter().skip(line_up.index()).step_by(line_ups);
            for (chair, wins) in tally.wins.entries() {
                if own().map(|block| i64::from(block[chair])).sum::<i64>() != wins.sum {
                    return Err(format!("the wins of line-up {line_up} in blocks are not those of the sums"));
                }
            }
        }
        Ok(())
    }

    /// There is one line for each game that is kept.
    fn check_records(&self, plan: &Plan, table_index: TableIndex, blocks: &Range<u64>) -> Result<(), String> {
        let schedule = &plan.schedules[table_index];
        let number = |block| Plan::game_number(schedule, block, LineUpIndex::FIRST, 0);
        let kept = match plan.keep_every {
            0 => 0,
            every => number(blocks.end).div_ceil(every) - number(blocks.start).div_ceil(every),
        };
        let is_line = |record: &String| !record.contains(['\n', '\r']);
        if self.records.len() as u64 == kept && self.records.iter().all(is_line) {
            return Ok(());
        }
        Err(format!("expected {kept} records of a line each, got {}", self.records.len()))
    }

    fn check_fault_counts(&self) -> Result<(), String> {
        for (entrant, tally) in self.tally.entrants.entries() {
            let own = self.faults.iter().filter(|fault| fault.entrant == entrant).count() as u64;
            if own > tally.faults {
                return Err(format!("entrant {entrant} has {own} faults, and the sums count {}", tally.faults));
            }
        }
        Ok(())
    }
}

fn check_fault(plan: &Plan, table_index: TableIndex, blocks: &Range<u64>, fault: &RunFault) -> Result<(), String> {
    let schedule = &plan.schedules[table_index];
    let sits = schedule.line_ups.get(fault.line_up).is_some_and(|line_up| line_up.contains(&fault.entrant));
    let players = schedule.players.count();
    if sits && fault.players == players && blocks.contains(&fault.block) && fault.rotation < players {
        return Ok(());
    }
    Err("a fault is noted in a game that was not played".to_owned())
}

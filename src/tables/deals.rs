//! The file of the wins on every deal, which grows while a run is played: one digit for each game.
//!
//! Runs that share deals are compared deal by deal, and what is known at a fixed position follows from it; so every run has it,
//! and it is as short as a file of digits can be.

use std::fmt::Write as _;

use super::number::digit;
use crate::arena::{BlockRow, PerEntrant, Plan, Schedule, TableIndex};

/// The heading of the file. A line of it ends where the next one begins: the last line break is written when the run is over.
pub const DEALS_HEADER: &str = "players,block,wins";

/// About how many digits a line has.
const LINE: u64 = 128;

/// The wins of all line-ups on one deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealWins {
    /// The table size.
    pub table_index: TableIndex,
    /// The block.
    pub block: u64,
    /// The wins of every chair, line-up by line-up.
    pub wins: Vec<u8>,
}

impl DealWins {
    /// The wins of each entrant.
    pub fn by_entrant(&self, plan: &Plan) -> PerEntrant<u64> {
        let mut sums = PerEntrant::all(0, plan.entrants.len());
        let chairs = plan.schedules[self.table_index].line_ups.iter().flatten();
        chairs.zip(&self.wins).for_each(|(&entrant, &wins)| sums[entrant] += u64::from(wins));
        sums
    }
}

/// The blocks of a line: a power of two, so that groups of blocks that are compared begin with a line.
fn blocks_per_line(schedule: &Schedule) -> u64 {
    let most = (LINE / schedule.games_per_block().max(1)).clamp(1, 64);
    1 << most.ilog2()
}

/// What some rows add to the file, line-up by line-up in the order of the blocks.
pub fn deals_text(plan: &Plan, rows: &[BlockRow]) -> String {
    let mut text = String::new();
    for row in rows {
        let Some(table_index) = plan.table_index(row.players) else { continue };
        let schedule = &plan.schedules[table_index];
        if row.line_up.index() == 0 {
            begin(&mut text, schedule, row.block, plan.range(table_index).0);
        }
        text.extend(row.wins.iter().map(|&wins| digit(wins)));
    }
    text
}

/// What the wins on a deal add to the file.
pub fn deal_text(plan: &Plan, deal: &DealWins) -> String {
    let mut text = String::new();
    begin(&mut text, &plan.schedules[deal.table_index], deal.block, plan.range(deal.table_index).0);
    text.extend(deal.wins.iter().map(|&wins| digit(wins)));
    text
}

/// Begins a line if the block is the first of one.
fn begin(text: &mut String, schedule: &Schedule, block: u64, first: u64) {
    if block == first || block.is_multiple_of(blocks_per_line(schedule)) {
        let _ = write!(text, "\n{},{block},", schedule.players);
    }
}

/// Reads a line of the file, which may come from a stranger.
///
/// # Errors
/// What is wrong with it.
pub fn read_deals(plan: &Plan, line: &str) -> Result<Vec<DealWins>, String> {
    let mut parts = line.splitn(3, ',');
    let mut next = || parts.next().ok_or_else(|| "expected players, block and wins".to_owned());
    let (players, block, digits) = (next()?, next()?, next()?);
    let table_index = players.parse().ok().and_then(|players| plan.table_index(players));
    let table_index = table_index.ok_or_else(|| format!("the run has no games of {players} players"))?;
    let schedule = &plan.schedules[table_index];
    let first: u64 = block.parse().map_err(|_| format!("{block:?} is not a block"))?;
    let size = schedule.games_per_block() as usize;
    if digits.is_empty() || !digits.is_ascii() || !digits.len().is_multiple_of(size) {
        return Err(format!("expected {size} digits for each block, got {}", digits.len()));
    }
    let deal = |(number, digits): (u64, &[u8])| {
        let wins: Vec<u8> = digits.iter().map(|digit| digit.wrapping_sub(b'0')).collect();
        let seats = schedule.players.count();
        let is_table = |wins: &[u8]| wins.iter().map(|&wins| usize::from(wins)).sum::<usize>() == seats;
        let block = first.checked_add(number).filter(|_| wins.chunks(seats).all(is_table));
        let block = block.ok_or_else(|| format!("the wins at a table of {seats} do not add up to {seats}"))?;
        Ok(DealWins { table_index, block, wins })
    };
    (0..).zip(digits.as_bytes().chunks(size)).map(deal).collect()
}

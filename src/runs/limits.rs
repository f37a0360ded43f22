//! What a plan may ask for. A manifest may be a stranger's: it is held to the limits of the command line, so that whatever
//! counts blocks, deals and parts later cannot run out of numbers or memory.

use std::collections::BTreeSet;

use super::files::{BLOCKS, GAMES, RESULT_FILES, TALLY};
use super::manifest::{GoalRecord, PlanRecord, RunRecord};
use crate::arena::Schedule;

/// The most entrants of a run: tables between all pairs grow with their square.
pub const MAX_ENTRANTS: usize = 64;
/// Deals are numbered up to here and as many blocks further.
pub const LAST_FIRST_DEAL: u64 = 1 << 62;
/// The most blocks of a run, over all numbers of players: their digests are kept in memory, 8 bytes for 64 blocks.
pub const MAX_BLOCKS: u64 = 1 << 32;
/// The most parts of a run.
pub const MAX_PARTS: u64 = 1 << 20;
/// The most bytes of a name: tables name every pair of entrants.
const MAX_NAME: usize = 4096;
/// Probabilities of a test to err are below this.
const MAX_ERROR: f64 = 0.5;

/// Makes sure that a plan asks for nothing that the command line would refuse.
///
/// # Errors
/// The first thing that is out of range: what was expected, and what came.
pub fn check_limits(record: &PlanRecord) -> Result<(), String> {
    check_names(record)?;
    let players: BTreeSet<usize> = record.players.iter().copied().collect();
    if players.is_empty() || players.len() < record.players.len() {
        return Err(format!("expected each number of players once, got {:?}", record.players));
    }
    if record.first_deal > LAST_FIRST_DEAL {
        return Err(format!("the first deal is {}; the last one that may be is {LAST_FIRST_DEAL}", record.first_deal));
    }
    if let Some([part, parts]) = record.shard
        && !((1..=parts).contains(&part) && parts <= MAX_PARTS)
    {
        return Err(format!("there is no part {part}/{parts}; a run has at most {MAX_PARTS} parts, counted from 1"));
    }
    check_goal(record)
}

fn check_names(record: &PlanRecord) -> Result<(), String> {
    let entrants = &record.entrants;
    if entrants.is_empty() || entrants.len() > MAX_ENTRANTS {
        return Err(format!("{} entrants; from 1 to {MAX_ENTRANTS} can take part", entrants.len()));
    }
    let mut names = BTreeSet::new();
    for name in entrants.iter().map(|entrant| &entrant.name) {
        // The command of a program, which may be its name, can have several lines.
        let is_control = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
        if name.is_empty() || name.len() > MAX_NAME || name.contains(is_control) {
            let got = beginning(name);
            return Err(format!("expected a name of 1 to {MAX_NAME} bytes without control characters, got {got:?}"));
        }
        if !names.insert(name) && record.schedule != "match" {
            return Err(format!("{name} is named twice; in a tournament everybody takes part once"));
        }
    }
    Ok(())
}

/// The beginning of a stranger's text.
fn beginning(text: &str) -> String {
    text.chars().take(100).collect()
}

fn check_goal(record: &PlanRecord) -> Result<(), String> {
    let sizes = record.players.len() as u64;
    let is_share = |share: f64| share > 0.0 && share < 1.0;
    match &record.goal {
        GoalRecord::Blocks(blocks) if blocks.len() as u64 != sizes => {
            Err(format!("expected a number of blocks for each of {sizes} numbers of players, got {}", blocks.len()))
        }
        GoalRecord::Blocks(blocks) => {
            check_blocks(*blocks.iter().min().unwrap_or(&0), blocks.iter().map(|&blocks| u128::from(blocks)).sum())
        }
        GoalRecord::Until { half_width, .. } if !is_share(*half_width) => {
            Err(format!("expected half a width between 0 and 1, got {half_width}"))
        }
        GoalRecord::Until { most, .. } => check_blocks(*most, u128::from(sizes) * u128::from(*most)),
        GoalRecord::Sprt { .. } if sizes != 1 => Err("a sequential test needs one number of players".to_owned()),
        &GoalRecord::Sprt { null, alternative, .. }
            if !(0.0 < null && null < alternative && alternative.is_finite()) =>
        {
            Err(format!("expected two numbers of wins in a block, the lower first, got {null} and {alternative}"))
        }
        &GoalRecord::Sprt { alpha, beta, most, .. } => {
            let is_error = |error: f64| error > 0.0 && error < MAX_ERROR;
            if !is_error(alpha) || !is_error(beta) {
                return Err(format!("expected probabilities to err between 0 and {MAX_ERROR}, got {alpha} and {beta}"));
            }
            check_blocks(most, u128::from(most))
        }
    }
}

/// Makes sure that what a sequential test decides between are win rates between 0 and 1.
///
/// # Errors
/// If they are not.
pub(super) fn check_test(goal: &GoalRecord, schedules: &[Schedule]) -> Result<(), String> {
    let (GoalRecord::Sprt { alternative, .. }, [schedule]) = (goal, schedules) else { return Ok(()) };
    let games = schedule.seats_per_block(0);
    if *alternative < games as f64 {
        return Ok(());
    }
    Err(format!("a test for {alternative} wins in a block; the first entrant has {games} games in a block"))
}

fn check_blocks(fewest: u64, all: u128) -> Result<(), String> {
    if fewest == 0 {
        return Err("nothing to play: expected at least one block for each number of players".to_owned());
    }
    if all > u128::from(MAX_BLOCKS) {
        return Err(format!("{all} blocks are too many; a run has at most {MAX_BLOCKS} over all numbers of players"));
    }
    Ok(())
}

/// Makes sure that what came of a run can have come of its plan, and names no file but those of a run.
///
/// # Errors
/// The first thing that does not fit.
pub fn check_result(record: &PlanRecord, result: &RunRecord) -> Result<(), String> {
    let sizes = record.players.len();
    if result.blocks.len() != sizes || result.stopped.len() != sizes {
        return Err(format!("expected results of {sizes} numbers of players, got {}", result.blocks.len()));
    }
    if let Some(blocks) = result.blocks.iter().find(|&&blocks| blocks > MAX_BLOCKS) {
        return Err(format!("{blocks} blocks cannot have been played; a run has at most {MAX_BLOCKS}"));
    }
    // A name could lead out of the folder.
    let is_known = |name: &str| RESULT_FILES.contains(&name) || [TALLY, GAMES, BLOCKS].contains(&name);
    match result.files.keys().find(|name| !is_known(name)) {
        Some(name) => Err(format!("a run has no file {:?}", beginning(name))),
        None => Ok(()),
    }
}

//! What a plan may ask for: the same limits for the command line, for code, and for files.

use super::{Goal, Part, Plan};
use crate::arena::index::EntrantIndex;
use crate::arena::schedule::{Pairing, Schedule};
use crate::entrants::ambiguous_name;
use crate::game::Players;
use crate::statistics::Hypotheses;

/// The most entrants of a run: tables between all pairs grow with their square.
pub const MAX_ENTRANTS: usize = 64;
/// The most line-ups of one table size: everything that is counted grows with them.
pub const MAX_LINE_UPS: u64 = 50_000;
/// The most blocks of a run, over all table sizes: their digests are kept in memory, 8 bytes for 64 blocks, and in a file that
/// must not be too large to be read (some 20 bytes each; `runs/files.rs`).
pub const MAX_BLOCKS: u64 = 1 << 30;
/// The most parts of a run.
pub const MAX_PARTS: u64 = 1 << 20;
/// The most bytes of a name: tables name every pair of entrants.
const MAX_NAME: usize = 4096;
/// The highest number of the first deal: the other deals are counted from it.
pub const MAX_FIRST_DEAL: u64 = 1 << 62;

/// The line-ups of a table size, unless there are too many.
pub(super) fn schedule(pairing: Pairing, entrants: usize, players: Players) -> Result<Schedule, String> {
    let line_ups = Schedule::count(pairing, entrants, players);
    if line_ups > MAX_LINE_UPS {
        return Err(format!(
            "{entrants} entrants at {players} players make {line_ups} line-ups, more than the limit of {MAX_LINE_UPS}; take \
             fewer entrants or fewer players, draw some line-ups with --lineups, or let one entrant meet all others with \
             --challenger ({} line-ups)",
            Schedule::count(Pairing::Gauntlet(EntrantIndex::FIRST), entrants, players)
        ));
    }
    let schedule = Schedule::new(pairing, entrants, players);
    schedule.ok_or_else(|| format!("{entrants} entrants make no line-up for {players} players"))
}

/// Whether a plan that is or will be written to a file is within all limits.
pub(super) fn check(plan: &Plan) -> Result<(), String> {
    let entrants = plan.entrants.len();
    if entrants == 0 || entrants > MAX_ENTRANTS {
        return Err(format!("expected 1 to {MAX_ENTRANTS} entrants, got {entrants}"));
    }
    if plan.schedules.is_empty() {
        return Err("expected at least one number of players".to_owned());
    }
    check_names(plan)?;
    let players: Vec<usize> = plan.schedules.iter().map(|schedule| schedule.players.count()).collect();
    if let Some(twice) = players.iter().enumerate().find(|(index, count)| players[..*index].contains(count)) {
        return Err(format!("{} players: expected each number of players once", twice.1));
    }
    if plan.first_deal > MAX_FIRST_DEAL {
        return Err(format!("the first deal is {}; expected at most {MAX_FIRST_DEAL}", plan.first_deal));
    }
    check_goal(plan)?;
    check_part(plan)
}

/// In a tournament every name belongs to one entrant; in a match an entrant may meet itself.
fn check_names(plan: &Plan) -> Result<(), String> {
    for (index, entrant) in plan.entrants.iter().enumerate() {
        // The command of a program, which may be its name, can have several lines.
        let is_control = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
        let name = &entrant.name;
        if name.is_empty() || name.len() > MAX_NAME || name.contains(is_control) {
            let beginning: String = name.chars().take(100).collect();
            return Err(format!(
                "expected a name of 1 to {MAX_NAME} bytes without control characters, got {beginning:?}"
            ));
        }
        let is_repeated = plan.entrants.iter().take(index).any(|other| other.name == entrant.name);
        if is_repeated && plan.pairing != Pairing::Fixed {
            return Err(format!("{} is named twice; in a tournament each entrant takes part once", entrant.name));
        }
    }
    match ambiguous_name(plan.entrants.as_slice()) {
        Some(name) => Err(format!("two different entrants are called {name}; give one of them another name")),
        None => Ok(()),
    }
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

fn check_goal(plan: &Plan) -> Result<(), String> {
    match &plan.goal {
        Goal::Blocks(blocks) if blocks.len() != plan.schedules.len() => {
            Err("there is not one number of blocks for each number of players".to_owned())
        }
        Goal::Blocks(blocks) => {
            check_blocks(*blocks.iter().min().unwrap_or(&0), blocks.iter().map(|&blocks| u128::from(blocks)).sum())
        }
        Goal::Until { half_width, most } => {
            if !(*half_width > 0.0 && *half_width < 1.0) {
                return Err(format!("the half-width is {half_width}; expected one between 0 and 1"));
            }
            check_blocks(*most, plan.schedules.len() as u128 * u128::from(*most))
        }
        Goal::Test { sprt, most } => {
            let seats =
                plan.schedules.iter().map(|schedule| schedule.seats_per_block(EntrantIndex::FIRST)).min().unwrap_or(0);
            check_test(sprt.hypotheses(), seats)?;
            if plan.schedules.len() > 1 {
                return Err("a sequential test is about one number of players".to_owned());
            }
            check_blocks(*most, u128::from(*most))
        }
    }
}

fn check_test(test: &Hypotheses, seats: u64) -> Result<(), String> {
    let &Hypotheses { null, alternative, alpha, beta } = test;
    for (name, error) in [("alpha", alpha), ("beta", beta)] {
        if !(error > 0.0 && error < 0.5) {
            return Err(format!("{name} is {error}; expected a probability between 0 and 0.5"));
        }
    }
    if null > 0.0 && null < alternative && alternative < seats as f64 {
        return Ok(());
    }
    Err(format!(
        "a test between {null} and {alternative} wins in a block of {seats}; expected 0 < null < alternative < {seats}"
    ))
}

fn check_parts(count: u64) -> Result<(), String> {
    if count <= MAX_PARTS {
        return Ok(());
    }
    Err(format!("{count} parts are too many; a run has at most {MAX_PARTS}"))
}

fn check_part(plan: &Plan) -> Result<(), String> {
    match (&plan.part, &plan.goal) {
        (Part::Whole, _) => Ok(()),
        (_, Goal::Until { .. } | Goal::Test { .. }) => {
            Err("only a run with a fixed number of blocks can be cut into parts: a part cannot know when the whole run ends. \
                 `python -m karteneck.cluster` plays such runs on many machines"
                .to_owned())
        }
        (Part::Shard(shard), Goal::Blocks(_)) => check_parts(shard.count()),
        (Part::Partial(set), Goal::Blocks(_)) => check_parts(set.count()),
        (Part::Ranges(ranges), Goal::Blocks(blocks)) => {
            let fits = |(&(first, last), &blocks): (&(u64, u64), &u64)| first <= last && last <= blocks;
            if ranges.len() == blocks.len() && ranges.iter().zip(blocks).all(fits) {
                Ok(())
            } else {
                Err("the ranges of blocks do not fit the numbers of blocks".to_owned())
            }
        }
    }
}

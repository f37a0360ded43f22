//! From plans to manifests and back: a run is a function of its manifest alone.

use super::limits::{check_limits, check_test};
use super::manifest::{GoalRecord, Manifest, PlanRecord};
use crate::arena::{Goal, Pairing, Plan, RunSeed, Schedule};
use crate::entrants::entrant_of;
use crate::game::Players;
use crate::records::{edition_of, seed_of};
use crate::statistics::{Hypotheses, Sprt};

/// The most line-ups of one number of players: everything that is counted grows with them.
const MAX_LINE_UPS: u64 = 50_000;

/// The plan that was written down.
///
/// # Errors
/// What is wrong with it.
pub fn plan_of(record: &PlanRecord) -> Result<Plan, String> {
    check_limits(record)?;
    let entrants = record.entrants.iter().map(entrant_of).collect::<Result<Vec<_>, _>>()?;
    let pairing = match (record.schedule.as_str(), record.challenger) {
        ("round-robin", None) => Pairing::RoundRobin,
        ("match", None) => Pairing::Fixed,
        ("gauntlet", Some(challenger)) if challenger < entrants.len() => Pairing::Gauntlet(challenger),
        (other, _) => return Err(format!("`{other}` is no schedule")),
    };
    let schedule = |&count: &usize| {
        let players = Players::new(count).ok_or_else(|| format!("{count} cannot play"))?;
        let line_ups = Schedule::count(pairing, entrants.len(), players);
        if line_ups > MAX_LINE_UPS {
            return Err(format!(
                "{} entrants at {count} players make {line_ups} line-ups, and at most {MAX_LINE_UPS} can be counted; take fewer \
                 entrants, fewer players, or let one meet all others with --challenger ({} line-ups)",
                entrants.len(),
                Schedule::count(Pairing::Gauntlet(0), entrants.len(), players)
            ));
        }
        Schedule::new(pairing, entrants.len(), players)
            .ok_or_else(|| format!("{} entrants make no line-up for {count} players", entrants.len()))
    };
    let schedules = record.players.iter().map(schedule).collect::<Result<Vec<_>, _>>()?;
    check_test(&record.goal, &schedules)?;
    Ok(Plan {
        goal: goal_of(record, schedules.len())?,
        entrants,
        schedules,
        seed: seed_of(record.seed)?.into(),
        first_deal: record.first_deal,
        edition: edition_of(record.worms.as_deref())?,
        keep_every: record.record_every,
        keep_blocks: record.blocks_csv,
    })
}

/// The plan of a manifest; as long as the run is not over, a sealed seed is a secret.
///
/// # Errors
/// What is wrong with it.
pub fn plan_in(manifest: &Manifest) -> Result<Plan, String> {
    let plan = plan_of(&manifest.plan)?;
    let is_secret = manifest.plan.seal.is_some() && manifest.result.is_none();
    let seed = plan.seed.seed();
    Ok(Plan { seed: if is_secret { RunSeed::sealed(seed) } else { seed.into() }, ..plan })
}

fn goal_of(record: &PlanRecord, sizes: usize) -> Result<Goal, String> {
    match &record.goal {
        GoalRecord::Blocks(blocks) if blocks.len() == sizes => {
            let [part, parts] = record.shard.unwrap_or([1, 1]);
            if part == 0 || part > parts {
                return Err(format!("shard {part}/{parts} does not exist"));
            }
            let cut = |blocks: u64, parts_before: u64| {
                (u128::from(blocks) * u128::from(parts_before) / u128::from(parts)) as u64
            };
            Ok(Goal::Blocks(blocks.iter().map(|&blocks| (cut(blocks, part - 1), cut(blocks, part))).collect()))
        }
        GoalRecord::Blocks(_) => Err("there is not one number of blocks for each number of players".to_owned()),
        _ if record.shard.is_some() => {
            Err("only a run with a fixed number of blocks can be cut into shards".to_owned())
        }
        GoalRecord::Until { half_width, most } => Ok(Goal::Until { half_width: *half_width, most: *most }),
        &GoalRecord::Sprt { null, alternative, alpha, beta, most } => {
            Ok(Goal::Test { sprt: Sprt::new(Hypotheses { null, alternative, alpha, beta }), most })
        }
    }
}

//! From plans to manifests and back: a run is a function of its manifest alone.

use std::time::Duration;

use serde_json::{Value as Json, json};

use super::plan::{Goal, Plan, RunSeed};
use super::schedule::{Pairing, Schedule};
use crate::bots::Program;
use crate::entrants::{Catalogue, Entrant, EntrantKind};
use crate::game::{Edition, PORTIONS, Players, Seed, ZEROS};
use crate::records::{EntrantRecord, GoalRecord, Manifest, PlanRecord, SeedName};
use crate::statistics::{Hypotheses, Sprt};
use crate::strategies::{Domain, FAMILIES, Parameter, Value};

/// How an entrant is written down.
pub fn entrant_record(entrant: &Entrant) -> EntrantRecord {
    let mut record = EntrantRecord { name: entrant.name.clone(), ..EntrantRecord::default() };
    match &entrant.kind {
        EntrantKind::Family { family, .. } => {
            record.family = Some(family.name.to_owned());
            let values = entrant.parameters().into_iter();
            record.parameters = values.map(|(parameter, value)| (parameter.name.to_owned(), to_json(value))).collect();
        }
        EntrantKind::Process(program) => {
            record.command = Some(program.command.clone());
            let folder = std::path::absolute(program.folder.as_deref().unwrap_or(".".as_ref()));
            record.folder = folder.ok().map(|folder| folder.to_string_lossy().into_owned());
            record.time_limit = Some(program.time_limit.as_secs_f64());
            record.env.clone_from(&program.env);
            let limits = Program::PARAMETERS.iter().zip(program.values()).skip(1);
            let set = limits.filter(|(parameter, value)| *value != parameter.domain.default());
            record.limits = set.map(|(parameter, value)| (parameter.name.to_owned(), to_json(value))).collect();
        }
    }
    record
}

fn to_json(value: Value) -> Json {
    match value {
        Value::Real(value) => json!(value),
        Value::Whole(value) => json!(value),
        Value::Choice(value) => json!(value),
    }
}

/// The entrant that was written down.
///
/// # Errors
/// What is wrong with it.
pub fn entrant_of(record: &EntrantRecord) -> Result<Entrant, String> {
    let kind = match (&record.family, &record.command) {
        (Some(name), None) => {
            let family = FAMILIES.iter().find(|family| family.name == name);
            let family = family.ok_or_else(|| format!("there is no family `{name}` in this version"))?;
            let value = |parameter: &Parameter| {
                let given = record.parameters.get(parameter.name);
                let read = given.and_then(|given| from_json(&parameter.domain, given));
                read.ok_or_else(|| {
                    format!("{}: parameter `{}` is missing or out of range", record.name, parameter.name)
                })
            };
            let values = family.parameters.iter().map(value).collect::<Result<Vec<_>, _>>()?;
            if record.parameters.len() > values.len() {
                return Err(format!("{}: it has parameters that the family `{name}` does not know", record.name));
            }
            EntrantKind::Family { family, values }
        }
        (None, Some(_)) if Catalogue::is_shipped(&record.name) => {
            return Err(format!("a program under the name of the shipped entrant `{}`", record.name));
        }
        (None, Some(command)) => {
            let time_limit = record.time_limit.and_then(|limit| Duration::try_from_secs_f64(limit).ok());
            let time_limit = time_limit.ok_or_else(|| format!("{}: it has no time limit", record.name))?;
            let mut program = Program::new(command.clone());
            program.set_values(&limits_of(record)?);
            program.time_limit = time_limit;
            program.folder = record.folder.clone().map(Into::into);
            program.env.clone_from(&record.env);
            EntrantKind::Process(program)
        }
        _ => return Err(format!("{}: expected a family or a command", record.name)),
    };
    Ok(Entrant { name: record.name.clone(), note: String::new(), kind })
}

/// A value for each parameter of a program; the time limit has a place of its own in a record.
fn limits_of(record: &EntrantRecord) -> Result<Vec<Value>, String> {
    let known = |name: &String| Program::PARAMETERS[1..].iter().any(|parameter| parameter.name == name);
    if let Some(other) = record.limits.keys().find(|name| !known(name)) {
        return Err(format!("{}: there is no limit `{other}`", record.name));
    }
    let value = |parameter: &Parameter| match record.limits.get(parameter.name) {
        None => Ok(parameter.domain.default()),
        Some(given) => from_json(&parameter.domain, given)
            .ok_or_else(|| format!("{}: the limit `{}` is out of range", record.name, parameter.name)),
    };
    Program::PARAMETERS.iter().map(value).collect()
}

fn from_json(domain: &Domain, value: &Json) -> Option<Value> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    domain.read(&text)
}

/// The plan that was written down.
///
/// # Errors
/// What is wrong with it.
pub fn plan_of(record: &PlanRecord) -> Result<Plan, String> {
    let entrants = record.entrants.iter().map(entrant_of).collect::<Result<Vec<_>, _>>()?;
    let pairing = match (record.schedule.as_str(), record.challenger) {
        ("round-robin", None) => Pairing::RoundRobin,
        ("match", None) => Pairing::Fixed,
        ("gauntlet", Some(challenger)) if challenger < entrants.len() => Pairing::Gauntlet(challenger),
        (other, _) => return Err(format!("`{other}` is no schedule")),
    };
    let schedule = |&count: &usize| {
        let players = Players::new(count).ok_or_else(|| format!("{count} cannot play"))?;
        Schedule::new(pairing, entrants.len(), players)
            .ok_or_else(|| format!("{} entrants make no line-up for {count} players", entrants.len()))
    };
    let schedules = record.players.iter().map(schedule).collect::<Result<Vec<_>, _>>()?;
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

/// The seed that was written down.
///
/// # Errors
/// If it is sealed, and not known here.
pub fn seed_of(name: SeedName) -> Result<Seed, String> {
    match name {
        SeedName::Open(seed) => Ok(seed),
        SeedName::Sealed(seal) => Err(format!("the seed is a secret ({seal}), and not in the folder of the run")),
    }
}

/// The edition that was written down; the default one if nothing was.
///
/// # Errors
/// If it is no worm table.
pub fn edition_of(worms: Option<&[u8]>) -> Result<Edition, String> {
    let Some(worms) = worms else {
        return Ok(Edition::default());
    };
    let table: Option<[u8; PORTIONS - ZEROS]> = worms.try_into().ok();
    table.and_then(Edition::new).ok_or_else(|| "the worm table is damaged".to_owned())
}

/// The worms of an edition as manifests write them; `None` for the default one.
pub fn worms_record(edition: &Edition) -> Option<Vec<u8>> {
    (*edition != Edition::default()).then(|| edition.table()[ZEROS..].to_vec())
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

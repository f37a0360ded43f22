//! A plan as it is written in manifests.

use serde::{Deserialize, Serialize, Serializer};

use super::{Goal, Part, Plan, RunSeed, Shard, ShardSet};
use crate::arena::index::EntrantIndex;
use crate::arena::schedule::Pairing;
use crate::entrants::{Catalogue, EntrantRecord, entrant_record};
use crate::game::{Players, Seed};
use crate::records::{Seal, SeedName, edition_of, worms_record};
use crate::statistics::{Hypotheses, Sprt};

/// The fields of a plan in a manifest, in their order there: the hash of a plan is that of these bytes.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFields {
    /// The seed of all luck, or its seal while it is a secret.
    seed: SeedName,
    /// The seal of the seed, if it was a secret while the run was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seal: Option<Seal>,
    #[serde(default, skip_serializing_if = "is_zero")]
    first_deal: u64,
    /// The worms on the portions from 16 to 42, if it is not the default table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    worms: Option<Vec<u8>>,
    entrants: Vec<EntrantRecord>,
    players: Vec<usize>,
    /// `round-robin`, `gauntlet`, `match`, `sample` or `challengers`.
    schedule: String,
    /// The challenger of a gauntlet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    challenger: Option<EntrantIndex>,
    /// Line-ups of a sample.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lineups: Option<u32>,
    /// How many entrants, from the first, are challengers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    challengers: Option<usize>,
    goal: GoalFields,
    record_every: u64,
    blocks_csv: bool,
    /// Which part of how many, if not the whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shard: Option<[u64; 2]>,
    /// Which blocks for each table size, if not the whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranges: Option<Vec<(u64, u64)>>,
    /// Which parts of how many a partial result has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    partial: Option<PartialFields>,
}

/// Which parts of a run a partial result has.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PartialFields {
    /// How many parts there are in all.
    of: u64,
    /// From the first to the last of parts that follow one another.
    parts: Vec<(u64, u64)>,
}

/// When a run ends.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum GoalFields {
    Blocks(Vec<u64>),
    Until { half_width: f64, most: u64 },
    Sprt { null: f64, alternative: f64, alpha: f64, beta: f64, most: u64 },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde requires")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Serialize for Plan {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PlanFields::of(self).serialize(serializer)
    }
}

impl PlanFields {
    fn of(plan: &Plan) -> PlanFields {
        let (mut challenger, mut lineups, mut challengers) = (None, None, None);
        let schedule = match plan.pairing {
            Pairing::RoundRobin => "round-robin",
            Pairing::Fixed => "match",
            Pairing::Gauntlet(entrant) => {
                challenger = Some(entrant);
                "gauntlet"
            }
            Pairing::Sample(count) => {
                lineups = Some(count);
                "sample"
            }
            Pairing::Challengers(count) => {
                challengers = Some(count);
                "challengers"
            }
        };
        PlanFields {
            seed: plan.seed.name(),
            seal: plan.seed.seal().filter(|_| !plan.seed.is_sealed()),
            first_deal: plan.first_deal,
            worms: worms_record(&plan.edition),
            entrants: plan.entrants.iter().map(entrant_record).collect(),
            players: plan.schedules.iter().map(|schedule| schedule.players.count()).collect(),
            schedule: schedule.to_owned(),
            challenger,
            lineups,
            challengers,
            goal: GoalFields::of(&plan.goal),
            record_every: plan.keep_every,
            blocks_csv: plan.keep_blocks,
            shard: plan.shard().map(|shard| [shard.index(), shard.count()]),
            ranges: if let Part::Ranges(ranges) = &plan.part { Some(ranges.clone()) } else { None },
            partial: plan.shard_set().map(|set| PartialFields { of: set.count(), parts: set.present().to_vec() }),
        }
    }

    fn pairing(&self) -> Result<Pairing, String> {
        match (self.schedule.as_str(), self.challenger, self.lineups, self.challengers) {
            ("round-robin", None, None, None) => Ok(Pairing::RoundRobin),
            ("match", None, None, None) => Ok(Pairing::Fixed),
            ("gauntlet", Some(entrant), None, None) if entrant.index() < self.entrants.len() => {
                Ok(Pairing::Gauntlet(entrant))
            }
            ("sample", None, Some(count), None) if count > 0 => Ok(Pairing::Sample(count)),
            ("challengers", None, None, Some(count)) if count > 0 && count < self.entrants.len() => {
                Ok(Pairing::Challengers(count))
            }
            (other, ..) => Err(format!("`{other}` is not a schedule, or names an entrant that does not exist")),
        }
    }

    fn part(&self) -> Result<Part, String> {
        match (self.shard, &self.ranges, &self.partial) {
            (None, None, None) => Ok(Part::Whole),
            (Some([index, count]), None, None) => {
                let shard = Shard::new(index, count);
                shard.map(Part::Shard).ok_or_else(|| format!("there is no part {index}/{count}"))
            }
            (None, Some(ranges), None) => Ok(Part::Ranges(ranges.clone())),
            (None, None, Some(PartialFields { of, parts })) => {
                let set = ShardSet::of_ranges(parts.clone(), *of);
                set.map(Part::Partial).ok_or_else(|| format!("expected some of {of} parts in order, got {parts:?}"))
            }
            _ => Err("expected a shard, ranges of blocks or a partial result, got several of them".to_owned()),
        }
    }
}

impl GoalFields {
    fn of(goal: &Goal) -> GoalFields {
        match goal {
            Goal::Blocks(blocks) => GoalFields::Blocks(blocks.clone()),
            &Goal::Until { half_width, most } => GoalFields::Until { half_width, most },
            Goal::Test { sprt, most } => {
                let Hypotheses { null, alternative, alpha, beta } = *sprt.hypotheses();
                GoalFields::Sprt { null, alternative, alpha, beta, most: *most }
            }
        }
    }

    fn goal(self) -> Goal {
        match self {
            GoalFields::Blocks(blocks) => Goal::Blocks(blocks),
            GoalFields::Until { half_width, most } => Goal::Until { half_width, most },
            GoalFields::Sprt { null, alternative, alpha, beta, most } => {
                Goal::Test { sprt: Sprt::new(Hypotheses { null, alternative, alpha, beta }), most }
            }
        }
    }
}

/// The plan in a manifest.
pub(super) fn read(text: &str, catalogue: &Catalogue, secret: Option<Seed>) -> Result<Plan, String> {
    let fields: PlanFields = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let entrants = fields.entrants.iter().map(|record| catalogue.recall(record)).collect::<Result<Vec<_>, _>>()?;
    let players = |&count: &usize| Players::new(count).ok_or_else(|| format!("{count} players: expected 2 to 6"));
    let players = fields.players.iter().map(players).collect::<Result<Vec<_>, _>>()?;
    let (pairing, part) = (fields.pairing()?, fields.part()?);
    let seed = RunSeed::read(fields.seed, fields.seal, secret)?;
    let plan = Plan::new(entrants, pairing, &players, seed, fields.goal.goal()).map_err(|error| error.0)?;
    let plan = Plan {
        first_deal: fields.first_deal,
        edition: edition_of(fields.worms.as_deref())?,
        part,
        keep_every: fields.record_every,
        keep_blocks: fields.blocks_csv,
        ..plan
    };
    super::limits::check(&plan)?;
    Ok(plan)
}

/// The keys whose values differ between two plans.
pub(super) fn differing_keys(one: &Plan, other: &Plan) -> Vec<String> {
    let fields = |plan: &Plan| match serde_json::to_value(plan) {
        Ok(serde_json::Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let (one, other) = (fields(one), fields(other));
    let keys: std::collections::BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    keys.into_iter().filter(|key| one.get(*key) != other.get(*key)).cloned().collect()
}

//! The manifest of a run: everything that determines it, and the hashes of what came of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::entrants::EntrantRecord;
use crate::game::Seed;
use crate::records::{Seal, SeedName, hash};

/// The name of the format.
pub const RUN_FORMAT: &str = "karteneck-run/3";

/// The fingerprint of this version: what `karteneck fingerprint` prints for every build that plays as it should. A commit that
/// changes it says why.
pub const FINGERPRINT: &str = "4ac0eade3d30383d6c1727ac643bb13a";

/// What a run is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// Always [`RUN_FORMAT`].
    pub format: String,
    /// The version of the program, since another one may play otherwise.
    pub version: String,
    /// The fingerprint of that version ([`FINGERPRINT`]): runs of different ones were not played alike. Empty in manifests of
    /// earlier builds.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fingerprint: String,
    /// Everything that determines the run.
    pub plan: PlanRecord,
    /// What came of it, once it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<RunRecord>,
}

/// Everything that determines a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanRecord {
    /// The seed of all luck, or its seal as long as it is a secret.
    pub seed: SeedName,
    /// The seal of the seed, if it was a secret while the run was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<Seal>,
    /// The number of the first block's deal.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub first_deal: u64,
    /// The worms on the portions from 16 to 42, if it is not the default table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worms: Option<Vec<u8>>,
    /// Who takes part.
    pub entrants: Vec<EntrantRecord>,
    /// The numbers of players.
    pub players: Vec<usize>,
    /// `round-robin`, `gauntlet` or `match`.
    pub schedule: String,
    /// The challenger of a gauntlet, by its number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenger: Option<usize>,
    /// When it is over.
    pub goal: GoalRecord,
    /// Every so-many-th game is kept as a record; 0 for none.
    pub record_every: u64,
    /// Whether the results of every block are kept.
    pub blocks_csv: bool,
    /// Which part of how many, if it is not the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<[u64; 2]>,
}

/// When a run is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum GoalRecord {
    /// After so many blocks, for each number of players.
    Blocks(Vec<u64>),
    /// When every interval is narrow enough.
    Until {
        /// Half the width of the widest interval.
        half_width: f64,
        /// The most blocks.
        most: u64,
    },
    /// When a sequential test ends.
    Sprt {
        /// The mean wins in a block that are to be rejected.
        null: f64,
        /// The mean wins in a block that are hoped for.
        alternative: f64,
        /// The probability of a false alternative.
        alpha: f64,
        /// The probability of a false null.
        beta: f64,
        /// The most blocks.
        most: u64,
    },
}

/// What came of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunRecord {
    /// Blocks played, for each number of players.
    pub blocks: Vec<u64>,
    /// Games played in all.
    pub games: u64,
    /// Why it is over, for each number of players.
    pub stopped: Vec<String>,
    /// The hash of each file of results.
    pub files: BTreeMap<String, String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Manifest {
    /// The manifest of a run that is about to start, made by this version.
    pub fn new(plan: PlanRecord) -> Manifest {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let fingerprint = FINGERPRINT.to_owned();
        Manifest { format: RUN_FORMAT.to_owned(), version, fingerprint, plan, result: None }
    }

    /// As a text, for people too.
    ///
    /// # Panics
    /// Never: every part has a JSON form.
    pub fn to_text(&self) -> String {
        let shown = Manifest { plan: self.plan_shown(), ..self.clone() };
        serde_json::to_string_pretty(&shown).expect("numbers, texts and lists always have a JSON form") + "\n"
    }

    /// The plan as it may be shown: a sealed seed only after the run.
    pub fn plan_shown(&self) -> PlanRecord {
        if self.result.is_some() { self.plan.clone() } else { self.plan.sealed() }
    }
}

impl PlanRecord {
    /// The hash that names the plan: parts of a run belong together if theirs agree.
    ///
    /// # Panics
    /// Never: every part has a JSON form.
    pub fn hash(&self) -> String {
        let text = serde_json::to_string(&self.sealed()).expect("numbers, texts and lists always have a JSON form");
        hash(text.as_bytes())
    }

    /// The plan without its seed, if that is or was a secret.
    #[must_use]
    pub fn sealed(&self) -> PlanRecord {
        match self.seal {
            Some(seal) => PlanRecord { seed: seal.into(), seal: None, ..self.clone() },
            None => self.clone(),
        }
    }

    /// The plan with the seed that its seal belongs to.
    ///
    /// # Errors
    /// If the seal belongs to another one.
    pub fn unsealed(self, seed: Seed) -> Result<PlanRecord, String> {
        match self.seed {
            SeedName::Sealed(seal) if seal == Seal::of(seed) => {
                Ok(PlanRecord { seed: seed.into(), seal: Some(seal), ..self })
            }
            SeedName::Sealed(seal) => Err(format!("the seed does not fit its seal {seal}")),
            SeedName::Open(_) => Ok(self),
        }
    }

    /// Makes sure that an open seed is the one that was sealed before the run, if one was.
    ///
    /// # Errors
    /// If it is another one.
    pub fn check_seal(&self) -> Result<(), String> {
        match (self.seed.seed(), self.seal) {
            (Some(seed), Some(seal)) if seal != Seal::of(seed) => Err(format!("the seed does not fit its seal {seal}")),
            _ => Ok(()),
        }
    }

    /// The command that plays it.
    pub fn command(&self) -> &'static str {
        if self.schedule == "match" { "match" } else { "tournament" }
    }

    /// The plan of the whole run of which this is a part.
    #[must_use]
    pub fn whole(&self) -> PlanRecord {
        PlanRecord { shard: None, ..self.clone() }
    }
}

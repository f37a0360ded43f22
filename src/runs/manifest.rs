//! The manifest of a run: everything that determines it, and the hashes of its results.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::files::{BLOCKS, CONVERGENCE_PICTURE, DEALS, GAMES, PROGRESS, TALLY, TUNED};
use crate::arena::{MAX_BLOCKS, Plan, State, Stopped};
use crate::entrants::Catalogue;
use crate::game::Seed;
use crate::statistics::Stop;
use crate::tables::{RESULT_FILES, ResultFile};

/// The format of the folder of a run. Each of them can be read, continued, merged and verified.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RunFormat {
    /// Without `deals.csv`, `progress.jsonl`, `differences.csv` and `tests.csv`.
    Three,
    /// With them.
    Four,
}

impl RunFormat {
    /// That of new runs.
    pub const CURRENT: RunFormat = RunFormat::Four;

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            RunFormat::Three => "karteneck-run/3",
            RunFormat::Four => "karteneck-run/4",
        }
    }

    /// The format with this name.
    pub(super) fn named(name: &str) -> Option<RunFormat> {
        [RunFormat::Three, RunFormat::Four].into_iter().find(|format| format.name() == name)
    }

    /// The tables that its folders have.
    pub(super) const fn tables(self) -> &'static [ResultFile] {
        match self {
            RunFormat::Three => ResultFile::COUNTED,
            RunFormat::Four => &ResultFile::ALL,
        }
    }

    /// The files besides tables and sums that belong to the results of a plan.
    pub(super) fn kept_files(self, plan: &Plan) -> Vec<&'static str> {
        let has_deals = self >= RunFormat::Four;
        // A partial result has gaps, so its blocks reach no fixed position.
        let has_progress = has_deals && plan.shard_set().is_none();
        let kept =
            [(GAMES, plan.keep_every > 0), (BLOCKS, plan.keep_blocks), (DEALS, has_deals), (PROGRESS, has_progress)];
        kept.into_iter().filter(|(_, kept)| *kept).map(|(name, _)| name).collect()
    }

    /// All files of the results of a plan.
    pub(super) fn result_files(self, plan: &Plan) -> impl Iterator<Item = &'static str> {
        self.tables().iter().map(|file| file.name()).chain([TALLY]).chain(self.kept_files(plan))
    }
}

/// The fingerprint of this version: what `karteneck fingerprint` prints for every build that plays correctly. A commit that
/// changes it says why.
pub const FINGERPRINT: &str = "67fcf13b259735f249baf2303b75d47f";

/// What a run is.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Manifest {
    /// The format of the folder.
    pub format: RunFormat,
    /// The version of the program; another one may play differently.
    pub version: String,
    /// The fingerprint of that version ([`FINGERPRINT`]): runs with different ones were not played the same way. Empty in manifests of
    /// earlier builds.
    pub fingerprint: String,
    /// Everything that determines the run.
    pub plan: Plan,
    /// Its result, once it is over.
    pub result: Option<RunRecord>,
}

/// The result of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RunRecord {
    /// Blocks played, for each table size.
    pub blocks: Vec<u64>,
    /// Games played in all.
    pub games: u64,
    /// Why it ended, for each table size.
    pub stopped: Vec<String>,
    /// The hash of each file of results.
    pub files: BTreeMap<String, String>,
}

/// A manifest as it is written.
#[derive(Serialize)]
struct ManifestFields<'a> {
    format: &'static str,
    version: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    fingerprint: &'a str,
    plan: &'a Plan,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a RunRecord>,
}

/// A manifest as it is read: reading the plan needs the catalogue.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ManifestParts {
    format: String,
    version: String,
    #[serde(default)]
    fingerprint: String,
    plan: serde_json::Value,
    #[serde(default)]
    result: Option<RunRecord>,
}

impl Manifest {
    /// The manifest of a run that is about to start, made by this version.
    pub fn new(plan: Plan) -> Manifest {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let fingerprint = FINGERPRINT.to_owned();
        Manifest { format: RunFormat::CURRENT, version, fingerprint, plan, result: None }
    }

    /// Reads a manifest of this version. The catalogue knows the families; `secret` is the seed if the text contains only its seal.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str, catalogue: &Catalogue, secret: Option<Seed>) -> Result<Manifest, String> {
        check_formats(text, &[RunFormat::CURRENT.name(), RunFormat::Three.name()])?;
        let read: ManifestParts =
            serde_json::from_str(text).map_err(|error| format!("manifest.json is damaged: {error}"))?;
        let format = RunFormat::named(&read.format).unwrap_or(RunFormat::CURRENT);
        let plan = Plan::from_json(&read.plan.to_string(), catalogue, secret).map_err(|error| error.to_string())?;
        if let Some(result) = &read.result {
            result.check(&plan).map_err(|problem| format!("manifest.json is damaged: {problem}"))?;
        }
        Ok(Manifest { format, version: read.version, fingerprint: read.fingerprint, plan, result: read.result })
    }

    /// As text that people can read too. A secret seed is represented by its seal.
    ///
    /// # Panics
    /// Never: every part has a JSON form.
    pub fn to_text(&self) -> String {
        let Manifest { format, version, fingerprint, plan, result } = self;
        let written = ManifestFields { format: format.name(), version, fingerprint, plan, result: result.as_ref() };
        serde_json::to_string_pretty(&written).expect("numbers, texts and lists always have a JSON form") + "\n"
    }
}

/// Whether a manifest is of a format, and of a version that this program can read.
pub(super) fn check_format(text: &str, format: &str) -> Result<(), String> {
    check_formats(text, &[format])
}

/// Whether a manifest is of one of some formats, the current one first, and of a version that this program can read.
fn check_formats(text: &str, formats: &[&str]) -> Result<(), String> {
    let format = formats[0];
    let damaged = |error: serde_json::Error| format!("manifest.json is damaged: {error}");
    let value: serde_json::Value = serde_json::from_str(text).map_err(damaged)?;
    let found = value["format"].as_str().unwrap_or("none");
    let [kind, found_kind] = [format, found].map(|format| format.split('/').next().unwrap_or_default());
    if formats.contains(&found) {
        let (own, version) = (env!("CARGO_PKG_VERSION"), value["version"].as_str().unwrap_or("unknown"));
        // Versions with the same fingerprint play the same games and write the same files.
        if version == own || value["fingerprint"] == FINGERPRINT {
            return Ok(());
        }
        return Err(format!(
            "made by version {version}, which may play differently from this one ({own}); use that version, or play it again. Its CSV \
             files can be read as they are"
        ));
    }
    match (kind == found_kind, found_kind) {
        (true, _) => Err(format!(
            "its manifest.json has the format {found}; expected {format}. Such runs were played with other random numbers, so this version \
             can neither continue nor check them; use the version that made it, or play it again. Its CSV files can be read \
             as they are"
        )),
        (false, "karteneck-tuning") => Err(format!(
            "this is the folder of a tuning: its result is the entrant {TUNED}, its course is in {CONVERGENCE_PICTURE}, and \
             `karteneck tune --resume` continues it if it was interrupted"
        )),
        (false, "karteneck-learning") => Err(
            "this is the folder of a learning: its result is learned.net, and `karteneck learn --resume` continues it if it \
             was interrupted"
                .to_owned(),
        ),
        (false, "karteneck-run") => Err("this is the folder of a run, not of a tuning or a learning".to_owned()),
        (false, _) => Err(format!("its manifest.json has the format {found}; expected {format}")),
    }
}

impl RunRecord {
    /// The result of a finished run, and the hashes of its files.
    pub(super) fn of(plan: &Plan, state: &State, files: BTreeMap<String, String>) -> RunRecord {
        RunRecord {
            blocks: state.sizes.iter().map(|size| size.tally.blocks.count).collect(),
            games: state.games(plan),
            stopped: state.sizes.iter().map(|size| reason(size.stopped).to_owned()).collect(),
            files,
        }
    }
}

impl RunRecord {
    /// Whether it can be the result of a plan, and names only files of a run: a name could lead out of the folder.
    fn check(&self, plan: &Plan) -> Result<(), String> {
        let tables = plan.schedules.len();
        if self.blocks.len() != tables || self.stopped.len() != tables {
            return Err(format!("expected results of {tables} numbers of players, got {}", self.blocks.len()));
        }
        if let Some(blocks) = self.blocks.iter().find(|&&blocks| blocks > MAX_BLOCKS) {
            return Err(format!("{blocks} blocks cannot have been played; a run has at most {MAX_BLOCKS}"));
        }
        let others = [TALLY, GAMES, BLOCKS, DEALS, PROGRESS];
        let is_known = |name: &str| RESULT_FILES.contains(&name) || others.contains(&name);
        match self.files.keys().find(|name| !is_known(name)) {
            Some(name) => Err(format!("a run has no file {:?}", name.chars().take(100).collect::<String>())),
            None => Ok(()),
        }
    }
}

fn reason(stopped: Option<Stopped>) -> &'static str {
    match stopped {
        Some(Stopped::Complete) => "all blocks are played",
        Some(Stopped::Precise) => "every interval is as narrow as asked",
        Some(Stopped::Tested(Stop::Null)) => "the test accepts the null hypothesis",
        Some(Stopped::Tested(Stop::Alternative)) => "the test accepts the alternative",
        Some(Stopped::Undecided) => "the most blocks are played, and nothing is decided",
        Some(Stopped::Partial) => "parts of the run are missing",
        None => "it is not over",
    }
}

//! The manifest of a tuning: everything that determines it.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::optimiser::Method;
use super::plan::{Request, Rival};
use crate::arena::RunSeed;
use crate::entrants::{Catalogue, EntrantRecord, entrant_record};
use crate::game::{Players, Seed};
use crate::records::{SeedName, edition_of, worms_record};
use crate::runs::{RunError, RunFolder};

/// The name of the format.
pub const TUNING_FORMAT: &str = "karteneck-tuning/1";

/// Everything that determines a tuning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuningManifest {
    /// Always [`TUNING_FORMAT`].
    pub format: String,
    /// The version of the program, since another one may play differently.
    pub version: String,
    /// The command that repeats it, for people.
    pub command: String,
    /// The entrant whose parameters are tuned, and where they start.
    pub entrant: EntrantRecord,
    /// Which parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameters: Option<Vec<String>>,
    /// The rivals; one named `self` without a family is its own best so far.
    pub against: Vec<EntrantRecord>,
    /// The numbers of players.
    pub players: Vec<usize>,
    /// The number of games.
    pub games: u64,
    /// The seed of all luck, or its seal if it is a secret: then it remains one, and is in a file of its own.
    pub seed: SeedName,
    /// The method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// The worms on the portions from 16 to 42, if it is not the default table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worms: Option<Vec<u8>>,
    /// The entrants against which start and result are compared in the end.
    pub transfer: Vec<EntrantRecord>,
    /// Whether the effect of each parameter is measured.
    pub sensitivity: bool,
}

impl TuningManifest {
    /// The folder of a tuning, and its manifest.
    ///
    /// # Errors
    /// If it has no manifest of a tuning of this version.
    pub fn open(path: &Path) -> Result<(RunFolder, TuningManifest), RunError> {
        RunFolder::open_as(path, TUNING_FORMAT)
    }

    /// The manifest of a request, made by this version.
    pub fn new(request: &Request, command: String) -> TuningManifest {
        let rival = |rival: &Rival| match rival {
            Rival::Entrant(entrant) => entrant_record(entrant),
            Rival::Own => EntrantRecord { name: Rival::OWN.to_owned(), ..EntrantRecord::default() },
        };
        TuningManifest {
            format: TUNING_FORMAT.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command,
            entrant: entrant_record(&request.entrant),
            parameters: request.parameters.clone(),
            against: request.against.iter().map(rival).collect(),
            players: request.players.iter().map(|players| players.count()).collect(),
            games: request.games,
            seed: request.seed.name(),
            method: request.method.map(|method| method.name().to_owned()),
            worms: worms_record(&request.edition),
            transfer: request.transfer.iter().map(entrant_record).collect(),
            sensitivity: request.sensitivity,
        }
    }

    /// As text, also for people.
    ///
    /// # Panics
    /// Never: every part has a JSON form.
    pub fn to_text(&self) -> String {
        serde_json::to_string_pretty(self).expect("numbers, texts and lists always have a JSON form") + "\n"
    }
}

/// The request that was written down. The catalogue knows the families; `secret` is the seed if it is sealed.
///
/// # Errors
/// What is wrong with it.
pub fn request_of(manifest: &TuningManifest, catalogue: &Catalogue, secret: Option<Seed>) -> Result<Request, String> {
    let rival = |record: &EntrantRecord| {
        let is_described = record.family.is_some() || record.command.is_some() || record.code.is_some();
        let own = record.name == Rival::OWN && !is_described;
        if own { Ok(Rival::Own) } else { catalogue.recall(record).map(Rival::Entrant) }
    };
    let players = |&count: &usize| Players::new(count).ok_or_else(|| format!("{count} players cannot play"));
    Ok(Request {
        entrant: catalogue.recall(&manifest.entrant)?,
        parameters: manifest.parameters.clone(),
        against: manifest.against.iter().map(rival).collect::<Result<_, _>>()?,
        players: manifest.players.iter().map(players).collect::<Result<_, _>>()?,
        games: manifest.games,
        seed: RunSeed::read(manifest.seed, None, secret)?,
        method: manifest.method.as_deref().map(str::parse::<Method>).transpose()?,
        edition: edition_of(manifest.worms.as_deref())?,
        transfer: manifest.transfer.iter().map(|record| catalogue.recall(record)).collect::<Result<_, _>>()?,
        sensitivity: manifest.sensitivity,
    })
}

//! What to learn, from which games, and how it is written down.

use std::ops::RangeInclusive;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::fit::Schedule;
use super::nets::{LearningNets, NetFileError, keep_nets};
use crate::arena::RunSeed;
use crate::entrants::{Catalogue, Entrant, EntrantRecord, entrant_record};
use crate::game::{Players, Seed};
use crate::records::SeedName;
use crate::runs::{RunError, RunFolder};
use crate::strategies::nets::{NetFile, NetKind};

/// The name of the format.
pub const LEARNING_FORMAT: &str = "karteneck-learning/1";

/// What to learn.
#[derive(Clone, PartialEq, Debug)]
pub struct LearningRequest {
    /// The kind of net.
    pub kind: NetKind,
    /// Who plays the games.
    pub entrant: Entrant,
    /// The numbers of players: a network for each.
    pub players: Vec<Players>,
    /// Games for each number of players.
    pub games: u64,
    /// The seed of all luck.
    pub seed: RunSeed,
    /// One move in so many is random; 0 for none.
    pub random_every: u32,
    /// Passes over the games.
    pub epochs: u32,
    /// The length of the first steps of the fit.
    pub rate: f64,
    /// Where the weights start, and what is kept for other numbers of players.
    pub start: Option<NetFile>,
    /// A value net that tells a position net what the end of a round is worth, instead of who has won in the end.
    pub judge: Option<NetFile>,
}

impl LearningRequest {
    /// Games for each number of players: one in ten is held out, and all samples are in memory.
    pub const GAMES: RangeInclusive<u64> = 20..=2_000_000;
    /// Passes over the games.
    pub const EPOCHS: RangeInclusive<u64> = 1..=1000;

    /// What makes no sense, if anything.
    ///
    /// # Errors
    /// What it is.
    pub fn check(&self) -> Result<(), String> {
        if self.kind == NetKind::Score {
            return Err("a score net is not learned here: see python/examples/train.py".to_owned());
        }
        for (what, number, range) in
            [("games", self.games, LearningRequest::GAMES), ("epochs", self.epochs.into(), LearningRequest::EPOCHS)]
        {
            if !range.contains(&number) {
                return Err(format!("{number} {what}: expected {} to {}", range.start(), range.end()));
            }
        }
        if !(self.rate > 0.0 && self.rate <= 1.0) {
            return Err(format!("a rate of {}: expected more than 0 and at most 1", self.rate));
        }
        self.check_judge()?;
        if self.kind == NetKind::Policy && self.random_every == 1 {
            return Err(
                "random_every 1: all moves would be random, and a policy net learns from those that are not".to_owned()
            );
        }
        match &self.start {
            Some(start) if start.kind != self.kind => {
                Err(format!("the start is a {} net; expected a {} net", start.kind.name(), self.kind.name()))
            }
            _ if self.players.is_empty() => Err("no number of players".to_owned()),
            _ => Ok(()),
        }
    }

    /// Writes the nets into the folder, so that it can be resumed without their files.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn keep_nets(&self, folder: &RunFolder) -> Result<(), RunError> {
        keep_nets(folder, self.start.as_ref(), self.judge.as_ref())
    }

    fn check_judge(&self) -> Result<(), String> {
        let Some(judge) = &self.judge else { return Ok(()) };
        if self.kind != NetKind::Position {
            return Err(format!(
                "a judge tells a position net what a round was worth; this is a {} net",
                self.kind.name()
            ));
        }
        if judge.kind != NetKind::Value {
            return Err(format!("the judge is a {} net; expected a value net", judge.kind.name()));
        }
        match self.players.iter().find(|&&players| !judge.players().contains(&players)) {
            Some(players) => Err(format!("the judge has no network for {players} players")),
            None => Ok(()),
        }
    }

    /// How to fit; the seed of the fit is the same for all numbers of players.
    pub fn schedule(&self) -> Schedule {
        let number = self.seed.seed().number();
        Schedule { epochs: self.epochs, rate: self.rate as f32, seed: number as u64 ^ (number >> 64) as u64 }
    }
}

/// Everything that determines a learning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearningManifest {
    /// Always [`LEARNING_FORMAT`].
    pub format: String,
    /// The version of the program, since another one may play differently.
    pub version: String,
    /// The command that repeats it, for people.
    pub command: String,
    /// The kind of net.
    pub kind: NetKind,
    /// Who plays the games.
    pub entrant: EntrantRecord,
    /// The numbers of players.
    pub players: Vec<usize>,
    /// Games for each number of players.
    pub games: u64,
    /// The seed of all luck, or its seal if it is a secret: then it is in a file of its own.
    pub seed: SeedName,
    /// One move in so many is random.
    pub random_every: u32,
    /// Passes over the games.
    pub epochs: u32,
    /// The length of the first steps of the fit.
    pub rate: f64,
    /// The hash of the net from which the weights start; the net is next to the manifest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The hash of the value net that judges the ends of rounds; it is next to the manifest too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judge: Option<String>,
}

impl LearningManifest {
    /// The folder of a learning, and its manifest.
    ///
    /// # Errors
    /// If it has no manifest of a learning of this version.
    pub fn open(path: &Path) -> Result<(RunFolder, LearningManifest), RunError> {
        RunFolder::open_as(path, LEARNING_FORMAT)
    }

    /// The manifest of a request, made by this version.
    pub fn new(request: &LearningRequest, command: String) -> LearningManifest {
        LearningManifest {
            format: LEARNING_FORMAT.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command,
            kind: request.kind,
            entrant: entrant_record(&request.entrant),
            players: request.players.iter().map(|players| players.count()).collect(),
            games: request.games,
            seed: request.seed.name(),
            random_every: request.random_every,
            epochs: request.epochs,
            rate: request.rate,
            start: request.start.as_ref().map(|start| start.hash().to_owned()),
            judge: request.judge.as_ref().map(|judge| judge.hash().to_owned()),
        }
    }

    /// As text, also for people.
    ///
    /// # Panics
    /// Never: every part has a JSON form.
    pub fn to_text(&self) -> String {
        serde_json::to_string_pretty(self).expect("numbers, texts and lists always have a JSON form") + "\n"
    }

    /// The nets next to the manifest.
    ///
    /// # Errors
    /// If one is missing, or is not a net.
    pub fn nets(&self, folder: &RunFolder) -> Result<LearningNets, NetFileError> {
        LearningNets::of_folder(folder, self.start.is_some(), self.judge.is_some())
    }

    /// The request that was written down; `nets` are those next to the manifest, `secret` is the seed if it is sealed.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn request(
        &self,
        catalogue: &Catalogue,
        secret: Option<Seed>,
        nets: LearningNets,
    ) -> Result<LearningRequest, String> {
        let LearningNets { start, judge } = nets;
        for (net, hash, role) in [(&start, &self.start, "from which it started"), (&judge, &self.judge, "that judges")]
        {
            if net.as_ref().map(NetFile::hash) != hash.as_deref() {
                return Err(format!("the net {role} is not the one in the manifest"));
            }
        }
        let players = |&count: &usize| Players::new(count).ok_or_else(|| format!("{count} players cannot play"));
        let request = LearningRequest {
            kind: self.kind,
            entrant: catalogue.recall(&self.entrant)?,
            players: self.players.iter().map(players).collect::<Result<_, _>>()?,
            games: self.games,
            seed: RunSeed::read(self.seed, None, secret)?,
            random_every: self.random_every,
            epochs: self.epochs,
            rate: self.rate,
            start,
            judge,
        };
        request.check()?;
        Ok(request)
    }
}

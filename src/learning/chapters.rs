//! Plays chapters: on threads of this process, or as tasks of workers elsewhere.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::journal::Chapter;
use super::options::{LearnError, LearningOptions};
use super::request::LearningRequest;
use super::selfplay::SelfPlay;
use crate::arena::{PieceError, RunSeed, TaskList, play_list_piece};
use crate::bots::BotHost;
use crate::entrants::{Catalogue, Entrant, EntrantRecord, entrant_record};
use crate::game::{Players, Seed};
use crate::records::SeedName;
use crate::strategies::Fault;
use crate::strategies::nets::NetKind;

/// Games in a line of the journal: the unit that a thread or a worker elsewhere plays.
pub(super) const CHAPTER: u64 = 16;
/// The most chapters of a piece: the games of quick entrants would otherwise be megabytes to send.
const MAX_CHAPTERS: u64 = 256;

/// The games of one number of players, without what is learned from them.
#[derive(Clone)]
pub(super) struct ChapterPlan {
    pub(super) entrant: Entrant,
    pub(super) play: SelfPlay,
    games: u64,
    seed: RunSeed,
}

/// The same, as workers elsewhere get it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChapterFields {
    entrant: EntrantRecord,
    players: usize,
    games: u64,
    seed: SeedName,
    random_every: u32,
    keep_visits: bool,
}

impl ChapterPlan {
    pub(super) fn new(request: &LearningRequest, players: Players) -> ChapterPlan {
        let play = SelfPlay {
            players,
            seed: request.seed.seed(),
            random_every: request.random_every,
            keep_visits: request.kind == NetKind::Policy,
        };
        ChapterPlan { entrant: request.entrant.clone(), play, games: request.games, seed: request.seed }
    }

    /// The chapter that begins with this game. Its players are new, so that nothing depends on who played the one before.
    fn play(&self, first: u64, host: &BotHost, stopped: &dyn Fn() -> bool) -> Result<Chapter, ChapterFailure> {
        let mut strategies: Vec<_> = self.play.players.seats().map(|_| self.entrant.strategy(host)).collect();
        let mut games = Vec::new();
        for game in first..(first + CHAPTER).min(self.games) {
            let played = self.play.play_until(stopped, game, &mut strategies).map_err(ChapterFailure::Fault)?;
            games.push(played.ok_or(ChapterFailure::Stopped)?);
        }
        Ok(Chapter { players: self.play.players, first, games })
    }

    /// Plays some chapters side by side; they are in order whatever thread was first. With those before the first that could not be played
    /// comes why it could not.
    pub(super) fn play_some(&self, next: u64, options: &LearningOptions<'_>) -> (Vec<Chapter>, Result<(), LearnError>) {
        let (host, stopped) = (options.host, options.stopped);
        let count = (self.games - next).div_ceil(CHAPTER).min(2 * rayon::current_num_threads() as u64);
        let chapter = |index: usize| self.play(next + index as u64 * CHAPTER, host, stopped);
        let played: Vec<_> = (0..count as usize).into_par_iter().map(chapter).collect();
        let mut chapters = Vec::new();
        for chapter in played {
            match chapter {
                Ok(chapter) => chapters.push(chapter),
                Err(failure) => return (chapters, Err(self.failed(failure))),
            }
        }
        (chapters, Ok(()))
    }

    fn failed(&self, failure: ChapterFailure) -> LearnError {
        match failure {
            ChapterFailure::Stopped => LearnError::Interrupted,
            ChapterFailure::Fault(fault) => self.fault(fault.to_string()),
        }
    }

    fn fault(&self, fault: String) -> LearnError {
        LearnError::Fault { name: self.entrant.name.clone(), fault }
    }

    /// All chapters as tasks of workers elsewhere.
    pub(super) fn list(&self) -> TaskList {
        let plan = self.clone();
        let fields = ChapterFields {
            entrant: entrant_record(&self.entrant),
            players: self.play.players.count(),
            games: self.games,
            seed: self.seed.name(),
            random_every: self.play.random_every,
            keep_visits: self.play.keep_visits,
        };
        TaskList {
            text: serde_json::to_string(&fields).expect("numbers and texts always have a JSON form"),
            secret: self.seed.is_sealed().then(|| self.seed.seed()),
            name: format!("{} players", self.play.players),
            games: self.games,
            games_per_task: CHAPTER,
            max_tasks: MAX_CHAPTERS,
            check: Box::new(move |task, line| plan.check(task, line)),
        }
    }

    /// Whether a task can have brought this line.
    fn check(&self, task: u64, line: &str) -> Result<(), String> {
        let chapter = match ChapterLine::read(line) {
            Some(ChapterLine::Played(chapter)) => chapter,
            Some(ChapterLine::Fault(_)) => return Ok(()),
            None => return Err(format!("task {task} brought something else than games")),
        };
        let first = task * CHAPTER;
        let games = (first..self.games).take(CHAPTER as usize).count();
        if (chapter.players, chapter.first, chapter.games.len()) != (self.play.players, first, games) {
            return Err(format!("task {task} brought other games"));
        }
        (first..).zip(&chapter.games).try_for_each(|(index, game)| self.play.check(index, game))
    }

    /// The chapter of a line that was checked.
    pub(super) fn chapter(&self, line: &str) -> Result<Chapter, LearnError> {
        match ChapterLine::read(line) {
            Some(ChapterLine::Played(chapter)) => Ok(chapter),
            Some(ChapterLine::Fault(fault)) => Err(self.fault(fault)),
            None => Err(LearnError::Journal("a worker sent something else than games".to_owned())),
        }
    }

    fn read(text: &str, secret: Option<Seed>, catalogue: &Catalogue) -> Result<ChapterPlan, String> {
        let fields: ChapterFields = serde_json::from_str(text).map_err(|why| why.to_string())?;
        let seed = RunSeed::read(fields.seed, None, secret)?;
        let play = SelfPlay {
            players: Players::new(fields.players).ok_or_else(|| format!("{} players cannot play", fields.players))?,
            seed: seed.seed(),
            random_every: fields.random_every,
            keep_visits: fields.keep_visits,
        };
        Ok(ChapterPlan { entrant: catalogue.recall(&fields.entrant)?, play, games: fields.games, seed })
    }
}

enum ChapterFailure {
    Stopped,
    Fault(Fault),
}

/// What a worker elsewhere makes of a chapter: its line of the journal, or what the entrant did wrong, as a text of JSON.
enum ChapterLine {
    Played(Chapter),
    Fault(String),
}

impl ChapterLine {
    fn read(line: &str) -> Option<ChapterLine> {
        let fault = || serde_json::from_str(line).ok().map(ChapterLine::Fault);
        Chapter::parse(line).map(ChapterLine::Played).or_else(fault)
    }
}

/// Plays pieces of learnings for a coordinator elsewhere.
pub struct LearningWorker {
    fingerprint: String,
    catalogue: Catalogue,
    host: BotHost,
    plan: Option<(String, Option<Seed>, ChapterPlan)>,
}

impl LearningWorker {
    /// A worker of a program with this fingerprint. The catalogue knows the families that may play; the host runs programs.
    pub fn new(fingerprint: impl Into<String>, catalogue: Catalogue, host: BotHost) -> LearningWorker {
        LearningWorker { fingerprint: fingerprint.into(), catalogue, host, plan: None }
    }

    /// Whether the entrant of a request can play on workers elsewhere, which know nothing but what is shipped, files and programs.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn check(request: &LearningRequest) -> Result<(), PieceError> {
        let recalled = Catalogue::shipped_only().recall(&entrant_record(&request.entrant));
        recalled.map(drop).map_err(PieceError::Plan)
    }

    /// Plays a piece, given as bytes, and returns the bytes of its answer.
    ///
    /// # Errors
    /// If it is none, was made by a program that plays differently, cannot be played here, or if `should_stop` returned true.
    pub fn play(&mut self, piece: &[u8], should_stop: &dyn Fn() -> bool) -> Result<Vec<u8>, PieceError> {
        let LearningWorker { fingerprint, catalogue, host, plan } = self;
        play_list_piece(piece, fingerprint, |text, secret, task| {
            let known = plan.take().filter(|(known, seed, _)| known == text && *seed == secret);
            let known = known.map_or_else(
                || ChapterPlan::read(text, secret, catalogue).map(|read| (text.to_owned(), secret, read)),
                Ok,
            );
            let (_, _, plan) = plan.insert(known.map_err(PieceError::Plan)?);
            let first = task.checked_mul(CHAPTER).filter(|first| *first < plan.games);
            let first = first.ok_or_else(|| PieceError::Plan("it has no such games".to_owned()))?;
            match plan.play(first, host, should_stop) {
                Ok(chapter) => Ok(chapter.to_text()),
                Err(ChapterFailure::Fault(fault)) => Ok(serde_json::Value::from(fault.to_string()).to_string()),
                Err(ChapterFailure::Stopped) => Err(PieceError::Stopped),
            }
        })
    }
}

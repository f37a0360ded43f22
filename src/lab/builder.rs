//! What tournaments and matches have in common: the settings, and how they are played.

use std::ops::ControlFlow;
use std::path::Path;

use super::error::LabError;
use super::outcome::RunOutcome;
use super::progress::Progress;
use crate::arena::{Ended, Goal, Pairing, Plan, PlanError, PlayOptions, Player, RunSeed, SprtBounds, State, play_run};
use crate::bots::{BotHost, Logs};
use crate::entrants::{Catalogue, Entrant, EntrantKind};
use crate::game::{Edition, Players, Seed};
use crate::runs::{LOGS, LiveRun, NewFolder, RunEnd};

/// How much is played.
#[derive(Clone, Copy, Debug)]
pub(super) enum RunBudget {
    Games(u64),
    Blocks(u64),
    Until { half_width: f64 },
    Test(SprtBounds),
}

/// What surrounds the work of each thread.
type AroundThreads<'a> = Box<dyn Fn(&mut (dyn FnMut() + Send)) + Sync + 'a>;

/// All settings of a run.
pub(super) struct RunSettings<'a> {
    pub(super) entrants: Vec<Entrant>,
    pub(super) pairing: Pairing,
    pub(super) players: Vec<usize>,
    pub(super) budget: RunBudget,
    pub(super) most_blocks: u64,
    pub(super) seed: RunSeed,
    pub(super) first_deal: u64,
    pub(super) edition: Edition,
    pub(super) keep_every: u64,
    pub(super) keep_blocks: bool,
    pub(super) threads: usize,
    pub(super) catalogue: Catalogue,
    pub(super) on_progress: Box<dyn FnMut(&Progress<'_>) + 'a>,
    pub(super) should_stop: Box<dyn Fn() -> bool + Sync + 'a>,
    pub(super) around: AroundThreads<'a>,
}

impl RunSettings<'_> {
    pub(super) fn new(entrants: Vec<Entrant>, pairing: Pairing) -> Self {
        RunSettings {
            entrants,
            pairing,
            players: Vec::new(),
            budget: RunBudget::Games(10_000),
            most_blocks: 10_000_000,
            seed: Seed::from(1_u64).into(),
            first_deal: 0,
            edition: Edition::default(),
            keep_every: 0,
            keep_blocks: false,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            catalogue: Catalogue::shipped_only(),
            on_progress: Box::new(|_| {}),
            should_stop: Box::new(|| false),
            around: Box::new(|work| work()),
        }
    }

    /// The plan that the settings describe.
    pub(super) fn plan(&self) -> Result<Plan, LabError> {
        let players = |&count: &usize| {
            Players::new(count).ok_or_else(|| PlanError::new(format!("{count} players: expected 2 to 6")))
        };
        let players = self.players.iter().map(players).collect::<Result<Vec<_>, _>>()?;
        let goal = Goal::Blocks(vec![1; players.len()]);
        let plan = Plan::new(self.entrants.clone(), self.pairing, &players, self.seed, goal)?;
        let goal = match self.budget {
            RunBudget::Games(games) => Goal::Blocks(plan.blocks_for(games)),
            RunBudget::Blocks(blocks) => Goal::Blocks(vec![blocks; players.len()]),
            RunBudget::Until { half_width } => Goal::Until { half_width, most: self.most_blocks },
            RunBudget::Test(bounds) => bounds.goal(&plan, self.most_blocks)?,
        };
        let RunSettings { first_deal, edition, keep_every, keep_blocks, .. } = *self;
        let plan = Plan { first_deal, edition, goal, keep_every, keep_blocks, ..plan };
        plan.check()?;
        Ok(plan)
    }

    /// Plays in memory.
    pub(super) fn run(mut self) -> Result<RunOutcome, LabError> {
        let (plan, host) = (self.plan()?, BotHost::default());
        check_players(&plan, &host)?;
        let (should_stop, around) = (&*self.should_stop, &*self.around);
        let options = PlayOptions { should_stop, around, ..PlayOptions::new(self.threads, &host) };
        let (state, ended) = play_run::<()>(&plan, State::new(&plan), &options, |state, _| {
            (self.on_progress)(&Progress::new(&plan, state));
            ControlFlow::Continue(())
        })?;
        match ended {
            Ended::Finished | Ended::Broken(()) => Ok(RunOutcome::new(plan, state)),
            Ended::Interrupted => Err(LabError::Stopped { games: state.games(&plan) }),
        }
    }

    /// Plays in a new folder.
    pub(super) fn run_in(self, path: &Path) -> Result<RunOutcome, LabError> {
        let plan = self.plan()?;
        check_players(&plan, &BotHost::default())?;
        let run = LiveRun::create(&NewFolder::At { path: path.to_owned(), force: false }, plan)?;
        self.play(run)
    }

    /// Continues the run in a folder, which must have the plan that the settings describe.
    pub(super) fn resume(self, path: &Path) -> Result<RunOutcome, LabError> {
        let plan = self.plan()?;
        let run = LiveRun::resume(path, &self.known()?)?;
        let found = run.run().plan();
        // A random seed is only in the folder.
        let seed = if self.seed.is_sealed() { found.seed } else { plan.seed };
        if (Plan { seed, ..plan }).hash() != found.hash() {
            return Err(LabError::OtherPlan(path.to_owned()));
        }
        self.play(run)
    }

    /// The catalogue, extended with the entrants that are code.
    fn known(&self) -> Result<Catalogue, LabError> {
        let code = self.entrants.iter().filter(|entrant| matches!(entrant.kind, EntrantKind::Code(_)));
        let with_code = code.cloned().try_fold(self.catalogue.clone(), |known, entrant| {
            if known.names().contains(&entrant.name) { Ok(known) } else { known.with_code(entrant) }
        });
        Ok(with_code?)
    }

    fn play(mut self, run: LiveRun) -> Result<RunOutcome, LabError> {
        let (plan, path) = (run.run().plan().clone(), run.run().path().to_owned());
        let host = BotHost::new(Logs::in_folder(path.join(LOGS))).denying(path);
        let (should_stop, around) = (&*self.should_stop, &*self.around);
        let options = PlayOptions { should_stop, around, ..PlayOptions::new(self.threads, &host) };
        let end = run.play(&options, &mut |state, _| (self.on_progress)(&Progress::new(&plan, state)))?;
        match end {
            RunEnd::Finished(run) => Ok(RunOutcome::new(run.plan().clone(), run.state().clone())),
            RunEnd::Interrupted(run) => Err(LabError::Stopped { games: run.state().games(run.plan()) }),
        }
    }
}

/// Checks that every entrant can play, before anything is created or played.
fn check_players(plan: &Plan, host: &BotHost) -> Result<(), LabError> {
    for entrant in plan.entrants() {
        let ready = Player::new(entrant, host).ready();
        ready.map_err(|fault| LabError::CannotPlay { name: entrant.name.clone(), fault })?;
    }
    Ok(())
}

/// The settings that tournaments and matches have in common.
macro_rules! common_settings {
    ($builder:ident) => {
        impl<'a> $builder<'a> {
            /// About this many games in all; 10,000 by default.
            pub fn games(mut self, games: u64) -> Self {
                self.0.budget = RunBudget::Games(games);
                self
            }

            /// This many blocks for each number of players; a block is one deal in every rotation of the seats, for each line-up.
            pub fn blocks(mut self, blocks: u64) -> Self {
                self.0.budget = RunBudget::Blocks(blocks);
                self
            }

            /// Until every win rate is known this well: 0.002 for ±0.2 percentage points.
            pub fn until(mut self, half_width: f64) -> Self {
                self.0.budget = RunBudget::Until { half_width };
                self
            }

            /// The maximum number of blocks of a run that ends by itself.
            pub fn most_blocks(mut self, blocks: u64) -> Self {
                self.0.most_blocks = blocks;
                self
            }

            /// The seed of all luck; 1 by default. [`RunSeed::sealed`] keeps it a secret until the run is over.
            pub fn seed(mut self, seed: impl Into<RunSeed>) -> Self {
                self.0.seed = seed.into();
                self
            }

            /// The number of the first deal under the seed: runs with other deals of the same seed share no luck.
            pub fn first_deal(mut self, deal: u64) -> Self {
                self.0.first_deal = deal;
                self
            }

            /// Another worm table.
            pub fn edition(mut self, edition: Edition) -> Self {
                self.0.edition = edition;
                self
            }

            /// The number of threads; all cores by default. No result depends on it.
            pub fn threads(mut self, threads: usize) -> Self {
                self.0.threads = threads.max(1);
                self
            }

            /// Keeps the record of every `games`-th game in the folder.
            pub fn record_every(mut self, games: u64) -> Self {
                self.0.keep_every = games;
                self
            }

            /// Keeps the result of every block in the folder, as `blocks.csv`.
            pub fn keep_blocks(mut self) -> Self {
                self.0.keep_blocks = true;
                self
            }

            /// The families and code known when a run is resumed; the entrants given here are always known.
            pub fn catalogue(mut self, catalogue: Catalogue) -> Self {
                self.0.catalogue = catalogue;
                self
            }

            /// Shows how far the run has come, several times a second.
            pub fn on_progress(mut self, show: impl FnMut(&Progress<'_>) + 'a) -> Self {
                self.0.on_progress = Box::new(show);
                self
            }

            /// Stops as soon as this returns true; what was played is saved if the run has a folder.
            pub fn stop_when(mut self, should_stop: impl Fn() -> bool + Sync + 'a) -> Self {
                self.0.should_stop = Box::new(should_stop);
                self
            }

            /// Calls this once on each thread that plays, with all its work: for code that must prepare its thread, like an interpreter.
            pub fn around_threads(mut self, around: impl Fn(&mut (dyn FnMut() + Send)) + Sync + 'a) -> Self {
                self.0.around = Box::new(around);
                self
            }

            /// The plan of the run, without playing it.
            ///
            /// # Errors
            /// If the settings do not make a valid run.
            pub fn plan(&self) -> Result<Plan, LabError> {
                self.0.plan()
            }

            /// Plays in memory.
            ///
            /// # Errors
            /// If the settings do not make a valid run, an entrant cannot play, or it was asked to stop.
            pub fn run(self) -> Result<RunOutcome, LabError> {
                self.0.run()
            }

            /// Plays in a new folder, which can be resumed, verified, reported and replayed by the commands too.
            ///
            /// # Errors
            /// As [`run`](Self::run), or if the folder is taken or cannot be written.
            pub fn run_in(self, folder: impl AsRef<Path>) -> Result<RunOutcome, LabError> {
                self.0.run_in(folder.as_ref())
            }

            /// Continues the run in a folder, which must have been started with the same settings.
            ///
            /// # Errors
            /// As [`run`](Self::run), or if the folder has no such run, or another process works there.
            pub fn resume(self, folder: impl AsRef<Path>) -> Result<RunOutcome, LabError> {
                self.0.resume(folder.as_ref())
            }
        }
    };
}
pub(super) use common_settings;

//! A run in its folder: what it is and how far it has come.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use super::error::RunError;
use super::files::{CHECKPOINT, GAMES, MANIFEST, TALLY};
use super::folder::RunFolder;
use super::grown::Grown;
use super::manifest::{Manifest, RunRecord};
use super::part_names::missing_parts;
use crate::arena::{GameAddress, Plan, Replayer, State, TableIndex};
use crate::bots::BotHost;
use crate::entrants::Catalogue;
use crate::records::Record;
use crate::tables::Results;

/// A run in its folder, opened for reading: what it is and how far it has come.
#[derive(Clone, Debug)]
pub struct Run {
    pub(super) folder: RunFolder,
    pub(super) manifest: Manifest,
    pub(super) state: State,
}

impl Run {
    /// Opens a run to read it, whether it is over or not. The catalogue knows the families and the code that it may name.
    ///
    /// # Errors
    /// If it is not a run of this version, a file is damaged, or an entrant is unknown to the catalogue.
    pub fn open(path: &Path, catalogue: &Catalogue) -> Result<Run, RunError> {
        let folder = RunFolder::at(path);
        let manifest = folder.manifest(catalogue)?;
        let (state, _) = load(&folder, &manifest)?;
        Ok(Run { folder, manifest, state })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Its folder.
    pub const fn folder(&self) -> &RunFolder {
        &self.folder
    }

    /// What it is.
    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Everything that determines it.
    pub const fn plan(&self) -> &Plan {
        &self.manifest.plan
    }

    /// How far it has come.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Whether it is over.
    pub const fn is_over(&self) -> bool {
        self.manifest.result.is_some()
    }

    /// What was counted.
    pub const fn results(&self) -> Results<'_> {
        Results { plan: &self.manifest.plan, state: &self.state }
    }

    /// The lines of the records that were kept; empty if none were.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn records(&self) -> Result<Box<dyn Iterator<Item = io::Result<String>> + Send>, RunError> {
        if self.plan().keep_every == 0 || !self.is_over() {
            return Ok(Box::new(std::iter::empty()));
        }
        Ok(Box::new(self.folder.lines(GAMES)?))
    }

    /// A game, played again; `None` if there is no such address.
    pub fn play_again(&self, address: GameAddress, host: &BotHost) -> Option<Record> {
        let shut_out = self.state.shut_out(address.table_index, address.block);
        Replayer::new(self.plan(), host).game(address, &shut_out)
    }

    /// The blocks that were played at a table size, by its index: from the first up to, but not including, the last.
    pub fn blocks(&self, table_index: TableIndex) -> (u64, u64) {
        (self.plan().range(table_index).0, self.state.sizes[table_index].next)
    }

    /// Removes what is left of processes that were killed while they wrote here, unless another process works here. Nothing else is
    /// written here as long as the result is kept.
    #[must_use = "the folder is locked as long as it is kept"]
    pub fn tidied(&self) -> Option<RunFolder> {
        let folder = self.folder.clone().locked_for_writing().ok()?;
        folder.sweep().ok()?;
        Some(folder)
    }

    /// Whether it has all blocks of its plan, up to where it has come.
    ///
    /// # Errors
    /// If it is a partial result.
    pub fn check_no_gap(&self) -> Result<(), RunError> {
        check_no_gap(self.path(), self.plan())
    }

    /// Its result.
    ///
    /// # Errors
    /// If it is not over.
    pub(super) fn result(&self) -> Result<&RunRecord, RunError> {
        self.manifest.result.as_ref().ok_or_else(|| RunError::NotOver(self.path().to_owned()))
    }
}

/// Whether a plan is that of a run, and not of a partial result, which is merged and never played.
pub(super) fn check_no_gap(path: &Path, plan: &Plan) -> Result<(), RunError> {
    match plan.shard_set() {
        Some(set) => Err(RunError::Partial { path: path.to_owned(), missing: missing_parts(set) }),
        None => Ok(()),
    }
}

/// The state that is saved in a folder, and how far the growing files had come.
pub(super) fn load(folder: &RunFolder, manifest: &Manifest) -> Result<(State, BTreeMap<String, Grown>), RunError> {
    let plan = &manifest.plan;
    let name = if manifest.result.is_some() { TALLY } else { CHECKPOINT };
    let (state, grown): (State, _) = if folder.file(name).exists() {
        folder.load(name, &plan.hash())?
    } else if manifest.result.is_some() {
        let problem = "is missing, and the sums of the run with it; play it again with --from".to_owned();
        return Err(RunError::Damaged { path: folder.file(name), problem });
    } else {
        (State::new(plan), BTreeMap::new())
    };
    let damaged = |name: &str, problem: String| RunError::Damaged { path: folder.file(name), problem };
    let fits = if manifest.result.is_some() { state.check_over(plan) } else { state.check(plan) };
    fits.map_err(|problem| damaged(name, format!("does not match the plan of the run: {problem}")))?;
    let counts = |result: &RunRecord| {
        let blocks = state.sizes.iter().map(|size| &size.tally.blocks.count);
        blocks.eq(&result.blocks) && state.games(plan) == result.games
    };
    if manifest.result.as_ref().is_some_and(|result| !counts(result)) {
        return Err(damaged(MANIFEST, format!("does not match {name}: they count different blocks or games")));
    }
    Ok((state, grown))
}

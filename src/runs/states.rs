//! The saved state of a run, read and found to fit its plan.

use std::collections::BTreeMap;

use super::error::RunError;
use super::files::{CHECKPOINT, MANIFEST, TALLY};
use super::folder::RunFolder;
use super::growing::Grown;
use super::manifest::{Manifest, RunRecord};
use crate::arena::{Plan, State};

impl RunFolder {
    /// The name of the file with the state of a run: the sums of one that is over, or how far it had come.
    pub const fn state_file(manifest: &Manifest) -> &'static str {
        if manifest.result.is_some() { TALLY } else { CHECKPOINT }
    }

    /// Loads the state of a run, and the lengths of the growing files that belong to it.
    ///
    /// # Errors
    /// If it is not there, is damaged, or does not fit the plan or the manifest.
    pub fn load_state(&self, manifest: &Manifest, plan: &Plan) -> Result<(State, BTreeMap<String, Grown>), RunError> {
        let name = RunFolder::state_file(manifest);
        let damaged = |name: &str, problem: String| RunError::Damaged { path: self.file(name), problem };
        let (state, grown): (State, _) = self.load(name, &manifest.plan.hash())?;
        let fits = if manifest.result.is_some() { state.check_over(plan) } else { state.check(plan) };
        fits.map_err(|problem| damaged(name, format!("does not fit the plan of the run: {problem}")))?;
        match &manifest.result {
            Some(result) if !is_of(result, &state, plan) => {
                Err(damaged(MANIFEST, format!("does not fit {name}: they count different blocks or games")))
            }
            _ => Ok((state, grown)),
        }
    }
}

/// Whether the manifest counts what the state counts.
fn is_of(result: &RunRecord, state: &State, plan: &Plan) -> bool {
    let blocks = state.sizes.iter().map(|size| &size.tally.blocks.count);
    blocks.eq(&result.blocks) && state.games(plan) == result.games
}

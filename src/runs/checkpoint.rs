//! Saved states, with the lengths of the files that grow while a run is played.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::error::RunError;
use super::folder::RunFolder;
use super::grown::Grown;
use crate::records::hash;

/// A saved state, and the lengths of the files that grow with it.
#[derive(Serialize, Deserialize)]
struct Checkpoint<S> {
    /// The hash of the plan it belongs to.
    plan: String,
    /// How far each growing file had come.
    files: BTreeMap<String, Grown>,
    state: S,
}

impl RunFolder {
    /// Saves a state with the lengths of the growing files, and a hash that reveals damage.
    ///
    /// # Errors
    /// If it cannot be written.
    ///
    /// # Panics
    /// If the state has no JSON form.
    pub(crate) fn save<S: Serialize>(
        &self,
        name: &str,
        plan: &str,
        files: &BTreeMap<String, Grown>,
        state: &S,
    ) -> Result<(), RunError> {
        let checkpoint = Checkpoint { plan: plan.to_owned(), files: files.clone(), state };
        let text = serde_json::to_string(&checkpoint).expect("a state has a JSON form");
        self.write(name, format!("{}\n{text}\n", hash(text.as_bytes())).as_bytes())
    }

    /// Loads a saved state and the lengths of the growing files.
    ///
    /// # Errors
    /// If it is missing, damaged, or belongs to another plan.
    pub(crate) fn load<S: DeserializeOwned>(
        &self,
        name: &str,
        plan: &str,
    ) -> Result<(S, BTreeMap<String, Grown>), RunError> {
        let damaged = |problem: String| RunError::Damaged { path: self.file(name), problem };
        let text = String::from_utf8(self.read(name)?).map_err(|_| damaged("is damaged: it is not text".to_owned()))?;
        let (seal, body) = text.split_once('\n').unwrap_or(("", ""));
        if hash(body.trim_end().as_bytes()) != seal {
            return Err(damaged("is damaged: its hash does not match".to_owned()));
        }
        let checkpoint: Checkpoint<S> =
            serde_json::from_str(body).map_err(|error| damaged(format!("is damaged: {error}")))?;
        if checkpoint.plan != plan {
            return Err(damaged("does not belong to the plan in manifest.json".to_owned()));
        }
        Ok((checkpoint.state, checkpoint.files))
    }
}

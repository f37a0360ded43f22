//! How far growing files had come.

use serde::{Deserialize, Serialize};

/// How far a growing file had come when a state was saved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Grown {
    /// Bytes that belong to the state.
    pub bytes: u64,
    /// Their hash: a file that was changed since is not continued.
    pub hash: String,
}

//! The entrants that can be named on the command line.

use std::sync::OnceLock;

use anyhow::Error;

use super::failure::Failure;
use crate::entrants::Catalogue;
use crate::strategies::Family;

/// Families added by a program built on this one.
static ADDED: OnceLock<Vec<&'static Family>> = OnceLock::new();

/// Adds families to all commands.
pub(super) fn add_families(families: &[&'static Family]) {
    ADDED.get_or_init(|| families.to_vec());
}

/// The shipped entrants, those of the folder `strategies`, and the families that were added.
pub(super) fn catalogue() -> Result<Catalogue, Failure> {
    let added = ADDED.get().into_iter().flatten();
    let with_added = added.copied().try_fold(Catalogue::here(), Catalogue::with_family);
    with_added.map_err(|error| Failure::Usage(Error::new(error)))
}

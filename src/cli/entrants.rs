//! The entrants of many commands.

use anyhow::Error;

use super::Failure;
use crate::strategies::{Catalogue, Entrant};

/// How entrants are written, for the help of commands.
pub(super) const HELP: &str = "\
Entrants are written as NAME, NAME:key=value,key=value, FILE.toml, or process:COMMAND.
`karteneck strategies` lists the names, `karteneck strategies show NAME` the keys.";

/// The entrants of these specs.
pub(super) fn find_entrants(specs: &[String]) -> Result<Vec<Entrant>, Failure> {
    specs.iter().map(|spec| find_entrant(spec)).collect()
}

/// The entrant of a spec.
pub(super) fn find_entrant(spec: &str) -> Result<Entrant, Failure> {
    Catalogue::here().find(spec).map_err(|error| Failure::Usage(Error::new(error)))
}

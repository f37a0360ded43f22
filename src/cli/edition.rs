//! The `--edition` of many commands.

use std::path::Path;

use anyhow::Error;

use super::Failure;
use crate::game::Edition;
use crate::records::read_edition;

/// The edition in a file, or the default one without a file.
pub(super) fn edition_or_default(path: Option<&Path>) -> Result<Edition, Failure> {
    let Some(path) = path else {
        return Ok(Edition::default());
    };
    read_edition(path).map_err(|error| Failure::Usage(Error::new(error).context(format!("edition {}", path.display()))))
}

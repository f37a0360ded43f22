//! A run that was played again.

use std::path::Path;

use super::document;
use crate::runs::Verified;
use crate::tables::{Cell, JsonObject};

/// A run that came out the same again, and what was compared.
pub fn verified_json(folder: &Path, verified: &Verified) -> String {
    let Verified { played, blocks, same, lines, sums, ignored, .. } = verified;
    let mut object = begin(folder, true);
    object.cell("problem", &Cell::EMPTY);
    object.cell("blocks", &Cell::count(*blocks));
    object.cell("blocks_played_again", &Cell::count(*played));
    object.texts("identical", same);
    object.texts("identical_lines", lines);
    object.cell("sums_counted_again", &Cell::Flag(*sums));
    object.texts("not_compared", ignored);
    object.finish()
}

/// A run that is not what it should be, and why.
pub fn damage_json(folder: &Path, problem: &str) -> String {
    let mut object = begin(folder, false);
    object.text("problem", problem);
    object.finish()
}

fn begin(folder: &Path, is_verified: bool) -> JsonObject {
    let mut object = document("karteneck-verify/1");
    object.text("folder", &folder.display().to_string());
    object.cell("verified", &Cell::Flag(is_verified));
    object
}

//! Entrants that are told the hands.

use super::document;
use crate::game::Seed;
use crate::report::ceiling::ceiling_rows;
use crate::solving::Informed;
use crate::tables::Cell;

/// How much the entrants that were told the hands won in the deals of a seed.
pub fn ceiling_json(seed: Seed, informed: &[Informed], is_complete: bool) -> String {
    let mut object = document("karteneck-ceiling/1");
    object.text("seed", &seed.to_string());
    object.cell("complete", &Cell::Flag(is_complete));
    object.table("entrants", &ceiling_rows(informed));
    object.finish()
}

//! What the decisions of entrants cost.

use super::document;
use crate::analysis::Regret;
use crate::report::regret::regret_rows;
use crate::tables::Cell;

/// The regret of each entrant as a judge sees it, with luck of a seed.
pub fn regret_json(judge: &str, seed: u64, regrets: &[Regret], is_complete: bool) -> String {
    let mut object = document("karteneck-regret/1");
    object.text("judge", judge);
    object.text("seed", &seed.to_string());
    object.cell("complete", &Cell::Flag(is_complete));
    object.table("entrants", &regret_rows(regrets));
    object.finish()
}

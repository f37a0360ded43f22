//! Mini games.

use super::document;
use crate::game::Seed;
use crate::report::solving::{MeasuredGame, solving_rows};
use crate::tables::Cell;

/// How exploitable entrants are in mini games, asked with so many streams of a seed.
pub fn solving_json(streams: u64, seed: Seed, games: &[MeasuredGame], is_complete: bool) -> String {
    let mut object = document("karteneck-solve/1");
    object.cell("streams", &Cell::count(streams));
    object.text("seed", &seed.to_string());
    object.cell("complete", &Cell::Flag(is_complete));
    object.table("games", &solving_rows(games));
    object.finish()
}

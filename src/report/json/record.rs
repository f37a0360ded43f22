//! Games that were recorded.

use std::path::Path;

use super::document;
use crate::game::Seed;
use crate::tables::{Cell, RecordTally};

/// Games that were recorded.
#[derive(Clone, Copy, Debug)]
pub struct RecordSummary<'a> {
    /// The file of the records.
    pub file: &'a Path,
    /// The seed of all luck.
    pub seed: Seed,
    /// How many games were wanted; fewer were played if it was interrupted.
    pub wanted: u64,
    /// The names of the seats.
    pub names: &'a [String],
    /// How they ended.
    pub tally: &'a RecordTally,
}

/// What `record` has written, and who won how often.
pub fn record_json(summary: &RecordSummary<'_>) -> String {
    let RecordSummary { file, seed, wanted, names, tally } = summary;
    let mut object = document("karteneck-record/1");
    object.text("file", &file.display().to_string());
    object.text("seed", &seed.to_string());
    object.cell("players", &Cell::count(names.len()));
    object.cell("games", &Cell::count(tally.games()));
    object.cell("complete", &Cell::Flag(tally.games() == *wanted));
    object.table("seats", &tally.table(names));
    object.finish()
}

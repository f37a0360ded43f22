//! The results of a run.

use super::document;
use crate::runs::Run;
use crate::tables::{Cell, ResultFile, RunTables, sizes_table};

/// The tables in the object, under their names. Those that are left out are for pictures and may have very many rows: they are in the
/// folder.
const TABLES: [(&str, ResultFile); 6] = [
    ("standings", ResultFile::Standings),
    ("matchups", ResultFile::Matchups),
    ("differences", ResultFile::Differences),
    ("tests", ResultFile::Tests),
    ("seats", ResultFile::Seats),
    ("portions", ResultFile::Portions),
];

/// A run that is over: what `tournament` and `match` print.
pub fn results_json(run: &Run) -> String {
    let (plan, state, results) = (run.plan(), run.state(), run.results());
    let mut object = document("karteneck-results/1");
    object.text("command", plan.command());
    object.text("folder", &run.path().display().to_string());
    object.text("seed", &plan.seed.seed().to_string());
    object.cell("games", &Cell::count(state.games(plan)));
    let out = plan.entrants.iter().zip(&state.disqualified).filter(|(_, out)| out.is_some());
    object.texts("disqualified", out.map(|(entrant, _)| &entrant.name));
    object.table("sizes", &sizes_table(&results));
    let tables = RunTables::new(results);
    for (key, file) in TABLES {
        object.table(key, &tables.table(file));
    }
    object.finish()
}

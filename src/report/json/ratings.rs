//! A rating list over many runs.

use super::document;
use crate::runs::{RatingPool, Run};
use crate::tables::{Cell, JsonObject, RatingRow, json_list, rating_table};

/// Rating lists, one for each number of players, of these runs with these anchors.
pub fn ratings_json(runs: &[Run], anchors: &[(String, f64)], lists: &[(Vec<RatingRow>, RatingPool)]) -> String {
    let mut object = document("karteneck-ratings/1");
    object.texts("runs", runs.iter().map(|run| run.path().display().to_string()));
    let anchor = |(name, points): &(String, f64)| {
        let mut anchor = JsonObject::new();
        anchor.text("entrant", name);
        anchor.cell("rating", &Cell::Plain(*points));
        anchor.finish()
    };
    object.raw("anchors", &json_list(anchors.iter().map(anchor)));
    object.raw("sizes", &json_list(lists.iter().map(|(_, pool)| size(pool))));
    let rows: Vec<RatingRow> = lists.iter().flat_map(|(rows, _)| rows.clone()).collect();
    object.table("ratings", &rating_table(&rows));
    object.finish()
}

fn size(pool: &RatingPool) -> String {
    let mut size = JsonObject::new();
    size.cell("players", &Cell::count(pool.players().count()));
    size.cell("deals", &Cell::count(pool.deals()));
    size.cell("repeated_games", &Cell::count(pool.repeated()));
    size.finish()
}

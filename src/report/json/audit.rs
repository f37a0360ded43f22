//! An audit.

use super::document;
use crate::audit::{Audit, AuditPoint, AuditVerdict};
use crate::game::Seed;
use crate::tables::{Cell, JsonObject, json_list};

/// What `check` has found about an entrant, in this many games at each number of players under a seed.
pub fn audit_json(entrant: &str, games: u64, seed: Seed, audit: &Audit) -> String {
    let mut object = document("karteneck-check/1");
    object.text("entrant", entrant);
    object.cell("games", &Cell::count(games));
    object.text("seed", &seed.to_string());
    object.cell("passed", &Cell::Flag(audit.passed()));
    object.raw("points", &json_list(audit.points.iter().map(point)));
    object.finish()
}

fn point(AuditPoint { question, verdict, evidence }: &AuditPoint) -> String {
    let mut object = JsonObject::new();
    object.text("question", question);
    object.text("verdict", name(*verdict));
    object.text("evidence", evidence);
    object.finish()
}

const fn name(verdict: AuditVerdict) -> &'static str {
    match verdict {
        AuditVerdict::Passed => "passed",
        AuditVerdict::Failed => "failed",
        AuditVerdict::Skipped => "skipped",
        AuditVerdict::Measured => "measured",
    }
}

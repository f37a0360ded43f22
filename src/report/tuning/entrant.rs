//! The tuned entrant as a file, with the origin of its numbers.

use super::statement::statement;
use crate::tuning::{Findings, Rival, TuningPlan};

/// The text of the file; `command` reproduces it.
pub fn tuned_entrant(plan: &TuningPlan, findings: &Findings, command: &str) -> String {
    let request = &plan.request;
    let statement = statement(plan, findings);
    let mut entrant = plan.space.entrant("tuned".to_owned(), findings.result.clone());
    let sizes: Vec<String> = request.players.iter().map(ToString::to_string).collect();
    let field: Vec<&str> = request.against.iter().map(Rival::name).collect();
    let headline =
        format!("{} tuned for {} players against {}", request.entrant.name, sizes.join(", "), field.join(", "));
    entrant.note = format!("{headline}\n{}\nMade by: {command}", statement.join("\n"));
    let mut provenance = toml::Table::new();
    provenance.insert("command".to_owned(), command.into());
    provenance.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
    // As a string: half of all short seeds exceed TOML's integers.
    provenance.insert("seed".to_owned(), request.seed.name().to_string().into());
    provenance.insert("games".to_owned(), toml::Value::Integer(findings.games as i64));
    provenance.insert("start".to_owned(), request.entrant.name.clone().into());
    provenance.insert("method".to_owned(), plan.method.name().into());
    provenance.insert("verdict".to_owned(), findings.verdict.name().into());
    provenance.insert("confirmation".to_owned(), statement.into());
    format!("{}\n[provenance]\n{provenance}", entrant.to_toml())
}

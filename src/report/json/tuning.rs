//! A tuning.

use std::path::Path;

use super::document;
use crate::report::cells::{estimate_cells, score_cells, value_cell, within};
use crate::report::tuning::{effects_rows, statement, transfer_rows};
use crate::tables::{Cell, JsonObject, ResultTable, json_list};
use crate::tuning::{Axis, Confirmation, Findings, LeftOut, Standoff, TuningPlan};

/// What `tune` has found; `command` repeats it, and `file` is the tuned entrant.
pub fn tuning_json(plan: &TuningPlan, findings: &Findings, folder: &Path, file: &Path, command: &str) -> String {
    let request = &plan.request;
    let mut object = document("karteneck-tune/1");
    object.text("command", command);
    object.text("folder", &folder.display().to_string());
    object.text("file", &file.display().to_string());
    object.text("entrant", &request.entrant.name);
    object.text("method", plan.method.name());
    object.text("seed", &request.seed.seed().to_string());
    object.raw("players", &json_list(request.players.iter().map(ToString::to_string)));
    object.cell("generations", &Cell::count(findings.history.milestones.len()));
    object.cell("games", &Cell::count(findings.games));
    object.text("verdict", findings.verdict.name());
    object.texts("statement", statement(plan, findings));
    object.raw("parameters", &json_list(plan.space.axes.iter().map(|axis| change(plan, findings, axis))));
    let confirmation = findings.confirmation.as_ref().map(|confirmation| confirmed(plan, confirmation));
    object.raw("confirmation", confirmation.as_deref().unwrap_or("null"));
    object.table("transfer", &transfer_rows(&findings.transfer));
    object.raw("left_out", &json_list(findings.left_out.iter().map(left_out)));
    object.raw("failed", &json_list(findings.failed.iter().map(|(name, reason)| failed(name, reason))));
    object.table("sensitivity", &effects_rows(plan, &findings.effects));
    object.finish()
}

/// A parameter at the start and in the end.
fn change(plan: &TuningPlan, findings: &Findings, axis: &Axis) -> String {
    let mut object = JsonObject::new();
    object.text("parameter", axis.parameter.name);
    object.cell("start", &value_cell(plan.space.start[axis.place]));
    object.cell("tuned", &value_cell(findings.result[axis.place]));
    object.finish()
}

/// The evidence on deals that played no part in the choice.
fn confirmed(plan: &TuningPlan, confirmation: &Confirmation) -> String {
    let mut object = JsonObject::new();
    object.cell("blocks", &Cell::count(confirmation.blocks));
    let mut rates = ResultTable::new(["players", "games", "win_rate", "win_rate_low", "win_rate_high"]);
    for Standoff { players, rate, interval } in &confirmation.against_start {
        let counts = [Cell::count(*players), Cell::count(confirmation.blocks * players)];
        rates.push(counts.into_iter().chain(within(*rate, *interval)));
    }
    object.table("against_start", &rates);
    let score = score_cells(&confirmation.score, plan.highest_score());
    let gain = confirmation.gain.map_or([Cell::EMPTY; 3], |gain| estimate_cells(&gain));
    let names = ["score", "score_low", "score_high", "gain", "gain_low", "gain_high"];
    for (name, cell) in names.into_iter().zip(score.iter().chain(&gain)) {
        object.cell(name, cell);
    }
    object.finish()
}

fn left_out(left: &LeftOut) -> String {
    let mut object = JsonObject::new();
    object.text("against", &left.rival);
    object.raw("players", &json_list(left.players.iter().map(ToString::to_string)));
    object.finish()
}

fn failed(name: &str, reason: &str) -> String {
    let mut object = JsonObject::new();
    object.text("against", name);
    object.text("reason", reason);
    object.finish()
}

//! Who can play, with all settings.

use super::document;
use crate::entrants::{Entrant, EntrantKind, Listed};
use crate::report::cells::value_cell;
use crate::strategies::{Domain, Parameter, Value};
use crate::tables::{Cell, JsonObject, json_list};

const FORMAT: &str = "karteneck-strategies/1";

/// All entrants of a catalogue; of one that cannot be used, the reason.
pub fn strategies_json(listed: &[Listed]) -> String {
    let one = |listed: &Listed| {
        let mut object = JsonObject::new();
        object.text("name", &listed.name);
        object.cell("file", &Cell::text_or_empty(listed.file.as_ref().map(|file| file.display().to_string())));
        match &listed.entrant {
            Ok(entrant) => describe(&mut object, entrant),
            Err(error) => object.text("problem", &error.to_string()),
        }
        object.finish()
    };
    whole(listed.iter().map(one))
}

/// A single entrant.
pub fn strategy_json(entrant: &Entrant) -> String {
    let mut object = JsonObject::new();
    object.text("name", &entrant.name);
    object.cell("file", &Cell::EMPTY);
    describe(&mut object, entrant);
    whole([object.finish()])
}

fn whole(entrants: impl IntoIterator<Item = String>) -> String {
    let mut object = document(FORMAT);
    object.raw("strategies", &json_list(entrants));
    object.finish()
}

/// Adds what an entrant is.
fn describe(object: &mut JsonObject, entrant: &Entrant) {
    object.cell("problem", &Cell::EMPTY);
    object.text("summary", entrant.summary());
    object.text("note", &entrant.note);
    match &entrant.kind {
        EntrantKind::Family { family, .. } => {
            object.text("kind", "family");
            object.text("family", family.name);
            object.text("about", family.about);
        }
        EntrantKind::Process(program) => {
            object.text("kind", "program");
            object.texts("command", &program.command);
        }
        EntrantKind::Code(_) => object.text("kind", "code"),
    }
    let parameters = entrant.parameters();
    object.raw("parameters", &json_list(parameters.into_iter().map(|(parameter, value)| setting(parameter, value))));
}

/// A parameter with its value and what else it could be.
fn setting(parameter: &Parameter, value: Value) -> String {
    let mut object = JsonObject::new();
    object.text("name", parameter.name);
    object.text("meaning", parameter.meaning());
    object.cell("value", &value_cell(value));
    object.cell("default", &value_cell(parameter.domain.default()));
    object.cell("tuned", &Cell::Flag(!parameter.domain.is_fixed()));
    match parameter.domain {
        Domain::Real { low, high, step, .. } => range(&mut object, "real", &[low, high, step].map(Cell::Plain)),
        Domain::Whole { low, high, step, .. } => range(&mut object, "whole", &[low, high, step].map(Cell::count)),
        Domain::Choice { options, .. } => names(&mut object, "choice", options),
        Domain::Net { options, .. } => names(&mut object, "net", options),
    }
    object.finish()
}

fn names(object: &mut JsonObject, kind: &str, options: &[&str]) {
    object.text("type", kind);
    object.texts("options", options);
}

fn range(object: &mut JsonObject, kind: &str, ends: &[Cell; 3]) {
    object.text("type", kind);
    for (key, cell) in ["low", "high", "step"].into_iter().zip(ends) {
        object.cell(key, cell);
    }
}

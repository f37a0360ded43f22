//! Entrants as written in manifests and saved games: everything that determines how one plays.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::entrant::{Entrant, EntrantKind};
use super::entrant_file::is_variable;
use super::net_file::find_net;
use crate::bots::Program;
use crate::strategies::{Domain, Family, Parameter, Value};

/// What begins the version of a bot of the Python package: its module and class follow.
const PYTHON: &str = "python:";

/// An entrant in a manifest.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntrantRecord {
    /// Its name.
    pub name: String,
    /// The family, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// All parameters, including those with their default value.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) parameters: BTreeMap<String, Json>,
    /// The hashes of the nets that it plays with, by the parameter that names them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) nets: BTreeMap<String, String>,
    /// The version, if it is the caller's own code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The command, if it is a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Vec<String>>,
    /// The folder that the program runs in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Seconds per decision of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<f64>,
    /// Environment variables that the program gets besides the usual ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub env: Vec<String>,
    /// The limits of the program other than the time limit, by the names of its parameters.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) limits: BTreeMap<String, Json>,
}

/// The written form of an entrant.
pub fn entrant_record(entrant: &Entrant) -> EntrantRecord {
    let mut record = EntrantRecord { name: entrant.name.clone(), ..EntrantRecord::default() };
    match &entrant.kind {
        EntrantKind::Family { family, .. } => {
            record.family = Some(family.name.to_owned());
            let values = entrant.parameters().into_iter();
            record.nets = net_hashes(values.clone());
            record.parameters = values.map(|(parameter, value)| (parameter.name.to_owned(), to_json(value))).collect();
        }
        EntrantKind::Code(code) => record.code = Some(code.version().to_owned()),
        EntrantKind::Process(program) => {
            record.command = Some(program.command.clone());
            let folder = std::path::absolute(program.folder.as_deref().unwrap_or(".".as_ref()));
            record.folder = folder.ok().map(|folder| folder.to_string_lossy().into_owned());
            record.time_limit = Some(program.time_limit.as_secs_f64());
            record.env.clone_from(&program.env);
            let limits = Program::PARAMETERS.iter().zip(program.values()).skip(1);
            let set = limits.filter(|(parameter, value)| *value != parameter.domain.default());
            record.limits = set.map(|(parameter, value)| (parameter.name.to_owned(), to_json(value))).collect();
        }
    }
    record
}

fn net_hashes<'a>(values: impl Iterator<Item = (&'a Parameter, Value)>) -> BTreeMap<String, String> {
    let hash = |(parameter, value): (&Parameter, Value)| match value {
        Value::Net(net) => Some((parameter.name.to_owned(), net.hash().to_owned())),
        _ => None,
    };
    values.filter_map(hash).collect()
}

fn to_json(value: Value) -> Json {
    match value {
        Value::Real(value) => json!(value),
        Value::Whole(value) => json!(value),
        Value::Choice(value) => json!(value),
        Value::Net(net) => json!(net.name()),
    }
}

/// The entrant of a record, if it is known here.
pub(super) fn entrant_of(
    record: &EntrantRecord,
    families: &[&'static Family],
    code: &[Entrant],
) -> Result<Entrant, String> {
    let kind = match (&record.family, &record.command, &record.code) {
        (None, ..) if !record.nets.is_empty() => return Err(format!("{}: only a family can have nets", record.name)),
        (None, None, Some(version)) => return find_code(&record.name, version, code),
        (Some(name), None, None) => family_of(record, name, families)?,
        (None, Some(command), None) => {
            if command.first().is_none_or(String::is_empty) || !record.env.iter().all(|name| is_variable(name)) {
                return Err(format!("{}: its command or its variables are damaged", record.name));
            }
            let mut program = Program::new(command.clone());
            program.set_values(&limits_of(record)?);
            // An empty path is no folder: it could not be written down again.
            program.folder = record.folder.clone().filter(|folder| !folder.is_empty()).map(Into::into);
            program.env.clone_from(&record.env);
            EntrantKind::Process(program)
        }
        _ => return Err(format!("{}: expected a family, a command or code", record.name)),
    };
    Ok(Entrant { name: record.name.clone(), note: String::new(), kind })
}

fn family_of(record: &EntrantRecord, name: &str, families: &[&'static Family]) -> Result<EntrantKind, String> {
    let family = families.iter().copied().find(|family| family.name == name);
    let family = family.ok_or_else(|| {
        format!("there is no family `{name}` here; if it is one of your own, register it in the catalogue first")
    })?;
    let values = family.parameters.iter().map(|parameter| value_of(record, parameter));
    let values = values.collect::<Result<Vec<_>, _>>()?;
    if record.parameters.len() > values.len() {
        return Err(format!("{}: it has parameters that the family `{name}` does not know", record.name));
    }
    check_nets(record, &net_hashes(family.parameters.iter().zip(values.iter().copied())))?;
    Ok(EntrantKind::Family { family, values })
}

fn value_of(record: &EntrantRecord, parameter: &Parameter) -> Result<Value, String> {
    let given = record.parameters.get(parameter.name);
    if let Some(value) = given.and_then(|given| from_json(&parameter.domain, given)) {
        return Ok(value);
    }
    match (parameter.domain, given.and_then(Json::as_str)) {
        (Domain::Net { kind, .. }, Some(name)) => {
            find_net(name, kind, None).map(Value::Net).map_err(|why| format!("{}: {why}", record.name))
        }
        _ => Err(format!("{}: parameter `{}` is missing or out of range", record.name, parameter.name)),
    }
}

/// Another net under the same name would be another player.
fn check_nets(record: &EntrantRecord, here: &BTreeMap<String, String>) -> Result<(), String> {
    let mut names = here.keys().chain(record.nets.keys());
    let Some(changed) = names.find(|&name| here.get(name) != record.nets.get(name)) else {
        return Ok(());
    };
    let [then, now] = [&record.nets, here].map(|nets| nets.get(changed).map_or("none", String::as_str));
    let net = record.parameters.get(changed).and_then(Json::as_str).unwrap_or("?");
    Err(format!(
        "{}: the net `{net}` of parameter `{changed}` is not the one it was played with: that had the hash {then}, this has {now}",
        record.name
    ))
}

/// Code is described only by its name and version.
fn find_code(name: &str, version: &str, code: &[Entrant]) -> Result<Entrant, String> {
    let found = code.iter().find(|entrant| entrant.name == name);
    let found = found.ok_or_else(|| match version.strip_prefix(PYTHON) {
        Some(place) => format!(
            "`{name}` is a Python bot ({PYTHON}{place}), which only Python can run: open the run there, with `karteneck.open_run`"
        ),
        None => format!("`{name}` is code (version {version}) that is not registered here; register it in the catalogue first"),
    })?;
    match &found.kind {
        EntrantKind::Code(code) if code.version() == version => Ok(found.clone()),
        EntrantKind::Code(code) => {
            Err(format!("`{name}` was played by its version {version}; the code here is version {}", code.version()))
        }
        _ => Err(format!("`{name}` is code in the manifest, but something else here")),
    }
}

/// A value for each parameter of a program; the time limit has its own field in a record.
fn limits_of(record: &EntrantRecord) -> Result<Vec<Value>, String> {
    let known = |name: &String| Program::PARAMETERS[1..].iter().any(|parameter| parameter.name == name);
    if let Some(other) = record.limits.keys().find(|name| !known(name)) {
        return Err(format!("{}: there is no limit `{other}`", record.name));
    }
    let time_limit = json!(record.time_limit.ok_or_else(|| format!("{}: it has no time limit", record.name))?);
    let given = [Some(&time_limit)]
        .into_iter()
        .chain(Program::PARAMETERS[1..].iter().map(|parameter| record.limits.get(parameter.name)));
    let value = |(parameter, given): (&Parameter, Option<&Json>)| match given {
        None => Ok(parameter.domain.default()),
        Some(given) => from_json(&parameter.domain, given)
            .ok_or_else(|| format!("{}: the limit `{}` is out of range", record.name, parameter.name)),
    };
    Program::PARAMETERS.iter().zip(given).map(value).collect()
}

fn from_json(domain: &Domain, value: &Json) -> Option<Value> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    domain.read(&text)
}

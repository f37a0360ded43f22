//! Specs: entrants as users write them, `NAME`, `FILE.toml`, either with `:key=value,…`, or `process:COMMAND`, and before any of them
//! `OWN-NAME=`.

use std::path::Path;

use super::entrant::{Entrant, EntrantError, EntrantKind};
use super::settings::Settings;
use super::words::split_words;
use crate::bots::Program;

/// What begins the spec of a program.
pub(super) const PROCESS: &str = "process:";

/// Whatever separates the parts of a spec, and so cannot be in a name that is given in one.
const SIGNS: [char; 5] = ['=', ':', '/', '\\', ','];

/// Splits off the name in `NAME=SPEC`. What follows the colon of settings or of a program is no name, nor is a part of a path, or
/// of the name of a file that exists.
pub(super) fn split_name(spec: &str) -> (Option<&str>, &str) {
    let is_file = || is_path(split_spec(spec).0) && Path::new(split_spec(spec).0).is_file();
    match spec.find(SIGNS) {
        Some(at) if spec[at..].starts_with('=') && !is_file() => (Some(spec[..at].trim()), spec[at + 1..].trim_start()),
        _ => (None, spec),
    }
}

/// Whether a name can be given to an entrant: it must not look like a spec or a file.
pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(SIGNS) && !name.contains(char::is_control) && !is_path(name)
}

/// Splits a spec at the colon that follows a name or the extension of a file.
pub(super) fn split_spec(spec: &str) -> (&str, Option<&str>) {
    let from = spec.find(".toml").map_or(0, |at| at + ".toml".len());
    match spec[from..].find(':') {
        Some(colon) => (&spec[..from + colon], Some(&spec[from + colon + 1..])),
        None => (spec, None),
    }
}

pub(super) fn is_path(text: &str) -> bool {
    text.contains(['/', '\\']) || Path::new(text).extension().is_some_and(|ending| ending == "toml")
}

/// An entrant of `process:COMMAND`.
pub(super) fn program(spec: &str, command: &str) -> Result<Entrant, EntrantError> {
    let words = split_words(command).filter(|words| words.first().is_some_and(|program| !program.is_empty()));
    let Some(command) = words else {
        let mistake = "expected a command after `process:`, like `process:python3 bot.py`, with all quotes closed";
        return Err(EntrantError::mistake(spec, mistake));
    };
    Ok(Entrant { name: spec.to_owned(), note: String::new(), kind: EntrantKind::Process(Program::new(command)) })
}

/// The entrant with some parameters changed, under the name of its spec; nets are looked for in the folder first.
pub(super) fn with_settings(
    mut entrant: Entrant,
    spec: &str,
    settings: &str,
    folder: Option<&Path>,
) -> Result<Entrant, EntrantError> {
    let (parameters, values) = entrant.parameters().into_iter().map(|(parameter, value)| (*parameter, value)).unzip();
    let parameters: Vec<_> = parameters;
    let mut reader = Settings::new(&parameters, values).with_folder(folder);
    for setting in settings.split(',') {
        match setting.split_once('=') {
            Some((name, text)) => reader.set(name.trim(), text.trim()),
            None => reader.mistakes.push(format!("expected `key=value`, got `{setting}`")),
        }
    }
    if !reader.mistakes.is_empty() {
        return Err(EntrantError::Mistakes { place: spec.to_owned(), mistakes: reader.mistakes });
    }
    entrant.name = format!("{}:{}", entrant.name, reader.to_spec());
    match &mut entrant.kind {
        EntrantKind::Family { values, .. } => *values = reader.values,
        EntrantKind::Process(program) => program.set_values(&reader.values),
        EntrantKind::Code(_) => {}
    }
    Ok(entrant)
}

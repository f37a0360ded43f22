//! All entrants there are: shipped with the program, lying in a folder, or written down in a spec.

use std::fs;
use std::path::{Path, PathBuf};

use super::entrant::{Entrant, EntrantError, EntrantKind};
use super::entrant_file;
use super::settings::Settings;
use super::words::split_words;
use crate::bots::Program;
use crate::strategies::{FAMILIES, suggestion};

/// Embeds the files of the folder `strategies` at the top of the repository.
macro_rules! shipped {
    ($($name:literal,)*) => {
        /// The entrants in the program, and the text of each.
        const SHIPPED: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../strategies/", $name, ".toml")))),*];
    };
}

shipped! {
    "first",
    "passer",
    "random",
    "greedy",
    "steal-hunter",
    "heuristic",
    "heuristic-2",
    "heuristic-3-5",
    "tuned",
    "monte-carlo",
    "monte-carlo-classic",
    "monte-carlo-quick",
    "monte-carlo-strong",
}

/// What begins the spec of a program.
const PROCESS: &str = "process:";

/// The entrants that can be named: those in the program, and the files of a folder, which come first.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// `None` for the program alone.
    folder: Option<PathBuf>,
}

/// An entrant in the catalogue.
#[derive(Debug)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Its file, if it is not in the program.
    pub file: Option<PathBuf>,
    /// The entrant, or why its file makes none.
    pub entrant: Result<Entrant, EntrantError>,
}

impl Catalogue {
    /// With the files of the folder `strategies` in the current one.
    pub fn here() -> Catalogue {
        Catalogue::with_folder("strategies")
    }

    /// With the files of a folder, which need not exist.
    pub fn with_folder(folder: impl Into<PathBuf>) -> Catalogue {
        Catalogue { folder: Some(folder.into()) }
    }

    /// Of the program alone, whatever folder it runs in.
    pub const fn shipped_only() -> Catalogue {
        Catalogue { folder: None }
    }

    /// The file of the folder that has this name, if there is one.
    fn file(&self, name: &str) -> Option<PathBuf> {
        let file = self.folder.as_ref()?.join(format!("{name}.toml"));
        (!name.is_empty() && !is_path(name) && file.is_file()).then_some(file)
    }

    /// The entrant of a spec: `NAME`, `FILE.toml`, either with `:key=value,…`, or `process:COMMAND`.
    ///
    /// # Errors
    /// If there is none, or the spec or the file has mistakes.
    pub fn find(&self, spec: &str) -> Result<Entrant, EntrantError> {
        if let Some(command) = spec.strip_prefix(PROCESS) {
            return program(spec, command);
        }
        let (base, settings) = split_spec(spec);
        let entrant = self.base(base)?;
        match settings {
            Some(settings) => with_settings(entrant, spec, settings),
            None => Ok(entrant),
        }
    }

    /// The entrant under a name or in a file, as it stands.
    fn base(&self, base: &str) -> Result<Entrant, EntrantError> {
        let file = if is_path(base) { Some(base.into()) } else { self.file(base) };
        if let Some(file) = file {
            return entrant_file::read(&file).and_then(|entrant| refuse_disguise(entrant, &file));
        }
        in_the_program(base).unwrap_or_else(|| {
            let names = self.names();
            let suggestion = suggestion(base, names.iter().map(String::as_str));
            Err(EntrantError::Unknown { name: base.to_owned(), suggestion })
        })
    }

    /// The file that a spec takes its entrant from instead of the shipped one of the same name, if they differ.
    pub fn replacement(&self, spec: &str) -> Option<PathBuf> {
        let (base, _) = split_spec(spec);
        let file = self.file(base)?;
        let shipped = in_the_program(base)?.ok()?;
        let found = self.base(base).ok()?;
        (found.kind != shipped.kind).then_some(file)
    }

    /// The names of the entrants with a file in the program.
    pub fn shipped_names() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(name, _)| *name)
    }

    /// Whether a name is that of a shipped entrant or of a family: programs may not bear it, lest one be taken for the other.
    pub fn is_shipped(name: &str) -> bool {
        let base = name.split(':').next().unwrap_or(name);
        Catalogue::shipped_names().chain(FAMILIES.iter().map(|family| family.name)).any(|shipped| shipped == base)
    }

    /// All names, those in the program first.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = SHIPPED.iter().map(|(name, _)| (*name).to_owned()).collect();
        let families = FAMILIES.iter().map(|family| family.name.to_owned());
        let files = self.files().into_iter().filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned()));
        for name in families.chain(files) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// All entrants that have a name.
    pub fn list(&self) -> Vec<Listed> {
        let listed = |name: String| Listed { entrant: self.base(&name), file: self.file(&name), name };
        self.names().into_iter().map(listed).collect()
    }

    /// The TOML files of the folder, in alphabetical order.
    fn files(&self) -> Vec<PathBuf> {
        let folder = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let entries = folder.into_iter().flatten().flatten().map(|entry| entry.path());
        let is_entrant = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml") && path.is_file();
        let mut files: Vec<PathBuf> = entries.filter(is_entrant).collect();
        files.sort();
        files
    }
}

/// Refuses a program that bears the name of a shipped entrant.
fn refuse_disguise(entrant: Entrant, file: &Path) -> Result<Entrant, EntrantError> {
    if !entrant.is_process() || !Catalogue::is_shipped(&entrant.name) {
        return Ok(entrant);
    }
    let mistake = format!("a program cannot have the name `{}` of a shipped entrant; rename the file", entrant.name);
    Err(EntrantError::Mistakes { place: file.display().to_string(), mistakes: vec![mistake] })
}

/// The entrant of a name that needs no file.
fn in_the_program(name: &str) -> Option<Result<Entrant, EntrantError>> {
    if let Some((name, text)) = SHIPPED.iter().find(|(shipped, _)| *shipped == name) {
        return Some(entrant_file::parse(name, name, text));
    }
    FAMILIES.iter().find(|family| family.name == name).map(|family| Ok(Entrant::of_family(family)))
}

/// Parts a spec at the colon that follows a name or the ending of a file.
fn split_spec(spec: &str) -> (&str, Option<&str>) {
    let from = spec.find(".toml").map_or(0, |at| at + ".toml".len());
    match spec[from..].find(':') {
        Some(colon) => (&spec[..from + colon], Some(&spec[from + colon + 1..])),
        None => (spec, None),
    }
}

fn is_path(text: &str) -> bool {
    text.contains(['/', '\\']) || Path::new(text).extension().is_some_and(|ending| ending == "toml")
}

/// An entrant of `process:COMMAND`.
fn program(spec: &str, command: &str) -> Result<Entrant, EntrantError> {
    let words = split_words(command).filter(|words| words.first().is_some_and(|program| !program.is_empty()));
    let Some(command) = words else {
        let mistake = "expected a command after `process:`, like `process:python3 bot.py`, with all quotes closed";
        return Err(EntrantError::Mistakes { place: spec.to_owned(), mistakes: vec![mistake.to_owned()] });
    };
    Ok(Entrant { name: spec.to_owned(), note: String::new(), kind: EntrantKind::Process(Program::new(command)) })
}

/// The entrant with some parameters set otherwise, under the name of its spec.
fn with_settings(mut entrant: Entrant, spec: &str, settings: &str) -> Result<Entrant, EntrantError> {
    let (parameters, values) = entrant.parameters().into_iter().map(|(parameter, value)| (*parameter, value)).unzip();
    let parameters: Vec<_> = parameters;
    let mut reader = Settings::new(&parameters, values);
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
    }
    Ok(entrant)
}

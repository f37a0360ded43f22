//! All known entrants: shipped with the program, in a folder, or given by a spec.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::entrant::{Entrant, EntrantError, EntrantKind};
use super::entrant_file;
use super::record::{self, EntrantRecord};
use super::spec::{PROCESS, is_name, is_path, program, split_name, split_spec, with_settings};
use crate::strategies::{FAMILIES, Family, suggestion};

/// Embeds the files of the folder `strategies` at the top of the repository.
macro_rules! shipped {
    ($($name:literal,)*) => {
        /// The entrants shipped with the program, and the text of each.
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
    "flash",
    "swift",
    "expert",
    "monte-carlo",
    "champion",
    "grandmaster",
    "monte-carlo-1",
    "monte-carlo-classic",
    "monte-carlo-quick",
    "monte-carlo-strong",
}

/// The entrants that can be named: the shipped ones, the files of a folder, which take precedence, and those that the caller registers.
///
/// A family of the caller's own, once registered, can be named with parameters, tuned, resumed, verified and audited like a
/// shipped one:
///
/// ```
/// use karteneck::entrants::Catalogue;
/// use karteneck::game::{Move, Stream, View};
/// use karteneck::parameters;
/// use karteneck::strategies::{Domain, Family, Policy};
///
/// parameters! {
///     /// How it plays.
///     struct Habits {
///         /// which of its choices it takes
///         choice: u32 = Domain::whole(0, 0, 5, 1),
///     }
/// }
///
/// impl Policy for Habits {
///     fn choose(&self, view: &View<'_>, _chance: &mut Stream) -> Move {
///         let choices = view.choices();
///         choices.get((self.choice as usize).min(choices.len() - 1))
///     }
/// }
///
/// static CREATURE: Family =
///     Family::new("creature-of-habit", "always the same choice", Habits::TABLE, |values| Box::new(Habits::set(values)));
///
/// let catalogue = Catalogue::shipped_only().with_family(&CREATURE)?;
/// assert_eq!(catalogue.find("creature-of-habit:choice=2")?.name, "creature-of-habit:choice=2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// `None` for the program alone.
    folder: Option<PathBuf>,
    /// All families: the shipped ones, then those that were registered.
    families: Vec<&'static Family>,
    /// Entrants made by the caller's own code, known only by their names.
    code: Vec<Entrant>,
}

/// An entrant in the catalogue.
#[derive(Debug)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Its file, if it is not shipped with the program.
    pub file: Option<PathBuf>,
    /// The entrant, or why its file is not valid.
    pub entrant: Result<Entrant, EntrantError>,
}

impl Catalogue {
    /// With the files of the folder `strategies` in the current one.
    pub fn here() -> Catalogue {
        Catalogue::with_folder("strategies")
    }

    /// With the files of a folder, which need not exist.
    pub fn with_folder(folder: impl Into<PathBuf>) -> Catalogue {
        Catalogue { folder: Some(folder.into()), ..Catalogue::shipped_only() }
    }

    /// Only the shipped entrants, whatever folder the program runs in.
    pub fn shipped_only() -> Catalogue {
        Catalogue { folder: None, families: FAMILIES.to_vec(), code: Vec::new() }
    }

    /// With a family of the caller's own.
    ///
    /// # Errors
    /// If its name is taken or not valid.
    pub fn with_family(mut self, family: &'static Family) -> Result<Catalogue, EntrantError> {
        self.check_free(family.name)?;
        self.families.push(family);
        Ok(self)
    }

    /// With an entrant of the caller's own code, so that folders that name it can be read.
    ///
    /// # Errors
    /// If its name is taken or not valid.
    pub fn with_code(mut self, entrant: Entrant) -> Result<Catalogue, EntrantError> {
        self.check_free(&entrant.name)?;
        self.code.push(entrant);
        Ok(self)
    }

    /// Checks that a name can be given to a new entrant or family.
    fn check_free(&self, name: &str) -> Result<(), EntrantError> {
        let is_taken = self.families.iter().any(|family| family.name == name)
            || self.code.iter().any(|entrant| entrant.name == name)
            || Catalogue::shipped_names().any(|shipped| shipped == name);
        let mistake = if is_taken {
            "this name belongs to another entrant or family; choose another"
        } else if !is_name(name) {
            "expected a name without `=`, `:`, `/`, `\\` and `,` that is not the name of a file"
        } else {
            return Ok(());
        };
        Err(EntrantError::mistake(name, mistake))
    }

    /// All families, the shipped ones first.
    pub fn families(&self) -> &[&'static Family] {
        &self.families
    }

    /// The entrant of a record in a manifest.
    ///
    /// # Errors
    /// What is wrong with the record, or what must be registered first.
    pub fn recall(&self, record: &EntrantRecord) -> Result<Entrant, String> {
        let entrant = record::entrant_of(record, &self.families, &self.code)?;
        if entrant.is_process() && Catalogue::is_shipped(&record.name) {
            return Err(format!("a program under the name of the shipped entrant `{}`", record.name));
        }
        Ok(entrant)
    }

    /// The file with this name in the folder, if there is one.
    fn file(&self, name: &str) -> Option<PathBuf> {
        let file = self.folder.as_ref()?.join(format!("{name}.toml"));
        (!name.is_empty() && !is_path(name) && file.is_file()).then_some(file)
    }

    /// The entrant of a spec: `NAME`, `FILE.toml`, either with `:key=value,…`, or `process:COMMAND`; any of them after `OWN-NAME=`.
    ///
    /// ```
    /// use karteneck::entrants::Catalogue;
    ///
    /// let mine = Catalogue::shipped_only().find("mine=heuristic:tempo=1.2")?;
    /// assert_eq!(mine.name, "mine");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is none, the spec or the file has mistakes, or the given name belongs to another entrant.
    pub fn find(&self, spec: &str) -> Result<Entrant, EntrantError> {
        let (name, rest) = split_name(spec);
        if name.is_some() && rest.is_empty() {
            return Err(EntrantError::mistake(spec, "expected an entrant after the `=`"));
        }
        let entrant = self.find_unnamed(rest)?;
        match name {
            Some(name) => self.check_given_name(name, &entrant, spec).map(|()| entrant.named(name)),
            None => Ok(entrant),
        }
    }

    /// The entrant of a spec without a name of its own.
    fn find_unnamed(&self, spec: &str) -> Result<Entrant, EntrantError> {
        if let Some(command) = spec.strip_prefix(PROCESS) {
            return program(spec, command);
        }
        let (base, settings) = split_spec(spec);
        let entrant = self.base(base)?;
        match settings {
            Some(settings) => with_settings(entrant, spec, settings, self.folder.as_deref()),
            None => Ok(entrant),
        }
    }

    /// Checks that a name in a spec can be given to its entrant: none is mistaken for another.
    fn check_given_name(&self, name: &str, entrant: &Entrant, spec: &str) -> Result<(), EntrantError> {
        let is_other = || self.base(name).is_ok_and(|other| other.kind != entrant.kind);
        let mistake = if !is_name(name) {
            "expected a name before the `=`, without `:`, `/`, `\\` and `,`, that is not the name of a file".to_owned()
        } else if self.names().iter().any(|known| known == name) && is_other() {
            format!("the name `{name}` belongs to another entrant; choose another")
        } else {
            return Ok(());
        };
        Err(EntrantError::mistake(spec, mistake))
    }

    /// The spec of an entrant, with its name; `None` if no spec describes it completely without a file.
    pub fn spec_of(&self, entrant: &Entrant) -> Option<String> {
        let is_it =
            |spec: &String| self.find(spec).is_ok_and(|found| found.kind == entrant.kind && found.name == entrant.name);
        let EntrantKind::Family { family, values } = &entrant.kind else { return None };
        let base = self.base(family.name).ok()?;
        let changed = base.parameters().into_iter().zip(values).filter(|((_, base), value)| base != *value);
        let settings: Vec<String> =
            changed.map(|((parameter, _), value)| format!("{}={value}", parameter.name)).collect();
        let colon = if settings.is_empty() { "" } else { ":" };
        let named = format!("{}={}{colon}{}", entrant.name, family.name, settings.join(","));
        [entrant.name.clone(), named].into_iter().find(is_it)
    }

    /// Whether a text between commas is a setting of the entrant before it, and not the next entrant.
    pub fn is_setting(&self, before: &str, text: &str) -> bool {
        let Some((key, value)) = text.split_once('=').filter(|(key, _)| !key.contains([':', '/', '\\'])) else {
            return false;
        };
        let (base, settings) = split_spec(split_name(before).1);
        let known = self
            .base(base)
            .is_ok_and(|entrant| entrant.parameters().iter().any(|(parameter, _)| parameter.name == key.trim()));
        settings.is_some() && (known || self.find_unnamed(value.trim()).is_err())
    }

    /// The entrant of a file's text, under a name. For fuzzing.
    ///
    /// # Errors
    /// All mistakes of the text.
    #[doc(hidden)]
    pub fn parse(&self, name: &str, text: &str) -> Result<Entrant, EntrantError> {
        entrant_file::parse(name, name, text, &self.families, None)
    }

    /// The entrant under a name or in a file, without settings.
    fn base(&self, base: &str) -> Result<Entrant, EntrantError> {
        let file = if is_path(base) { Some(base.into()) } else { self.file(base) };
        if let Some(file) = file {
            return entrant_file::read(&file, &self.families).and_then(|entrant| refuse_disguise(entrant, &file));
        }
        self.without_file(base).unwrap_or_else(|| {
            let names = self.names();
            let suggestion = suggestion(base, names.iter().map(String::as_str));
            Err(EntrantError::Unknown { name: base.to_owned(), suggestion })
        })
    }

    /// The file that replaces the shipped entrant of a spec, if there is one and it differs.
    pub fn replacement(&self, spec: &str) -> Option<PathBuf> {
        let (base, _) = split_spec(split_name(spec).1);
        let file = self.file(base)?;
        let shipped = self.without_file(base)?.ok()?;
        let found = self.base(base).ok()?;
        (found.kind != shipped.kind).then_some(file)
    }

    /// The names of the shipped entrants.
    pub fn shipped_names() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(name, _)| *name)
    }

    /// Whether a name is that of a shipped entrant or of a family: programs may not use it, so that one is not mistaken for the other.
    pub fn is_shipped(name: &str) -> bool {
        let base = name.split(':').next().unwrap_or(name);
        Catalogue::shipped_names().chain(FAMILIES.iter().map(|family| family.name)).any(|shipped| shipped == base)
    }

    /// The entrant of a name that needs no file.
    fn without_file(&self, name: &str) -> Option<Result<Entrant, EntrantError>> {
        if let Some((name, text)) = SHIPPED.iter().find(|(shipped, _)| *shipped == name) {
            return Some(entrant_file::parse(name, name, text, &self.families, None));
        }
        let family = self.families.iter().find(|family| family.name == name);
        let code = || self.code.iter().find(|entrant| entrant.name == name).cloned();
        family.map(|family| Entrant::of_family(family)).or_else(code).map(Ok)
    }

    /// All names, the shipped ones first.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = SHIPPED.iter().map(|(name, _)| (*name).to_owned()).collect();
        let families = self.families.iter().map(|family| family.name.to_owned());
        let files = self.files().into_iter().filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned()));
        let code = self.code.iter().map(|entrant| entrant.name.clone());
        for name in families.chain(code).chain(files) {
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

/// Refuses a program that has the name of a shipped entrant.
fn refuse_disguise(entrant: Entrant, file: &Path) -> Result<Entrant, EntrantError> {
    if !entrant.is_process() || !Catalogue::is_shipped(&entrant.name) {
        return Ok(entrant);
    }
    let mistake = format!("a program cannot have the name `{}` of a shipped entrant; rename the file", entrant.name);
    Err(EntrantError::mistake(file.display().to_string(), mistake))
}

impl FromStr for Entrant {
    type Err = EntrantError;

    /// The entrant of a spec: `NAME`, `FILE.toml`, either with `:key=value,…`, or `process:COMMAND`; any of them after `OWN-NAME=`.
    fn from_str(spec: &str) -> Result<Entrant, EntrantError> {
        Catalogue::shipped_only().find(spec)
    }
}

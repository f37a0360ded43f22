//! Entrants as TOML.
//!
//! ```toml
//! family = "monte-carlo"           # a built-in family, …
//! note = "Twice the effort."
//! [parameters]
//! rollouts = 400
//! [provenance]                     # anything worth knowing; `karteneck tune` writes it
//! ```
//! ```toml
//! kind = "process"                 # … or an external program, run in the folder of this file
//! command = ["python3", "bot.py"]
//! time_limit = 2.0                 # seconds per decision
//! env = ["PYTHONPATH"]             # environment variables that it gets besides the usual ones
//! note = "My first bot."
//! ```

use std::path::Path;

use super::entrant::{Entrant, EntrantError, EntrantKind};
use super::settings::Settings;
use super::words::split_words;
use crate::bots::Program;
use crate::files::read_text;
use crate::strategies::{Family, Value, suggestion};

/// The table that says where an entrant's numbers come from: for people and scripts, not read here.
const PROVENANCE: &str = "provenance";

/// Reads an entrant's file. Its name is that of the file, without the extension.
pub(super) fn read(path: &Path, families: &[&'static Family]) -> Result<Entrant, EntrantError> {
    let place = path.display().to_string();
    let text = match read_text(path) {
        Ok(text) => text,
        Err(source) => return Err(EntrantError::Unreadable { place, source }),
    };
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut entrant = parse(&name, &place, &text, families, folder)?;
    if let EntrantKind::Process(program) = &mut entrant.kind {
        // A folder given in the file is relative to the file, unless it is absolute.
        let given = program.folder.take().unwrap_or_default();
        let folder = path.parent().unwrap_or(Path::new("")).join(given);
        program.folder = Some(folder).filter(|folder| !folder.as_os_str().is_empty());
    }
    Ok(entrant)
}

/// Reads an entrant from text that was found at `place`; nets are looked for in the folder first.
pub(super) fn parse(
    name: &str,
    place: &str,
    text: &str,
    families: &[&'static Family],
    folder: Option<&Path>,
) -> Result<Entrant, EntrantError> {
    let mut reader = EntrantReader { families, folder, mistakes: Vec::new() };
    let read = match text.parse::<toml::Table>() {
        Ok(table) => reader.entrant(name, &table),
        Err(error) => {
            reader.mistakes.push(format!("not valid TOML: {}", error.to_string().trim_end()));
            None
        }
    };
    match read {
        Some(entrant) if reader.mistakes.is_empty() => Ok(entrant),
        _ => Err(EntrantError::Mistakes { place: place.to_owned(), mistakes: reader.mistakes }),
    }
}

impl Entrant {
    /// The entrant as a file that can be edited and used.
    pub fn to_toml(&self) -> String {
        write(self)
    }
}

fn write(entrant: &Entrant) -> String {
    let mut file = toml::Table::new();
    match &entrant.kind {
        EntrantKind::Family { family, .. } => {
            file.insert("family".to_owned(), family.name.into());
        }
        // A file cannot contain code: it only says which code it was.
        EntrantKind::Code(code) => {
            file.insert("kind".to_owned(), "code".into());
            file.insert("version".to_owned(), code.version().into());
        }
        EntrantKind::Process(program) => {
            file.insert("kind".to_owned(), "process".into());
            file.insert("command".to_owned(), program.command.clone().into());
            let folder = std::path::absolute(program.folder.as_deref().unwrap_or(".".as_ref())).unwrap_or_default();
            file.insert("folder".to_owned(), folder.to_string_lossy().into_owned().into());
            for (parameter, value) in entrant.parameters() {
                if parameter.name == "time_limit" || value != parameter.domain.default() {
                    file.insert(parameter.name.to_owned(), to_toml(value));
                }
            }
            if !program.env.is_empty() {
                file.insert("env".to_owned(), program.env.clone().into());
            }
        }
    }
    file.insert("note".to_owned(), entrant.note.clone().into());
    let mut text = file.to_string();
    if let EntrantKind::Family { .. } = entrant.kind
        && !entrant.parameters().is_empty()
    {
        text += "\n[parameters]\n";
        text.extend(entrant.parameters().into_iter().map(|(parameter, value)| {
            let value = match value {
                Value::Choice(name) => format!("\"{name}\""),
                Value::Net(net) => toml::Value::from(net.name()).to_string(),
                other => other.to_string(),
            };
            format!("{} = {value}  # {}\n", parameter.name, parameter.meaning())
        }));
    }
    text
}

fn to_toml(value: Value) -> toml::Value {
    match value {
        Value::Real(number) => number.into(),
        Value::Whole(number) => number.into(),
        Value::Choice(name) => name.into(),
        Value::Net(net) => net.name().into(),
    }
}

/// Whether a text can be the name of an environment variable.
pub(super) fn is_variable(name: &str) -> bool {
    !name.is_empty() && !name.contains(['=', '\0'])
}

/// Reads tables and notes everything that is wrong.
struct EntrantReader<'a> {
    families: &'a [&'static Family],
    /// The folder of the file.
    folder: Option<&'a Path>,
    mistakes: Vec<String>,
}

impl EntrantReader<'_> {
    fn entrant(&mut self, name: &str, table: &toml::Table) -> Option<Entrant> {
        let note = self.text(table, "note").unwrap_or_default().to_owned();
        let kind = match self.text(table, "kind") {
            Some("process") => EntrantKind::Process(self.program(table)?),
            None | Some("family") => self.family(table)?,
            Some(other) => {
                let help = suggestion(other, ["family", "process"]);
                self.mistakes.push(format!("`kind`: expected \"family\" or \"process\", got \"{other}\"; {help}"));
                return None;
            }
        };
        Some(Entrant { name: name.to_owned(), note, kind })
    }

    fn family(&mut self, table: &toml::Table) -> Option<EntrantKind> {
        self.only(table, &["kind", "family", "note", "parameters", PROVENANCE]);
        if let Some(other) = table.get(PROVENANCE).filter(|given| !given.is_table()) {
            self.mistakes.push(format!("`{PROVENANCE}`: expected a table [{PROVENANCE}], got {other}"));
        }
        let Some(name) = self.text(table, "family") else {
            if !table.contains_key("family") {
                let mistake = "`family` is missing: name a family, or give kind = \"process\" and a command";
                self.mistakes.push(mistake.to_owned());
            }
            return None;
        };
        let Some(&family) = self.families.iter().find(|family| family.name == name) else {
            let help = suggestion(name, self.families.iter().map(|family| family.name));
            self.mistakes.push(format!("`family`: there is no family `{name}`; {help}"));
            return None;
        };
        let mut settings = Settings::new(family.parameters, family.defaults()).with_folder(self.folder);
        match table.get("parameters") {
            Some(toml::Value::Table(parameters)) => {
                parameters.iter().for_each(|(name, value)| settings.set_toml(name, value));
            }
            Some(other) => self.mistakes.push(format!("`parameters`: expected a table [parameters], got {other}")),
            None => {}
        }
        self.mistakes.append(&mut settings.mistakes);
        Some(EntrantKind::Family { family, values: settings.values })
    }

    fn program(&mut self, table: &toml::Table) -> Option<Program> {
        let names = Program::PARAMETERS.iter().map(|parameter| parameter.name);
        self.only(
            table,
            &["kind", "command", "folder", "note", "env"].into_iter().chain(names.clone()).collect::<Vec<_>>(),
        );
        let defaults = Program::PARAMETERS.iter().map(|parameter| parameter.domain.default()).collect();
        let mut settings = Settings::new(Program::PARAMETERS, defaults);
        for (name, value) in names.filter_map(|name| Some((name, table.get(name)?))) {
            settings.set_toml(name, value);
        }
        self.mistakes.append(&mut settings.mistakes);
        let folder = self.text(table, "folder").filter(|folder| !folder.is_empty()).map(Into::into);
        let env = self.variables(table);
        let mut program = Program { folder, env, ..Program::new(self.command(table)?) };
        program.set_values(&settings.values);
        Some(program)
    }

    /// The names of the environment variables that a program gets besides the usual ones.
    fn variables(&mut self, table: &toml::Table) -> Vec<String> {
        let Some(given) = table.get("env") else { return Vec::new() };
        let name = |name: &toml::Value| name.as_str().filter(|name| is_variable(name)).map(str::to_owned);
        let names = given.as_array().and_then(|names| names.iter().map(name).collect::<Option<Vec<_>>>());
        names.unwrap_or_else(|| {
            self.mistakes.push(format!("`env`: expected names of variables like [\"PYTHONPATH\"], got {given}"));
            Vec::new()
        })
    }

    fn command(&mut self, table: &toml::Table) -> Option<Vec<String>> {
        let words: Option<Vec<String>> = match table.get("command") {
            Some(toml::Value::String(text)) => split_words(text),
            Some(toml::Value::Array(words)) => words.iter().map(|word| word.as_str().map(str::to_owned)).collect(),
            _ => None,
        };
        let words = words.filter(|words| words.first().is_some_and(|program| !program.is_empty()));
        if words.is_none() {
            let got = table.get("command").map_or_else(|| "nothing".to_owned(), ToString::to_string);
            self.mistakes.push(format!(
                "`command`: expected a program like [\"python3\", \"bot.py\"], quotes closed, got {got}"
            ));
        }
        words
    }

    fn text<'t>(&mut self, table: &'t toml::Table, key: &str) -> Option<&'t str> {
        let value = table.get(key)?;
        if value.as_str().is_none() {
            self.mistakes.push(format!("`{key}`: expected a text in quotes, got {value}"));
        }
        value.as_str()
    }

    fn only(&mut self, table: &toml::Table, keys: &[&'static str]) {
        for key in table.keys().filter(|key| !keys.contains(&key.as_str())) {
            self.mistakes.push(format!("`{key}`: unknown key; {}", suggestion(key, keys.iter().copied())));
        }
    }
}

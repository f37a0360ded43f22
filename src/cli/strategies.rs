//! `karteneck strategies`: who can play, and which settings they have.

use std::io::{self, Write};

use clap::{Args, Subcommand};

use super::catalogue::catalogue;
use super::entrants::find_entrant;
use super::failure::Failure;
use super::json::{JsonOption, print_json};
use super::messages::say;
use super::screen::columns;
use crate::entrants::{Catalogue, Entrant, EntrantKind, Listed};
use crate::records::words::quoted;
use crate::report::{TextTable, hang, strategies_json, strategy_json, wrap};
use crate::strategies::{Domain, Parameter, Value};

/// List the entrants, or show one with its parameters
///
/// Entrants come with the program; files in the folder `strategies` of the current folder add to them and take precedence
/// over those of the same name.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck strategies
  karteneck strategies show monte-carlo
  karteneck strategies show heuristic --toml > strategies/mine.toml")]
pub(super) struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    json: JsonOption,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Show an entrant: what it does, its parameters, their ranges
    Show(Show),
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck strategies show heuristic
  karteneck strategies show monte-carlo:rollouts=400 --toml > strategies/mine.toml")]
struct Show {
    /// Its name, its file, or a spec like monte-carlo:rollouts=400
    #[arg(value_name = "ENTRANT")]
    entrant: String,
    /// Print a TOML file to start from instead
    #[arg(long, conflicts_with = "json")]
    toml: bool,
    #[command(flatten)]
    json: JsonOption,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.action {
        None => list(&catalogue()?, arguments.json),
        Some(Action::Show(show)) => {
            let entrant = find_entrant(&show.entrant)?;
            if show.json.is_wanted() || arguments.json.is_wanted() {
                return print_json(&strategy_json(&entrant));
            }
            let text = if show.toml { entrant.to_toml() } else { describe(&entrant) };
            Ok(write!(io::stdout().lock(), "{text}")?)
        }
    }
}

fn list(catalogue: &Catalogue, json: JsonOption) -> Result<(), Failure> {
    let listed = catalogue.list();
    if json.is_wanted() {
        print_json(&strategies_json(&listed))?;
    } else {
        let hint = "`karteneck strategies show NAME` shows what a strategy does and its settings.";
        let rows = TextTable::with_prose(listed.iter().map(row).collect());
        write!(io::stdout().lock(), "{}\n{}", rows.within(columns()), hang("", hint, columns()))?;
    }
    for error in listed.iter().filter_map(|listed| listed.entrant.as_ref().err()) {
        say(format_args!("warning: {error}"));
    }
    Ok(())
}

/// A line of the list.
fn row(Listed { name, file, entrant }: &Listed) -> Vec<String> {
    let source = file.as_ref().map(|file| format!("  [{}]", file.display())).unwrap_or_default();
    let about = entrant.as_ref().map_or("cannot be used", Entrant::summary);
    vec![name.clone(), format!("{about}{source}")]
}

/// The entrant for people.
fn describe(entrant: &Entrant) -> String {
    let about = match &entrant.kind {
        EntrantKind::Family { family, .. } => paragraph(&format!("Family {}. {}", family.name, family.about)),
        EntrantKind::Code(code) => format!("Code of the program, version {}.", code.version()),
        EntrantKind::Process(program) => {
            let folder = program.folder.as_ref().map(|folder| format!(" in {}", folder.display())).unwrap_or_default();
            let words: Vec<String> = program.command.iter().map(|word| quoted(word)).collect();
            format!("A program: {}{folder}", words.join(" "))
        }
    };
    let note = if entrant.note.is_empty() { String::new() } else { paragraph(&format!("Note: {}", entrant.note)) };
    let title = paragraph(&format!("{}: {}", entrant.name, entrant.summary()));
    let parts = [title, about, note, parameters(entrant)];
    parts.iter().filter(|part| !part.is_empty()).map(|part| format!("{part}\n")).collect::<Vec<_>>().join("\n")
}

/// A text in lines that are easy to read.
fn paragraph(text: &str) -> String {
    wrap(text, columns().min(EASY)).join("\n")
}

/// The longest line that is easy to read.
const EASY: usize = 100;

/// The parameters as a table.
fn parameters(entrant: &Entrant) -> String {
    if columns() < NARROW {
        return narrow_parameters(entrant);
    }
    let heading = ["  NAME", "VALUE", "RANGE", "MEANING"].map(str::to_owned).to_vec();
    let row = |(parameter, value): (&Parameter, Value)| {
        let default = parameter.domain.default();
        let changed = if default == value { String::new() } else { format!(" (default {default})") };
        let (name, value) = (format!("  {}", parameter.name), format!("{value}{changed}"));
        vec![name, value, range(&parameter.domain), parameter.meaning().to_owned()]
    };
    let rows: Vec<Vec<String>> = [heading].into_iter().chain(entrant.parameters().into_iter().map(row)).collect();
    if rows.len() == 1 {
        return "It has no parameters.".to_owned();
    }
    format!("Parameters:\n{}", TextTable::with_prose(rows).within(columns()).trim_end())
}

/// The columns below which every parameter has lines of its own.
const NARROW: usize = 72;

/// The parameters one after the other.
fn narrow_parameters(entrant: &Entrant) -> String {
    let parameter = |(parameter, value): (&Parameter, Value)| {
        let text = format!("{} = {value} ({})", parameter.name, range(&parameter.domain));
        hang("  ", &text, columns()) + &hang("    ", parameter.meaning(), columns())
    };
    let all: String = entrant.parameters().into_iter().map(parameter).collect();
    if all.is_empty() { "It has no parameters.".to_owned() } else { format!("Parameters:\n{}", all.trim_end()) }
}

fn range(domain: &Domain) -> String {
    match domain {
        Domain::Real { low, high, .. } if domain.is_fixed() => format!("{low} to {high}, not tuned"),
        Domain::Whole { low, high, .. } if domain.is_fixed() => format!("{low} to {high}, not tuned"),
        Domain::Real { low, high, step, .. } => format!("{low} to {high}, step {step}"),
        Domain::Whole { low, high, step, .. } => format!("{low} to {high}, step {step}"),
        Domain::Choice { options, .. } => options.join(" | "),
        Domain::Net { options, .. } => format!("{} | FILE.net", options.join(" | ")),
    }
}

//! `karteneck strategies`: who can play, and which settings they have.

use std::io::{self, Write};

use clap::{Args, Subcommand};

use super::catalogue::catalogue;
use super::entrants::find_entrant;
use super::failure::Failure;
use super::messages::say;
use crate::entrants::{Catalogue, Entrant, EntrantKind, Listed};
use crate::report::align_left;
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
    #[arg(long)]
    toml: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.action {
        None => list(&catalogue()?),
        Some(Action::Show(show)) => {
            let entrant = find_entrant(&show.entrant)?;
            let text = if show.toml { entrant.to_toml() } else { describe(&entrant) };
            Ok(write!(io::stdout().lock(), "{text}")?)
        }
    }
}

fn list(catalogue: &Catalogue) -> Result<(), Failure> {
    let (mut rows, mut warnings) = (Vec::new(), Vec::new());
    for Listed { name, file, entrant } in catalogue.list() {
        let source = file.map(|file| format!("  [{}]", file.display())).unwrap_or_default();
        let about = entrant.as_ref().map_or("cannot be used", Entrant::summary);
        rows.push(vec![name, format!("{about}{source}")]);
        warnings.extend(entrant.err());
    }
    let hint = "`karteneck strategies show NAME` shows what a strategy does and its settings.";
    writeln!(io::stdout().lock(), "{}\n{hint}", align_left(&rows))?;
    for error in warnings {
        say(format_args!("warning: {error}"));
    }
    Ok(())
}

/// The entrant for people.
fn describe(entrant: &Entrant) -> String {
    let about = match &entrant.kind {
        EntrantKind::Family { family, .. } => wrap(&format!("Family {}. {}", family.name, family.about)),
        EntrantKind::Code(code) => format!("Code of the program, version {}.", code.version()),
        EntrantKind::Process(program) => {
            let folder = program.folder.as_ref().map(|folder| format!(" in {}", folder.display())).unwrap_or_default();
            format!("A program: {:?}{folder}", program.command)
        }
    };
    let note = if entrant.note.is_empty() { String::new() } else { wrap(&format!("Note: {}", entrant.note)) };
    let parts = [format!("{}: {}", entrant.name, entrant.summary()), about, note, parameters(entrant)];
    parts.iter().filter(|part| !part.is_empty()).map(|part| format!("{part}\n")).collect::<Vec<_>>().join("\n")
}

/// The parameters as a table.
fn parameters(entrant: &Entrant) -> String {
    // The empty cells move the table to the right.
    let heading = ["", "NAME", "VALUE", "RANGE", "MEANING"].map(str::to_owned).to_vec();
    let row = |(parameter, value): (&Parameter, Value)| {
        let default = parameter.domain.default();
        let changed = if default == value { String::new() } else { format!(" (default {default})") };
        let (name, value) = (parameter.name.to_owned(), format!("{value}{changed}"));
        vec![String::new(), name, value, range(&parameter.domain), parameter.meaning().to_owned()]
    };
    let rows: Vec<Vec<String>> = [heading].into_iter().chain(entrant.parameters().into_iter().map(row)).collect();
    if rows.len() == 1 {
        return "It has no parameters.".to_owned();
    }
    format!("Parameters:\n{}", align_left(&rows).trim_end())
}

fn range(domain: &Domain) -> String {
    match domain {
        Domain::Real { low, high, .. } if domain.is_fixed() => format!("{low} to {high}, not tuned"),
        Domain::Whole { low, high, .. } if domain.is_fixed() => format!("{low} to {high}, not tuned"),
        Domain::Real { low, high, step, .. } => format!("{low} to {high}, step {step}"),
        Domain::Whole { low, high, step, .. } => format!("{low} to {high}, step {step}"),
        Domain::Choice { options, .. } => options.join(" | "),
    }
}

/// Breaks a text into lines that fit a terminal.
fn wrap(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if line.len() + word.len() >= 100 {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}

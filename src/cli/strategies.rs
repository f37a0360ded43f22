//! `karteneck strategies`: who can play, and which settings they have.

use std::io::{self, Write};

use clap::{Args, Subcommand};

use super::catalogue::catalogue;
use super::entrants::find_entrant;
use super::failure::{Failure, say};
use crate::entrants::{Catalogue, Entrant, EntrantKind, Listed};
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
    let all = catalogue.list();
    let width = all.iter().map(|listed| listed.name.len()).max().unwrap_or(0);
    let mut out = io::stdout().lock();
    for Listed { name, file, entrant } in &all {
        let source = file.as_ref().map(|file| format!("  [{}]", file.display())).unwrap_or_default();
        match entrant {
            Ok(entrant) => writeln!(out, "{name:width$}  {}{source}", entrant.summary())?,
            Err(error) => {
                writeln!(out, "{name:width$}  cannot be used{source}")?;
                say(format_args!("warning: {error}"));
            }
        }
    }
    writeln!(out, "\n`karteneck strategies show NAME` shows what a strategy does and its settings.")?;
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
    let heading = ["NAME", "VALUE", "RANGE", "MEANING"].map(str::to_owned);
    let row = |(parameter, value): (&Parameter, Value)| {
        let default = parameter.domain.default();
        let changed = if default == value { String::new() } else { format!(" (default {default})") };
        let name = parameter.name.to_owned();
        [name, format!("{value}{changed}"), range(&parameter.domain), parameter.meaning().to_owned()]
    };
    let rows: Vec<[String; 4]> = entrant.parameters().into_iter().map(row).collect();
    if rows.is_empty() {
        return "It has no parameters.".to_owned();
    }
    format!("Parameters:\n{}", columns([heading].iter().chain(&rows)).trim_end())
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

/// Rows of cells, aligned.
fn columns<'a>(rows: impl Iterator<Item = &'a [String; 4]> + Clone) -> String {
    let widths: [usize; 4] = std::array::from_fn(|i| rows.clone().map(|row| row[i].len()).max().unwrap_or(0));
    let line = |row: &[String; 4]| {
        let cells: Vec<String> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        format!("  {}\n", cells.join("  ").trim_end())
    };
    rows.map(line).collect()
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

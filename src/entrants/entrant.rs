//! Entrants: strategies that can be seated, under a name.

use thiserror::Error;

use super::entrant_file;
use crate::bots::{Bot, BotHost, Program};
use crate::strategies::{Family, Parameter, Strategy, Value};

/// Somebody who can take part: a family with its parameters set, or a program, under a name.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// Its name, in tables and records.
    pub name: String,
    /// Where its numbers come from, or what it is; perhaps empty.
    pub note: String,
    /// What decides.
    pub kind: EntrantKind,
}

/// What decides for an entrant.
#[derive(Clone, PartialEq, Debug)]
pub enum EntrantKind {
    /// A family of the house.
    Family {
        /// Which.
        family: &'static Family,
        /// A value for each of its parameters.
        values: Vec<Value>,
    },
    /// A program that speaks the protocol.
    Process(Program),
}

/// Why there is no such entrant.
#[derive(Debug, Error)]
pub enum EntrantError {
    /// Nobody has this name.
    #[error("no entrant has the name `{name}`; {suggestion} Or give the path of a .toml file")]
    Unknown {
        /// The name.
        name: String,
        /// What there is.
        suggestion: String,
    },
    /// The spec or the file has mistakes.
    #[error("{place}: {}", .mistakes.join("\n  "))]
    Mistakes {
        /// The spec or the file.
        place: String,
        /// All that is wrong with it.
        mistakes: Vec<String>,
    },
    /// The file cannot be read.
    #[error("{place}: cannot be read; give the path of a .toml file, or a name (`karteneck strategies` lists them)")]
    Unreadable {
        /// The file.
        place: String,
        /// Why.
        source: std::io::Error,
    },
}

impl Entrant {
    /// A family with its default parameters.
    pub fn of_family(family: &'static Family) -> Entrant {
        let kind = EntrantKind::Family { family, values: family.defaults() };
        Entrant { name: family.name.to_owned(), note: String::new(), kind }
    }

    /// The same entrant with its search cut short, under the same name; a program stays what it is.
    #[must_use]
    pub fn at_low_effort(mut self) -> Entrant {
        if let EntrantKind::Family { family, values } = &mut self.kind {
            *values = family.at_low_effort(values);
        }
        self
    }

    /// What it does, in one line: the family's own words for a family under its own name, the note for others.
    pub fn summary(&self) -> &str {
        let note = self.note.lines().next().filter(|note| !note.is_empty());
        match &self.kind {
            EntrantKind::Family { family, .. } => {
                let own_name = self.name.split(':').next() == Some(family.name);
                note.filter(|_| !own_name).unwrap_or(family.summary)
            }
            EntrantKind::Process(_) => note.unwrap_or("a program of its own"),
        }
    }

    /// A strategy to be seated; a program runs under the host.
    pub fn strategy(&self, host: &BotHost) -> Box<dyn Strategy> {
        match &self.kind {
            EntrantKind::Family { family, values } => (family.build)(values),
            EntrantKind::Process(program) => Box::new(Bot::new(&self.name, program.clone(), host.clone())),
        }
    }

    /// The parameters with their values, or what can be set about a program.
    pub fn parameters(&self) -> Vec<(&'static Parameter, Value)> {
        match &self.kind {
            EntrantKind::Family { family, values } => family.parameters.iter().zip(values.iter().copied()).collect(),
            EntrantKind::Process(program) => Program::PARAMETERS.iter().zip(program.values()).collect(),
        }
    }

    /// The entrant as a file that can be changed and used.
    pub fn to_toml(&self) -> String {
        entrant_file::write(self)
    }

    /// Whether it is a program of its own.
    pub const fn is_process(&self) -> bool {
        matches!(self.kind, EntrantKind::Process(_))
    }
}

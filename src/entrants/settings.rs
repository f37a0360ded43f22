//! Sets parameters from what users write in files and specs.

use std::path::Path;

use super::net_file::find_net;
use crate::strategies::{Domain, Parameter, Value, nearest, position, whole_number};

/// The values of a table of parameters, and the mistakes in setting them.
pub(super) struct Settings<'a> {
    parameters: &'a [Parameter],
    pub(super) values: Vec<Value>,
    set: Vec<bool>,
    /// Where nets are looked for first.
    folder: Option<&'a Path>,
    pub(super) mistakes: Vec<String>,
}

impl<'a> Settings<'a> {
    /// Nothing set yet; `values` are the starting values.
    pub(super) fn new(parameters: &'a [Parameter], values: Vec<Value>) -> Settings<'a> {
        Settings { parameters, values, set: vec![false; parameters.len()], folder: None, mistakes: Vec::new() }
    }

    /// With a folder in which nets are looked for first.
    pub(super) fn with_folder(self, folder: Option<&'a Path>) -> Settings<'a> {
        Settings { folder, ..self }
    }

    /// Sets one parameter from text.
    pub(super) fn set(&mut self, name: &str, text: &str) {
        let index = match position(self.parameters, name) {
            Ok(index) => index,
            Err(mistake) => return self.mistakes.push(mistake),
        };
        if std::mem::replace(&mut self.set[index], true) {
            self.mistakes.push(format!("parameter `{name}` is given twice"));
        }
        let domain = &self.parameters[index].domain;
        // `10k` is a whole number too.
        let in_digits = || domain.read(&whole_number(text)?.to_string());
        match (domain.read(text).or_else(in_digits), domain) {
            (Some(value), _) => self.values[index] = value,
            (None, &Domain::Net { kind, .. }) => match find_net(text, kind, self.folder) {
                Ok(net) => self.values[index] = Value::Net(net),
                Err(why) => self.mistakes.push(format!("parameter `{name}`: expected {domain}: {why}")),
            },
            (None, _) => {
                let hint = hint(domain, text);
                self.mistakes.push(format!("parameter `{name}`: expected {domain}, got `{text}`{hint}"));
            }
        }
    }

    /// Sets one parameter from a value in a file. A choice is text in quotes; a number in quotes is not a number.
    pub(super) fn set_toml(&mut self, name: &str, value: &toml::Value) {
        let domain = self.parameters.iter().find(|parameter| parameter.name == name).map(|parameter| parameter.domain);
        match (domain, value) {
            (Some(Domain::Choice { .. } | Domain::Net { .. }), toml::Value::String(text)) => self.set(name, text),
            _ => self.set(name, &value.to_string()),
        }
    }

    /// The parameters that were set, as a spec writes them.
    pub(super) fn to_spec(&self) -> String {
        let set = self.parameters.iter().zip(&self.values).zip(&self.set).filter(|(_, set)| **set);
        let parts: Vec<String> = set.map(|((parameter, value), _)| format!("{}={value}", parameter.name)).collect();
        parts.join(",")
    }
}

/// The nearest valid value to an invalid one.
fn hint(domain: &Domain, text: &str) -> String {
    match *domain {
        Domain::Real { low, high, .. } => match text.parse::<f64>() {
            Ok(value) if value < low => format!("; the nearest is {low}"),
            Ok(value) if value > high => format!("; the nearest is {high}"),
            _ => String::new(),
        },
        Domain::Whole { low, high, .. } => match text.parse::<f64>() {
            Ok(value) if value.is_finite() => {
                format!("; the nearest is {}", value.round().clamp(f64::from(low), f64::from(high)))
            }
            _ => String::new(),
        },
        Domain::Choice { options, .. } | Domain::Net { options, .. } => {
            nearest(text, options.iter().copied()).map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
        }
    }
}

//! Setting parameters from what people write, in files and in specs.

use crate::strategies::{Domain, Parameter, Value, nearest, position};

/// The values of a table of parameters, and what was wrong with the attempts to set them.
pub(super) struct Settings<'a> {
    parameters: &'a [Parameter],
    pub(super) values: Vec<Value>,
    set: Vec<bool>,
    pub(super) mistakes: Vec<String>,
}

impl<'a> Settings<'a> {
    /// Nothing set yet; `values` are those to start from.
    pub(super) fn new(parameters: &'a [Parameter], values: Vec<Value>) -> Settings<'a> {
        Settings { parameters, values, set: vec![false; parameters.len()], mistakes: Vec::new() }
    }

    /// Sets one parameter from a text.
    pub(super) fn set(&mut self, name: &str, text: &str) {
        let place = match position(self.parameters, name) {
            Ok(place) => place,
            Err(mistake) => return self.mistakes.push(mistake),
        };
        if std::mem::replace(&mut self.set[place], true) {
            self.mistakes.push(format!("parameter `{name}` is given twice"));
        }
        let domain = &self.parameters[place].domain;
        if let Some(value) = domain.read(text) {
            self.values[place] = value;
        } else {
            let hint = hint(domain, text);
            self.mistakes.push(format!("parameter `{name}`: expected {domain}, got `{text}`{hint}"));
        }
    }

    /// Sets one parameter from a value in a file. A choice is a text in quotes; a number in quotes is none.
    pub(super) fn set_toml(&mut self, name: &str, value: &toml::Value) {
        let domain = self.parameters.iter().find(|parameter| parameter.name == name).map(|parameter| parameter.domain);
        match (domain, value) {
            (Some(Domain::Choice { .. }), toml::Value::String(text)) => self.set(name, text),
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

/// The nearest valid choice to a value that is not one.
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
        Domain::Choice { options, .. } => {
            nearest(text, options.iter().copied()).map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
        }
    }
}

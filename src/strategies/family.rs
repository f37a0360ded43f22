//! A family: a strategy with its parameters not yet set.

use std::fmt;

use super::nearest::suggestion;
use super::parameters::{Parameter, Value};
use super::strategy::Strategy;

/// A strategy as code, under its name; an entrant sets its parameters.
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// The idea and its weaknesses, in a few lines.
    pub about: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// Roughly how much longer it thinks than a rule of thumb: slow ones get fewer games unless the caller says how many.
    pub effort: fn(&[Value]) -> u64,
    /// The parameter that trades time for strength, if there is one: lowered where many quick games are needed.
    pub effort_parameter: Option<&'static str>,
    /// Makes the strategy with these values, one for each parameter.
    pub build: fn(&[Value]) -> Box<dyn Strategy>,
}

impl Family {
    /// The effort of a strategy that looks at a position once.
    pub const RULE_OF_THUMB: fn(&[Value]) -> u64 = |_| 1;

    /// The default values of all parameters.
    pub fn defaults(&self) -> Vec<Value> {
        self.parameters.iter().map(|parameter| parameter.domain.default()).collect()
    }

    /// These values with the parameter that trades time for strength set low: enough to exercise every code path.
    pub fn at_low_effort(&self, values: &[Value]) -> Vec<Value> {
        let lower = |(parameter, &value): (&Parameter, &Value)| {
            if Some(parameter.name) == self.effort_parameter { parameter.domain.lowered(value) } else { value }
        };
        self.parameters.iter().zip(values).map(lower).collect()
    }

    /// The index of a parameter in the table.
    ///
    /// # Errors
    /// If there is no such parameter; the message suggests others.
    pub fn position(&self, name: &str) -> Result<usize, String> {
        position(self.parameters, name)
    }
}

/// The index of a parameter in a table, or a message that suggests existing names.
pub(crate) fn position(parameters: &[Parameter], name: &str) -> Result<usize, String> {
    parameters.iter().position(|parameter| parameter.name == name).ok_or_else(|| {
        let names = parameters.iter().map(|parameter| parameter.name);
        format!("parameter `{name}` does not exist; {}", suggestion(name, names))
    })
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "family {}", self.name)
    }
}

impl PartialEq for Family {
    fn eq(&self, other: &Family) -> bool {
        self.name == other.name
    }
}

//! A family: a strategy with its parameters not yet set.

use std::fmt;

use super::nearest::suggestion;
use super::parameters::{Parameter, Value};
use super::strategy::Strategy;

/// A strategy as code, under its name: what an entrant sets the parameters of.
#[non_exhaustive]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// The idea and its weaknesses, in a few lines.
    pub about: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// About how many times longer it thinks than a rule of thumb: slow families get fewer games where the caller does not say how
    /// many.
    pub effort: fn(&[Value]) -> u64,
    /// The parameter that trades time for strength, if there is one: lowered where many quick games are needed.
    pub effort_parameter: Option<&'static str>,
    /// Makes the strategy with these values, one for each parameter.
    pub build: fn(&[Value]) -> Box<dyn Strategy>,
}

impl Family {
    /// The effort of a family that looks at a position once.
    pub const RULE_OF_THUMB: fn(&[Value]) -> u64 = |_| 1;

    /// A rule of thumb: what it is called, what it does in one line, what can be set, and how it is made with these values, one
    /// for each parameter.
    pub const fn new(
        name: &'static str,
        summary: &'static str,
        parameters: &'static [Parameter],
        build: fn(&[Value]) -> Box<dyn Strategy>,
    ) -> Family {
        let (about, effort, effort_parameter) = ("", Family::RULE_OF_THUMB, None);
        Family { name, summary, about, parameters, effort, effort_parameter, build }
    }

    /// With its idea and its weaknesses, in a few lines.
    #[must_use]
    pub const fn about(self, about: &'static str) -> Family {
        Family { about, ..self }
    }

    /// One that buys strength with time: by which parameter, and about how many times longer it thinks than a rule of thumb.
    #[must_use]
    pub const fn effort(self, parameter: &'static str, effort: fn(&[Value]) -> u64) -> Family {
        Family { effort, effort_parameter: Some(parameter), ..self }
    }

    /// The values of all parameters unless they are set.
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

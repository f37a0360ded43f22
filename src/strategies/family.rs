//! A family: a strategy with its parameters not yet set.

use std::fmt;

use super::parameters::{Parameter, Value};
use super::strategy::Strategy;

/// A strategy as code, under its name: what an entrant sets the parameters of.
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// The idea and its weaknesses, in a few lines.
    pub about: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// Makes the strategy with these values, one for each parameter.
    pub build: fn(&[Value]) -> Box<dyn Strategy>,
}

impl Family {
    /// The values of all parameters unless they are set.
    pub fn defaults(&self) -> Vec<Value> {
        self.parameters.iter().map(|parameter| parameter.domain.default()).collect()
    }

    /// The place of a parameter in the table.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(|parameter| parameter.name == name)
    }
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

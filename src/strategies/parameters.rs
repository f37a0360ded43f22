//! Parameters, declared once for each strategy: files, specs, help and tuning all use this table.

use std::fmt;

use super::nets::{Net, NetKind, shipped_net};

/// A setting of a strategy.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name, as files and specs write it.
    pub name: &'static str,
    /// What it means, in one line.
    meaning: &'static str,
    /// What it may be.
    pub domain: Domain,
}

/// What a parameter may be.
#[derive(Clone, Copy, Debug)]
pub enum Domain {
    /// Any number from `low` to `high`.
    Real {
        /// The default.
        default: f64,
        /// The lowest.
        low: f64,
        /// The highest.
        high: f64,
        /// The smallest change worth trying; 0 if it is not to be tuned.
        step: f64,
    },
    /// Any whole number from `low` to `high`.
    Whole {
        /// The default.
        default: u32,
        /// The lowest.
        low: u32,
        /// The highest.
        high: u32,
        /// The smallest change worth trying; 0 if it is not to be tuned.
        step: u32,
    },
    /// One of a few names.
    Choice {
        /// The default.
        default: &'static str,
        /// All options.
        options: &'static [&'static str],
    },
    /// A net, or one of a few names that need none.
    Net {
        /// The default: one of the names, or a shipped net.
        default: &'static str,
        /// What the net judges.
        kind: NetKind,
        /// The names that need no net.
        options: &'static [&'static str],
    },
}

/// What a parameter is set to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// A number.
    Real(f64),
    /// A whole number.
    Whole(u32),
    /// A name.
    Choice(&'static str),
    /// A net.
    Net(&'static Net),
}

impl Parameter {
    /// A parameter of this name.
    pub const fn new(name: &'static str, meaning: &'static str, domain: Domain) -> Parameter {
        Parameter { name, meaning, domain }
    }

    /// What it means, in one line.
    pub fn meaning(&self) -> &'static str {
        self.meaning.trim_start()
    }
}

impl Domain {
    /// Numbers from `low` to `high`.
    pub const fn real(default: f64, low: f64, high: f64, step: f64) -> Domain {
        Domain::Real { default, low, high, step }
    }

    /// Whole numbers from `low` to `high`.
    pub const fn whole(default: u32, low: u32, high: u32, step: u32) -> Domain {
        Domain::Whole { default, low, high, step }
    }

    /// Some names.
    pub const fn choice(default: &'static str, options: &'static [&'static str]) -> Domain {
        Domain::Choice { default, options }
    }

    /// A net of this kind, or one of some names.
    pub const fn net(default: &'static str, kind: NetKind, options: &'static [&'static str]) -> Domain {
        Domain::Net { default, kind, options }
    }

    /// The default of the parameter.
    ///
    /// # Panics
    /// If it is a net that is not shipped; every family is built once in the tests.
    pub fn default(&self) -> Value {
        match *self {
            Domain::Real { default, .. } => Value::Real(default),
            Domain::Whole { default, .. } => Value::Whole(default),
            Domain::Choice { default, .. } => Value::Choice(default),
            Domain::Net { default, .. } => self.read(default).expect("the default is a name or a shipped net"),
        }
    }

    /// The value if it is low, otherwise a low one: ten, or the lowest if that is more. A name stays as it is.
    pub fn lowered(&self, value: Value) -> Value {
        match (*self, value) {
            (Domain::Real { low, .. }, Value::Real(value)) => Value::Real(value.min(low.max(10.0))),
            (Domain::Whole { low, .. }, Value::Whole(value)) => Value::Whole(value.min(low.max(10))),
            _ => value,
        }
    }

    /// Whether tuning leaves it alone: it has no step, or nothing to choose from.
    pub fn is_fixed(&self) -> bool {
        match *self {
            Domain::Real { low, high, step, .. } => step <= 0.0 || low >= high,
            Domain::Whole { low, high, step, .. } => step == 0 || low >= high,
            Domain::Choice { options, .. } => options.len() < 2,
            Domain::Net { .. } => true,
        }
    }

    /// The value if it is of the right type and in range.
    pub fn admit(&self, value: Value) -> Option<Value> {
        let fits = match (*self, value) {
            (Domain::Real { low, high, .. }, Value::Real(value)) => (low..=high).contains(&value),
            (Domain::Whole { low, high, .. }, Value::Whole(value)) => (low..=high).contains(&value),
            (Domain::Choice { options, .. } | Domain::Net { options, .. }, Value::Choice(value)) => {
                options.contains(&value)
            }
            (Domain::Net { kind, .. }, Value::Net(net)) => net.kind() == kind,
            _ => false,
        };
        fits.then_some(match value {
            // A negative zero plays like zero, and must not be another text in names, files and hashes.
            Value::Real(value) => Value::Real(value + 0.0),
            other => other,
        })
    }

    /// Parses a value; `None` if it is of another type or out of range. Of nets it knows the shipped ones; a caller that reads files
    /// finds the others.
    pub fn read(&self, text: &str) -> Option<Value> {
        let value = match *self {
            Domain::Real { .. } => Value::Real(text.parse().ok()?),
            Domain::Whole { .. } => Value::Whole(text.parse().ok()?),
            Domain::Choice { options, .. } => Value::Choice(options.iter().find(|&&option| option == text)?),
            Domain::Net { options, .. } => match options.iter().find(|&&option| option == text) {
                Some(option) => Value::Choice(option),
                None => Value::Net(shipped_net(text)?),
            },
        };
        self.admit(value)
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Real { low, high, .. } => write!(f, "a number from {low} to {high}"),
            Domain::Whole { low, high, .. } => write!(f, "a whole number from {low} to {high}"),
            Domain::Choice { options, .. } => write!(f, "one of {}", options.join(", ")),
            Domain::Net { kind, options, .. } => write!(f, "a {} net, or {}", kind.name(), options.join(", ")),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Real(value) => value.fmt(f),
            Value::Whole(value) => value.fmt(f),
            Value::Choice(value) => f.write_str(value),
            Value::Net(net) => f.write_str(net.name()),
        }
    }
}

/// A type in which a strategy's code holds a parameter.
pub trait Setting {
    /// The value, which the table has admitted.
    ///
    /// # Panics
    /// If the table declares a different type; every family is built once in the tests.
    fn of(value: Value) -> Self;
}

impl Setting for f64 {
    fn of(value: Value) -> f64 {
        let Value::Real(value) = value else { panic!("{value} is not declared as a real number") };
        value
    }
}

impl Setting for u32 {
    fn of(value: Value) -> u32 {
        let Value::Whole(value) = value else { panic!("{value} is not declared as a whole number") };
        value
    }
}

/// The net, unless the value is a name that needs none.
impl Setting for Option<&'static Net> {
    fn of(value: Value) -> Option<&'static Net> {
        if let Value::Net(net) = value { Some(net) } else { None }
    }
}

/// Declares the parameters of a strategy: a struct with a field for each, the table of them (`TABLE`), and the way from values
/// to the struct (`set`). The reader of files, the command line, the help and the tuner all live on the table.
///
/// ```
/// use karteneck::strategies::Domain;
///
/// karteneck::parameters! {
///     /// What it is about.
///     pub struct Weights {
///         /// what the weight means, in one line
///         tempo: f64 = Domain::real(0.5, 0.0, 5.0, 0.1),
///     }
/// }
/// assert_eq!(Weights::default().tempo, 0.5);
/// assert_eq!(Weights::TABLE[0].meaning(), "what the weight means, in one line");
/// ```
#[macro_export]
macro_rules! parameters {
    (
        $(#[$about:meta])*
        $visibility:vis struct $name:ident {
            $(#[doc = $meaning:literal] $field:ident: $type:ty = $domain:expr),* $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug)]
        $visibility struct $name {
            $(#[doc = $meaning] $visibility $field: $type,)*
        }

        impl $name {
            /// The parameters, in the order of their values.
            $visibility const TABLE: &'static [$crate::strategies::Parameter] =
                &[$($crate::strategies::Parameter::new(stringify!($field), $meaning, $domain)),*];

            /// The parameters set to these values, one for each in the order of the table.
            $visibility fn set(values: &[$crate::strategies::Value]) -> $name {
                let mut values = values.iter().copied();
                $name {
                    $($field: $crate::strategies::Setting::of(
                        values.next().expect("a value for every parameter"),
                    ),)*
                }
            }
        }

        impl Default for $name {
            fn default() -> $name {
                let defaults: Vec<_> = $name::TABLE.iter().map(|parameter| parameter.domain.default()).collect();
                $name::set(&defaults)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    parameters! {
        /// For the test.
        struct Sample {
            /// One.
            weight: f64 = Domain::real(0.5, -1.0, 1.0, 0.1),
            /// Two.
            rollouts: u32 = Domain::whole(7, 1, 9, 1),
        }
    }

    #[test]
    fn a_table_is_declared_once() {
        let sample = Sample::default();
        assert_eq!((sample.weight, sample.rollouts), (0.5, 7));
        let names: Vec<&str> = Sample::TABLE.iter().map(|parameter| parameter.name).collect();
        assert_eq!(names, ["weight", "rollouts"]);
        assert_eq!(Sample::TABLE[0].meaning(), "One.");
    }

    #[test]
    fn only_what_is_in_range_is_read() {
        let [weight, rollouts] = [Sample::TABLE[0].domain, Sample::TABLE[1].domain];
        assert_eq!(weight.read("-1"), Some(Value::Real(-1.0)));
        for text in ["1.01", "NaN", "inf", "x", ""] {
            assert_eq!(weight.read(text), None, "{text}");
        }
        assert_eq!(rollouts.read("9"), Some(Value::Whole(9)));
        for text in ["0", "10", "2.5", "-3"] {
            assert_eq!(rollouts.read(text), None, "{text}");
        }
        assert_eq!(Domain::choice("a", &["a", "b"]).read("b"), Some(Value::Choice("b")));
        assert_eq!(Domain::choice("a", &["a", "b"]).read("c"), None);
    }
}

//! What is searched: the parameters that may vary, each as a number from 0 to 1.

use thiserror::Error;

use crate::entrants::{Entrant, EntrantKind};
use crate::strategies::{Domain, Family, Parameter, Value};

/// A point in the space: a number from 0 to 1 for each axis.
pub type UnitPoint = Vec<f64>;

/// How far from the start the search begins to look, in steps.
const STEPS: f64 = 5.0;
/// The bounds of that distance, as shares of the range.
const SPREAD: (f64, f64) = (0.02, 0.25);

/// A parameter that may vary.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// The parameter.
    pub parameter: &'static Parameter,
    /// Its index among all parameters of the family.
    pub place: usize,
}

/// The parameters that may vary, and the values of all parameters.
#[derive(Clone, Debug)]
pub struct Space {
    /// The family whose parameters they are.
    pub family: &'static Family,
    /// The values at the start, including the fixed ones.
    pub start: Vec<Value>,
    /// The parameters that may vary.
    pub axes: Vec<Axis>,
}

/// Why there is nothing to search.
#[derive(Debug, Error)]
pub enum SpaceError {
    /// Programs keep their parameters to themselves.
    #[error("{0} is a program, whose own parameters are unknown here; give an entrant of a family")]
    Program(String),
    /// There is no such parameter.
    #[error("{family}: {problem}")]
    Unknown {
        /// The family.
        family: &'static str,
        /// What is wrong, with a suggestion.
        problem: String,
    },
    /// The parameter is not to be tuned.
    #[error(
        "{family}: parameter `{name}` is fixed: it trades time for strength or has only one value; leave it out, or set it with \
         {family}:{name}=…"
    )]
    Fixed {
        /// The family.
        family: &'static str,
        /// The parameter.
        name: &'static str,
    },
    /// A parameter is named more than once.
    #[error("{family}: parameter `{name}` is named twice")]
    Twice {
        /// The family.
        family: &'static str,
        /// The parameter.
        name: &'static str,
    },
    /// Nothing may vary.
    #[error("{0} has no parameter that can be tuned; `karteneck strategies show {0}` lists its parameters")]
    Empty(&'static str),
}

impl Space {
    /// The space around an entrant: of the named parameters, or of all that are not fixed.
    ///
    /// # Errors
    /// If there is nothing to search, or a name makes no sense.
    pub fn new(entrant: &Entrant, names: Option<&[String]>) -> Result<Space, SpaceError> {
        let EntrantKind::Family { family, values } = &entrant.kind else {
            return Err(SpaceError::Program(entrant.name.clone()));
        };
        let axis_at = |index: usize| Axis { parameter: &family.parameters[index], place: index };
        let axes = match names {
            Some(names) => named_axes(family, names, axis_at)?,
            None => (0..values.len()).map(axis_at).filter(|axis| !axis.parameter.domain.is_fixed()).collect(),
        };
        if axes.is_empty() {
            return Err(SpaceError::Empty(family.name));
        }
        Ok(Space { family, start: values.clone(), axes })
    }

    /// The number of parameters that vary.
    pub fn len(&self) -> usize {
        self.axes.len()
    }

    /// Whether none varies; never true.
    pub fn is_empty(&self) -> bool {
        self.axes.is_empty()
    }

    /// Whether some axis has names instead of numbers.
    pub fn has_choices(&self) -> bool {
        self.axes.iter().any(|axis| matches!(axis.parameter.domain, Domain::Choice { .. }))
    }

    /// Where the search starts.
    pub fn origin(&self) -> UnitPoint {
        self.encode(&self.start)
    }

    /// The values of all parameters at a point. Real numbers are rounded to a tenth of a step, so that people can
    /// read them and files hold them exactly.
    pub fn decode(&self, point: &[f64]) -> Vec<Value> {
        let mut values = self.start.clone();
        for (axis, &share) in self.axes.iter().zip(point) {
            values[axis.place] = value_at(&axis.parameter.domain, share.clamp(0.0, 1.0));
        }
        values
    }

    /// The point of some values.
    pub fn encode(&self, values: &[Value]) -> UnitPoint {
        self.axes.iter().map(|axis| share_of(&axis.parameter.domain, values[axis.place])).collect()
    }

    /// How far to look along each axis at first, as a share of its range.
    pub fn spreads(&self) -> Vec<f64> {
        self.axes.iter().map(|axis| step_share(&axis.parameter.domain)).map(spread_of).collect()
    }

    /// The entrant with these values.
    pub fn entrant(&self, name: String, values: Vec<Value>) -> Entrant {
        Entrant { name, note: String::new(), kind: EntrantKind::Family { family: self.family, values } }
    }
}

fn named_axes(
    family: &'static Family,
    names: &[String],
    axis: impl Fn(usize) -> Axis,
) -> Result<Vec<Axis>, SpaceError> {
    let mut indices = Vec::new();
    for name in names {
        let index = family.position(name).map_err(|problem| SpaceError::Unknown { family: family.name, problem })?;
        let (family, name) = (family.name, family.parameters[index].name);
        if axis(index).parameter.domain.is_fixed() {
            return Err(SpaceError::Fixed { family, name });
        }
        if indices.contains(&index) {
            return Err(SpaceError::Twice { family, name });
        }
        indices.push(index);
    }
    indices.sort_unstable();
    Ok(indices.into_iter().map(axis).collect())
}

fn spread_of(step: f64) -> f64 {
    (STEPS * step).clamp(SPREAD.0, SPREAD.1)
}

/// A step as a share of the range.
pub(super) fn step_share(domain: &Domain) -> f64 {
    match *domain {
        Domain::Real { low, high, step, .. } => step / (high - low),
        Domain::Whole { low, high, step, .. } => f64::from(step) / f64::from(high - low),
        Domain::Choice { options, .. } => 1.0 / options.len() as f64,
        // Never an axis.
        Domain::Net { .. } => 1.0,
    }
}

/// The value at a share of the range.
pub(super) fn value_at(domain: &Domain, share: f64) -> Value {
    match *domain {
        Domain::Real { low, high, step, .. } => {
            let value = low + share * (high - low);
            Value::Real(round(value, step).clamp(low, high))
        }
        Domain::Whole { low, high, .. } => Value::Whole(low + (share * f64::from(high - low)).round() as u32),
        Domain::Choice { options, .. } => {
            let index = (share * options.len() as f64) as usize;
            Value::Choice(options[index.min(options.len() - 1)])
        }
        Domain::Net { .. } => domain.default(),
    }
}

/// Rounded to enough digits to show a tenth of the step.
fn round(value: f64, step: f64) -> f64 {
    let mut scale = 1.0;
    while scale * step < 9.999 {
        scale *= 10.0;
    }
    (value * scale).round() / scale
}

fn share_of(domain: &Domain, value: Value) -> f64 {
    match (*domain, value) {
        (Domain::Real { low, high, .. }, Value::Real(value)) => (value - low) / (high - low),
        (Domain::Whole { low, high, .. }, Value::Whole(value)) => f64::from(value - low) / f64::from(high - low),
        (Domain::Choice { options, .. }, Value::Choice(value)) => {
            let index = options.iter().position(|&option| option == value).unwrap_or(0);
            (index as f64 + 0.5) / options.len() as f64
        }
        _ => panic!("{value} is not of the declared type"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entrants::Catalogue;

    fn space(spec: &str, names: Option<&[&str]>) -> Result<Space, SpaceError> {
        let entrant = Catalogue::shipped_only().find(spec).expect("an entrant");
        let names: Option<Vec<String>> = names.map(|names| names.iter().map(|&name| name.to_owned()).collect());
        Space::new(&entrant, names.as_deref())
    }

    #[test]
    fn values_survive_being_a_point() {
        for spec in ["heuristic", "monte-carlo:policy=greedy,horizon=game", "greedy:enough=22", "steal-hunter"] {
            let space = space(spec, None).expect("a space");
            assert_eq!(space.decode(&space.origin()), space.start, "{spec}");
        }
    }

    #[test]
    fn the_ends_of_the_cube_are_the_ends_of_the_ranges() {
        let space = space("heuristic", Some(&["margin", "deficit"])).expect("a space");
        assert_eq!(space.len(), 2);
        let low = space.decode(&[0.0, -3.0]);
        assert_eq!((low[4], low[20]), (Value::Real(0.5), Value::Real(-0.2)));
        let high = space.decode(&[1.0, 7.0]);
        assert_eq!((high[4], high[20]), (Value::Real(30.0), Value::Real(0.2)));
        let between = space.decode(&[0.123_456_789, 0.5]);
        assert_eq!(between[4], Value::Real(4.14), "two digits for a step of one half");
    }

    #[test]
    fn requests_that_make_no_sense_are_rejected() {
        let problem = |spec: &str, names: Option<&[&str]>| space(spec, names).expect_err("no space").to_string();
        assert!(problem("random", None).contains("no parameter"));
        assert!(problem("heuristic", Some(&[])).contains("no parameter"));
        assert!(problem("heuristic", Some(&["tempp"])).contains("did you mean `tempo`"));
        assert!(problem("heuristic", Some(&["tempo", "card", "tempo"])).contains("twice"));
        assert!(problem("monte-carlo", Some(&["rollouts"])).contains("fixed"));
        assert!(problem("process:true", None).contains("program"));
        let names = |space: Space| space.axes.iter().map(|axis| axis.parameter.name).collect::<Vec<_>>();
        assert_eq!(names(space("monte-carlo", None).expect("a space")), ["policy", "horizon", "caution", "margin"]);
    }
}

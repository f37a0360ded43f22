//! Entrants: strategies under a name, ready to be seated.

use std::sync::Arc;

use thiserror::Error;

use super::code::Code;
use crate::bots::{Bot, BotHost, Program};
use crate::game::{Move, Stream, View};
use crate::strategies::{BatchPolicy, Family, Parameter, Policy, Strategy, Value};

/// A participant under a name: a family with its parameters set, a program, or the caller's own code.
///
/// ```
/// use karteneck::Entrant;
///
/// let quick: Entrant = "monte-carlo:rollouts=20".parse()?;
/// assert_eq!(quick.name, "monte-carlo:rollouts=20");
/// let mine: Entrant = "mine=monte-carlo:rollouts=20".parse()?;
/// assert_eq!((mine.name.as_str(), &mine.kind), ("mine", &quick.kind));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// Its name, in tables and records.
    pub name: String,
    /// Where its numbers come from, or what it is; may be empty.
    pub note: String,
    /// What decides.
    pub kind: EntrantKind,
}

/// What decides for an entrant.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum EntrantKind {
    /// A family, shipped or registered.
    Family {
        /// Which.
        family: &'static Family,
        /// A value for each of its parameters.
        values: Vec<Value>,
    },
    /// A program that speaks the protocol.
    Process(Program),
    /// The caller's own code.
    Code(Code),
}

/// Why an entrant was not found or is not valid.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EntrantError {
    /// No entrant has this name.
    #[error("no entrant has the name `{name}`; {suggestion} Or give the path of a .toml file")]
    Unknown {
        /// The name.
        name: String,
        /// The nearest name, or all names.
        suggestion: String,
    },
    /// The spec or the file has mistakes.
    #[error("{place}: {}", .mistakes.join("\n  "))]
    Mistakes {
        /// The spec or the file.
        place: String,
        /// Everything that is wrong with it.
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

impl EntrantError {
    /// A single mistake.
    pub(super) fn mistake(place: impl Into<String>, why: impl Into<String>) -> EntrantError {
        EntrantError::Mistakes { place: place.into(), mistakes: vec![why.into()] }
    }
}

impl Entrant {
    /// A closure that decides, under a name.
    ///
    /// ```
    /// use karteneck::{Entrant, Match};
    ///
    /// let first = Entrant::closure("first-choice", |view, _| view.choices().get(0));
    /// let any = Entrant::closure("any-choice", |view, chance| {
    ///     let choices = view.choices();
    ///     choices.get(chance.below(choices.len() as u32) as usize)
    /// });
    /// let outcome = Match::between([first, any]).games(100).run()?;
    /// assert_eq!(outcome.games(), 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn closure(
        name: impl Into<String>,
        choose: impl Fn(&View<'_>, &mut Stream) -> Move + Send + Sync + 'static,
    ) -> Entrant {
        let choose = Arc::new(choose);
        Entrant::policy(name, move || Closure(Arc::clone(&choose)))
    }

    /// A strategy without memory under a name; the closure makes a copy for each seat, and may own tables or a model.
    ///
    /// ```
    /// use karteneck::Entrant;
    /// use karteneck::game::{Move, Stream, View};
    /// use karteneck::strategies::Policy;
    ///
    /// struct Mine;
    ///
    /// impl Policy for Mine {
    ///     fn choose(&self, view: &View<'_>, _chance: &mut Stream) -> Move {
    ///         view.choices().get(0)
    ///     }
    /// }
    ///
    /// let mine = Entrant::policy("mine", || Mine).versioned("2");
    /// # assert_eq!(mine.name, "mine");
    /// ```
    pub fn policy<P: Policy + 'static>(
        name: impl Into<String>,
        make: impl Fn() -> P + Send + Sync + 'static,
    ) -> Entrant {
        Entrant::code(name, move || Box::new(make()))
    }

    /// A strategy under a name; the closure makes a copy for each seat, and may own tables or a model.
    pub fn code(name: impl Into<String>, make: impl Fn() -> Box<dyn Strategy> + Send + Sync + 'static) -> Entrant {
        Entrant { name: name.into(), note: String::new(), kind: EntrantKind::Code(Code::new(make)) }
    }

    /// A policy that decides for many views at once, under a name: runs ask it about many games together, everything else one by one.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use karteneck::game::Move;
    /// use karteneck::strategies::{BatchPolicy, Fault, Question};
    /// use karteneck::{Entrant, Match};
    ///
    /// struct FirstChoice;
    ///
    /// impl BatchPolicy for FirstChoice {
    ///     fn answer_all(&self, questions: &[Question<'_>]) -> Vec<Result<Move, Fault>> {
    ///         questions.iter().map(|question| Ok(question.view.choices().get(0))).collect()
    ///     }
    /// }
    ///
    /// let many = Entrant::batch("many", Arc::new(FirstChoice));
    /// let outcome = Match::between([many, "first".parse()?]).games(100).run()?;
    /// assert_eq!(outcome.games(), 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn batch(name: impl Into<String>, policy: Arc<dyn BatchPolicy>) -> Entrant {
        Entrant { name: name.into(), note: String::new(), kind: EntrantKind::Code(Code::of_batch(policy)) }
    }

    /// What decides for many views at once, if the entrant is such code.
    pub(crate) fn batch_policy(&self) -> Option<Arc<dyn BatchPolicy>> {
        match &self.kind {
            EntrantKind::Code(code) => code.batch().cloned(),
            _ => None,
        }
    }

    /// The same code with a version, which is written in manifests: a run can be resumed only with the version it began with.
    /// No effect on families and programs.
    #[must_use]
    pub fn versioned(mut self, version: &str) -> Entrant {
        if let EntrantKind::Code(code) = &mut self.kind {
            code.set_version(version);
        }
        self
    }

    /// The same entrant under another name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Entrant {
        Entrant { name: name.into(), ..self }
    }

    /// A family with its default parameters.
    pub fn of_family(family: &'static Family) -> Entrant {
        let kind = EntrantKind::Family { family, values: family.defaults() };
        Entrant { name: family.name.to_owned(), note: String::new(), kind }
    }

    /// The same entrant with its search cut short, under the same name; a program or code is unchanged.
    #[must_use]
    pub fn at_low_effort(mut self) -> Entrant {
        if let EntrantKind::Family { family, values } = &mut self.kind {
            *values = family.at_low_effort(values);
        }
        self
    }

    /// What it does, in one line: the family's summary for a family under its own name, the note for others.
    pub fn summary(&self) -> &str {
        let note = self.note.lines().next().filter(|note| !note.is_empty());
        match &self.kind {
            EntrantKind::Family { family, .. } => {
                let own_name = self.name.split(':').next() == Some(family.name);
                note.filter(|_| !own_name).unwrap_or(family.summary)
            }
            EntrantKind::Process(_) => note.unwrap_or("an external program"),
            EntrantKind::Code(_) => note.unwrap_or("the caller's own code"),
        }
    }

    /// A strategy to seat; a program runs under the host.
    pub fn strategy(&self, host: &BotHost) -> Box<dyn Strategy> {
        match &self.kind {
            EntrantKind::Family { family, values } => (family.build)(values),
            EntrantKind::Process(program) => Box::new(Bot::new(&self.name, program.clone(), host.clone())),
            EntrantKind::Code(code) => code.strategy(),
        }
    }

    /// The parameters with their values, or the settings of a program.
    pub fn parameters(&self) -> Vec<(&'static Parameter, Value)> {
        match &self.kind {
            EntrantKind::Family { family, values } => family.parameters.iter().zip(values.iter().copied()).collect(),
            EntrantKind::Process(program) => Program::PARAMETERS.iter().zip(program.values()).collect(),
            EntrantKind::Code(_) => Vec::new(),
        }
    }

    /// Whether it is an external program.
    pub const fn is_process(&self) -> bool {
        matches!(self.kind, EntrantKind::Process(_))
    }
}

/// A name that two different entrants have, if there is one.
pub fn ambiguous_name(entrants: &[Entrant]) -> Option<&str> {
    let is_other = |one: &Entrant, other: &Entrant| one.name == other.name && one.kind != other.kind;
    let second = |(index, entrant): &(usize, &Entrant)| entrants[..*index].iter().any(|other| is_other(entrant, other));
    entrants.iter().enumerate().find(second).map(|(_, entrant)| entrant.name.as_str())
}

/// A closure as a policy.
struct Closure<F>(Arc<F>);

impl<F: Fn(&View<'_>, &mut Stream) -> Move + Send + Sync> Policy for Closure<F> {
    fn choose(&self, view: &View<'_>, chance: &mut Stream) -> Move {
        (self.0)(view, chance)
    }
}

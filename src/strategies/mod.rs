//! How a seat decides, from its view alone.
//!
//! This room owns the [`Strategy`] trait, the families of strategies that come with the house (one file and one line in
//! the registry for each), their parameters, and the entrants made of them: a family with its parameters set, or a
//! program of somebody else, under a name. It refuses to know the truth of a game, who else plays, or who wins.
//!
//! The main types: a [`Strategy`] decides; a [`Family`] is a strategy whose parameters are not yet set; an [`Entrant`]
//! is one that can be seated; a [`Fault`] is a failure to decide.

mod catalogue;
mod entrant;
mod entrant_file;
mod families;
mod family;
mod fault;
pub mod forecast;
mod nearest;
mod parameters;
mod process;
mod settings;
mod strategy;
mod sums;
mod words;

pub use catalogue::{Catalogue, Listed};
pub use entrant::{Entrant, EntrantError, Mind, Program};
pub use families::FAMILIES;
pub use family::Family;
pub use fault::{Fault, FaultKind};
pub(crate) use nearest::nearest;
pub use parameters::{Domain, Parameter, Setting, Value};
pub use process::{Logs, PROTOCOL, kill_all};
pub use strategy::{Policy, Strategy};

//! How a seat decides, from its view alone.
//!
//! This room owns the [`Strategy`] trait, the families of strategies that come with the house (one file and one entry in
//! the registry for each), and their parameters. It refuses to know the truth of a game, who else plays, or who wins.
//!
//! The main types: a [`Strategy`] decides; a [`Family`] is a strategy whose parameters are not yet set; a [`Fault`] is a
//! failure to decide.

mod action;
mod action_values;
mod batch;
mod families;
mod family;
mod fault;
pub mod forecast;
mod nearest;
pub mod nets;
mod parameters;
mod strategy;
mod total_set;
mod whole_number;

pub use batch::{BatchPolicy, Question};
pub(crate) use batch::{OneByOne, wrong_count};
pub use families::FAMILIES;
pub use families::tree::{InformedTree, TreeResponse, policy_inputs};
pub use family::Family;
pub(crate) use family::position;
pub use fault::{Fault, FaultKind};
pub(crate) use nearest::{nearest, suggestion};
pub use parameters::{Domain, Parameter, Setting, Value};
pub use strategy::{Policy, Strategy, Trust, Turn};
pub use whole_number::whole_number;

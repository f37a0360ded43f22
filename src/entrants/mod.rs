//! Entrants: a family with its parameters set, a program, or the caller's own code, under a name.
//!
//! This room owns entrants, their written forms (specs, TOML files, manifests), and the catalogue of those that have a name.
//! It refuses to know how a family decides, how to talk to a program, or who plays whom.
//!
//! The main types: an [`Entrant`] can be seated; a [`Catalogue`] finds one by its spec.

mod catalogue;
mod code;
mod entrant;
mod entrant_file;
mod net_file;
mod record;
mod settings;
mod spec;
mod words;

pub use catalogue::{Catalogue, Listed};
pub use code::Code;
pub use entrant::{Entrant, EntrantError, EntrantKind, ambiguous_name};
pub use record::{EntrantRecord, entrant_record};

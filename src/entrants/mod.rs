//! Who takes part: a family with its parameters set, or a program, under a name.
//!
//! This room owns entrants, the ways to write one down (specs, TOML files, manifests), and the catalogue of those that have a name.
//! It refuses to know how a family decides, how one talks to a program, or who plays whom.
//!
//! The main types: an [`Entrant`] can be seated; a [`Catalogue`] finds one by its spec.

mod catalogue;
mod entrant;
mod entrant_file;
mod record;
mod settings;
mod words;

pub use catalogue::{Catalogue, Listed};
pub use entrant::{Entrant, EntrantError, EntrantKind};
pub use record::{EntrantRecord, entrant_of, entrant_record};

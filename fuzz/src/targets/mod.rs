//! The targets, each with its laws.

mod command_line;
mod deals;
mod edition;
mod entrant;
mod laws;
mod manifest;
mod moves;
mod net;
mod piece;
mod position;
mod protocol;
mod record;
mod run;
mod save;

pub use command_line::command_line;
pub use deals::deals;
pub use edition::edition;
pub use entrant::entrant;
pub use manifest::manifest;
pub use moves::moves;
pub use net::net;
pub use piece::piece;
pub use position::position;
pub use protocol::protocol;
pub use record::record;
pub use run::run;
pub use save::save;

use crate::Trace;

/// A target by its name.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of its function, of its folder of seeds and of its `cargo fuzz` target.
    pub name: &'static str,
    /// Tries some bytes.
    pub attempt: fn(&[u8]) -> Trace,
    /// Words and signs of its inputs.
    pub dictionary: &'static [&'static str],
}

/// All targets.
pub const TARGETS: [Target; 13] = [
    Target { name: "record", attempt: record, dictionary: record::DICTIONARY },
    Target { name: "position", attempt: position, dictionary: position::DICTIONARY },
    Target { name: "edition", attempt: edition, dictionary: edition::DICTIONARY },
    Target { name: "entrant", attempt: entrant, dictionary: entrant::DICTIONARY },
    Target { name: "manifest", attempt: manifest, dictionary: manifest::DICTIONARY },
    Target { name: "run", attempt: run, dictionary: run::DICTIONARY },
    Target { name: "deals", attempt: deals, dictionary: deals::DICTIONARY },
    Target { name: "save", attempt: save, dictionary: save::DICTIONARY },
    Target { name: "protocol", attempt: protocol, dictionary: protocol::DICTIONARY },
    Target { name: "net", attempt: net, dictionary: net::DICTIONARY },
    Target { name: "piece", attempt: piece, dictionary: piece::DICTIONARY },
    Target { name: "moves", attempt: moves, dictionary: &[] },
    Target { name: "command_line", attempt: command_line, dictionary: command_line::DICTIONARY },
];

/// The text in some bytes; what is not UTF-8 becomes a sign that no format uses.
fn text(data: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(data)
}

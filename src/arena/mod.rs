//! Brings deals, seats and strategies together.
//!
//! This room owns the playing of a game between [`Player`]s, the judgement of faults, and the audit that a strategy must
//! pass. It refuses to know how anybody decides, and prints nothing.
//!
//! The main types: a [`Player`] is an entrant at a table; [`play_game`] plays one game of a [`Setup`] and returns what
//! was [`Played`]; a [`Score`] is what counts in the end, faults included; [`audit()`] examines an entrant.

mod audit;
mod game;
mod player;
mod schedule;
mod score;

pub use audit::{Audit, Meter, Point, Scope, Verdict, audit};
pub use game::{Lapse, Played, Setup, play_game, play_game_unless};
pub use player::{Clairvoyant, MOST_FAULTS, Player};
pub use schedule::{Pairing, Schedule};
pub use score::Score;

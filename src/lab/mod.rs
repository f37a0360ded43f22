//! The front door: tournaments and matches from code.
//!
//! This room owns the builders [`Tournament`] and [`Match`] and their [`RunOutcome`]. It refuses to play or count anything itself: it makes
//! a plan, has it played, in memory or in a folder, and returns the rows.

mod builder;
mod error;
mod match_;
mod outcome;
mod progress;
mod tournament;

pub use error::LabError;
pub use match_::Match;
pub use outcome::RunOutcome;
pub use progress::Progress;
pub use tournament::Tournament;

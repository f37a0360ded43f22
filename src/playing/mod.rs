//! A person's game against entrants.
//!
//! This room owns what determines such a game, the game in progress with all ways back and forth, and what its choices do in
//! words. It refuses input and output: the terminal (`play`) and the pages (`serve`) share it. Where it is saved is decided there.
//!
//! The main types: a [`GamePlan`] is everything but the moves; a [`Session`] is the game in progress.

mod choices;
mod error;
mod names;
mod plan;
mod session;

pub use choices::describe_choice;
pub use error::PlayError;
pub use names::distinct;
pub use plan::{GamePlan, Past};
pub use session::Session;

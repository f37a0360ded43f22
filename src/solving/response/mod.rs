//! Best response by search: how much a player that knows its opponent's strategy exactly wins.
//!
//! The exploitability of a strategy is what the best of all responses to it wins over one half. In a mini game that response can be
//! computed; in the whole game it cannot, but any player that wins proves a lower bound. So this builds one that knows everything
//! a response may know: the strategy's code, and what one seat sees. It never sees a hidden card, nor the strategy's streams.
//!
//! - **Which hands.** A [`Responder`] is told every move and event as its seat sees it (a [`Sighting`]), and keeps possible pasts of the other
//!   hand since the last moment at which it was known (`posterior`). They are weighed by how likely the strategy, asked with its
//!   own code, makes the moves that were seen.
//! - **Which move.** The search of `tree` (its nets judge the end of the round) in worlds with these hands, in which the other seat does what
//!   the strategy does with the hand that it holds there, in the tree and in its playouts. All moves are compared in the same worlds with the
//!   same luck, and only the own seat has a choice: this is a search for a best response, not for an equilibrium.
//!
//! The bound is honest whatever is wrong with either: a responder that infers badly or judges badly wins less. The house plays it in
//! its own loop ([`play_duel`]) rather than as a [`Strategy`](crate::strategies::Strategy) in the arena because views alone do not show in
//! which order the other seat laid once the own one has passed; every player at a table sees that. The deals are those of a `match` with the
//! same seed.

mod duel;
mod error;
mod exploitation;
mod particle;
mod posterior;
mod responder;
mod sighting;

pub use duel::{DuelFault, Duels, UNITS, play_duel};
pub use error::ExploitError;
pub use exploitation::{Exploitation, Exploited};
pub use posterior::Inference;
pub use responder::Responder;
pub use sighting::Sighting;

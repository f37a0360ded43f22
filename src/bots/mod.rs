//! Programs as strategies: JSON lines over stdin and stdout, in any language (`docs/PROTOCOL.md`).
//!
//! This room owns the protocol, the child processes and their pipes, and the logs of their stderr. It refuses to know who
//! else plays and what a game counts for.
//!
//! A program is started when its first game starts, and lives over many games. Whatever it does (die, babble, stall,
//! cheat at the rules) ends as a [`Fault`](crate::strategies::Fault) with the reason and the line; it is then killed with
//! all its children, and the next game starts it anew. Nothing here waits without a limit.
//!
//! The main types: a [`Program`] is a command and what was set about it; a [`Bot`] is the strategy that asks it.

mod bot;
mod child;
mod logs;
mod messages;
mod pipe_thread;
mod program;

pub use bot::Bot;
pub use child::kill_all;
pub use logs::Logs;
pub use messages::PROTOCOL;
pub use program::Program;

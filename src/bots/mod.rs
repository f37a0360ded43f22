//! Programs as strategies: JSON lines over stdin and stdout, in any language (`docs/PROTOCOL.md`).
//!
//! This room owns the protocol, the child processes and their pipes, the logs of their stderr, and what programs may
//! access and use. It refuses to know who else plays and what a game counts for.
//!
//! A program is started when its first game starts, and lives through many games. Whatever it does wrong (die, babble,
//! stall, break the rules) becomes a [`Fault`](crate::strategies::Fault) with the reason and the line; it is then killed
//! with all its children, and the next game restarts it. Nothing here waits without a limit.
//!
//! The main types: a [`Program`] is a command and its settings; a [`Bot`] is the strategy that asks it; a [`BotHost`] says
//! how programs are run: logs, denied paths, and the [`Launcher`] that enforces them.
//!
//! ```no_run
//! use karteneck::{Entrant, Match};
//!
//! // A program that speaks the protocol of docs/PROTOCOL.md is an entrant like any other.
//! let bot: Entrant = "process:python3 scripts/bots/simple.py".parse()?;
//! let outcome = Match::between([bot, "greedy".parse()?]).games(100).run()?;
//! println!("{}", outcome.standings(2)[0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bot;
mod child;
#[cfg(target_os = "linux")]
mod descriptors;
mod environment;
#[cfg_attr(windows, path = "job_object.rs")]
mod group;
mod host;
#[cfg(target_os = "linux")]
mod landlock;
#[cfg(target_os = "linux")]
mod launch;
mod logs;
mod messages;
mod pipe_thread;
mod program;
mod spawner;
#[cfg(target_os = "linux")]
mod tree;
#[cfg(target_os = "linux")]
mod warden;

pub use bot::Bot;
pub use child::kill_all;
pub use host::{BotHost, Launcher, Protection};
#[cfg(target_os = "linux")]
pub use launch::{LaunchOrder, launch, probe};
pub use logs::Logs;
pub use messages::PROTOCOL;
#[doc(hidden)]
pub use messages::{read_answer, read_greeting};
pub use program::{Limits, Program};
#[cfg(target_os = "linux")]
pub use tree::adopt_orphans;
#[cfg(target_os = "linux")]
pub use warden::watch;

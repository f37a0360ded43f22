//! Fuzz targets: one function for each kind of text or bytes that comes from outside.
//!
//! A target takes any bytes. It must not panic, hang or take more than a gigabyte; beyond that each states laws of what it
//! reads: whatever is understood is written and read back as the same. A broken law is a panic.
//!
//! The same functions run under `cargo fuzz` (`fuzz_targets/`), which follows the branches of the program, and under
//! the runner of this package (`src/main.rs`), which needs nothing but a stable toolchain.

mod json;
mod mutator;
mod runner;
mod seeds;
mod targets;
mod trace;
mod watchdog;

pub use runner::{Order, Report, run_target};
pub use seeds::{Seed, read_seeds};
pub use targets::{
    TARGETS, Target, command_line, edition, entrant, manifest, moves, net, position, protocol, record, run, save,
};
pub use trace::Trace;

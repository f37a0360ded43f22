//! The program: everything is in the library, in the room of the command line.
#![forbid(unsafe_code)]

use std::process::ExitCode;

/// Lets `karteneck check` tell what a strategy allocates.
#[global_allocator]
static ALLOCATOR: karteneck::program::CountingAllocator = karteneck::program::CountingAllocator;

fn main() -> ExitCode {
    karteneck::program::run()
}

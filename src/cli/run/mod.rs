//! Runs: what the commands `tournament` and `match` have in common.

mod execute;
mod goal;
mod options;
mod progress;
mod summary;

pub(super) use execute::{execute, finish, games_text, kept_files};
pub(super) use goal::{SprtBounds, parse_bounds};
pub(super) use options::{RESULTS, RunJob, RunOptions, RunRequest, folder_of, parse_sizes, prepare, threads, usage};
pub(super) use summary::print_summary;

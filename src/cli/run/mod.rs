//! Runs: what the commands `tournament` and `match` have in common.

mod execute;
mod goal;
mod open;
mod options;
mod play;
mod summary;

pub(super) use execute::execute;
pub(super) use goal::parse_bounds;
pub(super) use open::{folder_of, open_run, run_failure};
pub(super) use options::{RESULTS, RunJob, RunOptions, RunRequest};
pub(super) use play::play;
pub(super) use summary::{print_summary, some_address};

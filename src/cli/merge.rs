//! `karteneck merge`: joins the parts of a run.

use std::path::PathBuf;

use clap::Args;

use super::catalogue::catalogue;
use super::failure::Failure;
use super::json::JsonOption;
use super::progress::Progress;
use super::run::{print_summary, run_failure};
use crate::runs::merge;

/// Join the parts of a run that were played with --shard
///
/// The result has the same bytes as the run played in one piece. Parts that overlap, are missing or unfinished, or
/// belong to another run are refused.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck merge part1 part2 part3 --out whole")]
pub(super) struct Arguments {
    /// The folders of all parts, in any order
    #[arg(value_name = "DIR", required = true)]
    parts: Vec<PathBuf>,
    /// The folder of the whole run
    #[arg(long, value_name = "DIR", required = true)]
    out: PathBuf,
    /// Replace the existing run in the folder
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    json: JsonOption,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let progress = Progress::of("", None);
    let merged = merge(&arguments.parts, &arguments.out, arguments.force, &catalogue()?, &|news| {
        progress.set_all(news.of);
        progress.set(news.bytes);
    });
    drop(progress);
    print_summary(&merged.map_err(run_failure)?, arguments.json)
}

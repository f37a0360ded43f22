//! `karteneck fingerprint`: one number that changes exactly when behaviour changes.

use std::io::{self, Write};

use anyhow::anyhow;
use clap::Args;

use super::failure::Failure;
use super::progress::Progress;
use crate::selfcheck::fingerprint;

/// Print the hash of a fixed small tournament
///
/// All numbers of players, the shipped strategies as they are in the program. Two builds that print the same play the same.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck fingerprint                                   before and after a change that should change no game")]
pub(super) struct Arguments {}

pub(super) fn run(_arguments: &Arguments) -> Result<(), Failure> {
    let progress = Progress::waiting("playing a small tournament");
    let print = fingerprint(2);
    drop(progress);
    writeln!(io::stdout(), "{}", print.map_err(|broken| Failure::Failed(anyhow!(broken)))?)?;
    Ok(())
}

//! `karteneck selfcheck`: does the laboratory keep its promises on this machine?

use std::io::{self, Write};

use anyhow::anyhow;
use clap::Args;

use super::failure::Failure;
use super::paint::Paint;
use super::progress::{Progress, beside_the_bar};
use super::screen::columns;
use crate::report::TextTable;
use crate::selfcheck::{CHECKS, run_all};

/// Check the promises of the laboratory on this machine, in a few seconds
///
/// Games follow a plain model of the rules move by move; draws follow the law of a shuffled pile; every number of a small
/// run is recounted from its records; intervals cover and tests err as often as they claim; threads, interruptions and
/// parts change nothing; every shipped entrant against itself gives exactly 0; and this build plays as its version does
/// (`karteneck fingerprint`).
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck selfcheck && karteneck tournament             on a machine that is new to you")]
pub(super) struct Arguments {}

pub(super) fn run(_arguments: &Arguments) -> Result<(), Failure> {
    let progress = Progress::of("promises", CHECKS.len() as u64);
    let (paint, mut failed, mut written) = (Paint::stdout(), 0, Ok(()));
    run_all(&mut |check, outcome| {
        let (verdict, evidence) = match outcome {
            Ok(evidence) => ("passed", evidence),
            Err(broken) => {
                failed += 1;
                ("FAILED", broken.to_string())
            }
        };
        let row = vec![verdict.to_owned(), format!("{:46}", check.promise), evidence];
        let text = TextTable::with_prose(vec![row]).within(columns());
        let line = beside_the_bar(|| write!(io::stdout(), "{}", paint.verdict(&text)));
        written = std::mem::replace(&mut written, Ok(())).and(line);
        progress.add(1);
    });
    drop(progress);
    written?;
    if failed > 0 {
        return Err(Failure::Failed(anyhow!("{failed} of {} promises are broken on this machine", CHECKS.len())));
    }
    Ok(())
}

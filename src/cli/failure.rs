//! How a command can fail, and the exit code of each way.

use std::io;
use std::process::ExitCode;

use super::interrupt::Interrupt;
use super::messages::say;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It could not: exit code 1.
    Failed(anyhow::Error),
    /// It was asked for something that makes no sense: exit code 2.
    Usage(anyhow::Error),
    /// It was interrupted, and has saved what was finished: exit code 130.
    Interrupted(anyhow::Error),
}

impl Failure {
    /// Adds a hint on what to do, if it has failed.
    pub(super) fn hint(self, hint: &str) -> Failure {
        match self {
            Failure::Failed(error) => Failure::Failed(anyhow::anyhow!("{error:#}; {hint}")),
            other => other,
        }
    }

    /// Prints the reason to stderr and returns the exit code. If the reader closes our output early, that is not
    /// a failure.
    pub(super) fn report(&self) -> ExitCode {
        match self {
            Failure::Failed(error) if is_closed_pipe(error) => ExitCode::SUCCESS,
            Failure::Failed(error) => {
                say(format_args!("error: {error:#}"));
                ExitCode::FAILURE
            }
            Failure::Usage(error) => {
                say(format_args!("error: {error:#}"));
                ExitCode::from(2)
            }
            Failure::Interrupted(error) => {
                say(format_args!("interrupted: {error:#}"));
                ExitCode::from(Interrupt::EXIT_CODE)
            }
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.into_iter().any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Failed(error.into())
    }
}

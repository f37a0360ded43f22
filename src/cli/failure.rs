//! How a command can end badly, and the exit code of each way.

use std::io;
use std::process::ExitCode;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// It could not: exit code 1.
    Failed(anyhow::Error),
    /// It was asked for something that makes no sense: exit code 2.
    Usage(anyhow::Error),
}

impl Failure {
    /// A wrong request.
    pub(super) fn usage(error: impl Into<anyhow::Error>) -> Failure {
        Failure::Usage(error.into())
    }

    /// Prints the reason to stderr and returns the exit code. Whoever closes our output early has seen enough: that is
    /// no failure.
    pub(super) fn report(&self) -> ExitCode {
        match self {
            Failure::Failed(error) if is_closed_pipe(error) => ExitCode::SUCCESS,
            Failure::Failed(error) => {
                eprintln!("error: {error:#}");
                ExitCode::FAILURE
            }
            Failure::Usage(error) => {
                eprintln!("error: {error:#}");
                ExitCode::from(2)
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

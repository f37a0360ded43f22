//! How a command can fail, and the exit code of each way.

use std::io;
use std::process::ExitCode;

use super::interrupt::Interrupt;
use super::messages::say;
use crate::analysis::ExaminationError;

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
    /// Of an examination: an entrant that cannot judge or be asked is a wrong argument, a fault is a failure.
    pub(super) fn of_examination(error: ExaminationError) -> Failure {
        match error {
            ExaminationError::Fault { .. } => Failure::Failed(anyhow::Error::new(error)),
            ExaminationError::NoJudge(_) | ExaminationError::Remembers(_) => Failure::Usage(anyhow::Error::new(error)),
        }
    }

    /// Of a command that was interrupted and has shown what was finished.
    pub(super) fn unfinished(finished: usize, of: usize, what: &str) -> Failure {
        Failure::Interrupted(match finished {
            0 => anyhow::anyhow!("no {what} of {of} was finished"),
            _ => anyhow::anyhow!("this covers the first {finished} of {of} {what}s"),
        })
    }

    /// Adds a hint on what to do, if it has failed.
    pub(super) fn hint(self, hint: &str) -> Failure {
        match self {
            Failure::Failed(error) => Failure::Failed(anyhow::anyhow!("{}; {hint}", in_words(&error))),
            other => other,
        }
    }

    /// Whether the reader has closed our output before its end.
    pub(super) fn is_closed_pipe(&self) -> bool {
        let Failure::Failed(error) = self else { return false };
        let causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
        causes.into_iter().any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Prints the reason to stderr and returns the exit code. If the reader closes our output early, that is not
    /// a failure.
    pub(super) fn report(&self) -> ExitCode {
        match self {
            _ if self.is_closed_pipe() => ExitCode::SUCCESS,
            Failure::Failed(error) => {
                say(format_args!("error: {}", in_words(error)));
                ExitCode::FAILURE
            }
            Failure::Usage(error) => {
                say(format_args!("error: {}", in_words(error)));
                ExitCode::from(2)
            }
            Failure::Interrupted(error) => {
                say(format_args!("interrupted: {}", in_words(error)));
                ExitCode::from(Interrupt::EXIT_CODE)
            }
        }
    }
}

/// An error with all its causes: none twice, and without the numbers of the system.
pub(super) fn in_words(error: &anyhow::Error) -> String {
    let mut words = String::new();
    for cause in error.chain() {
        let cause = without_code(&cause.to_string());
        if words.is_empty() {
            words = cause;
        } else if !words.contains(&cause) {
            words = format!("{words}: {cause}");
        }
    }
    words
}

/// A text without the numbers that the standard library adds to what the system says.
fn without_code(text: &str) -> String {
    let mut parts = text.split(" (os error ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |words, part| match part.split_once(')') {
        Some((code, rest)) if code.chars().all(|c| c.is_ascii_digit()) => words + rest,
        _ => format!("{words} (os error {part}"),
    })
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Failed(error.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_said_once_and_without_numbers() {
        let missing = || io::Error::from_raw_os_error(2);
        let system = without_code(&missing().to_string());
        let error = anyhow::Error::new(missing()).context(format!("x: {}", missing())).context("cannot open x");
        assert_eq!(in_words(&error), format!("cannot open x: x: {system}"));
        assert_eq!(without_code("a (os error 2); b (os error 13)"), "a; b");
        assert_eq!(without_code("a (os error x) b"), "a (os error x) b");
    }
}

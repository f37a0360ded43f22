//! A program that can be a bot, and what can be set about it.

use std::path::PathBuf;
use std::time::Duration;

use crate::strategies::{Domain, Parameter, Setting};

/// A program that speaks the protocol.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The folder it runs in; none for the current one.
    pub folder: Option<PathBuf>,
    /// How long a decision may take.
    pub time_limit: Duration,
}

impl Program {
    /// A command run in the current folder, with the default time limit.
    pub fn new(command: Vec<String>) -> Program {
        let time_limit = f64::of(Program::PARAMETERS[0].domain.default());
        Program { command, folder: None, time_limit: Duration::from_secs_f64(time_limit) }
    }

    /// What can be set about a program.
    pub const PARAMETERS: &'static [Parameter] =
        &[Parameter::new("time_limit", "seconds that a decision may take", Domain::real(5.0, 0.001, 86_400.0, 0.0))];
}

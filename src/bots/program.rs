//! A program that can be a bot, and its settings.

use std::path::PathBuf;
use std::time::Duration;

use crate::strategies::{Domain, Parameter, Setting, Value};

/// Bytes in the unit of the parameter `memory`.
const MEBIBYTE: u64 = 1 << 20;

/// A program that speaks the protocol.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The folder it runs in; `None` for the current one.
    pub folder: Option<PathBuf>,
    /// How long a decision may take.
    pub time_limit: Duration,
    /// The variables of the laboratory's environment that it gets besides the usual ones.
    pub env: Vec<String>,
    /// What else it may use.
    pub limits: Limits,
}

/// What a program may use, where that is limited.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Bytes of address space of each of its processes.
    pub memory: Option<u64>,
    /// Processes and threads of the user that it runs as.
    pub processes: Option<u64>,
    /// Processor time in a game, of all its processes together.
    pub cpu_time: Option<Duration>,
}

impl Program {
    /// A command run in the current folder, with the default time limit and no other limits.
    pub fn new(command: Vec<String>) -> Program {
        let time_limit = Duration::from_secs_f64(f64::of(Program::PARAMETERS[0].domain.default()));
        Program { command, folder: None, time_limit, env: Vec::new(), limits: Limits::default() }
    }

    /// The parameters of a program.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter::new("time_limit", "seconds that a decision may take", Domain::real(5.0, 0.001, 86_400.0, 0.0)),
        Parameter::new(
            "cpu_time",
            "seconds of processor time in a game; 0 for no limit",
            Domain::real(0.0, 0.0, 86_400.0, 0.0),
        ),
        Parameter::new(
            "memory",
            "mebibytes of address space of each process; 0 for no limit",
            Domain::whole(0, 0, 1 << 24, 0),
        ),
        Parameter::new(
            "processes",
            "processes and threads of the user that it runs as; 0 for no limit",
            Domain::whole(0, 0, 1 << 22, 0),
        ),
    ];

    /// A value for each parameter.
    pub fn values(&self) -> [Value; 4] {
        let Limits { memory, processes, cpu_time } = self.limits;
        [
            Value::Real(self.time_limit.as_secs_f64()),
            Value::Real(cpu_time.unwrap_or_default().as_secs_f64()),
            Value::Whole((memory.unwrap_or(0) / MEBIBYTE) as u32),
            Value::Whole(processes.unwrap_or(0) as u32),
        ]
    }

    /// Sets all parameters.
    ///
    /// # Panics
    /// If there is not exactly one value for each.
    pub fn set_values(&mut self, values: &[Value]) {
        let &[time_limit, cpu_time, memory, processes] = values else { panic!("a value for each parameter") };
        self.time_limit = Duration::from_secs_f64(f64::of(time_limit));
        let some = |number: Value| Some(u64::from(u32::of(number))).filter(|&number| number > 0);
        self.limits = Limits {
            memory: some(memory).map(|number| number * MEBIBYTE),
            processes: some(processes),
            cpu_time: Some(Duration::from_secs_f64(f64::of(cpu_time))).filter(|limit| !limit.is_zero()),
        };
    }
}

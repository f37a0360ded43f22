//! Programs as strategies: JSON lines over stdin and stdout, in any language (`docs/PROTOCOL.md`).
//!
//! A program is started when its first game starts, and lives over many games. Whatever it does (die, babble, stall,
//! cheat at the rules) ends as a [`Fault`] with the reason and the line; it is then killed with all its children, and
//! the next game starts it anew. Nothing here waits without a limit.

mod child;
mod logs;
mod messages;
mod pipe_thread;
mod program;

use std::time::Duration;

use child::Child;
pub use child::kill_all;
pub use logs::Logs;
pub use messages::PROTOCOL;
use pipe_thread::NoAnswer;
pub use program::Program;

use crate::game::{Move, Outcome, Stream, View};
use crate::strategies::{Fault, FaultKind, Strategy};

/// The least time that a program has to start and say hello: interpreters are slow to wake up.
const TIME_TO_WAKE: Duration = Duration::from_secs(10);

/// A program that decides.
pub struct Bot {
    name: String,
    program: Program,
    logs: Logs,
    /// The program while it runs.
    running: Option<Child>,
    /// Decisions asked for in this game: each question has a number.
    questions: u64,
}

impl Bot {
    /// A program under a name, which is started when it is first needed.
    pub fn new(name: &str, program: Program, logs: Logs) -> Bot {
        Bot { name: name.to_owned(), program, logs, running: None, questions: 0 }
    }

    /// Starts the program unless it runs, and exchanges greetings.
    fn wake(&mut self) -> Result<(), Fault> {
        if let Some(child) = &mut self.running {
            let Some(status) = child.has_ended() else {
                return Ok(());
            };
            let fault = Fault::new(FaultKind::Crash, format!("ended between two games with {status}"));
            return Err(self.put_down(fault));
        }
        self.running = Some(Child::spawn(&self.name, &self.program, &self.logs)?);
        let hello = messages::hello(&self.name, self.program.time_limit);
        let answer = self.ask(hello, self.program.time_limit.max(TIME_TO_WAKE), FaultKind::Start)?;
        messages::check_hello(&answer).map_err(|fault| self.put_down(fault.saying(&answer)))
    }

    /// Asks a question and waits for the answer; no_answer is a fault, of kind `death` if the program is dead.
    fn ask(&mut self, question: String, limit: Duration, death: FaultKind) -> Result<String, Fault> {
        let Some(child) = &mut self.running else {
            return Err(Fault::new(death, "is not running"));
        };
        // Before the first game everything that goes wrong is a failed start.
        let is_start = death == FaultKind::Start;
        let kind = |usual| if is_start { FaultKind::Start } else { usual };
        let to = if is_start { " to `hello`" } else { "" };
        match child.ask(question, limit) {
            Ok(answer) => Ok(answer),
            Err(no_answer) => {
                let fault = match no_answer {
                    NoAnswer::Timeout => {
                        let hint = "is each line ended with a line break, and flushed?";
                        Fault::new(kind(FaultKind::Timeout), format!("no answer{to} within {limit:?}; {hint}"))
                    }
                    NoAnswer::TooLong(start) => {
                        let reason = format!("a line of more than {} bytes", pipe_thread::LONGEST_LINE);
                        Fault::new(kind(FaultKind::Nonsense), reason).saying(&start)
                    }
                    NoAnswer::NoText(line) => {
                        Fault::new(kind(FaultKind::Nonsense), "the line is not UTF-8").saying(&line)
                    }
                    NoAnswer::End => Fault::new(death, child.how_it_ended()),
                };
                Err(self.put_down(fault))
            }
        }
    }

    /// Ends the program after a fault, and adds what it last wrote to stderr.
    fn put_down(&mut self, fault: Fault) -> Fault {
        match self.running.take() {
            Some(child) => fault.with_stderr(child.kill()),
            None => fault,
        }
    }
}

impl Strategy for Bot {
    fn ready(&mut self) -> Result<(), Fault> {
        self.wake()
    }

    fn start(&mut self, view: &View<'_>) -> Result<(), Fault> {
        self.questions = 0;
        self.wake()?;
        if let Some(child) = &mut self.running {
            child.tell(messages::start(view));
        }
        Ok(())
    }

    fn decide(&mut self, view: &View<'_>, chance: &mut Stream) -> Result<Move, Fault> {
        self.questions += 1;
        let question = messages::decide(view, self.questions, chance);
        let answer = self.ask(question, self.program.time_limit, FaultKind::Crash)?;
        let checked = messages::read_move(&answer, self.questions)
            .and_then(|mv| view.check(mv).map(|()| mv).map_err(|why| Fault::illegal(mv, why)));
        checked.map_err(|fault| self.put_down(fault.saying(&answer)))
    }

    fn end(&mut self, view: &View<'_>, outcome: &Outcome) -> Result<(), Fault> {
        if let Some(child) = &mut self.running {
            child.tell(messages::end(view.table().players(), outcome));
        }
        Ok(())
    }
}

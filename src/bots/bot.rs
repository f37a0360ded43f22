//! A program that decides: what it is asked, and how its answers are judged.
//!
//! Everything is judged by the conversation and not by the clock (except for the time limits): the lines that a program
//! has written, in order, and where they end. Whether it is still alive is never checked.

use std::time::Duration;

use super::child::Child;
use super::host::BotHost;
use super::messages::{self, AnswerError, Question};
use super::pipe_thread::{MAX_LINE_BYTES, NoAnswer};
use super::program::Program;
use crate::game::{Move, Outcome, Stream, View};
use crate::strategies::{Fault, FaultKind, Strategy};

/// The minimum time that a program is given to start and say hello: interpreters are slow to start.
const TIME_TO_WAKE: Duration = Duration::from_secs(10);

/// A program that decides.
pub struct Bot {
    name: String,
    program: Program,
    host: BotHost,
    /// The program while it runs.
    running: Option<Child>,
    /// Games started with this process of the program.
    games: u64,
    /// The message that starts this game.
    start: String,
    /// The processor time used before this game, if that is limited.
    cpu_before: Duration,
    /// Decisions asked for in this game.
    questions: u64,
    /// How often a new process was needed because the last one ended, said something or hung between two games.
    restarts: u64,
}

/// Why a question has not produced a move.
enum Failed {
    /// No readable line came.
    NoAnswer(NoAnswer),
    /// A line came, with this error.
    Answer(AnswerError, String),
}

impl Failed {
    /// Whether its cause can predate the question: anything but a line that answers it, since what the program did after its
    /// last answer may have ended it, left a line behind, or still keep it busy.
    const fn may_be_older(&self) -> bool {
        !matches!(self, Failed::Answer(AnswerError::NoMove(_), _))
    }

    /// Whether this is a line that does not answer the question.
    const fn is_stray_line(&self) -> bool {
        self.may_be_older() && !matches!(self, Failed::NoAnswer(NoAnswer::End | NoAnswer::Timeout))
    }
}

impl Bot {
    /// A program under a name, which is started when it is first needed.
    pub fn new(name: &str, program: Program, host: BotHost) -> Bot {
        Bot {
            name: name.to_owned(),
            program,
            host,
            running: None,
            games: 0,
            start: String::new(),
            cpu_before: Duration::ZERO,
            questions: 0,
            restarts: 0,
        }
    }

    /// Starts the program unless it is running, and exchanges greetings.
    fn wake(&mut self) -> Result<(), Fault> {
        if self.running.is_some() {
            return Ok(());
        }
        self.games = 0;
        self.running = Some(Child::spawn(&self.name, &self.program, &self.host)?);
        let limit = self.program.time_limit.max(TIME_TO_WAKE);
        if self.host.has_launcher() {
            self.hear_launcher(limit)?;
        }
        let Some(child) = &mut self.running else { return Ok(()) };
        let answer = child.ask(messages::hello(&self.name, self.program.time_limit), limit);
        let answer = answer.map_err(|no_answer| self.put_down(no_greeting(&no_answer, limit), Some(&no_answer)))?;
        messages::check_hello(&answer).map_err(|fault| self.put_down(fault, None))
    }

    /// Reads the line of the launcher, which comes before all that the program says.
    fn hear_launcher(&mut self, limit: Duration) -> Result<(), Fault> {
        let Some(child) = &mut self.running else { return Ok(()) };
        let line = child.listen(limit);
        let line = line.map_err(|no_answer| self.put_down(no_greeting(&no_answer, limit), Some(&no_answer)))?;
        let warden = messages::read_launched(&line).map_err(|fault| self.put_down(fault, None))?;
        if let Some(child) = &mut self.running {
            child.set_warden(warden);
        }
        Ok(())
    }

    /// Tells the program that the game starts.
    fn tell_start(&mut self) {
        self.games += 1;
        if let Some(child) = &self.running {
            child.tell(self.start.clone());
            if let Some(budget) = self.program.limits.cpu_time {
                self.cpu_before = child.cpu_time().unwrap_or_default();
                child.stop_after(budget);
            }
        }
    }

    /// Asks for a move and reads the next line.
    fn ask(&mut self, question: &Question) -> Result<(Move, String), Failed> {
        let Some(child) = &mut self.running else { return Err(Failed::NoAnswer(NoAnswer::End)) };
        let line = child.ask(question.line.clone(), self.program.time_limit).map_err(Failed::NoAnswer)?;
        match messages::read_move(&line, question.id) {
            Ok(mv) => Ok((mv, line)),
            Err(error) => Err(Failed::Answer(error, line)),
        }
    }

    /// Replaces a process that has played before and has ended, said something or hung after its last answer. Which game
    /// that belongs to would depend on which games this process was given, and so on the number of threads: it is charged
    /// to none, and a new process plays this game.
    fn begin_again(&mut self) -> Result<(), Fault> {
        self.restarts += 1;
        self.running = None;
        self.wake().map_err(Fault::at_start)?;
        self.tell_start();
        Ok(())
    }

    /// A fault if it has used more processor time in this game than it may.
    fn check_cpu_time(&self) -> Result<(), Fault> {
        let used = || self.running.as_ref().and_then(Child::cpu_time).unwrap_or_default();
        match self.program.limits.cpu_time {
            Some(budget) if used().saturating_sub(self.cpu_before) > budget => {
                Err(Fault::new(FaultKind::Timeout, format!("more than {budget:?} of processor time in this game")))
            }
            _ => Ok(()),
        }
    }

    /// The fault of a question that has not produced a move.
    fn fault(&self, failed: &Failed) -> Fault {
        let limit = self.program.time_limit;
        let fault = match failed {
            Failed::Answer(error, line) => Fault::new(FaultKind::Nonsense, error.reason()).saying(line),
            Failed::NoAnswer(NoAnswer::Timeout) => {
                let hint = "is each line ended with a line break, and flushed?";
                Fault::new(FaultKind::Timeout, format!("no answer within {limit:?}; {hint}"))
            }
            Failed::NoAnswer(NoAnswer::End) => Fault::new(FaultKind::Crash, "ended or closed its output, unanswered"),
            Failed::NoAnswer(line) => unreadable(FaultKind::Nonsense, line),
        };
        // Only `start` comes before the first question, so a line before its answer was a reply to that.
        if self.questions == 1 && failed.is_stray_line() { fault.at_start() } else { fault }
    }

    /// Ends the program after a fault, and adds details for the user: how it ended, and its stderr. They depend on timing,
    /// so they are never recorded.
    fn put_down(&mut self, fault: Fault, no_answer: Option<&NoAnswer>) -> Fault {
        let Some(mut child) = self.running.take() else { return fault };
        let exit = matches!(no_answer, Some(NoAnswer::End)).then(|| child.how_it_ended());
        let fault = fault.with_stderr(child.kill());
        exit.map_or(fault.clone(), |exit| fault.with_exit(exit))
    }
}

/// The fault of a line that is too long or not text.
fn unreadable(kind: FaultKind, line: &NoAnswer) -> Fault {
    match line {
        NoAnswer::TooLong(start) => {
            Fault::new(kind, format!("a line of more than {MAX_LINE_BYTES} bytes")).saying(start)
        }
        NoAnswer::NoText(line) => Fault::new(kind, "the line is not UTF-8").saying(line),
        NoAnswer::Timeout | NoAnswer::End => Fault::new(kind, "no line"),
    }
}

/// The fault of a program that does not answer `hello`. Before the first game every error is a failed start.
fn no_greeting(no_answer: &NoAnswer, limit: Duration) -> Fault {
    let hint = "is each line ended with a line break, and flushed?";
    match no_answer {
        NoAnswer::Timeout => Fault::new(FaultKind::Start, format!("no answer to `hello` within {limit:?}; {hint}")),
        NoAnswer::End => Fault::new(FaultKind::Start, "ended or closed its output before it answered `hello`"),
        line => unreadable(FaultKind::Start, line),
    }
}

impl Strategy for Bot {
    fn ready(&mut self) -> Result<(), Fault> {
        self.wake()
    }

    fn start(&mut self, view: &View<'_>) -> Result<(), Fault> {
        self.questions = 0;
        self.start = messages::start(view);
        self.wake()?;
        self.tell_start();
        Ok(())
    }

    fn decide(&mut self, view: &View<'_>, chance: &mut Stream) -> Result<Move, Fault> {
        self.questions += 1;
        let question = messages::decide(view, chance);
        let mut reply = self.ask(&question);
        let has_played = self.questions == 1 && self.games > 1;
        if has_played && reply.as_ref().is_err_and(Failed::may_be_older) {
            self.begin_again()?;
            reply = self.ask(&question);
        }
        match reply {
            Ok((mv, line)) => {
                let legal = view.check(mv).map_err(|why| Fault::illegal(mv, why).saying(&line));
                let checked = legal.and_then(|()| self.check_cpu_time());
                checked.map(|()| mv).map_err(|fault| self.put_down(fault, None))
            }
            Err(failed) => {
                let fault = self.fault(&failed);
                let no_answer = if let Failed::NoAnswer(no_answer) = &failed { Some(no_answer) } else { None };
                Err(self.put_down(fault, no_answer))
            }
        }
    }

    fn end(&mut self, view: &View<'_>, outcome: &Outcome) -> Result<(), Fault> {
        if let Some(child) = &self.running {
            child.tell(messages::end(view.table().players(), outcome));
        }
        Ok(())
    }

    fn restarts(&self) -> u64 {
        self.restarts
    }
}

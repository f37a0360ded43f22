//! Faults: the ways in which a strategy can fail to decide.

use std::fmt;

use crate::game::{Illegal, Move};

/// What went wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FaultKind {
    /// It could not be started, or did not greet as the protocol requires.
    Start,
    /// It ended or closed its output in the middle of a game.
    Crash,
    /// It said something that is not an answer.
    Nonsense,
    /// Its move is not legal.
    Illegal,
    /// It took too long.
    Timeout,
    /// Its code panicked.
    Panic,
    /// It was excluded after too many faults.
    Disqualified,
}

impl FaultKind {
    /// All of them.
    const ALL: [FaultKind; 7] = [
        FaultKind::Start,
        FaultKind::Crash,
        FaultKind::Nonsense,
        FaultKind::Illegal,
        FaultKind::Timeout,
        FaultKind::Panic,
        FaultKind::Disqualified,
    ];

    /// The kind that records write with this word.
    pub fn of_word(word: &str) -> Option<FaultKind> {
        FaultKind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// One word, as records write it.
    pub const fn word(self) -> &'static str {
        match self {
            FaultKind::Start => "start",
            FaultKind::Crash => "crash",
            FaultKind::Nonsense => "nonsense",
            FaultKind::Illegal => "illegal",
            FaultKind::Timeout => "timeout",
            FaultKind::Panic => "panic",
            FaultKind::Disqualified => "disqualified",
        }
    }
}

/// Characters of a line that a fault quotes.
const LONGEST_QUOTE: usize = 300;

/// A failure to decide, with everything its author needs to find the cause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault(Box<Details>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Details {
    kind: FaultKind,
    reason: String,
    line: Option<String>,
    at_start: bool,
    /// Shown to the user but never recorded, since it depends on timing.
    exit: Option<String>,
    stderr: Option<String>,
}

impl Fault {
    /// A fault of this kind, for this reason.
    pub fn new(kind: FaultKind, reason: impl Into<String>) -> Fault {
        Fault(Box::new(Details { kind, reason: reason.into(), line: None, at_start: false, exit: None, stderr: None }))
    }

    /// The fault of a move that is not legal.
    #[cold]
    pub fn illegal(mv: Move, why: Illegal) -> Fault {
        Fault::new(FaultKind::Illegal, format!("{mv}: rule {}: {why}", why.rule()))
    }

    /// The fault of a strategy that chooses by index, and chose none of so many moves.
    #[cold]
    pub(super) fn not_a_choice(index: usize, moves: usize) -> Fault {
        let why =
            format!("chose the move with index {index}, counted from 0, but there are {moves} moves to choose from");
        Fault::new(FaultKind::Illegal, why)
    }

    /// Adds the line that was said, or the beginning of a long one.
    #[must_use]
    pub fn saying(mut self, line: &str) -> Fault {
        let start: String = line.chars().take(LONGEST_QUOTE).collect();
        let is_whole = start.len() == line.len();
        self.0.line = Some(if is_whole { start } else { format!("{start}… ({} bytes)", line.len()) });
        self
    }

    /// Adds a line as [`Fault::saying`] has shortened it.
    #[must_use]
    pub fn having_said(mut self, line: Option<String>) -> Fault {
        self.0.line = line;
        self
    }

    /// Charges the fault to the start of the game, although it was found at the first decision.
    #[must_use]
    pub fn at_start(mut self) -> Fault {
        self.0.at_start = true;
        self
    }

    /// Adds how the program ended.
    #[must_use]
    pub fn with_exit(mut self, exit: String) -> Fault {
        self.0.exit = Some(exit);
        self
    }

    /// Adds the end of what was written to stderr, unless it is empty.
    #[must_use]
    pub fn with_stderr(mut self, text: String) -> Fault {
        self.0.stderr = Some(text).filter(|text| !text.trim().is_empty());
        self
    }

    /// What went wrong.
    pub fn kind(&self) -> FaultKind {
        self.0.kind
    }

    /// Why, in one sentence.
    pub fn reason(&self) -> &str {
        &self.0.reason
    }

    /// The line that was said, if there was one.
    pub fn line(&self) -> Option<&str> {
        self.0.line.as_deref()
    }

    /// Whether it is charged to the start of the game.
    pub fn is_at_start(&self) -> bool {
        self.0.at_start
    }

    /// What is recorded: the same for the same conversation, whatever the timing.
    pub fn recorded(&self) -> String {
        let said = self.line().map(|line| format!("; it said: {}", Printable(line)));
        format!("{}: {}{}", self.kind().word(), self.reason(), said.unwrap_or_default())
    }

    /// What is shown to the user after what is recorded: how a program ended, and the end of its stderr.
    pub fn details(&self) -> String {
        let mut details = self.0.exit.as_ref().map_or_else(String::new, |exit| format!("; {exit}"));
        if let Some(text) = &self.0.stderr {
            details += "; the end of its stderr:";
            details.extend(text.lines().map(|line| format!("\n    {}", Printable(line))));
        }
        details
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.recorded(), self.details())
    }
}

impl std::error::Error for Fault {}

/// Untrusted text without terminal control characters.
struct Printable<'a>(&'a str);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .chars()
            .try_for_each(|c| if c.is_control() { write!(f, "{}", c.escape_default()) } else { write!(f, "{c}") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn untrusted_text_is_short_and_harmless() {
        let line = "\u{1b}[2J".repeat(1000);
        let fault = Fault::new(FaultKind::Nonsense, "why").saying(&line).with_stderr("a\u{7}\nb".to_owned());
        let text = fault.to_string();
        assert!(text.len() < 1000 && text.contains("(4000 bytes)"), "{text}");
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()));
    }
}

//! A list: games for another purpose than a run, cut into tasks.

use std::fmt;
use std::ops::Range;

use crate::game::Seed;

/// Games that are played in tasks of a few each, in index order. What a task brings is a line of text, whose meaning only its owner knows.
pub struct TaskList {
    /// All that a worker needs to play any task.
    pub text: String,
    /// The seed, if the text has only its seal.
    pub secret: Option<Seed>,
    /// What it is, for people.
    pub name: String,
    /// All games.
    pub games: u64,
    /// Games of a task; the last one has what is left.
    pub games_per_task: u64,
    /// The most tasks of a piece, whose answer must not become too long.
    pub max_tasks: u64,
    /// Whether a task can have brought this line; if not, why.
    pub check: Box<LineCheck>,
}

/// Looks at the line of a task.
pub type LineCheck = dyn Fn(u64, &str) -> Result<(), String> + Send + Sync;

impl fmt::Debug for TaskList {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("TaskList").field("name", &self.name).field("games", &self.games).finish_non_exhaustive()
    }
}

impl TaskList {
    pub(super) const fn tasks(&self) -> u64 {
        self.games.div_ceil(self.games_per_task)
    }

    /// There is one right line for each task.
    pub(super) fn check_lines(&self, tasks: &Range<u64>, lines: &[String]) -> Result<(), String> {
        if lines.len() as u64 != tasks.end - tasks.start || lines.iter().any(|line| line.contains(['\n', '\r'])) {
            return Err(format!("expected a line for each of {} tasks", tasks.end - tasks.start));
        }
        tasks.clone().zip(lines).try_for_each(|(task, line)| (self.check)(task, line))
    }
}

//! Lists: games for another purpose than a run, which workers elsewhere turn into lines of text.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use super::answer::write_lines;
use super::error::PieceError;
use super::exchange::PieceExchange;
use super::job::Job;
use super::open_spans::Opened;
use super::piece::read_piece;
use super::sealed::LIST;
use super::span::SpanResult;
use crate::arena::crew::{Crew, Order};
use crate::arena::index::TableIndex;
use crate::game::Seed;
use crate::records::hash;

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

/// How a list ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListEnd {
    /// All tasks are done.
    Finished,
    /// It was stopped.
    Interrupted,
}

impl PieceExchange {
    /// Has all tasks of a list from `first` on played elsewhere, and shows their lines in index order, with the number of the first
    /// task. Once they are shown they are no longer kept: whoever takes them has saved them.
    ///
    /// # Errors
    /// What `take` returns; then nothing more is played.
    pub fn play_list<E>(
        &self,
        list: TaskList,
        first: u64,
        mut take: impl FnMut(u64, Vec<String>) -> Result<(), E>,
    ) -> Result<ListEnd, E> {
        let tasks = list.tasks();
        let _closing = self.begin_job(Job::of_list(list));
        let (mut next, mut taken) = (first, first);
        while taken < tasks {
            match self.wait_for(next < tasks) {
                Opened::Room => {
                    let blocks = self.pace(TableIndex::FIRST, next, tasks - next, 1).clamp(1, tasks - next);
                    self.open(list_order(next, blocks));
                    next += blocks;
                }
                Opened::Complete(order, SpanResult::Lines(lines)) => {
                    taken = order.next + order.blocks;
                    take(order.next, lines)?;
                    self.saved_up_to(TableIndex::FIRST, taken);
                }
                Opened::Complete(_, SpanResult::Sums(_)) => unreachable!("the answers to a list are lines"),
                Opened::Stopped => return Ok(ListEnd::Interrupted),
            }
        }
        Ok(ListEnd::Finished)
    }
}

/// Some tasks of a list, in which no entrant can be disqualified.
fn list_order(next: u64, blocks: u64) -> Order {
    let (table_index, disqualified) = (TableIndex::FIRST, Arc::new(std::iter::empty().collect()));
    Order { table_index, next, blocks, line_ups: 1, is_wave: false, disqualified }
}

/// Whether these are the bytes of a piece of a list, and not of a run.
pub fn is_list_piece(bytes: &[u8]) -> bool {
    bytes.strip_prefix(LIST.as_bytes()).is_some_and(|rest| rest.first() == Some(&b' '))
}

/// Plays a piece of a list, given as bytes, and returns the bytes of its answer. `play` is given the text of the list, its seed if that is a
/// secret, and the number of a task.
///
/// # Errors
/// If it is none, was made by a program that plays differently, or what `play` returns.
pub fn play_list_piece(
    piece: &[u8],
    fingerprint: &str,
    mut play: impl FnMut(&str, Option<Seed>, u64) -> Result<String, PieceError>,
) -> Result<Vec<u8>, PieceError> {
    let clock = Instant::now();
    let (head, text) = read_piece(LIST, piece, fingerprint)?;
    head.check_list(u64::MAX)?;
    if hash(text.text.as_bytes()) != text.hash {
        return Err(PieceError::Plan("its hash does not match".to_owned()));
    }
    let secret = text.secret()?;
    let mut played = |tasks: Range<u64>| tasks.map(|task| play(&text.text, secret, task)).collect();
    let lines = head.ranges().map(&mut played).collect::<Result<_, _>>()?;
    Ok(write_lines(head, fingerprint, clock.elapsed(), lines))
}

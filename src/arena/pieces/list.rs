//! Lists are played: workers elsewhere turn their tasks into lines of text, which are taken in index order.

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
use super::task_list::TaskList;
use crate::arena::crew::{Crew, Order};
use crate::arena::index::TableIndex;
use crate::game::Seed;
use crate::records::hash;

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
                    let all = list_order(next, tasks - next);
                    let blocks = self.pace(&all).clamp(1, all.blocks);
                    self.open(Order { blocks, ..all });
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

//! What is handed out and taken back.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::time::Duration;

use super::piece::PieceHead;

/// A piece that is handed out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handout {
    /// Its number; a piece that is handed out again has the same.
    pub id: u64,
    /// How often it has been handed out before.
    pub copy: u32,
    /// What it is, for people.
    pub name: String,
    /// How many games it has.
    pub games: u64,
    /// What a worker needs to play it.
    pub bytes: Vec<u8>,
}

/// What became of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// It belongs to the run.
    Used,
    /// It came too late: something was decided, or another worker was faster.
    Outdated,
}

/// What an exchange has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ExchangeFigures {
    /// Workers that pieces are cut for.
    pub workers: usize,
    /// Pieces that are out now.
    pub out: usize,
    /// Pieces handed out so far, those handed out again included.
    pub pieces: u64,
    /// Games of all answers that came, and of pieces that were out when something was decided.
    pub played: u64,
    /// Games that were answered to an earlier process: `played` and these are, once a job has finished, what is `used` and what is `wasted`.
    pub recalled: u64,
    /// Games that the run has taken.
    pub used: u64,
    /// Games that are of no use, since something was decided or another worker was faster.
    pub wasted: u64,
    /// Pieces that became useless while they were out: as long as it stays the same, none need be cancelled.
    pub outdated: u64,
}

/// A piece that is out.
#[derive(Clone, Debug)]
pub(super) struct Handed {
    pub(super) head: PieceHead,
    /// The numbers of its spans among all that were opened.
    pub(super) spans: Range<u64>,
    pub(super) tasks: u64,
    pub(super) games: u64,
    /// From when on it is late, and how long that is after it was handed out last.
    pub(super) due: Duration,
    pub(super) patience: Duration,
    pub(super) copies: u32,
}

/// Pieces that are out, by number and by when they are due.
#[derive(Debug, Default)]
pub(super) struct HandedPieces {
    pieces: BTreeMap<u64, Handed>,
    due: BTreeSet<(Duration, u64)>,
}

impl HandedPieces {
    pub(super) fn len(&self) -> usize {
        self.pieces.len()
    }

    pub(super) fn get(&self, id: u64) -> Option<&Handed> {
        self.pieces.get(&id)
    }

    pub(super) fn insert(&mut self, id: u64, handed: Handed) {
        self.due.insert((handed.due, id));
        self.pieces.insert(id, handed);
    }

    pub(super) fn remove(&mut self, id: u64) -> Option<Handed> {
        let handed = self.pieces.remove(&id)?;
        self.due.remove(&(handed.due, id));
        Some(handed)
    }

    /// One of the workers that have a piece will not answer; the piece, if it was the only one.
    pub(super) fn give_back(&mut self, id: u64) -> Option<Handed> {
        let handed = self.pieces.get_mut(&id)?;
        handed.copies -= 1;
        if handed.copies == 0 { self.remove(id) } else { None }
    }

    /// The number of the piece that is late for longest, if any. It is out once more from now on, and may take twice as long: even if several
    /// workers hang, one will answer.
    pub(super) fn late(&mut self, now: Duration) -> Option<u64> {
        let &(due, id) = self.due.first().filter(|(due, _)| *due < now)?;
        self.due.remove(&(due, id));
        let handed = self.pieces.get_mut(&id)?;
        handed.copies += 1;
        handed.patience = handed.patience.saturating_mul(2);
        handed.due = now.saturating_add(handed.patience);
        self.due.insert((handed.due, id));
        Some(id)
    }

    /// Forgets all, and returns them.
    pub(super) fn clear(&mut self) -> BTreeMap<u64, Handed> {
        self.due.clear();
        std::mem::take(&mut self.pieces)
    }
}

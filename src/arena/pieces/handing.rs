//! What is handed out and taken back.

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
    /// Games that the run has taken.
    pub used: u64,
    /// Those of them that are of no use, since something was decided or another worker was faster.
    pub wasted: u64,
}

/// A piece that is out.
#[derive(Clone, Debug)]
pub(super) struct Handed {
    pub(super) head: PieceHead,
    /// The numbers of its spans among all that were opened.
    pub(super) spans: Range<u64>,
    pub(super) tasks: u64,
    pub(super) games: u64,
    /// When it was handed out last.
    pub(super) since: Duration,
    pub(super) copies: u32,
}

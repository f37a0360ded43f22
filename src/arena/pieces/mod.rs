//! Pieces: what a worker elsewhere plays for a run, as bytes that can be sent anywhere.
//!
//! A [`PieceExchange`] stands between a run, which opens batches in order, and those who carry pieces to workers. It cuts
//! pieces from open batches, far enough ahead that no worker waits, and takes their answers in any order; the run
//! takes them in index order and decides at its fixed positions, as with threads. A [`PieceWorker`] turns the bytes of a piece into those of
//! its answer: exact sums for each span between two positions, records and faults. Both carry a version, the fingerprint of
//! the program, the hash of the plan and a seal; whatever is damaged, foreign or doubled is refused with a [`PieceError`].
//!
//! Games for another purpose than a run are a [`TaskList`]: a worker turns each task into a line of text, and these are taken in index order
//! too. What the lines mean, and whether one can be right, is for the owner of the list to say.
//!
//! How long a piece is, who plays it and when its answer comes changes no result.

mod answer;
mod desk;
mod error;
mod exchange;
mod handing;
mod job;
mod known;
mod list;
mod open_spans;
mod pace;
mod piece;
mod sealed;
#[cfg(test)]
mod simulation;
mod span;
mod task_list;
mod unsaved;
mod worker;

pub use error::PieceError;
pub use exchange::{CheckedAnswer, PieceExchange};
pub use handing::{ExchangeFigures, Handout, Taken};
pub use list::{ListEnd, is_list_piece, play_list_piece};
pub use pace::PIECE_SECONDS;
pub(super) use span::SpanSums;
pub use task_list::{LineCheck, TaskList};
pub use worker::PieceWorker;

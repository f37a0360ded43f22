//! Tallies: exact whole numbers, added in any order with the same result.
//!
//! A [`Tally`] belongs to one number of players. Its parts: what each entrant did ([`EntrantTally`]), who stole from whom
//! ([`Tally::steals`]), the extreme games ([`Highlights`]), and the sums over blocks on which every interval is based
//! ([`BlockTally`]). Threads count into an [`OpenTally`], which has faster ways to count and becomes a tally. A new counter of what
//! entrants do is one variant and one line in `conduct.rs`, and appears in the results automatically.

mod blocks;
mod conduct;
mod course;
mod entrant;
mod highlights;
mod late_list;
mod open;
mod packed;
mod portion_sums;
mod watch;

pub use blocks::{BlockScore, BlockTally, DIGEST_BLOCKS, LineUpTally};
pub(super) use blocks::{BlockSums, ChairScore};
pub use conduct::Counter;
pub use course::Course;
pub(super) use course::stretch;
pub use entrant::{EntrantTally, Fate, PORTION_VALUES, SeatTally, value_index};
pub use highlights::{Highlight, Highlights};
pub use late_list::LateList;
pub(super) use open::OpenTally;
use serde::{Deserialize, Serialize};
pub(super) use watch::TallyWatch;

use super::index::{EntrantIndex, LineUp, PerEntrant, PerLineUp, PerPair};
use super::schedule::Schedule;
use crate::statistics::Sample;

/// Everything counted at one number of players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tally {
    /// What each entrant did.
    pub entrants: PerEntrant<EntrantTally>,
    /// Portions stolen, by thief and then by victim.
    pub steals: PerPair<u64>,
    /// Portions turned up, by line-up and then by value: all seats of a table see the same grill.
    pub turned_up: PerLineUp<Vec<u64>>,
    /// Games worth a look.
    pub highlights: Highlights,
    /// The sums over blocks.
    pub blocks: BlockTally,
}

impl Tally {
    /// Nothing counted yet.
    pub fn new(schedule: &Schedule, entrants: usize) -> Tally {
        Tally {
            entrants: PerEntrant::all(EntrantTally::new(schedule.players), entrants),
            steals: pairs(0, entrants),
            turned_up: PerLineUp::all(vec![0; PORTION_VALUES], schedule.line_ups.len()),
            highlights: Highlights::new(entrants),
            blocks: BlockTally::new(schedule, entrants),
        }
    }

    /// Adds another tally, which must be of the same schedule.
    pub fn merge(&mut self, other: &Tally) {
        for (mine, theirs) in self.entrants.iter_mut().zip(&other.entrants) {
            mine.merge(theirs);
        }
        for (mine, theirs) in self.steals.iter_mut().zip(&other.steals) {
            add_each(mine, theirs);
        }
        for (mine, theirs) in self.turned_up.iter_mut().zip(&other.turned_up) {
            add(mine, theirs);
        }
        self.highlights.merge(&other.highlights);
        self.blocks.merge(&other.blocks);
    }

    /// How often an entrant could take a portion of a value, by its index among all values; each of its seats counts.
    pub fn turned_up(&self, schedule: &Schedule, entrant: EntrantIndex, value: usize) -> u64 {
        let tables = schedule.line_ups.iter().zip(&self.turned_up);
        let seats = |line_up: &LineUp| line_up.iter().filter(|&&chair| chair == entrant).count() as u64;
        tables.map(|(line_up, counts)| seats(line_up) * counts[value]).sum()
    }
}

/// The same value for all pairs of entrants.
fn pairs<T: Clone>(value: T, entrants: usize) -> PerPair<T> {
    PerPair::all(PerEntrant::all(value, entrants), entrants)
}

/// Adds a list of counts to another one of the same length.
fn add_each(counts: &mut [u64], others: &[u64]) {
    counts.iter_mut().zip(others).for_each(|(count, other)| *count += other);
}

/// Adds a list of counts to another one, which grows if it is shorter.
fn add(counts: &mut Vec<u64>, others: &[u64]) {
    if counts.len() < others.len() {
        counts.resize(others.len(), 0);
    }
    add_each(counts, others);
}

/// Counts `value` so many times more; the list grows if it is too short.
#[inline]
fn count(counts: &mut Vec<u64>, value: usize, times: u64) {
    if value >= counts.len() {
        counts.resize(value + 1, 0);
    }
    counts[value] += times;
}

fn merge_samples(mine: &mut [Sample], theirs: &[Sample]) {
    mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| mine.merge(theirs));
}

//! What a plan allows at one number of players after a number of blocks, and the comparisons with it.

use std::fmt::Display;
use std::ops::Range;

use crate::arena::index::{EntrantIndex, PerEntrant, PerPair, TableIndex};
use crate::arena::plan::Plan;
use crate::arena::schedule::Schedule;
use crate::statistics::Sample;

/// A check of a state; the error describes what is wrong.
pub(super) type Fits = Result<(), String>;

/// The highest sum of a saved state: far beyond what can be played, and far enough from overflow that continuing the run,
/// or adding a few such sums, cannot reach it.
pub(super) const MAX_SUM: u128 = 1 << 62;

/// What a plan allows at one number of players after a number of blocks.
pub(super) struct Measure<'a> {
    pub(super) schedule: &'a Schedule,
    /// The blocks that were played, without gaps.
    ranges: Vec<Range<u64>>,
    /// The number of players, which is also that of the rotations of a block and the seats of a table.
    pub(super) players: u128,
    /// Rounds of a game.
    pub(super) rounds: u128,
    /// The most worms of one seat in a game: all that there are.
    pub(super) worms: u128,
    /// Chairs of each entrant over all line-ups.
    chairs: PerEntrant<u128>,
    /// Pairs of chairs of two entrants at one table, over all line-ups.
    pairs: PerPair<u128>,
}

impl<'a> Measure<'a> {
    pub(super) fn new(plan: &'a Plan, table_index: TableIndex, next: u64) -> Measure<'a> {
        let ranges = plan.ranges(table_index).into_iter().map(|(first, last)| first.min(next)..last.min(next));
        Measure::of(plan, table_index, ranges.collect())
    }

    /// What it allows in some blocks.
    pub(super) fn of_span(plan: &'a Plan, table_index: TableIndex, blocks: Range<u64>) -> Measure<'a> {
        Measure::of(plan, table_index, vec![blocks])
    }

    fn of(plan: &'a Plan, table_index: TableIndex, ranges: Vec<Range<u64>>) -> Measure<'a> {
        let (schedule, entrants) = (&plan.schedules[table_index], plan.entrants.len());
        let (mut chairs, mut pairs) =
            (PerEntrant::all(0, entrants), PerPair::all(PerEntrant::all(0, entrants), entrants));
        for line_up in &schedule.line_ups {
            for &one in line_up {
                chairs[one] += 1;
                for &other in line_up {
                    pairs[one][other] += 1;
                }
            }
        }
        Measure {
            schedule,
            ranges,
            players: schedule.players.count() as u128,
            rounds: schedule.players.rounds() as u128,
            worms: plan.edition.table().iter().map(|&worms| u128::from(worms)).sum(),
            chairs,
            pairs,
        }
    }

    pub(super) fn entrants(&self) -> usize {
        self.chairs.len()
    }

    /// The blocks that were played; a partial result has gaps between them.
    pub(super) fn played(&self) -> Range<u64> {
        let (first, last) = (self.ranges.first(), self.ranges.last());
        first.map_or(0, |range| range.start)..last.map_or(0, |range| range.end)
    }

    /// Whether a block was played.
    pub(super) fn has_played(&self, block: u64) -> bool {
        self.ranges.iter().any(|range| range.contains(&block))
    }

    /// How many blocks were played.
    pub(super) fn blocks(&self) -> u64 {
        self.ranges.iter().map(|range| range.end - range.start).sum()
    }

    /// All games of one line-up.
    pub(super) fn games_of_a_table(&self) -> u128 {
        u128::from(self.blocks()) * self.players
    }

    /// All games.
    pub(super) fn games(&self) -> u128 {
        self.games_of_a_table() * self.schedule.line_ups.len() as u128
    }

    /// The games of an entrant in a block; a seat is a game.
    pub(super) fn seats_per_block(&self, entrant: EntrantIndex) -> u128 {
        self.chairs[entrant] * self.players
    }

    /// The games of an entrant in a block at one seat.
    pub(super) fn chairs(&self, entrant: EntrantIndex) -> u128 {
        self.chairs[entrant]
    }

    /// The meetings of two entrants in a block; every pair of their seats is one.
    pub(super) fn meetings_per_block(&self, one: EntrantIndex, other: EntrantIndex) -> u128 {
        self.pairs[one][other] * self.players
    }

    /// All meetings of two entrants.
    pub(super) fn meetings(&self, one: EntrantIndex, other: EntrantIndex) -> u128 {
        self.meetings_per_block(one, other) * u128::from(self.blocks())
    }

    /// Whether a sample can be one over all blocks, with scores within `range` in each.
    pub(super) fn sample(&self, what: &str, sample: &Sample, range: [i128; 2]) -> Fits {
        same(what, self.blocks(), sample.count)?;
        scores(what, sample, range)
    }

    /// Whether a sample over all blocks can count something that happens at most `most` times in a block.
    pub(super) fn count(&self, what: &str, sample: &Sample, most: u128) -> Fits {
        self.sample(what, sample, [0, most as i128])
    }
}

/// Whether the sums of a sample can be those of scores from `low` to `high`.
pub(super) fn scores(what: &str, sample: &Sample, [low, high]: [i128; 2]) -> Fits {
    let (count, sum, squares) = (i128::from(sample.count), i128::from(sample.sum), i128::from(sample.squares));
    let farthest = low.abs().max(high.abs());
    let times_count = |number: i128| number.saturating_mul(count);
    let in_range = (times_count(low)..=times_count(high)).contains(&sum) && squares <= times_count(farthest.pow(2));
    // The variance is never negative, and scores are whole numbers.
    let spread = sum * sum <= times_count(squares) && sum.abs() <= squares;
    if in_range && spread && squares <= MAX_SUM as i128 {
        return Ok(());
    }
    Err(format!("{what}: no scores from {low} to {high} in {count} blocks have the sums {sum} and {squares}"))
}

pub(super) fn length(what: &str, expected: usize, got: usize) -> Fits {
    if expected == got { Ok(()) } else { Err(format!("expected {expected} {what}, got {got}")) }
}

/// Whether a table has one row and one column for each entrant.
pub(super) fn square<T>(what: &str, entrants: usize, rows: &PerPair<T>) -> Fits {
    length(what, entrants, rows.len())?;
    rows.iter().try_for_each(|row| length(what, entrants, row.len()))
}

pub(super) fn same<T: PartialEq + Display + Copy>(what: &str, expected: T, got: T) -> Fits {
    if expected == got { Ok(()) } else { Err(format!("{what}: expected {expected}, got {got}")) }
}

pub(super) fn at_most(what: &str, most: u128, got: u64) -> Fits {
    let most = most.min(MAX_SUM);
    if u128::from(got) <= most { Ok(()) } else { Err(format!("{what}: expected at most {most}, got {got}")) }
}

/// Whether counts add up to the expected sum.
pub(super) fn adds_up<'a>(what: &str, expected: u128, counts: impl IntoIterator<Item = &'a u64>) -> Fits {
    same(what, expected, counts.into_iter().map(|&count| u128::from(count)).sum())
}

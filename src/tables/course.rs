//! How a win rate settled while a run was played.

use super::Results;
use crate::arena::{EntrantIndex, LEVEL, TableIndex};
use crate::statistics::{Interval, Sample};

/// An entrant's win rate over the first blocks of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct CoursePoint {
    /// How many blocks.
    pub blocks: u64,
    /// The share of games won in them.
    pub win_rate: f64,
    /// Its interval.
    pub interval: Interval,
}

/// The course of an entrant's win rate at one table size.
pub fn course(results: &Results<'_>, table_index: TableIndex, entrant: EntrantIndex) -> Vec<CoursePoint> {
    let schedule = &results.plan.schedules[table_index];
    let point = |wins: Sample| {
        let share = schedule.win_share(entrant, &wins)?;
        Some(CoursePoint { blocks: wins.count, win_rate: share.value(), interval: share.interval(LEVEL) })
    };
    // A single block has no spread.
    let course = results.state.sizes[table_index].tally.blocks.course.of(entrant).into_iter();
    course.filter(|wins| wins.count > 1).filter_map(point).collect()
}

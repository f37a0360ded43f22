//! Pairs of entrants: who was placed ahead of whom.

use super::Results;
use super::number::ratio;
use crate::arena::{EntrantIndex, LEVEL, TableIndex};
use crate::statistics::{Interval, proportion};

/// One entrant's meetings with another at one number of players.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Matchup {
    /// How many play.
    pub players: usize,
    /// The entrant.
    pub entrant: EntrantIndex,
    /// The opponent.
    pub opponent: EntrantIndex,
    /// Meetings; every pair of their seats at a table is one.
    pub games: u64,
    /// Meetings in which the entrant was placed ahead of the opponent.
    pub ahead: u64,
    /// Their share; unknown without a meeting.
    pub ahead_rate: Option<f64>,
    /// Its interval.
    pub interval: Option<Interval>,
    /// The mean lead in worms per meeting.
    pub margin: Option<f64>,
    /// The interval of the margin.
    pub margin_interval: Option<Interval>,
    /// Portions stolen from the opponent.
    pub steals: u64,
}

/// All pairs that met at one table size.
pub(super) fn matchups(results: &Results<'_>, table_index: TableIndex) -> Vec<Matchup> {
    let entrants = results.plan.entrants.indices();
    let pairs = entrants.clone().flat_map(|one| entrants.clone().map(move |other| (one, other)));
    pairs.filter_map(|(one, other)| matchup(results, table_index, one, other)).collect()
}

fn matchup(results: &Results<'_>, table_index: TableIndex, one: EntrantIndex, other: EntrantIndex) -> Option<Matchup> {
    let (schedule, tally) = (&results.plan.schedules[table_index], &results.state.sizes[table_index].tally);
    let (blocks, meetings) = (&tally.blocks, schedule.meetings_per_block(one, other));
    if one == other || meetings == 0 {
        return None;
    }
    let (games, ahead) = (meetings * blocks.count, blocks.ahead[one][other]);
    Some(Matchup {
        players: schedule.players.count(),
        entrant: one,
        opponent: other,
        games,
        ahead: ahead.sum.unsigned_abs(),
        ahead_rate: ratio(ahead.sum.unsigned_abs(), games),
        interval: proportion(&ahead, meetings, LEVEL),
        margin: blocks.margins[one][other].mean().map(|margin| margin / meetings as f64),
        margin_interval: blocks.margin_interval(schedule, one, other),
        steals: tally.steals[one][other],
    })
}

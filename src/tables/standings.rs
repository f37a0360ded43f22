//! The standings: every entrant's results with their intervals, in order.

use std::fmt;

use super::Results;
use super::number::{fixed, ratio};
use crate::arena::{EntrantIndex, Schedule, SizeState, TableIndex};
use crate::statistics::{Interval, Rating, holm, letters, variance_reduction};

/// The probability of any false difference among all pairs of a table.
const MISS: f64 = 0.05;

/// One entrant's results at one number of players.
///
/// As text: the name, the win rate in percent, and half the width of its interval.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Standing {
    /// How many play.
    pub players: usize,
    /// 1 for the highest win rate.
    pub rank: usize,
    /// The entrant.
    pub entrant: EntrantIndex,
    /// Its name.
    pub name: String,
    /// Games; a seat is a game.
    pub games: u64,
    /// Wins.
    pub wins: u64,
    /// The share of games won; unknown without a game.
    pub win_rate: Option<f64>,
    /// Its interval.
    pub interval: Option<Interval>,
    /// How many times more games would be needed if every game of the same schedule had its own deal.
    pub variance_reduction: Option<f64>,
    /// Worms per game.
    pub mean_worms: Option<f64>,
    /// The interval of the worms per game.
    pub worms_interval: Option<Interval>,
    /// The standard deviation of the worms of individual games.
    pub sd_worms: Option<f64>,
    /// The mean place.
    pub mean_place: Option<f64>,
    /// Points on a scale like Elo's; 1500 would win half of its games against the field, one against one.
    pub rating: Option<f64>,
    /// The interval of the points; an end is infinite if nothing bounds it.
    pub rating_interval: Option<Interval>,
    /// Letters: entrants that share one cannot be told apart by their win rates.
    pub tie_group: String,
}

impl Standing {
    /// The win rate in percent; NaN without a game.
    pub fn win_percent(&self) -> f64 {
        self.win_rate.map_or(f64::NAN, |rate| 100.0 * rate)
    }

    /// Half the width of its interval in percent; NaN without one.
    pub fn half_width_percent(&self) -> f64 {
        self.interval.map_or(f64::NAN, |interval| 100.0 * interval.half_width())
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [rate, half] = [self.win_percent(), self.half_width_percent()].map(|percent| fixed(percent, 2));
        write!(f, "{} {rate} ± {half} %", self.name)
    }
}

/// The standings of one table size.
pub fn standings(results: &Results<'_>, table_index: TableIndex) -> Vec<Standing> {
    let (plan, state) = (results.plan, &results.state.sizes[table_index]);
    let schedule = &plan.schedules[table_index];
    let ratings = state.tally.blocks.ratings(schedule);
    let mut rows: Vec<Standing> =
        ratings.entries().map(|(entrant, &rating)| row(results, table_index, entrant, rating)).collect();
    rows.sort_by(|one, other| {
        let by_rate = other.win_rate.unwrap_or(-1.0).total_cmp(&one.win_rate.unwrap_or(-1.0));
        by_rate.then(one.entrant.cmp(&other.entrant))
    });
    let groups = tie_groups(schedule, state, &rows);
    for (index, (row, group)) in rows.iter_mut().zip(groups).enumerate() {
        (row.rank, row.tie_group) = (index + 1, group);
    }
    rows
}

/// A row without its rank and tie group.
fn row(results: &Results<'_>, table_index: TableIndex, entrant: EntrantIndex, rating: Option<Rating>) -> Standing {
    let (schedule, state) = (&results.plan.schedules[table_index], &results.state.sizes[table_index]);
    let (tally, blocks) = (&state.tally.entrants[entrant], &state.tally.blocks);
    let independent = blocks.independent_variance(schedule, entrant);
    Standing {
        players: schedule.players.count(),
        rank: 0,
        entrant,
        name: results.plan.entrants[entrant].name.clone(),
        games: tally.games,
        wins: tally.wins,
        win_rate: ratio(tally.wins, tally.games),
        interval: blocks.win_interval(schedule, entrant),
        variance_reduction: independent.and_then(|variance| variance_reduction(&blocks.wins[entrant], variance)),
        mean_worms: tally.worms_sample().mean(),
        worms_interval: blocks.worms_interval(schedule, entrant),
        sd_worms: tally.worms_sample().variance().map(f64::sqrt),
        mean_place: tally.places_sample().mean(),
        rating: rating.map(|rating| rating.points),
        rating_interval: rating.and_then(|rating| rating.interval),
        tie_group: String::new(),
    }
}

/// The tie groups of entrants in the order of their rows.
fn tie_groups(schedule: &Schedule, state: &SizeState, rows: &[Standing]) -> Vec<String> {
    let pairs: Vec<(usize, usize)> =
        (0..rows.len()).flat_map(|one| (one + 1..rows.len()).map(move |other| (one, other))).collect();
    let p_value = |&(one, other): &(usize, usize)| {
        let (one, other) = (rows[one].entrant, rows[other].entrant);
        state.tally.blocks.win_difference(schedule, one, other).map_or(1.0, |difference| difference.p_value())
    };
    let p_values: Vec<f64> = pairs.iter().map(p_value).collect();
    let apart = holm(&p_values, MISS);
    letters(rows.len(), |one, other| pairs.iter().zip(&apart).any(|(&pair, &apart)| apart && pair == (one, other)))
}

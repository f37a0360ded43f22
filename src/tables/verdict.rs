//! What a match has shown: by how much one of two is better, and how a sequential test ended.

use super::Results;
use crate::arena::{EntrantIndex, Goal, LEVEL, Pairing, TableIndex};
use crate::statistics::{Hypotheses, Interval, Look};

/// By how much the first of two entrants, or the challenger, wins more often than the other.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct MatchDifference {
    /// The name of the first.
    pub first: String,
    /// The name of the other.
    pub second: String,
    /// The difference of their win rates.
    pub difference: f64,
    /// Its interval.
    pub interval: Interval,
    /// The probability that the first is better.
    pub superiority: f64,
    /// The probability of a difference at least this large between equals.
    pub p_value: f64,
}

/// How a sequential test stands.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct TestVerdict {
    /// The entrant whose win rate was tested.
    pub entrant: String,
    /// The win rate under the null hypothesis.
    pub null: f64,
    /// The win rate under the alternative.
    pub alternative: f64,
    /// The probability of falsely accepting the alternative.
    pub alpha: f64,
    /// The probability of falsely accepting the null hypothesis.
    pub beta: f64,
    /// The log-likelihood ratio, its bounds, and the decision.
    pub look: Look,
}

/// The difference between two entrants at one table size; `None` if there are not two, or nothing was played.
pub fn match_difference(results: &Results<'_>, table_index: TableIndex) -> Option<MatchDifference> {
    let entrants = &results.plan.entrants;
    if entrants.len() != 2 {
        return None;
    }
    // The challenger is asked about, wherever it stands in the list.
    let second = EntrantIndex::new(1);
    let is_challenger = results.plan.pairing == Pairing::Gauntlet(second);
    let (first, second) = if is_challenger { (second, EntrantIndex::FIRST) } else { (EntrantIndex::FIRST, second) };
    let blocks = &results.state.sizes[table_index].tally.blocks;
    let difference = blocks.win_difference(&results.plan.schedules[table_index], first, second)?;
    Some(MatchDifference {
        first: entrants[first].name.clone(),
        second: entrants[second].name.clone(),
        difference: difference.mean,
        interval: difference.interval(LEVEL),
        superiority: difference.superiority(),
        p_value: difference.p_value(),
    })
}

/// How the sequential test of a run stands at one table size, if it has one.
pub fn test_verdict(results: &Results<'_>, table_index: TableIndex) -> Option<TestVerdict> {
    let Goal::Test { sprt, .. } = &results.plan.goal else { return None };
    let seats = results.plan.schedules[table_index].seats_per_block(EntrantIndex::FIRST) as f64;
    let Hypotheses { null, alternative, alpha, beta } = *sprt.hypotheses();
    let look = sprt.look(&results.state.sizes[table_index].tally.blocks.wins[EntrantIndex::FIRST]);
    let entrant = results.plan.entrants[EntrantIndex::FIRST].name.clone();
    Some(TestVerdict { entrant, null: null / seats, alternative: alternative / seats, alpha, beta, look })
}

//! What a match has shown: by how much one of two is better, and how a sequential test ended.

use super::Results;
use super::cell::Cell;
use crate::arena::{EntrantIndex, Goal, LEVEL, Pairing, Plan, TableIndex};
use crate::statistics::{Hypotheses, Interval, Look, Sample, Stop};

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
    if results.plan.entrants.len() != 2 {
        return None;
    }
    // The challenger is asked about, wherever it stands in the list.
    let second = EntrantIndex::new(1);
    let is_challenger = results.plan.pairing == Pairing::Gauntlet(second);
    let pair = if is_challenger { (second, EntrantIndex::FIRST) } else { (EntrantIndex::FIRST, second) };
    difference(results, table_index, pair)
}

/// The differences of all pairs at one table size, each pair once.
pub(super) fn differences(results: &Results<'_>, table_index: TableIndex) -> Vec<MatchDifference> {
    let entrants = results.plan.entrants.indices();
    let pairs = entrants.clone().flat_map(|one| entrants.clone().skip(one.index() + 1).map(move |other| (one, other)));
    pairs.filter_map(|pair| difference(results, table_index, pair)).collect()
}

fn difference(
    results: &Results<'_>,
    table_index: TableIndex,
    (one, other): (EntrantIndex, EntrantIndex),
) -> Option<MatchDifference> {
    let blocks = &results.state.sizes[table_index].tally.blocks;
    let difference = blocks.win_difference(&results.plan.schedules[table_index], one, other)?;
    let name = |entrant: EntrantIndex| results.plan.entrants[entrant].name.clone();
    Some(MatchDifference {
        first: name(one),
        second: name(other),
        difference: difference.mean,
        interval: difference.interval(LEVEL),
        superiority: difference.superiority(),
        p_value: difference.p_value(),
    })
}

/// How the sequential test of a run stands at one table size, if it has one.
pub fn test_verdict(results: &Results<'_>, table_index: TableIndex) -> Option<TestVerdict> {
    let wins = &results.state.sizes[table_index].tally.blocks.wins;
    TestVerdict::of(results.plan, table_index, &wins[EntrantIndex::FIRST])
}

impl TestVerdict {
    /// How the test of a plan stands with these wins of the first entrant in a block, if it has one.
    pub(super) fn of(plan: &Plan, table_index: TableIndex, wins: &Sample) -> Option<TestVerdict> {
        let Goal::Test { sprt, .. } = &plan.goal else { return None };
        let seats = plan.schedules[table_index].seats_per_block(EntrantIndex::FIRST) as f64;
        let Hypotheses { null, alternative, alpha, beta } = *sprt.hypotheses();
        let entrant = plan.entrants[EntrantIndex::FIRST].name.clone();
        let look = sprt.look(wins);
        Some(TestVerdict { entrant, null: null / seats, alternative: alternative / seats, alpha, beta, look })
    }

    /// Its columns after the number of players, with their names.
    pub(super) fn cells(&self) -> [(&'static str, Cell); 9] {
        let number = |value: f64| Cell::number(Some(value), 6);
        let Look { ratio, lower, upper, stop } = self.look;
        [
            ("entrant", Cell::Text(self.entrant.clone())),
            ("null", number(self.null)),
            ("alternative", number(self.alternative)),
            ("alpha", number(self.alpha)),
            ("beta", number(self.beta)),
            ("log_likelihood_ratio", number(ratio)),
            ("lower", number(lower)),
            ("upper", number(upper)),
            ("decision", Cell::Text(stop.map_or("undecided", Stop::name).to_owned())),
        ]
    }
}

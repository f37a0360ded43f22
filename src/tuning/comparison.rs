//! Start and result against others, at every number of players, within a budget of work.
//!
//! The budget is a function of the plan alone, in units that stand for time: the clock may not decide what is in a file.
//! Rows that would get too few blocks to say anything are left out, the most expensive ones first.

use super::findings::{Duel, LeftOut};
use super::oracle::{Halt, Purpose};
use super::plan::{Rival, TuningPlan};
use super::race::{Ledger, RaceTable};
use crate::entrants::{Entrant, EntrantKind};
use crate::game::Players;
use crate::strategies::Value;

/// The fewest blocks that say anything, and the most that are worth their time.
const MIN_BLOCKS: u64 = LeftOut::MIN_BLOCKS;
const MAX_BLOCKS: u64 = 1000;
/// The work of all comparisons: this part of that of the tuning, but always a few seconds on a usual machine.
const PART_OF_TUNING: u64 = 2;
const LEAST_WORK: u64 = 1_000_000;

/// A search thinks longer than its declared effort, for each rival that it imagines: with 50 rollouts a decision took 164 times as
/// long as one of a rule of thumb at 2 players, 470 times at 4, 800 times at 6.
const SEARCH: u64 = 3;
/// The effort of an entrant that declares none: a line to a program and back takes about this long.
const UNKNOWN: u64 = 200;

/// The comparisons of a plan.
pub(super) struct Comparisons<'a> {
    /// Who is met, each at some numbers of players with so many blocks.
    pub(super) rivals: Vec<(&'a Entrant, Vec<(Players, u64)>)>,
    pub(super) left_out: Vec<LeftOut>,
}

impl<'a> Comparisons<'a> {
    pub(super) fn new(plan: &'a TuningPlan) -> Comparisons<'a> {
        let rivals = &plan.request.transfer;
        let rows: Vec<(&Entrant, Players)> =
            rivals.iter().flat_map(|rival| Players::ALL.map(|players| (rival, players))).collect();
        let costs: Vec<u64> = rows.iter().map(|&(rival, players)| work_of_block(plan, rival, players)).collect();
        let blocks = divide((work_of_tuning(plan) / PART_OF_TUNING).max(LEAST_WORK), &costs);
        let mut comparisons = Comparisons { rivals: Vec::new(), left_out: Vec::new() };
        for (rival, blocks) in rivals.iter().zip(blocks.chunks(Players::ALL.len())) {
            let rows = Players::ALL.into_iter().zip(blocks);
            let played = rows.clone().filter_map(|(players, blocks)| Some((players, (*blocks)?))).collect();
            let left_out: Vec<Players> =
                rows.filter(|(_, blocks)| blocks.is_none()).map(|(players, _)| players).collect();
            comparisons.rivals.push((rival, played));
            if !left_out.is_empty() {
                comparisons.left_out.push(LeftOut { rival: rival.name.clone(), players: left_out });
            }
        }
        comparisons
    }

    /// The games of all comparisons.
    pub(super) fn games(&self) -> u64 {
        let games = |(players, blocks): &(Players, u64)| 2 * blocks * players.count() as u64;
        self.rivals.iter().flat_map(|(_, rows)| rows).map(games).sum()
    }
}

/// Start and result against one entrant.
pub(super) fn against(
    ledger: &mut Ledger<'_>,
    plan: &TuningPlan,
    result: &[Value],
    (rival, rows): &(&Entrant, Vec<(Players, u64)>),
) -> Result<Vec<Duel>, Halt> {
    let duel = |&(players, blocks): &(Players, u64)| {
        let table = RaceTable { purpose: Purpose::Transfer, players: vec![players], rivals: vec![(*rival).clone()] };
        let candidates = [plan.space.start.clone(), result.to_vec()];
        Ok(Duel::of(rival.name.clone(), &ledger.ask(&table, &candidates, blocks)?))
    };
    rows.iter().map(duel).collect()
}

/// Divides work among rows with these costs of a block: an equal part for each, but no more than the most blocks. A row without
/// enough blocks is left out in favour of the others, the most expensive first, the last one among equals.
fn divide(work: u64, costs: &[u64]) -> Vec<Option<u64>> {
    let mut order: Vec<usize> = (0..costs.len()).collect();
    order.sort_by_key(|&row| costs[row]);
    let mut blocks = vec![None; costs.len()];
    while let Some(&last) = order.last() {
        let mut left = work;
        for (number, &row) in order.iter().enumerate() {
            // Cheap rows come first and leave what they cannot use to the others.
            let part = left / (order.len() - number) as u64;
            let own = (part / costs[row]).min(MAX_BLOCKS);
            left -= own * costs[row];
            blocks[row] = Some(own);
        }
        if order.iter().all(|&row| blocks[row] >= Some(MIN_BLOCKS)) {
            break;
        }
        blocks[last] = None;
        order.pop();
    }
    blocks
}

/// The work of one block of a comparison: start and result, each on every seat of a table of copies of the rival.
fn work_of_block(plan: &TuningPlan, rival: &Entrant, players: Players) -> u64 {
    let games = 2 * players.count() as u64;
    let seats = thought(&plan.request.entrant, players)
        .saturating_add(thought(rival, players).saturating_mul(players.count() as u64 - 1));
    seats.saturating_mul(games).max(1)
}

/// The work of all games of search, selection and confirmation.
fn work_of_tuning(plan: &TuningPlan) -> u64 {
    let request = &plan.request;
    let of_table = |players: &Players| {
        let rival = |rival: &Rival| match rival {
            Rival::Entrant(entrant) => thought(entrant, *players),
            Rival::Own => thought(&request.entrant, *players),
        };
        let all = request.against.iter().map(rival).fold(0, u64::saturating_add);
        let rivals = (all / request.against.len() as u64).saturating_mul(players.count() as u64 - 1);
        let games = request.games / request.players.len() as u64;
        thought(&request.entrant, *players).saturating_add(rivals).saturating_mul(games)
    };
    request.players.iter().map(of_table).fold(0, u64::saturating_add)
}

/// About how much an entrant thinks in a game, where a rule of thumb thinks once in a round.
fn thought(entrant: &Entrant, players: Players) -> u64 {
    let rivals = players.count() as u64 - 1;
    let effort = match &entrant.kind {
        EntrantKind::Family { family, values } => match (family.effort)(values) {
            0 | 1 => 1,
            effort => effort.saturating_mul(SEARCH * rivals),
        },
        EntrantKind::Code(_) | EntrantKind::Process(_) => UNKNOWN,
    };
    effort.saturating_mul(players.rounds() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_divided_up_to_the_most_blocks() {
        assert_eq!(divide(100_000, &[100, 100]), [Some(500); 2]);
        // A cheap row leaves what it cannot use.
        assert_eq!(divide(100_000, &[10, 100]), [Some(1000), Some(900)]);
        assert_eq!(divide(100, &[]), []);
    }

    #[test]
    fn rows_that_would_say_nothing_are_left_out() {
        assert_eq!(divide(14_000, &[10, 10_000, 100]), [Some(700), None, Some(70)]);
        assert_eq!(divide(12_000, &[10, 10_000, 100]), [Some(1000), None, None]);
        assert_eq!(divide(12_799, &[100, 100]), [Some(127), None], "not 63 and 64");
    }

    proptest::proptest! {
        #[test]
        fn nothing_exceeds_the_budget(work in 0_u64..10_000_000, costs in proptest::collection::vec(1_u64..100_000, 0..40)) {
            let blocks = divide(work, &costs);
            let used: u64 = blocks.iter().zip(&costs).map(|(blocks, cost)| blocks.unwrap_or(0) * cost).sum();
            assert!(used <= work);
            assert!(blocks.iter().flatten().all(|blocks| (MIN_BLOCKS..=MAX_BLOCKS).contains(blocks)));
            // Whatever is left out costs at least as much as everything that is played.
            let dearest = blocks.iter().zip(&costs).filter(|(blocks, _)| blocks.is_some()).map(|(_, cost)| *cost).max();
            let left_out = blocks.iter().zip(&costs).filter(|(blocks, _)| blocks.is_none()).map(|(_, cost)| *cost).min();
            assert!(dearest.zip(left_out).is_none_or(|(played, left_out)| played <= left_out));
        }
    }
}

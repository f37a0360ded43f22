//! Joins the parts of a run, and decides at the positions of the whole run.
//!
//! A part knows nothing of the faults in other parts, so it may have let an entrant play on that was to be shut out. Where that is
//! follows from the faults of all parts in the order of the whole run. What was played before is right: it is joined, and the rest
//! can be played on from there.

use super::index::{EntrantIndex, PerEntrant, PerTableSize, TableIndex};
use super::plan::Plan;
use super::player::MAX_FAULTS;
use super::runner::next_position;
use super::state::{SizeState, State, Stopped};

/// An entrant that would have been shut out if the run had been played in one piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MissedDisqualification {
    /// The entrant.
    pub entrant: EntrantIndex,
    /// The table size at which it commits the fault that is one too many.
    pub table_index: TableIndex,
    /// The part with that fault, by its place in the order of all parts. What was played before it is right.
    pub part: usize,
    /// The first block that it would not have played; `None` if that fault is not among those that were kept.
    pub block: Option<u64>,
}

/// The faults in a part.
struct PartFaults {
    part: usize,
    faults: PerTableSize<PerEntrant<u64>>,
}

/// The parts of a run, added one after the other in their order.
pub struct Joining<'a> {
    plan: &'a Plan,
    state: State,
    parts: usize,
    /// Of the parts that have any.
    faults: Vec<PartFaults>,
}

impl<'a> Joining<'a> {
    /// Nothing yet of the run with this plan, which is that of the whole.
    pub fn new(plan: &'a Plan) -> Joining<'a> {
        Joining { plan, state: State::new(plan), parts: 0, faults: Vec::new() }
    }

    /// Adds the next part, which must be finished and match the plan.
    pub fn add(&mut self, part: &State) {
        let faults: PerTableSize<PerEntrant<u64>> = part.sizes.iter().map(faults_of).collect();
        if faults.iter().flatten().any(|&faults| faults > 0) {
            self.faults.push(PartFaults { part: self.parts, faults });
        }
        self.state.merge(part, self.plan);
        self.parts += 1;
    }

    /// The first entrant that would have been shut out in one piece, in the order of the whole run, if any.
    pub fn missed_disqualification(&self) -> Option<MissedDisqualification> {
        let mut sums = PerEntrant::all(0, self.plan.entrants.len());
        for table_index in self.plan.schedules.indices() {
            for PartFaults { part, faults } in &self.faults {
                sums.iter_mut().zip(&faults[table_index]).for_each(|(sum, faults)| *sum += faults);
                let too_many = sums.entries().filter(|(_, sum)| **sum >= u64::from(MAX_FAULTS));
                let missed = too_many.map(|(entrant, _)| (self.shut_out_from(entrant), entrant));
                if let Some((block, entrant)) = missed.min() {
                    return Some(MissedDisqualification { entrant, table_index, part: *part, block });
                }
            }
        }
        None
    }

    /// The first block that an entrant would not have played in one piece.
    fn shut_out_from(&self, entrant: EntrantIndex) -> Option<u64> {
        let mut own = self.state.incidents.iter().filter(|fault| fault.entrant == entrant);
        let last = own.nth(MAX_FAULTS as usize - 1)?;
        let (first, end) = self.plan.range(self.plan.table_index(last.players)?);
        Some((first + next_position(last.block - first)).min(end))
    }

    /// All parts together. No entrant may have been shut out.
    pub fn whole(self) -> State {
        self.state
    }

    /// All parts together as a partial result with this plan. No entrant may have been shut out.
    pub fn partial(self, plan: &Plan) -> State {
        let mut state = self.state;
        for table_index in plan.schedules.indices() {
            let size = &mut state.sizes[table_index];
            (size.next, size.stopped) = (plan.range(table_index).1, Some(Stopped::Partial));
        }
        state
    }
}

/// The faults of each entrant at a table size. As long as none is shut out, each is one that counts.
fn faults_of(size: &SizeState) -> PerEntrant<u64> {
    size.tally.entrants.iter().map(|entrant| entrant.faults).collect()
}

impl MissedDisqualification {
    /// Whether the blocks of a part at a table size come before the part with the last fault.
    pub fn is_after(&self, table_index: TableIndex, part: usize) -> bool {
        (table_index, part) < (self.table_index, self.part)
    }

    /// What is right of some parts, given in their order: the state from which the whole run is to be played on.
    ///
    /// # Errors
    /// If a part cannot be had.
    pub fn state_before<E>(&self, plan: &Plan, parts: impl IntoIterator<Item = Result<State, E>>) -> Result<State, E> {
        let mut state = State::new(plan);
        for (number, part) in parts.into_iter().enumerate() {
            let part = part?;
            for (table_index, size) in
                part.sizes.entries().filter(|(table_index, _)| self.is_after(*table_index, number))
            {
                state.sizes[table_index].merge(size);
                state.faults.iter_mut().zip(&faults_of(size)).for_each(|(sum, faults)| *sum += faults);
            }
            let is_right = |players| plan.table_index(players).is_some_and(|table| self.is_after(table, number));
            let incidents: Vec<_> = part.incidents.iter().filter(|fault| is_right(fault.players)).cloned().collect();
            state.merge_incidents(&incidents, plan);
        }
        state.sizes[self.table_index].stopped = None;
        Ok(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::index::LineUpIndex;
    use crate::arena::plan::Goal;
    use crate::arena::schedule::Pairing;
    use crate::arena::state::RunFault;
    use crate::game::Players;

    fn plan() -> Plan {
        let entrants = ["greedy", "random"].map(|name| name.parse().expect("a shipped entrant")).to_vec();
        let goal = Goal::Blocks(vec![100, 100]);
        Plan::new(entrants, Pairing::RoundRobin, &Players::ALL[..2], 7_u64, goal).expect("a plan")
    }

    /// A part in which the first entrant has failed in some blocks, each at a number of players.
    fn part(plan: &Plan, faults: &[(usize, u64)]) -> State {
        let (mut state, entrant) = (State::new(plan), EntrantIndex::FIRST);
        for &(players, block) in faults {
            let table_index = plan.table_index(players).expect("a table");
            state.faults[entrant] += 1;
            state.sizes[table_index].tally.entrants[entrant].faults += 1;
            let (line_up, fault, details) = (LineUpIndex::FIRST, String::new(), String::new());
            state.incidents.push(RunFault { entrant, players, line_up, block, rotation: 0, fault, details });
        }
        state
    }

    fn noted(state: &State) -> Vec<(usize, u64)> {
        state.incidents.iter().map(|fault| (fault.players, fault.block)).collect()
    }

    #[test]
    fn faults_count_in_the_order_of_the_whole_run() {
        let plan = plan();
        let parts = [part(&plan, &[(3, 5)]), part(&plan, &[(2, 40)]), part(&plan, &[(2, 90), (3, 80)])];
        let mut joining = Joining::new(&plan);
        joining.add(&parts[0]);
        joining.add(&parts[1]);
        assert_eq!(noted(&joining.state), [(2, 40), (3, 5)], "the smaller number of players is played first");
        assert_eq!(joining.missed_disqualification(), None);
        joining.add(&parts[2]);
        let missed = joining.missed_disqualification().expect("three faults are too many");
        // The third one in order is that of the first part at three players; decisions are made after 8 blocks.
        let expected = (TableIndex::new(1), 0, Some(8));
        assert_eq!((missed.table_index, missed.part, missed.block), expected);
        let before = missed.state_before(&plan, parts.into_iter().map(Ok::<_, ()>)).expect("all parts are there");
        assert_eq!(noted(&before), [(2, 40), (2, 90)]);
        assert_eq!((before.faults[EntrantIndex::FIRST], before.sizes[TableIndex::new(1)].next), (2, 0));
    }
}

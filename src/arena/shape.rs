//! Whether a state matches its plan.
//!
//! A saved state may come from a stranger, or be damaged in a way that its hash does not show. All later code trusts
//! its lists to be as long as the plan demands, and its sums to be those of games that can have been played: this is
//! checked once, when a state is loaded. A state that passes can be shown, merged and continued; whether it is
//! what the games produce, only `verify` can tell.

mod blocks;
mod entrants;
mod measure;

use std::ops::Range;

use measure::{Fits, Measure, at_most, length, same};

use super::index::{EntrantIndex, TableIndex};
use super::plan::{Goal, Plan};
use super::player::MAX_FAULTS;
use super::state::{Disqualified, MAX_FAULTS_KEPT, RunFault, SizeState, State, Stopped};
use super::tally::{Highlight, Highlights, Tally};

impl State {
    /// Checks that the state can belong to this plan: every list is as long as the plan demands, every game that it
    /// names exists, and its sums are possible for the blocks that it says were played.
    ///
    /// # Errors
    /// The first mismatch.
    pub fn check(&self, plan: &Plan) -> Result<(), String> {
        let entrants = plan.entrants.len();
        length("numbers of players", plan.schedules.len(), self.sizes.len())?;
        length("counts of faults", entrants, self.faults.len())?;
        length("disqualifications", entrants, self.disqualified.len())?;
        for (table_index, state) in self.sizes.entries() {
            check_size(plan, table_index, state).map_err(|problem| in_size(plan, table_index, &problem))?;
        }
        self.check_faults(plan)?;
        if self.incidents.len() > MAX_FAULTS_KEPT {
            return Err(format!("expected at most {MAX_FAULTS_KEPT} noted faults, got {}", self.incidents.len()));
        }
        self.incidents.iter().try_for_each(|note| self.check_note(plan, note))
    }

    /// Checks that the state can be that of a finished run.
    ///
    /// # Errors
    /// The first mismatch.
    pub fn check_over(&self, plan: &Plan) -> Result<(), String> {
        self.check(plan)?;
        match self.sizes.position(|size| size.stopped.is_none()) {
            Some(table_index) => Err(in_size(plan, table_index, "the run is over, but this table size is not")),
            None => Ok(()),
        }
    }

    /// Whether more was played than in another state of the same plan.
    pub fn is_beyond(&self, other: &State) -> bool {
        self.sizes.iter().zip(&other.sizes).any(|(mine, theirs)| mine.next > theirs.next)
    }

    fn check_faults(&self, plan: &Plan) -> Fits {
        for (entrant, &faults) in self.faults.entries() {
            let noted = self.sizes.iter().map(|size| u128::from(size.tally.entrants[entrant].faults)).sum();
            at_most("faults", noted, faults).map_err(|problem| format!("entrant {entrant}: {problem}"))?;
            let Some(Disqualified { table_index, block }) = self.disqualified[entrant] else { continue };
            let exists = plan.schedules.get(table_index).is_some() && {
                let (first, last) = plan.range(table_index);
                (first..=last).contains(&block)
            };
            if !exists || faults < u64::from(MAX_FAULTS) {
                return Err(format!("entrant {entrant}: it cannot have been disqualified there"));
            }
        }
        Ok(())
    }

    fn check_note(&self, plan: &Plan, note: &RunFault) -> Fits {
        let exists = plan.table_index(note.players).is_some_and(|table_index| {
            let (schedule, (first, _)) = (&plan.schedules[table_index], plan.range(table_index));
            let sits = schedule.line_ups.get(note.line_up).is_some_and(|line_up| line_up.contains(&note.entrant));
            sits && (first..self.sizes[table_index].next).contains(&note.block) && note.rotation < note.players
        });
        if exists { Ok(()) } else { Err("a fault is noted in a game that was not played".to_owned()) }
    }
}

/// Whether a tally can be that of some blocks of a table size.
pub(super) fn check_span(plan: &Plan, table_index: TableIndex, blocks: Range<u64>, tally: &Tally) -> Fits {
    same("blocks", blocks.end - blocks.start, tally.blocks.count)?;
    check_tally(tally, &Measure::of_span(plan, table_index, blocks))
}

/// A problem and the number of players at which it was found.
fn in_size(plan: &Plan, table_index: TableIndex, problem: &str) -> String {
    format!("{} players: {problem}", plan.schedules[table_index].players)
}

fn check_size(plan: &Plan, table_index: TableIndex, state: &SizeState) -> Fits {
    let (first, last) = plan.range(table_index);
    if !(first..=last).contains(&state.next) {
        return Err(format!("expected a next block from {first} to {last}, got {}", state.next));
    }
    check_stop(plan, state.next == last, state.stopped)?;
    let measure = Measure::new(plan, table_index, state.next);
    same("blocks", measure.blocks(), state.tally.blocks.count)?;
    check_tally(&state.tally, &measure)
}

/// Whether it can have ended for this reason; `at_the_end` says that all blocks were played.
fn check_stop(plan: &Plan, at_the_end: bool, stopped: Option<Stopped>) -> Fits {
    let is_partial = plan.shard_set().is_some();
    let fits = match (stopped, &plan.goal) {
        (Some(Stopped::Partial), _) => is_partial && at_the_end,
        // It is merged, and never played on.
        _ if is_partial => false,
        (None, _) | (Some(Stopped::Precise), Goal::Until { .. }) | (Some(Stopped::Tested(_)), Goal::Test { .. }) => {
            true
        }
        (Some(Stopped::Complete), Goal::Blocks(_))
        | (Some(Stopped::Undecided), Goal::Until { .. } | Goal::Test { .. }) => at_the_end,
        _ => false,
    };
    if fits { Ok(()) } else { Err("it cannot have ended there for that reason".to_owned()) }
}

fn check_tally(tally: &Tally, measure: &Measure<'_>) -> Fits {
    let entrants = measure.entrants();
    length("entrants", entrants, tally.entrants.len())?;
    for (number, entrant) in tally.entrants.entries() {
        entrants::check(entrant, measure, number).map_err(|problem| format!("entrant {number}: {problem}"))?;
    }
    measure::square("steals", entrants, &tally.steals)?;
    for (thief, row) in tally.steals.entries() {
        for (victim, &steals) in row.entries() {
            at_most("steals", measure.meetings(thief, victim) * measure.rounds, steals)?;
        }
    }
    entrants::check_turned_up(&tally.turned_up, measure)?;
    check_highlights(&tally.highlights, measure)?;
    blocks::check(&tally.blocks, &tally.entrants, measure)
}

fn check_highlights(highlights: &Highlights, measure: &Measure<'_>) -> Fits {
    measure::square("clearest wins", measure.entrants(), &highlights.clearest)?;
    let single = [highlights.closest, highlights.turnaround, highlights.most_steals];
    single.iter().flatten().try_for_each(|highlight| check_highlight(highlight, &[], measure))?;
    for (winner, row) in highlights.clearest.entries() {
        for (loser, highlight) in row.entries() {
            if let Some(highlight) = highlight {
                check_highlight(highlight, &[winner, loser], measure)?;
            }
        }
    }
    Ok(())
}

/// Whether a game was played, with these entrants among others, and can be that extreme.
fn check_highlight(highlight: &Highlight, entrants: &[EntrantIndex], measure: &Measure<'_>) -> Fits {
    let schedule = measure.schedule;
    let line_up = schedule.line_ups.get(highlight.line_up);
    let sit = line_up.is_some_and(|line_up| entrants.iter().all(|entrant| line_up.contains(entrant)));
    let played = measure.has_played(highlight.block) && highlight.rotation < schedule.players.count();
    // The closest game counts 64 for every worm, and at most 64 for the best portions.
    let possible = u128::from(highlight.value.unsigned_abs()) <= 64 * (measure.worms + 1);
    if sit && played && possible {
        return Ok(());
    }
    let Highlight { value, block, line_up, rotation } = highlight;
    Err(format!(
        "a game worth a look was not played or is impossible: value {value}, line-up {line_up}, {block}:{rotation}"
    ))
}

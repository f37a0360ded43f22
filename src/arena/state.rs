//! How far a run has come: all that must be saved to go on.

use serde::{Deserialize, Serialize};

use super::block::Incident;
use super::plan::Plan;
use super::tally::Tally;
use crate::game::Players;
use crate::statistics::Stop;

/// How far a run has come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// For each number of players.
    pub sizes: Vec<SizeState>,
    /// Faults of each entrant so far.
    pub faults: Vec<u64>,
    /// Who is shut out, and from which place of a number of players and which block on.
    pub disqualified: Vec<Option<(usize, u64)>>,
    /// The first faults, to be looked at.
    pub incidents: Vec<RunFault>,
}

/// How far one number of players has come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SizeState {
    /// The next block to be played.
    pub next: u64,
    /// Why it is over, if it is.
    pub stopped: Option<Stopped>,
    /// What was counted.
    pub tally: Tally,
}

/// Why a number of players is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stopped {
    /// All blocks are played.
    Complete,
    /// Every interval is as narrow as asked.
    Precise,
    /// The sequential test has decided.
    Tested(Stop),
    /// The most blocks were played without a decision.
    Undecided,
}

/// A fault and the address at which it can be seen again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunFault {
    /// The number of the entrant.
    pub entrant: usize,
    /// How many played.
    pub players: usize,
    /// The line-up.
    pub line_up: usize,
    /// The block.
    pub block: u64,
    /// The rotation.
    pub rotation: usize,
    /// What happened: the same whenever the game is played.
    pub fault: String,
    /// What else those who watch are told at once; it is not kept.
    #[serde(skip)]
    pub details: String,
}

/// Faults that are kept to be looked at.
pub(super) const MAX_NOTES: usize = 100;

impl RunFault {
    pub(super) fn of(players: Players, incident: &Incident) -> RunFault {
        let game_fault = &incident.game_fault;
        RunFault {
            entrant: incident.entrant,
            players: players.count(),
            line_up: incident.line_up,
            block: incident.block,
            rotation: incident.rotation,
            fault: format!(
                "seat {}, round {}, move {}: {}",
                game_fault.seat,
                game_fault.round,
                game_fault.turn,
                game_fault.fault.recorded()
            ),
            details: game_fault.fault.details(),
        }
    }
}

impl State {
    /// Nothing played yet.
    pub fn new(plan: &Plan) -> State {
        let entrants = plan.entrants.len();
        let size = |(size, schedule)| SizeState {
            next: plan.range(size).0,
            stopped: None,
            tally: Tally::new(schedule, entrants),
        };
        State {
            sizes: plan.schedules.iter().enumerate().map(size).collect(),
            faults: vec![0; entrants],
            disqualified: vec![None; entrants],
            incidents: Vec::new(),
        }
    }

    pub(super) fn remember(&mut self, note: &RunFault) {
        if self.incidents.len() < MAX_NOTES {
            self.incidents.push(RunFault { details: String::new(), ..note.clone() });
        }
    }

    /// For each entrant, whether it is shut out in a block.
    pub fn shut_out(&self, size: usize, block: u64) -> Vec<bool> {
        self.disqualified.iter().map(|from| from.is_some_and(|from| (size, block) >= from)).collect()
    }

    /// Adds a part of the same run that was played elsewhere. Nobody may be shut out in either: that hangs on the order
    /// of the blocks, which parts do not know.
    pub fn merge(&mut self, other: &State) {
        for (mine, theirs) in self.sizes.iter_mut().zip(&other.sizes) {
            mine.next = mine.next.max(theirs.next);
            mine.stopped = mine.stopped.or(theirs.stopped);
            mine.tally.merge(&theirs.tally);
        }
        self.faults.iter_mut().zip(&other.faults).for_each(|(mine, theirs)| *mine += theirs);
        other.incidents.iter().for_each(|note| self.remember(note));
    }

    /// Games played so far.
    pub fn games(&self, plan: &Plan) -> u64 {
        let sizes = self.sizes.iter().zip(&plan.schedules);
        sizes.map(|(size, schedule)| size.tally.blocks.count * schedule.games_per_block()).sum()
    }
}

//! How far a run has come: all that must be saved to continue it.

use serde::{Deserialize, Serialize};

use super::address::BlockAddress;
use super::game_fault::GameFault;
use super::index::{EntrantIndex, LineUpIndex, PerEntrant, PerTableSize, TableIndex};
use super::plan::Plan;
use super::tally::Tally;
use crate::game::Players;
use crate::statistics::Stop;

/// How far a run has come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// For each table size.
    pub sizes: PerTableSize<SizeState>,
    /// Faults of each entrant so far.
    pub faults: PerEntrant<u64>,
    /// For each entrant, from where on it is shut out, if it is.
    pub disqualified: PerEntrant<Option<Disqualified>>,
    /// The first faults, kept for inspection.
    pub incidents: Vec<RunFault>,
}

/// From where on an entrant is shut out. In files a pair of numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(from = "(TableIndex, u64)", into = "(TableIndex, u64)")]
pub struct Disqualified {
    /// The table size; it is shut out of all later ones too.
    pub table_index: TableIndex,
    /// The first block there that it does not play.
    pub block: u64,
}

impl From<(TableIndex, u64)> for Disqualified {
    fn from((table_index, block): (TableIndex, u64)) -> Disqualified {
        Disqualified { table_index, block }
    }
}

impl From<Disqualified> for (TableIndex, u64) {
    fn from(from: Disqualified) -> (TableIndex, u64) {
        (from.table_index, from.block)
    }
}

/// How far one table size has come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SizeState {
    /// The next block to be played.
    pub next: u64,
    /// Why it ended, if it did.
    pub stopped: Option<Stopped>,
    /// What was counted.
    pub tally: Tally,
}

impl SizeState {
    /// Adds the same table size of a part of the same run.
    pub(super) fn merge(&mut self, other: &SizeState) {
        self.next = self.next.max(other.next);
        self.stopped = self.stopped.or(other.stopped);
        self.tally.merge(&other.tally);
    }
}

/// Why a table size ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stopped {
    /// All blocks were played.
    Complete,
    /// Every interval is as narrow as requested.
    Precise,
    /// The sequential test has decided.
    Tested(Stop),
    /// The maximum number of blocks was played without a decision.
    Undecided,
    /// It is a partial result: parts of the run are missing.
    Partial,
}

impl Stopped {
    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Stopped::Complete => "complete",
            Stopped::Precise => "precise",
            Stopped::Tested(stop) => stop.name(),
            Stopped::Undecided => "undecided",
            Stopped::Partial => "partial",
        }
    }
}

/// A fault and the address at which it can be reproduced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunFault {
    /// The entrant.
    pub entrant: EntrantIndex,
    /// How many played.
    pub players: usize,
    /// The line-up.
    pub line_up: LineUpIndex,
    /// The block.
    pub block: u64,
    /// The rotation.
    pub rotation: usize,
    /// What happened: the same whenever the game is played.
    pub fault: String,
    /// What is shown to observers at once, but not kept.
    #[serde(skip)]
    pub details: String,
}

/// The most faults that are kept for inspection.
pub(super) const MAX_FAULTS_KEPT: usize = 100;

impl RunFault {
    /// The fault of an entrant in a rotation of a block.
    pub(super) fn new(
        entrant: EntrantIndex,
        players: Players,
        at: BlockAddress,
        rotation: usize,
        game_fault: &GameFault,
    ) -> RunFault {
        RunFault {
            entrant,
            players: players.count(),
            line_up: at.line_up,
            block: at.block,
            rotation,
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
        let size = |(table_index, schedule)| SizeState {
            next: plan.range(table_index).0,
            stopped: None,
            tally: Tally::new(schedule, entrants),
        };
        State {
            sizes: plan.schedules.entries().map(size).collect(),
            faults: PerEntrant::all(0, entrants),
            disqualified: PerEntrant::all(None, entrants),
            incidents: Vec::new(),
        }
    }

    pub(super) fn remember(&mut self, fault: &RunFault) {
        if self.incidents.len() < MAX_FAULTS_KEPT {
            self.incidents.push(RunFault { details: String::new(), ..fault.clone() });
        }
    }

    /// For each entrant, whether it is shut out in a block.
    pub fn shut_out(&self, table_index: TableIndex, block: u64) -> PerEntrant<bool> {
        shut_out(&self.disqualified, table_index, block)
    }

    /// Adds a part of the same run that was played elsewhere; `plan` is that of the whole. No entrant may be shut out in either: that
    /// depends on the order of all blocks, which a part does not know.
    pub fn merge(&mut self, other: &State, plan: &Plan) {
        self.sizes.iter_mut().zip(&other.sizes).for_each(|(mine, theirs)| mine.merge(theirs));
        self.faults.iter_mut().zip(&other.faults).for_each(|(mine, theirs)| *mine += theirs);
        self.merge_incidents(&other.incidents, plan);
    }

    /// Adds faults of a part. Each part has kept its first ones, so the first of all are among them.
    pub(super) fn merge_incidents(&mut self, others: &[RunFault], plan: &Plan) {
        if others.is_empty() {
            return;
        }
        self.incidents.extend_from_slice(others);
        self.incidents.sort_by_key(|fault| (plan.table_index(fault.players), fault.block));
        self.incidents.truncate(MAX_FAULTS_KEPT);
    }

    /// Games played so far.
    pub fn games(&self, plan: &Plan) -> u64 {
        let sizes = self.sizes.iter().zip(&plan.schedules);
        sizes.map(|(size, schedule)| size.tally.blocks.count * schedule.games_per_block()).sum()
    }
}

/// For each entrant, whether it is shut out in a block.
pub(super) fn shut_out(
    disqualified: &PerEntrant<Option<Disqualified>>,
    table_index: TableIndex,
    block: u64,
) -> PerEntrant<bool> {
    let now = Disqualified { table_index, block };
    disqualified.iter().map(|from| from.is_some_and(|from| now >= from)).collect()
}

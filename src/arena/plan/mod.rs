//! What a run is: everything that determines it.

mod bounds;
mod limits;
mod part;
mod seed;
mod wire;

pub use bounds::{Advantage, SprtBounds};
pub use part::{Part, Shard, ShardSet};
pub use seed::RunSeed;

use thiserror::Error;

use super::index::{Chair, LineUpIndex, PerEntrant, PerTableSize, TableIndex, around};
use super::schedule::{Pairing, Schedule};
use crate::entrants::{Catalogue, Entrant};
use crate::game::{DealKey, Edition, Players, Seed};
use crate::records::hash;
use crate::statistics::Sprt;

pub use limits::{MAX_BLOCKS, MAX_ENTRANTS, MAX_FIRST_DEAL, MAX_LINE_UPS, MAX_PARTS};

/// Everything that determines a run: the same plan gives the same bytes on any number of threads and any machine.
///
/// ```
/// use karteneck::arena::{Goal, Pairing, Plan};
/// use karteneck::entrants::Catalogue;
/// use karteneck::game::Players;
///
/// let entrants = vec!["greedy".parse()?, "random".parse()?];
/// let plan = Plan::new(entrants, Pairing::RoundRobin, &[Players::ALL[0]], 7_u64, Goal::Blocks(vec![100]))?;
/// assert_eq!(Plan::from_json(&plan.to_json(), &Catalogue::shipped_only(), None)?, plan);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Plan {
    pub(crate) entrants: PerEntrant<Entrant>,
    pub(crate) pairing: Pairing,
    /// The line-ups that the pairing makes from the entrants, for each table size.
    pub(crate) schedules: PerTableSize<Schedule>,
    /// The seed of all luck.
    pub seed: RunSeed,
    /// The number of the deal of block 0. Runs of one seed whose deals do not overlap share no luck.
    pub first_deal: u64,
    /// The worm table.
    pub edition: Edition,
    /// When it ends.
    pub goal: Goal,
    /// Which blocks are played, if not all.
    pub part: Part,
    /// The record of every `keep_every`-th game is kept; none if 0.
    pub keep_every: u64,
    /// Whether the results of every block are kept.
    pub keep_blocks: bool,
}

/// When a run ends.
#[derive(Clone, PartialEq, Debug)]
pub enum Goal {
    /// After this many blocks, for each table size.
    Blocks(Vec<u64>),
    /// When the interval of every entrant is at most this wide to either side, or after the maximum number of blocks.
    Until {
        /// Half the width of the widest interval.
        half_width: f64,
        /// The maximum number of blocks.
        most: u64,
    },
    /// When a sequential test on the wins of the first entrant ends, or after the maximum number of blocks.
    Test {
        /// The test, on the wins in a block.
        sprt: Sprt,
        /// The maximum number of blocks.
        most: u64,
    },
}

/// Why a plan is not valid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct PlanError(String);

impl PlanError {
    /// With this reason.
    pub(crate) fn new(why: impl Into<String>) -> PlanError {
        PlanError(why.into())
    }
}

/// The confidence of every interval.
pub const LEVEL: f64 = 0.95;

impl Plan {
    /// A run between these entrants at tables of these sizes: all blocks, the default worm table, no records kept.
    ///
    /// # Errors
    /// If the entrants make no line-up, or too many.
    pub fn new(
        entrants: Vec<Entrant>,
        pairing: Pairing,
        players: &[Players],
        seed: impl Into<RunSeed>,
        goal: Goal,
    ) -> Result<Plan, PlanError> {
        let schedule = |&players| limits::schedule(pairing, entrants.len(), players);
        let schedules = players.iter().map(schedule).collect::<Result<_, _>>().map_err(PlanError)?;
        // A note has no effect on play.
        let entrants = entrants.into_iter().map(|entrant| Entrant { note: String::new(), ..entrant }).collect();
        Ok(Plan {
            entrants,
            pairing,
            schedules,
            seed: seed.into(),
            first_deal: 0,
            edition: Edition::default(),
            goal,
            part: Part::Whole,
            keep_every: 0,
            keep_blocks: false,
        })
    }

    /// Reads what [`Plan::to_json`] wrote. The catalogue knows the families; `secret` is the seed if the text contains only
    /// its seal.
    ///
    /// # Errors
    /// What is wrong with it: nothing is accepted that the command line would refuse.
    pub fn from_json(text: &str, catalogue: &Catalogue, secret: Option<Seed>) -> Result<Plan, PlanError> {
        wire::read(text, catalogue, secret).map_err(PlanError)
    }

    /// As JSON; a secret seed is represented by its seal.
    ///
    /// # Panics
    /// Never: every part has a JSON form.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("numbers, texts and lists always have a JSON form")
    }

    /// The hash that names the plan: parts of a run belong together if the hashes of their wholes agree. It is the same
    /// before and after a sealed seed is revealed.
    pub fn hash(&self) -> String {
        let sealed = Plan { seed: self.seed.sealed_again(), ..self.clone() };
        hash(sealed.to_json().as_bytes())
    }

    /// The keys of a manifest in which it differs from another plan.
    pub fn differing_keys(&self, other: &Plan) -> Vec<String> {
        let [one, other] = [self, other].map(|plan| Plan { seed: plan.seed.sealed_again(), ..plan.clone() });
        wire::differing_keys(&one, &other)
    }

    /// Checks that it is within the limits of a run in a folder, which are those of the command line.
    ///
    /// # Errors
    /// Which limit it breaks.
    pub fn check(&self) -> Result<(), PlanError> {
        limits::check(self).map_err(PlanError)
    }

    /// The entrants.
    pub fn entrants(&self) -> &PerEntrant<Entrant> {
        &self.entrants
    }

    /// How line-ups are made from the entrants.
    pub const fn pairing(&self) -> Pairing {
        self.pairing
    }

    /// The line-ups, for each table size.
    pub fn schedules(&self) -> &PerTableSize<Schedule> {
        &self.schedules
    }

    /// The table size with this number of players.
    pub fn table_index(&self, players: usize) -> Option<TableIndex> {
        self.schedules.position(|schedule| schedule.players.count() == players)
    }

    /// The plan of the whole run of which this is a part.
    #[must_use]
    pub fn whole(&self) -> Plan {
        Plan { part: Part::Whole, ..self.clone() }
    }

    /// Which part of how many it is, if it is one.
    pub const fn shard(&self) -> Option<Shard> {
        match self.part {
            Part::Shard(shard) => Some(shard),
            Part::Whole | Part::Ranges(_) | Part::Partial(_) => None,
        }
    }

    /// Which parts of a run it has, if it is the plan of a partial result.
    pub const fn shard_set(&self) -> Option<&ShardSet> {
        if let Part::Partial(set) = &self.part { Some(set) } else { None }
    }

    /// The command that plays it.
    pub const fn command(&self) -> &'static str {
        if matches!(self.pairing, Pairing::Fixed) { "match" } else { "tournament" }
    }

    /// The blocks of a table size: from the first up to, but not including, the last. A partial result has gaps between them.
    pub fn range(&self, table_index: TableIndex) -> (u64, u64) {
        let blocks = match &self.goal {
            Goal::Blocks(blocks) => blocks[table_index.index()],
            Goal::Until { most, .. } | Goal::Test { most, .. } => *most,
        };
        match &self.part {
            Part::Whole => (0, blocks),
            Part::Shard(shard) => shard.of(blocks),
            Part::Ranges(ranges) => ranges[table_index.index()],
            Part::Partial(set) => {
                let ranges = set.of(blocks);
                (ranges.first().map_or(0, |range| range.0), ranges.last().map_or(0, |range| range.1))
            }
        }
    }

    /// The blocks of a table size without gaps: each from the first up to, but not including, the last.
    pub fn ranges(&self, table_index: TableIndex) -> Vec<(u64, u64)> {
        match (&self.part, &self.goal) {
            (Part::Partial(set), Goal::Blocks(blocks)) => set.of(blocks[table_index.index()]),
            _ => vec![self.range(table_index)],
        }
    }

    /// Blocks for each table size that make about this many games in all, spread over the table sizes: at least two of each, since
    /// one block has no interval; none if `games` is 0.
    pub fn blocks_for(&self, games: u64) -> Vec<u64> {
        let share = games.div_ceil(self.schedules.len().max(1) as u64);
        let blocks = |games_per_block: u64| if games == 0 { 0 } else { share.div_ceil(games_per_block).max(2) };
        self.schedules.iter().map(|schedule| blocks(schedule.games_per_block())).collect()
    }

    /// Games to be played, if that is known in advance.
    pub fn games(&self) -> Option<u64> {
        let of_table = |(table_index, schedule): (TableIndex, &Schedule)| {
            let (first, last) = self.range(table_index);
            (last - first).saturating_mul(schedule.games_per_block())
        };
        let all = || self.schedules.entries().map(of_table).fold(0_u64, u64::saturating_add);
        matches!(self.goal, Goal::Blocks(_)).then(all)
    }

    /// The number of a block's deal.
    pub(crate) const fn deal(&self, block: u64) -> u64 {
        self.first_deal + block
    }

    /// The luck of a block.
    pub fn key(&self, block: u64) -> DealKey {
        DealKey::new(self.seed.seed(), self.deal(block))
    }

    /// The number of a game among all games of its table size.
    pub(crate) fn game_number(schedule: &Schedule, block: u64, line_up: LineUpIndex, rotation: usize) -> u64 {
        (block * schedule.line_ups.len() as u64 + line_up.index() as u64) * schedule.players.count() as u64
            + rotation as u64
    }

    /// Which chair sits at each seat in a rotation of a block: the order of neighbours comes from the seed, and shifts by
    /// one seat with every rotation.
    pub fn chairs(key: &DealKey, players: Players, rotation: usize) -> impl Iterator<Item = Chair> {
        let order = key.neighbours(players);
        let count = players.count();
        (0..count).map(move |seat| Chair::new(usize::from(order.0[around(seat + rotation, count)])))
    }
}

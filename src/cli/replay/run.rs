//! A game of a run, replayed from the manifest alone.

use std::fmt;
use std::path::Path;

use anyhow::anyhow;

use crate::arena::{GameAddress, LineUpIndex, Plan, TableIndex};
use crate::cli::Failure;
use crate::cli::bots::host_of_run;
use crate::cli::progress::Progress;
use crate::cli::run::{open_run, run_failure};
use crate::cli::trust::Trust;
use crate::game::Edition;
use crate::records::Record;
use crate::runs::Run;

/// How a user names a game of a run; its line-up and number of players may be implied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) struct BlockRotation {
    pub(in crate::cli) block: u64,
    pub(in crate::cli) rotation: usize,
}

impl fmt::Display for BlockRotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.block, self.rotation)
    }
}

/// `17:1`.
pub(in crate::cli) fn parse_address(text: &str) -> Result<BlockRotation, String> {
    let parts = text.split_once(':').and_then(|(block, rotation)| {
        Some(BlockRotation { block: block.parse().ok()?, rotation: rotation.parse().ok()? })
    });
    parts.ok_or_else(|| "expected a block and a rotation, like 17:1".to_owned())
}

/// Plays the game again.
pub(in crate::cli) fn find(
    path: &Path,
    address: BlockRotation,
    line_up: Option<LineUpIndex>,
    players: Option<usize>,
    trust: Trust,
) -> Result<(Record, Edition), Failure> {
    let run = open_run(path)?;
    let refuse = |problem: String| Failure::Usage(anyhow!("{}: {problem}", path.display()));
    let address = resolve(&run, address, line_up, players).map_err(refuse)?;
    let plan = run.plan();
    let chairs = &plan.schedules[address.table_index].line_ups[address.line_up];
    trust.check(&path.display().to_string(), chairs.iter().map(|&chair| &plan.entrants[chair]))?;
    let _progress = Progress::waiting("playing the game again");
    play_again(&run, address)
}

/// The full address of a game that the user has named.
fn resolve(
    run: &Run,
    address: BlockRotation,
    line_up: Option<LineUpIndex>,
    players: Option<usize>,
) -> Result<GameAddress, String> {
    let BlockRotation { block, rotation } = address;
    let table_index = choose_size(run.plan(), players)?;
    let schedule = &run.plan().schedules[table_index];
    let (players, many) = (schedule.players, schedule.line_ups.len());
    let line_up = match line_up {
        None if many == 1 => LineUpIndex::FIRST,
        None => return Err(format!("it has {many} line-ups; choose one with --lineup, 0 to {}", many - 1)),
        Some(line_up) if line_up.index() < many => line_up,
        Some(line_up) => return Err(format!("there is no line-up {line_up}; they are 0 to {}", many - 1)),
    };
    // Games that an unfinished run has yet to play can be shown: they are determined.
    let (first, last) = if run.is_over() { run.blocks(table_index) } else { run.plan().range(table_index) };
    if first == last {
        return Err(format!("this part of a run has no games of {players} players"));
    }
    if !(first..last).contains(&block) {
        return Err(format!("there is no block {block}; they are {first} to {}", last - 1));
    }
    if !run.plan().ranges(table_index).iter().any(|&(first, last)| (first..last).contains(&block)) {
        return Err(format!("block {block} is in a part that is missing from this partial result"));
    }
    if rotation >= players.count() {
        return Err(format!("there is no rotation {rotation}; they are 0 to {}", players.count() - 1));
    }
    Ok(GameAddress { table_index, line_up, block, rotation })
}

fn play_again(run: &Run, address: GameAddress) -> Result<(Record, Edition), Failure> {
    let record = run.play_again(address, &host_of_run(run.path()));
    let record = record.ok_or_else(|| Failure::Failed(anyhow!("the game could not be played again")))?;
    Ok((record, run.plan().edition))
}

/// Some games of a finished run, of all or of one number of players, evenly spaced over all blocks, line-ups and
/// rotations.
pub(in crate::cli) fn sample(
    path: &Path,
    count: u64,
    players: Option<usize>,
    trust: Trust,
) -> Result<impl Iterator<Item = Result<(Record, Edition), Failure>>, Failure> {
    let run = open_run(path)?;
    let refuse = |problem: &str| Failure::Usage(anyhow!("{}: {problem}", path.display()));
    if !run.is_over() {
        return Err(refuse("the run is not over; finish it first (`--resume`)"));
    }
    run.check_no_gap().map_err(run_failure)?;
    let only = players.map(|_| choose_size(run.plan(), players)).transpose().map_err(|problem| refuse(&problem))?;
    let of_table = move |run: &Run, table_index: TableIndex| {
        let (first, last) = run.blocks(table_index);
        let games = (last - first) * run.plan().schedules[table_index].games_per_block();
        if only.is_none_or(|only| only == table_index) { games } else { 0 }
    };
    let all: u64 = run.plan().schedules.indices().map(|table_index| of_table(&run, table_index)).sum();
    if count > all {
        return Err(refuse(&format!("--sample {count}: there are only {all} games")));
    }
    trust.check(&path.display().to_string(), &run.plan().entrants)?;
    let game = move |number: u64| {
        let mut index = (u128::from(2 * number + 1) * u128::from(all) / u128::from(2 * count)) as u64;
        for (table_index, schedule) in run.plan().schedules.entries() {
            let (own, each) = (of_table(&run, table_index), schedule.games_per_block());
            if index < own {
                let players = schedule.players.count();
                let within = (index % each) as usize;
                let block = run.blocks(table_index).0 + index / each;
                let (line_up, rotation) = (LineUpIndex::new(within / players), within % players);
                return play_again(&run, GameAddress { table_index, line_up, block, rotation });
            }
            index -= own;
        }
        Err(Failure::Failed(anyhow!("the run has fewer games than its blocks")))
    };
    Ok((0..count).map(game))
}

/// The table size that the user has chosen.
fn choose_size(plan: &Plan, players: Option<usize>) -> Result<TableIndex, String> {
    let sizes = plan.schedules.iter().map(|schedule| schedule.players.to_string()).collect::<Vec<_>>().join(", ");
    match players {
        None if plan.schedules.len() == 1 => Ok(TableIndex::FIRST),
        None => Err(format!("it has games of {sizes} players; choose with --players")),
        Some(players) => {
            plan.table_index(players).ok_or_else(|| format!("it has no games of {players} players, only of {sizes}"))
        }
    }
}

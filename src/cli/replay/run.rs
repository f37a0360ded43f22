//! A game of a run, played again from the manifest alone.

use std::fmt;
use std::path::Path;

use anyhow::{Error, anyhow};

use crate::arena::{GamePlace, Plan, State, record_game};
use crate::cli::Failure;
use crate::cli::bots::host_of_run;
use crate::cli::trust::Trust;
use crate::game::Edition;
use crate::records::Record;
use crate::runs::{RunFolder, plan_in};

/// Where a game is in its run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) struct Address {
    pub(in crate::cli) block: u64,
    pub(in crate::cli) rotation: usize,
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.block, self.rotation)
    }
}

/// `17:1`.
pub(in crate::cli) fn parse_address(text: &str) -> Result<Address, String> {
    let parts = text
        .split_once(':')
        .and_then(|(block, rotation)| Some(Address { block: block.parse().ok()?, rotation: rotation.parse().ok()? }));
    parts.ok_or_else(|| "expected a block and a rotation, like 17:1".to_owned())
}

/// Plays the game again.
pub(in crate::cli) fn find(
    path: &Path,
    address: Address,
    line_up: Option<usize>,
    players: Option<usize>,
    trust: Trust,
) -> Result<(Record, Edition), Failure> {
    let (folder, manifest) = RunFolder::open(path).map_err(|error| Failure::Usage(Error::new(error)))?;
    let refuse = |problem: String| Failure::Usage(anyhow!("{}: {problem}", path.display()));
    let plan = plan_in(&manifest).map_err(refuse)?;
    let size = choose_size(&plan, players).map_err(refuse)?;
    let schedule = &plan.schedules[size];
    let line_up = match (line_up, schedule.line_ups.len()) {
        (None, 1) => 0,
        (None, many) => {
            return Err(refuse(format!("it has {many} line-ups; choose one with --lineup, 0 to {}", many - 1)));
        }
        (Some(line_up), many) if line_up < many => line_up,
        (Some(line_up), many) => {
            return Err(refuse(format!("there is no line-up {line_up}; they are 0 to {}", many - 1)));
        }
    };
    let (first, last) = plan.range(size);
    let last = manifest.result.as_ref().map_or(last, |result| first + result.blocks[size]);
    if first == last {
        return Err(refuse(format!("this part of a run has no games of {} players", schedule.players)));
    }
    if !(first..last).contains(&address.block) {
        return Err(refuse(format!("there is no block {}; they are {first} to {}", address.block, last - 1)));
    }
    if address.rotation >= schedule.players.count() {
        let most = schedule.players.count() - 1;
        return Err(refuse(format!("there is no rotation {}; they are 0 to {most}", address.rotation)));
    }
    trust.check(&path.display().to_string(), schedule.line_ups[line_up].iter().map(|&chair| &plan.entrants[chair]))?;
    // Who was disqualified in the course of the run is part of its state.
    let saved = folder.file(RunFolder::state_file(&manifest)).is_file();
    let state = if saved { folder.load_state(&manifest, &plan)?.0 } else { State::new(&plan) };
    let shut_out = state.shut_out(size, address.block);
    let place = GamePlace { size, line_up, block: address.block, rotation: address.rotation };
    let line = record_game(&plan, place, &shut_out, &host_of_run(folder.path()));
    let record = line.and_then(|line| Record::from_line(&line).ok());
    let record = record.ok_or_else(|| Failure::Failed(anyhow!("the game could not be played again")))?;
    Ok((record, plan.edition))
}

/// Some games of a run that is over, of all or of one number of players, at equal distances from its beginning to its end,
/// over all line-ups and rotations.
pub(in crate::cli) fn sample(
    path: &Path,
    count: u64,
    players: Option<usize>,
    trust: Trust,
) -> Result<impl Iterator<Item = Result<(Record, Edition), Failure>>, Failure> {
    let (_, manifest) = RunFolder::open(path).map_err(|error| Failure::Usage(Error::new(error)))?;
    let refuse = |problem: &str| Failure::Usage(anyhow!("{}: {problem}", path.display()));
    let plan = plan_in(&manifest).map_err(|problem| refuse(&problem))?;
    let result = manifest.result.ok_or_else(|| refuse("the run is not over; go on with it first"))?;
    let only = players.map(|_| choose_size(&plan, players)).transpose().map_err(|problem| refuse(&problem))?;
    let of_size = move |plan: &Plan, size: usize| {
        if only.is_none_or(|only| only == size) {
            result.blocks[size] * plan.schedules[size].games_per_block()
        } else {
            0
        }
    };
    let all: u64 = (0..plan.schedules.len()).map(|size| of_size(&plan, size)).sum();
    if count > all {
        return Err(refuse(&format!("--sample {count}: there are {all} games only")));
    }
    // Asked once, and not for every game.
    trust.check(&path.display().to_string(), &plan.entrants)?;
    let trust = Trust::given();
    let path = path.to_owned();
    let game = move |number: u64| {
        let mut index = (u128::from(2 * number + 1) * u128::from(all) / u128::from(2 * count)) as u64;
        for (size, schedule) in plan.schedules.iter().enumerate() {
            let (own, each) = (of_size(&plan, size), schedule.games_per_block());
            if index < own {
                let players = schedule.players.count();
                let within = (index % each) as usize;
                let block = plan.range(size).0 + index / each;
                let address = Address { block, rotation: within % players };
                return find(&path, address, Some(within / players), Some(players), trust);
            }
            index -= own;
        }
        Err(Failure::Failed(anyhow!("the manifest counts more games than its blocks have")))
    };
    Ok((0..count).map(game))
}

/// The place of a number of players in the plan.
fn choose_size(plan: &Plan, players: Option<usize>) -> Result<usize, String> {
    let sizes: Vec<usize> = plan.schedules.iter().map(|schedule| schedule.players.count()).collect();
    match players {
        None if sizes.len() == 1 => Ok(0),
        None => Err(format!("it has games of {sizes:?} players; choose with --players")),
        Some(players) => {
            let place = sizes.iter().position(|&size| size == players);
            place.ok_or_else(|| format!("it has no games of {players} players, only of {sizes:?}"))
        }
    }
}

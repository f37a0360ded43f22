//! `karteneck ceiling`: how much an entrant would win if it were told all hands.

use anyhow::Error;
use clap::Args;

use super::entrants::{HELP, find_entrants};
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::messages::note;
use super::numbers::count;
use super::players::{Sizes, parse_sizes};
use super::progress::Progress;
use super::rows::RowFormat;
use super::threads::Threads;
use crate::arena::{WorkOptions, WorkThreads};
use crate::game::Seed;
use crate::report::{ceiling_json, ceiling_rows, ceiling_table};
use crate::solving::{Ceiling, CeilingError, Informed};

/// Show how much an entrant would win if it were told all hands
///
/// One at each table is told all hands before each of its moves, and searches in the one world in which they are what they are; what is drawn and
/// turned up stays hidden. The others are the same entrant and are told nothing. Every deal is played with the one that is told on each seat. What it
/// wins over a fair share is what perfect inference of hands would add to this search.
#[derive(Args, Debug)]
#[command(after_help = format!("\
Examples:
  karteneck ceiling champion:iterations=300 --blocks 500
  karteneck ceiling swift expert --players 2,4

{HELP}
docs/STRENGTH.md has what was found for the shipped entrants."))]
pub(super) struct Arguments {
    /// The entrants: trees, which search in imagined worlds
    #[arg(value_name = "ENTRANT", required = true)]
    entrants: Vec<String>,
    /// The number of players, from 2 to 6; may be several
    #[arg(long, value_name = "N", default_value = "2", value_parser = parse_sizes, allow_hyphen_values = true)]
    players: Sizes,
    /// The number of deals, each played with the one that is told on each seat
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = count("blocks", 1..=1_000_000), allow_hyphen_values = true)]
    blocks: u64,
    /// The seed of the deals, which are those of a match with this seed
    #[arg(long, value_name = "S", default_value = "1", allow_hyphen_values = true)]
    seed: Seed,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    format: RowFormat,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let entrants = find_entrants(&arguments.entrants)?;
    let sizes = &arguments.players.0;
    let with_sizes = |entrant| sizes.iter().map(move |&players| Ceiling { entrant, players, seed: arguments.seed });
    let ceilings: Vec<Ceiling<'_>> = entrants.iter().flat_map(with_sizes).collect();
    ceilings.iter().try_for_each(Ceiling::check).map_err(failure)?;
    let interrupt = Interrupt::listen_alone("what was finished is shown");
    let threads = WorkThreads::start(arguments.threads.number())?;
    let blocks = arguments.blocks * ceilings.len() as u64;
    let progress = Progress::of("blocks", blocks);
    let options = WorkOptions { should_stop: &|| interrupt.has_come(), on_done: &|| progress.add(1) };
    let mut informed = Vec::new();
    for ceiling in &ceilings {
        progress.tell(&ceiling.entrant.name);
        informed.push(threads.work(|| ceiling.play(arguments.blocks, &options)).map_err(failure)?);
    }
    drop(progress);
    informed.retain(|one| one.wins.count > 0);
    let finished = informed.iter().map(|one| one.wins.count).sum::<u64>();
    print(arguments, &informed, finished == blocks)?;
    if finished < blocks {
        return Err(Failure::unfinished(finished as usize, blocks as usize, "block"));
    }
    Ok(())
}

fn print(arguments: &Arguments, informed: &[Informed], is_complete: bool) -> Result<(), Failure> {
    let (rows, json) = (|| ceiling_rows(informed), || ceiling_json(arguments.seed, informed, is_complete));
    if !informed.is_empty() && arguments.format.print(|| ceiling_table(informed), rows, json)? {
        note(format_args!(
            "wins: of the one that is told all hands, with a 95 % interval; fair: of one that knows no more than the others"
        ));
    }
    Ok(())
}

/// What cannot be told anything is a wrong argument.
fn failure(error: CeilingError) -> Failure {
    Failure::Usage(Error::new(error))
}

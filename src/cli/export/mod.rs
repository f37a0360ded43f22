//! `karteneck export`: the games of a run as one table for other programs.

mod games;
mod sink;

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use self::games::{Games, Selection};
use self::sink::Sink;
use super::analyze::{find_policy, worlds};
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::messages::note;
use super::numbers::{count, index, seed_number};
use super::players::parse_players;
use super::progress::Progress;
use super::threads::Threads;
use super::trust::Trust;
use crate::analysis::{Judge, JudgeOptions};
use crate::arena::{MAX_BLOCKS, MAX_LINE_UPS, WorkThreads};
use crate::entrants::Entrant;
use crate::export::{ExportTable, FlatGame, in_order};
use crate::game::Players;

/// Write the games of a run as one table: a row for each seat, move or decision
///
/// The table is a CSV file that data frames and databases read, compressed if its name ends in .gz. Games whose records were all kept
/// are read from them; others are played again from the manifest, on all threads. The same arguments give the same rows in the same
/// order. docs/EXPORT.md describes all columns.
#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("table").required(true))]
#[expect(clippy::struct_excessive_bools, reason = "every switch of the command line is a bool")]
#[command(after_help = "\
Examples:
  karteneck export results/tournament-001 --games --out games.csv
  karteneck export results/tournament-001 --moves --players 4 --out moves.csv.gz
  karteneck export results/match-001 --decisions --blocks 1000 --out decisions.csv.gz
  karteneck export results/match-001 --decisions --blocks 10 --chances 100 --out judged.csv
  karteneck export games.jsonl --games --out - | head")]
pub(super) struct Arguments {
    /// The folder of a run, or a file of records; `-` for records from stdin
    #[arg(value_name = "RUN|FILE", allow_hyphen_values = true)]
    source: String,
    /// A row for each game and seat: how it ended, and what the seat did
    #[arg(long, group = "table")]
    games: bool,
    /// A row for each move: what was done, and what came of it
    #[arg(long, group = "table")]
    moves: bool,
    /// A row for each decision: what the seat on turn saw, as numbers, and what it chose
    #[arg(long, group = "table")]
    decisions: bool,
    /// The file to write; compressed if it ends in .gz; `-` for stdout
    #[arg(long, value_name = "FILE.csv[.gz]", allow_hyphen_values = true)]
    out: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
    /// Only games of this number of players
    #[arg(long, value_name = "N", value_parser = parse_players, allow_hyphen_values = true)]
    players: Option<Players>,
    /// Only games of this line-up (lineups.csv numbers them)
    #[arg(long, value_name = "L", value_parser = index("line-up", 0..=MAX_LINE_UPS), allow_hyphen_values = true)]
    lineup: Option<u64>,
    /// Only the first K blocks of each number of players
    #[arg(long, value_name = "K", value_parser = count("blocks", 1..=MAX_BLOCKS), allow_hyphen_values = true)]
    blocks: Option<u64>,
    /// Only games whose records were kept: nothing is played again
    #[arg(long)]
    kept: bool,
    /// Add what every move was worth: its chance to win and its loss, tried in this many worlds
    #[arg(long, value_name = "W", conflicts_with = "games", value_parser = worlds(), allow_hyphen_values = true)]
    chances: Option<u64>,
    /// The strategy that continues for all seats in these worlds
    #[arg(long, value_name = "ENTRANT", default_value = "tuned", requires = "chances")]
    policy: String,
    /// The seed of the luck in these worlds
    #[arg(long, value_name = "S", default_value_t = 1, requires = "chances", value_parser = seed_number, allow_hyphen_values = true)]
    seed: u64,
    /// The TOML file of the worm table, for a file of records played with another one
    #[arg(long, value_name = "FILE")]
    edition: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    trust: Trust,
}

/// Rows of a game, and how many games and rows they are.
#[derive(Default)]
struct Piece {
    bytes: Vec<u8>,
    games: u64,
    rows: u64,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let judge = arguments.judge()?;
    let selection = Selection { players: arguments.players, line_up: arguments.lineup, blocks: arguments.blocks };
    let games = Games::open(&arguments.source, selection, arguments)?;
    let table = arguments.table(games.seats());
    let mut sink = Sink::open(&arguments.out, arguments.force)?;
    let threads = WorkThreads::start(arguments.threads.number())?;
    let interrupt = Interrupt::listen("nothing is written");
    let stopped = || Failure::Interrupted(anyhow!("{} was not written", arguments.out.display()));
    sink.write(&table.header())?;
    let (mut all, mut rows) = (0, 0);
    let player = games.player(threads.count(), &sink.paths());
    let work = |piece| {
        let mut done = Piece::default();
        for flat in player.play(piece, &|| interrupt.has_come(), &stopped)? {
            let flat = judged(flat, judge.as_ref(), &interrupt, &stopped)?;
            done.bytes.extend(table.rows(&flat));
            done.rows += table.count(&flat) as u64;
            done.games += 1;
        }
        Ok(done)
    };
    let pieces = games.pieces()?;
    let progress = Progress::of("games", games.count());
    let done = in_order(&threads, pieces, work, |done| {
        (all, rows) = (all + done.games, rows + done.rows);
        progress.set(all);
        sink.write(&done.bytes)
    });
    drop(progress);
    done?;
    if all == 0 {
        return Err(games.nothing());
    }
    sink.finish()?;
    note(format_args!("{rows} rows of {all} games are in {}", arguments.out.display()));
    Ok(())
}

impl Arguments {
    fn table(&self, seats: usize) -> ExportTable {
        let with_chances = self.chances.is_some();
        match (self.games, self.moves) {
            (true, _) => ExportTable::games(),
            (_, true) => ExportTable::moves(with_chances),
            _ => ExportTable::decisions(seats, with_chances),
        }
    }

    /// Who judges the moves, if that is wanted.
    fn judge(&self) -> Result<Option<(Entrant, u64, u64)>, Failure> {
        let Some(worlds) = self.chances else { return Ok(None) };
        Ok(Some((find_policy(&self.policy)?, worlds, self.seed)))
    }
}

/// A game with what its moves were worth, if that is wanted.
fn judged(
    flat: FlatGame,
    judge: Option<&(Entrant, u64, u64)>,
    interrupt: &Interrupt,
    stopped: &dyn Fn() -> Failure,
) -> Result<FlatGame, Failure> {
    let Some((policy, worlds, seed)) = judge else { return Ok(flat) };
    let judge = Judge { policy, worlds: *worlds, seed: *seed };
    let options = JudgeOptions { should_stop: &|| interrupt.has_come(), on_world: &|| {} };
    flat.judged(|view, mv| judge.judge_with(&options, view, Some(mv))?.ok_or_else(stopped))
}

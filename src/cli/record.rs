//! `karteneck record`: plays games and writes their records.

use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, anyhow};
use clap::Args;

use super::Failure;
use super::edition::edition_or_default;
use super::interrupt::Interrupt;
use super::output::Output;
use crate::game::{DealKey, Edition, Game, PerSeat, Players, Seat};
use crate::records::{Heading, Record, Recorder, edition_hash};

/// Play games of uniformly random strategies and write their records, one JSON line each
///
/// The same arguments give the same bytes. A record is everything that happened in a game; `karteneck replay` shows it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck record --players 3 --seed 7
  karteneck record --players 6 --games 1000 --seed 42 --out games.jsonl")]
pub(super) struct Arguments {
    /// How many play, 2 to 6
    #[arg(long, value_name = "N", default_value = "2", value_parser = parse_players, allow_negative_numbers = true)]
    players: Players,
    /// How many games
    #[arg(long, value_name = "G", default_value_t = 1, allow_negative_numbers = true)]
    games: u64,
    /// The seed of all luck
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,
    /// The seat that begins: its number, or `random` for one from the seed
    #[arg(long, value_name = "SEAT", default_value = "random", allow_negative_numbers = true)]
    first: First,
    /// A TOML file with another worm table
    #[arg(long, value_name = "FILE")]
    edition: Option<PathBuf>,
    /// Write to this file instead of stdout
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "out")]
    force: bool,
}

/// Who begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum First {
    Random,
    Chosen(Seat),
}

impl FromStr for First {
    type Err = String;

    fn from_str(text: &str) -> Result<First, String> {
        if text == "random" {
            return Ok(First::Random);
        }
        let seat = text.parse().ok().and_then(Seat::new);
        seat.map(First::Chosen).ok_or_else(|| "expected a seat from 0 to 5, or `random`".to_owned())
    }
}

pub(super) fn parse_players(text: &str) -> Result<Players, String> {
    text.parse().ok().and_then(Players::new).ok_or_else(|| "expected a number of players from 2 to 6".to_owned())
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let plan = Plan::resolve(arguments)?;
    let mut output = Output::open(arguments.out.as_deref(), arguments.force)?;
    let interrupt = Interrupt::listen();
    for game in 0..arguments.games {
        if interrupt.has_come() {
            output.finish()?;
            return Err(Failure::Interrupted(anyhow!("the first {game} of {} games are written", arguments.games)));
        }
        let line = plan.play(game).to_line();
        writeln!(output, "{line}").context("cannot write the record")?;
    }
    output.finish()
}

/// The arguments, resolved.
struct Plan {
    players: Players,
    seed: u64,
    first: First,
    edition: Edition,
    edition_hash: Option<String>,
}

impl Plan {
    fn resolve(arguments: &Arguments) -> Result<Plan, Failure> {
        let players = arguments.players;
        if let First::Chosen(seat) = arguments.first
            && !players.includes(seat)
        {
            let last = players.count() - 1;
            return Err(Failure::Usage(anyhow!("--first {seat}: with {players} players the seats are 0 to {last}")));
        }
        let edition = edition_or_default(arguments.edition.as_deref())?;
        let edition_hash = (edition != Edition::default()).then(|| edition_hash(&edition));
        Ok(Plan { players, seed: arguments.seed, first: arguments.first, edition, edition_hash })
    }

    fn play(&self, number: u64) -> Record {
        let key = DealKey::new(self.seed, number);
        let first = match self.first {
            First::Random => key.first_seat(self.players),
            First::Chosen(seat) => seat,
        };
        let mut luck = key.deal(self.players);
        let mut recorder = Recorder::new(self.players);
        let mut game = Game::start_watched(self.players, first, self.edition, &mut luck, &mut recorder);
        let mut decisions = PerSeat::all(0);
        while !game.table().is_over() {
            let seat = game.table().turn();
            game.play_random(&mut key.choices(seat, decisions[seat]), &mut luck, &mut recorder);
            decisions[seat] += 1;
        }
        let heading = Heading {
            seed: self.seed,
            game: number,
            edition: self.edition_hash.clone(),
            strategies: vec!["random".to_owned(); self.players.count()],
            ..Heading::default()
        };
        recorder.finish(heading, &game)
    }
}

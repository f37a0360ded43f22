//! `karteneck record`: plays games and writes their records.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;

use super::bots::{host_in, tell_logs, tell_protection};
use super::edition::edition_or_default;
use super::entrants::{HELP, seat_entrants, seat_players};
use super::failure::Failure;
use super::first::FirstSeat;
use super::interrupt::Interrupt;
use super::json::print_json;
use super::messages::{note, say};
use super::numbers::{MAX_GAMES, count};
use super::output::Output;
use super::players::parse_players;
use super::progress::{Progress, beside_the_bar};
use super::seed::{SeedOption, tell_seal, warn_if_guessable};
use crate::arena::{GameFault, MAX_FAULTS, Played, Player, RunSeed, Setup, play_game_until};
use crate::bots::BotHost;
use crate::entrants::Entrant;
use crate::game::{DealKey, Edition, Players};
use crate::records::words::quoted;
use crate::records::{Heading, Record, Recorder, edition_hash};
use crate::report::{RecordSummary, record_json};
use crate::strategies::FaultKind;
use crate::tables::RecordTally;

/// Play games between entrants and write their records, one JSON line each
///
/// The first entrant sits on seat 0, the next one on seat 1, and so on. The same arguments give the same bytes. A record
/// is everything that happened in a game; `karteneck replay` shows it.
#[derive(Args, Debug)]
#[command(after_help = format!("\
Examples:
  karteneck record greedy steal-hunter monte-carlo:rollouts=100 --games 10 --seed 1
  karteneck record heuristic --players 4 --games 1000 --out games.jsonl
  karteneck record greedy 'process:python3 scripts/bots/simple.py'

{HELP}"))]
pub(super) struct Arguments {
    /// Who plays, one for each seat; a single one takes all seats
    #[arg(value_name = "ENTRANT", default_value = "random")]
    entrants: Vec<String>,
    /// The number of players, 2 to 6, if it is not the number of entrants
    #[arg(long, value_name = "N", value_parser = parse_players, allow_hyphen_values = true)]
    players: Option<Players>,
    /// The number of games
    #[arg(long, value_name = "G", default_value_t = 1, value_parser = count("games", 1..=MAX_GAMES), allow_hyphen_values = true)]
    games: u64,
    /// The seed of all luck; `random` draws one that cannot be guessed, and reveals it at the end
    #[arg(long, value_name = "S", default_value = "1", allow_hyphen_values = true)]
    seed: SeedOption,
    /// The seat that begins: its number, or `random` for one from the seed
    #[arg(long, value_name = "SEAT", default_value = "random", allow_hyphen_values = true)]
    first: FirstSeat,
    /// A TOML file with another worm table
    #[arg(long, value_name = "FILE")]
    edition: Option<PathBuf>,
    /// Write to this file instead of stdout
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "out")]
    force: bool,
    /// Keep what programs write to stderr in this folder
    #[arg(long, value_name = "DIR")]
    logs: Option<PathBuf>,
    /// Print one JSON object about the games: who won how often (docs/JSON.md)
    #[arg(long, requires = "out")]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let plan = RecordPlan::resolve(arguments)?;
    let mut output = Output::open(arguments.out.as_deref(), arguments.force)?;
    let host = host_in(arguments.logs.as_deref(), &output.paths())?;
    tell_protection(&plan.entrants, &host);
    let interrupt = Interrupt::listen("the finished games are being saved");
    warn_if_guessable(plan.seed, &plan.entrants);
    if plan.seed.is_sealed() {
        tell_seal(plan.seed);
    }
    let done = plan.play_all(arguments.games, &host, &interrupt, &mut output);
    tell_logs(&host);
    let tally = done?;
    let written = tally.games();
    if plan.seed.is_sealed() {
        output = output.unseal(plan.seed.seed())?;
        note(format_args!("the seed was {}", plan.seed.seed()));
    }
    output.finish()?;
    if let Some(path) = &arguments.out {
        if arguments.json {
            print_json(&plan.summary(path, arguments.games, &tally))?;
        }
        let games = if written == 1 { "game is" } else { "games are" };
        let file = quoted(&path.display().to_string());
        note(format_args!("{written} {games} in {}; to show one: karteneck replay {file}", path.display()));
    }
    if written < arguments.games {
        return Err(Failure::Interrupted(anyhow!("the first {written} of {} games are written", arguments.games)));
    }
    Ok(())
}

/// The arguments, resolved.
struct RecordPlan {
    entrants: Vec<Entrant>,
    players: Players,
    seed: RunSeed,
    first: FirstSeat,
    edition: Edition,
    edition_hash: Option<String>,
}

impl RecordPlan {
    fn resolve(arguments: &Arguments) -> Result<RecordPlan, Failure> {
        let (players, entrants) = seat_entrants(&arguments.entrants, arguments.players)?;
        arguments.first.check(players)?;
        let edition = edition_or_default(arguments.edition.as_deref())?;
        let edition_hash = (edition != Edition::default()).then(|| edition_hash(&edition));
        Ok(RecordPlan {
            entrants,
            players,
            seed: arguments.seed.resolve()?,
            first: arguments.first,
            edition,
            edition_hash,
        })
    }

    /// Plays and writes games; returns how they ended.
    fn play_all(
        &self,
        games: u64,
        host: &BotHost,
        interrupt: &Interrupt,
        output: &mut Output,
    ) -> Result<RecordTally, Failure> {
        let mut tally = RecordTally::default();
        let mut line_up = match seat_players(&self.entrants, host) {
            Err(_) if interrupt.has_come() => return Ok(tally),
            seated => seated?,
        };
        let mut conduct = Conduct::default();
        let progress = Progress::of("games", games);
        for number in 0..games {
            let Some(played) = self.play(number, &mut line_up, &mut conduct, interrupt) else { break };
            let (record, played) = played;
            let written = beside_the_bar(|| writeln!(output, "{}", record.to_line()).and_then(|()| output.show()));
            written.context("cannot write the record")?;
            tally.add(&played);
            progress.add(1);
        }
        Ok(tally)
    }

    /// What was written, and who won how often.
    fn summary(&self, file: &Path, wanted: u64, tally: &RecordTally) -> String {
        let names = self.names();
        record_json(&RecordSummary { file, seed: self.seed.seed(), wanted, names: &names, tally })
    }

    /// Who sits on which seat.
    fn names(&self) -> Vec<String> {
        self.entrants.iter().map(|entrant| entrant.name.clone()).collect()
    }

    /// Plays a game, unless it is interrupted.
    fn play(
        &self,
        number: u64,
        line_up: &mut [Player],
        conduct: &mut Conduct,
        interrupt: &Interrupt,
    ) -> Option<(Record, Played)> {
        let key = DealKey::new(self.seed.seed(), number);
        let first = self.first.seat(key, self.players);
        let setup = Setup { key, players: self.players, first, edition: self.edition };
        let mut recorder = Recorder::new(self.players);
        let played = play_game_until(&|| interrupt.has_come(), &setup, line_up, &mut recorder)?;
        for game_fault in &played.game_faults {
            conduct.judge(number, game_fault, line_up);
        }
        let heading = Heading {
            seed: self.seed.name(),
            game: number,
            edition: self.edition_hash.clone(),
            position: None,
            extra: played.notes(),
            strategies: self.names(),
        };
        Some((recorder.finish(heading, &played.game), played))
    }
}

/// Counts faults, reports them, and disqualifies players with too many.
#[derive(Default)]
struct Conduct(BTreeMap<String, u32>);

impl Conduct {
    fn judge(&mut self, game: u64, game_fault: &GameFault, line_up: &mut [Player]) {
        let GameFault { seat, round, turn, fault } = game_fault;
        if fault.kind() == FaultKind::Disqualified {
            return;
        }
        let name = line_up[seat.index()].name().to_owned();
        let line = game + 1;
        say(format_args!(
            "fault of {name} in game {game} (line {line}), seat {seat}, round {round}, move {turn}: {fault}"
        ));
        let faults = self.0.entry(name.clone()).or_default();
        *faults += 1;
        if *faults == MAX_FAULTS {
            say(format_args!("{name} is disqualified: it passes from now on and is scored last"));
            line_up.iter_mut().filter(|player| player.name() == name).for_each(Player::disqualify);
        }
    }
}

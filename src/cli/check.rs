//! `karteneck check`: the audit that a strategy must pass.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::allocations::allocations;
use super::bots::{host_in, tell_logs, tell_protection};
use super::entrants::{HELP, find_entrant};
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::json::{JsonOption, print_json};
use super::numbers::{MAX_GAMES, count};
use super::paint::Paint;
use super::progress::Progress;
use super::screen::columns;
use super::seed::draw_seed;
use crate::arena::Player;
use crate::audit::{Audit, AuditPoint, AuditVerdict, Scope, audit_watched};
use crate::entrants::Entrant;
use crate::game::Seed;
use crate::report::{TextTable, audit_json};

/// Examine an entrant: legal, reproducible, without memory, without peeking
///
/// It plays full games at every number of players. Every game is played again by a newcomer, by a veteran of all other
/// games, and once more with each decision in another world that looks the same from its seat: every move must be the
/// same. Time and allocations for each decision are reported. A program must also do no better under a seed that it could
/// find by brute force than under one that it cannot find.
#[derive(Args, Debug)]
#[command(after_help = format!("\
Examples:
  karteneck check heuristic
  karteneck check monte-carlo:rollouts=50 --games 5
  karteneck check 'process:python3 scripts/bots/simple.py'

{HELP}"))]
pub(super) struct Arguments {
    /// The entrant to examine
    #[arg(value_name = "ENTRANT")]
    entrant: String,
    /// Games at each number of players
    #[arg(long, value_name = "G", default_value_t = 8, value_parser = count("games", 1..=MAX_GAMES), allow_hyphen_values = true)]
    games: u64,
    /// The seed of all luck; a program is examined under one that cannot be guessed, and compared with how it does under this one
    #[arg(long, value_name = "S", default_value = "1", allow_hyphen_values = true)]
    seed: Seed,
    /// Keep what programs write to stderr in this folder
    #[arg(long, value_name = "DIR")]
    logs: Option<PathBuf>,
    #[command(flatten)]
    json: JsonOption,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let entrant = find_entrant(&arguments.entrant)?;
    let host = host_in(arguments.logs.as_deref(), &[])?;
    tell_protection([&entrant], &host);
    Interrupt::leave_at_once();
    let scope = scope(arguments, &entrant)?;
    let progress = Progress::of("games", None);
    let result = audit_watched(&|| Player::new(&entrant, &host), &scope, allocations, &|news| {
        progress.set_all(news.of);
        progress.set(news.games);
    });
    drop(progress);
    if arguments.json.is_wanted() {
        print_json(&audit_json(&entrant.name, arguments.games, arguments.seed, &result))?;
    } else {
        print(&entrant.name, &result)?;
    }
    tell_logs(&host);
    if result.passed() { Ok(()) } else { Err(Failure::Failed(anyhow!("{} does not pass the audit", entrant.name))) }
}

/// A program is examined under a seed that it cannot find, and under one that it could.
fn scope(arguments: &Arguments, entrant: &Entrant) -> Result<Scope, Failure> {
    let (games, seed) = (arguments.games, arguments.seed);
    if !entrant.is_process() {
        return Ok(Scope { games, seed, guessable: Vec::new() });
    }
    // The given one, and two random ones: a program must not know where it is watched.
    let mut guessable: Vec<Seed> = Some(seed).filter(|seed| seed.short().is_some()).into_iter().collect();
    for below in [1_000, 1_000_000] {
        guessable.push(Seed::new(draw_seed()?.number() % below));
    }
    Ok(Scope { games, seed: draw_seed()?, guessable })
}

fn print(name: &str, result: &Audit) -> io::Result<()> {
    let (mut out, paint) = (io::stdout().lock(), Paint::stdout());
    writeln!(out, "audit of {name}")?;
    let row = |point: &AuditPoint| {
        vec![format!("  {:8}", word(point.verdict)), point.question.to_owned(), point.evidence.clone()]
    };
    let table = TextTable::with_prose(result.points.iter().map(row).collect()).within(columns());
    for line in table.lines() {
        writeln!(out, "{}", paint.verdict(line))?;
    }
    let verdict = if result.passed() { AuditVerdict::Passed } else { AuditVerdict::Failed };
    writeln!(out, "verdict: {}", paint.verdict(word(verdict)))?;
    out.flush()
}

const fn word(verdict: AuditVerdict) -> &'static str {
    match verdict {
        AuditVerdict::Passed => "passed",
        AuditVerdict::Failed => "FAILED",
        AuditVerdict::Skipped => "skipped",
        AuditVerdict::Measured => "measured",
    }
}

//! Records from files and pipes.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Error, anyhow};
use clap::Args;

use super::Failure;
use super::numbers::index;
use super::players::parse_players;
use super::replay::{BlockRotation, find_in_run, parse_address};
use super::run::{folder_of, open_run, some_address};
use super::trust::Trust;
use crate::arena::{LineUpIndex, MAX_LINE_UPS};
use crate::files::lines_of;
use crate::game::{Edition, Players};
use crate::records::words::quoted;
use crate::records::{Record, edition_hash};

/// Which game a command is about.
#[derive(Args, Debug)]
pub(super) struct WhichGame {
    /// A file of records, optionally with a line; `-` for stdin; or the folder of a run
    #[arg(value_name = "FILE[:LINE]|RUN", allow_hyphen_values = true)]
    record: Option<String>,
    /// The game of a run: its block and its rotation
    #[arg(value_name = "BLOCK:ROTATION", value_parser = parse_address)]
    address: Option<BlockRotation>,
    /// The folder of a run, if it is not named first
    #[arg(long, value_name = "RUN")]
    run: Option<String>,
    /// The line-up of the game, where a run has several (lineups.csv numbers them)
    #[arg(long, value_name = "L", value_parser = index("line-up", 0..=MAX_LINE_UPS), allow_hyphen_values = true)]
    lineup: Option<u64>,
    /// The number of players, where a run has several
    #[arg(long, value_name = "N", value_parser = parse_players, allow_hyphen_values = true)]
    players: Option<Players>,
    #[command(flatten)]
    pub(super) trust: Trust,
}

/// What the arguments name.
pub(super) enum Named<'a> {
    /// A file of records.
    Records(&'a str),
    /// A whole run.
    Run(&'a str),
    /// A game of a run.
    Game { run: &'a str, address: BlockRotation },
}

impl WhichGame {
    /// The chosen number of players.
    pub(super) fn players(&self) -> Option<usize> {
        self.players.map(Players::count)
    }

    fn lineup(&self) -> Option<LineUpIndex> {
        self.lineup.map(|line_up| LineUpIndex::new(line_up as usize))
    }

    /// The command that shows a game of a run.
    pub(super) fn command(&self, run: &str, address: BlockRotation) -> String {
        run_game_command(run, address, self.lineup(), self.players())
    }

    /// What is named.
    pub(super) fn named(&self) -> Result<Named<'_>, Failure> {
        let named = match (self.run.as_deref(), self.record.as_deref(), self.address) {
            (Some(run), None, None) => Named::Run(run),
            (Some(run), Some(text), None) => Named::Game { run, address: address_in(text)? },
            (None, Some(run), Some(address)) => Named::Game { run, address },
            (None, Some(path), None) if is_run(path) => Named::Run(path),
            (None, Some(path), None) => Named::Records(path),
            (Some(run), _, Some(_)) => {
                return Err(usage(format!("--run {run}: a run is already named; omit one")));
            }
            (None, None, _) => return Err(usage(NOTHING_NAMED.to_owned())),
        };
        // For a whole run, --players may select one number of players.
        let has_players = self.players.is_some() && matches!(named, Named::Records(_));
        if has_players || (self.lineup.is_some() && !matches!(named, Named::Game { .. })) {
            let hint = "--lineup and --players choose among the games of an address";
            return Err(usage(format!("{hint}; give the address too, like: RUN 17:1")));
        }
        Ok(named)
    }

    /// A game of a run, played again.
    pub(super) fn play_again(&self, run: &str, address: BlockRotation) -> Result<(Record, Edition), Failure> {
        find_in_run(Path::new(run), address, self.lineup(), self.players(), self.trust)
    }
}

/// The command that shows a game of a run.
pub(super) fn run_game_command(
    run: &str,
    address: BlockRotation,
    line_up: Option<LineUpIndex>,
    players: Option<usize>,
) -> String {
    let line_up = line_up.map(|line_up| format!("--lineup {line_up}"));
    let players = players.map(|players| format!("--players {players}"));
    let parts = [Some(format!("karteneck replay {} {address}", quoted(run))), line_up, players];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

const NOTHING_NAMED: &str = "name a game: FILE[:LINE] for one in a file of records, or RUN BLOCK:ROTATION for one of a run; \
                             --help has examples";

/// Whether a path is a folder, or the manifest in one.
fn is_run(path: &str) -> bool {
    Path::new(path).is_dir() || folder_of(Path::new(path)) != Path::new(path)
}

/// The error if a game is expected and a run is named; `or` is an alternative to suggest.
pub(super) fn name_a_game(command: &str, path: &str, or: &str) -> Failure {
    let run = match open_run(Path::new(path)) {
        Ok(run) => run,
        Err(failure) => return failure,
    };
    let Some(address) = some_address(run.plan()) else {
        return usage(format!("{path}: this part of a run has no games"));
    };
    usage(format!("{path} is a run; name a game of it, like: karteneck {command} {} {address}{or}", quoted(path)))
}

fn address_in(text: &str) -> Result<BlockRotation, Failure> {
    parse_address(text).map_err(|expected| usage(format!("{text}: {expected}")))
}

fn usage(problem: String) -> Failure {
    Failure::Usage(anyhow!(problem))
}

/// A line with its number.
pub(super) type Line = (usize, io::Result<String>);

/// A file, and optionally a line of it.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) line: Option<usize>,
}

impl Source {
    /// `FILE:LINE`, unless there is a file of that whole name.
    pub(super) fn parse(text: &str) -> Result<Source, Failure> {
        let whole = Source { name: text.to_owned(), line: None };
        match text.rsplit_once(':') {
            Some((name, line)) if !name.is_empty() && !Path::new(text).exists() => match line.parse() {
                Ok(0) => Err(Failure::Usage(anyhow!("{text}: lines are counted from 1"))),
                Ok(line) => Ok(Source { name: name.to_owned(), line: Some(line) }),
                Err(_) => Ok(whole),
            },
            _ => Ok(whole),
        }
    }

    fn open(&self) -> Result<Box<dyn Read + Send>, Failure> {
        if self.name == "-" {
            return Ok(Box::new(io::stdin()));
        }
        let file = File::open(&self.name).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => usage(format!("there is no file {}", self.name)),
            _ => Failure::Failed(Error::new(error).context(format!("cannot open {}", self.name))),
        })?;
        Ok(Box::new(file))
    }

    /// The requested lines, with their numbers; empty ones are skipped. A line that is not text is passed on as an
    /// error, and reading continues after it; any other error ends it.
    pub(super) fn lines(&self) -> Result<impl Iterator<Item = Line> + Send + use<>, Failure> {
        let wanted = self.line;
        let mut broken = false;
        let lines = (1..).zip(lines_of(self.open()?)).take_while(move |(_, line)| {
            let continues = !broken;
            broken = line.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::InvalidData);
            continues
        });
        let wanted = lines.filter(move |(number, _)| wanted.is_none_or(|wanted| wanted == *number));
        Ok(wanted.filter(|(_, line)| line.as_ref().map_or(true, |line| !line.trim().is_empty())))
    }

    /// Why there is no line to read.
    pub(super) fn nothing(&self) -> Failure {
        Failure::Failed(match self.line {
            Some(line) => anyhow!("{} has no record on line {line}", self.name),
            None => anyhow!("{} has no record: it is empty", self.name),
        })
    }

    pub(super) fn place(&self, line: usize) -> String {
        format!("{}:{line}", self.name)
    }
}

/// Reads one record and checks that the worm table is the one it was played with.
pub(super) fn read(line: io::Result<String>, place: &str, edition: &Edition) -> Result<Record, Failure> {
    let line = line.with_context(|| format!("{place}: cannot read the line"))?;
    let record = Record::from_line(line.trim_start_matches('\u{feff}')).with_context(|| place.to_owned())?;
    let expected = (*edition != Edition::default()).then(|| edition_hash(edition));
    if record.edition == expected {
        return Ok(record);
    }
    Err(Failure::Usage(match &record.edition {
        Some(hash) => {
            let given = expected.as_deref().unwrap_or("the default one");
            anyhow!("{place}: played with the edition {hash}, not {given}; give the TOML file of {hash} with --edition")
        }
        None => anyhow!("{place}: played with the default edition; omit --edition"),
    }))
}

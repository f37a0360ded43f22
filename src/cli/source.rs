//! Records from files and pipes.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, anyhow};
use clap::Args;

use super::Failure;
use super::replay::{Address, find_in_run, parse_address};
use crate::game::Edition;
use crate::records::{Record, edition_hash};

/// Which game a command is about.
#[derive(Args, Debug)]
pub(super) struct WhichGame {
    /// A file of records, and perhaps the line of one; `-` for stdin; or the folder of a run
    #[arg(value_name = "FILE[:LINE]|RUN", allow_hyphen_values = true)]
    pub(super) record: String,
    /// The game of a run: its block and its rotation
    #[arg(value_name = "BLOCK:ROTATION", value_parser = parse_address)]
    pub(super) address: Option<Address>,
    /// The line-up of the game, where a run has several (lineups.csv numbers them)
    #[arg(long, value_name = "L", requires = "address")]
    lineup: Option<usize>,
    /// The number of players of the game, where a run has several
    #[arg(long, value_name = "N", requires = "address")]
    players: Option<usize>,
}

impl WhichGame {
    /// The command that shows it.
    pub(super) fn command(&self) -> String {
        let address = self.address.map(|address| address.to_string());
        let line_up = self.lineup.map(|line_up| format!("--lineup {line_up}"));
        let players = self.players.map(|players| format!("--players {players}"));
        let parts = [Some(format!("karteneck replay {}", self.record)), address, line_up, players];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// The game of a run, if it is one, played again.
    pub(super) fn in_run(&self) -> Option<Result<(Record, Edition), Failure>> {
        self.address.map(|address| find_in_run(Path::new(&self.record), address, self.lineup, self.players))
    }
}

/// A line with its number.
pub(super) type Line = (usize, io::Result<String>);

/// A file, and perhaps a line of it.
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

    fn open(&self) -> Result<Box<dyn BufRead>, Failure> {
        if self.name == "-" {
            return Ok(Box::new(BufReader::new(io::stdin())));
        }
        let file = File::open(&self.name).with_context(|| format!("cannot open {}", self.name))?;
        Ok(Box::new(BufReader::new(file)))
    }

    /// The lines asked for, with their numbers; empty ones are no records. A line that is no text is passed on as an
    /// error, and reading goes on behind it; any other error ends it.
    pub(super) fn lines(&self) -> Result<impl Iterator<Item = Line>, Failure> {
        let wanted = self.line;
        let mut broken = false;
        let lines = (1..).zip(self.open()?.lines()).take_while(move |(_, line)| {
            let go_on = !broken;
            broken = line.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::InvalidData);
            go_on
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

/// Reads one record and makes sure that the worm table is the one it was played with.
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
        None => anyhow!("{place}: played with the default edition; leave --edition out"),
    }))
}

//! `karteneck replay`: shows recorded games, and finds what is wrong with them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use console::{Key, Term};

use super::Failure;
use crate::game::Edition;
use crate::records::{Record, edition_hash, read_edition, replay, transcribe};

/// Show a recorded game as a transcript
///
/// A record that breaks a rule is shown up to there, and the error names the line, the move and the rule.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck replay games.jsonl            the first game of the file
  karteneck replay games.jsonl:17         the game on line 17
  karteneck replay games.jsonl --check    no transcript, but every game checked against the rules
  karteneck record | karteneck replay -   from a pipe")]
pub(super) struct Arguments {
    /// A file of records, and perhaps the line of one; `-` for stdin
    #[arg(value_name = "FILE[:LINE]")]
    record: String,
    /// Wait for a key after each move (q ends)
    #[arg(long, conflicts_with = "check")]
    step: bool,
    /// Check every record of the file (or the one on LINE) instead of showing one
    #[arg(long)]
    check: bool,
    /// The TOML file of the worm table, for records played with another one
    #[arg(long, value_name = "FILE")]
    edition: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let source = Source::parse(&arguments.record)?;
    let edition = match &arguments.edition {
        Some(path) => read_edition(path).map_err(Failure::usage)?,
        None => Edition::default(),
    };
    if arguments.check { check(&source, &edition) } else { show(&source, &edition, arguments.step) }
}

/// A file, and perhaps a line of it.
struct Source {
    name: String,
    line: Option<usize>,
}

impl Source {
    /// `FILE:LINE`, unless there is a file of that whole name.
    fn parse(text: &str) -> Result<Source, Failure> {
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

    /// The lines asked for, with their numbers.
    fn lines(&self) -> Result<impl Iterator<Item = (usize, io::Result<String>)>, Failure> {
        let wanted = self.line;
        let lines = (1..).zip(self.open()?.lines());
        Ok(lines.filter(move |(number, _)| wanted.is_none_or(|wanted| wanted == *number)))
    }

    fn place(&self, line: usize) -> String {
        format!("{}:{line}", self.name)
    }
}

/// Reads one record and makes sure that the worm table is the one it was played with.
fn read(line: io::Result<String>, place: &str, edition: &Edition) -> Result<Record, Failure> {
    let line = line.with_context(|| format!("{place}: cannot read the line"))?;
    let record = Record::from_line(&line).with_context(|| place.to_owned())?;
    let expected = (*edition != Edition::default()).then(|| edition_hash(edition));
    if record.edition == expected {
        return Ok(record);
    }
    Err(Failure::Usage(match &record.edition {
        Some(hash) => anyhow!("{place}: played with the edition {hash}; give the TOML file of that one with --edition"),
        None => anyhow!("{place}: played with the default edition; leave --edition out"),
    }))
}

fn show(source: &Source, edition: &Edition, step: bool) -> Result<(), Failure> {
    let mut lines = source.lines()?;
    let Some((number, line)) = lines.next() else {
        return Err(match source.line {
            Some(line) => Failure::Failed(anyhow!("{} has no line {line}", source.name)),
            None => Failure::Failed(anyhow!("{} has no record: it is empty", source.name)),
        });
    };
    let place = source.place(number);
    let record = read(line, &place, edition)?;
    let transcript = transcribe(&record, edition);
    let term = Term::stdout();
    let step = step && is_interactive(source, &term);
    let mut stdout = io::stdout().lock();
    for scene in &transcript.scenes {
        stdout.write_all(scene.text.as_bytes())?;
        if step && scene.is_move && matches!(term.read_key()?, Key::Char('q') | Key::Escape | Key::CtrlC) {
            return Ok(());
        }
    }
    stdout.flush()?;
    if let Some(error) = transcript.error {
        return Err(Failure::Failed(anyhow!("{place}: {error}")));
    }
    if source.line.is_none() && lines.next().is_some() {
        eprintln!("This was the first game of {0}; for another one give its line, for example {0}:2", source.name);
    }
    Ok(())
}

/// Whether somebody can press keys.
fn is_interactive(source: &Source, term: &Term) -> bool {
    let interactive = term.is_term() && io::stdin().is_terminal() && source.name != "-";
    if !interactive {
        eprintln!("--step needs a terminal for the keys; showing the whole game");
    }
    interactive
}

fn check(source: &Source, edition: &Edition) -> Result<(), Failure> {
    let (mut good, mut bad) = (0_u64, 0_u64);
    for (number, line) in source.lines()? {
        let place = source.place(number);
        let checked = read(line, &place, edition).and_then(|record| {
            let replayed = replay(&record, edition, &mut |_| {});
            replayed.map_err(|error| Failure::Failed(anyhow!("{place}: {error}")))
        });
        match checked {
            Ok(_) => good += 1,
            Err(failure) => {
                failure.report();
                bad += 1;
            }
        }
    }
    println!("{good} records keep to the rules, {bad} do not");
    if bad > 0 {
        return Err(Failure::Failed(anyhow!("{bad} records are damaged or break a rule")));
    }
    Ok(())
}

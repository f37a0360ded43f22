//! Where the games of an export come from: a file of records, the records of a run, or a run that is played again.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, anyhow};

use super::Arguments;
use crate::arena::{GameAddress, LineUpIndex, Plan, Replayer, Schedule, TableIndex, WorkThreads};
use crate::bots::Logs;
use crate::cli::Failure;
use crate::cli::bots::host;
use crate::cli::edition::edition_or_default;
use crate::cli::messages::note;
use crate::cli::run::{open_run, run_failure};
use crate::cli::source::{Source, read};
use crate::export::FlatGame;
use crate::game::{Edition, MAX_PLAYERS, Players};
use crate::records::Record;
use crate::runs::{GAMES, Run};

/// Which games are wanted.
#[derive(Clone, Copy)]
pub(super) struct Selection {
    pub(super) players: Option<Players>,
    pub(super) line_up: Option<u64>,
    pub(super) blocks: Option<u64>,
}

/// The games of an export.
pub(super) struct Games {
    from: From,
    selection: Selection,
}

enum From {
    /// A file of records.
    File { source: Source, edition: Edition },
    /// A run: its kept records, or its games played again.
    Run { run: Box<Run>, is_kept: bool },
}

/// Something that makes the rows of one or a few games.
pub(super) enum Piece {
    Line(usize, io::Result<String>),
    /// All rotations of a block of a line-up, by the address of the first.
    Block(GameAddress),
}

impl Games {
    /// Opens a folder or a file.
    pub(super) fn open(text: &str, selection: Selection, arguments: &Arguments) -> Result<Games, Failure> {
        let path = Path::new(text);
        let is_run = path.is_dir() || path.file_name().is_some_and(|name| name == crate::runs::MANIFEST);
        let from =
            if is_run { open_folder(path, &selection, arguments)? } else { open_file(text, &selection, arguments)? };
        Ok(Games { from, selection })
    }

    /// The most seats that a game may have.
    pub(super) fn seats(&self) -> usize {
        match (&self.from, self.selection.players) {
            (_, Some(players)) => players.count(),
            (From::File { .. }, None) => MAX_PLAYERS,
            (From::Run { run, .. }, None) => {
                run.plan().schedules().iter().map(|schedule| schedule.players.count()).max().unwrap_or(MAX_PLAYERS)
            }
        }
    }

    /// How many games there are, if that is known.
    pub(super) fn count(&self) -> Option<u64> {
        let From::Run { run, is_kept } = &self.from else { return None };
        let has_all = !is_kept || run.plan().keep_every == 1;
        let Selection { players, line_up, blocks } = self.selection;
        let wanted = |schedule: &Schedule| players.is_none_or(|players| players == schedule.players);
        let games = |(table_index, schedule): (TableIndex, &Schedule)| {
            let (first, last) = run.blocks(table_index);
            let blocks = blocks.map_or(last - first, |blocks| blocks.min(last - first));
            let all = schedule.line_ups.len() as u64;
            let line_ups = line_up.map_or(all, |line_up| u64::from(line_up < all));
            if wanted(schedule) { blocks * line_ups * schedule.players.count() as u64 } else { 0 }
        };
        has_all.then(|| run.plan().schedules().entries().map(games).sum())
    }

    /// What is to be done, in the order of the rows.
    pub(super) fn pieces(&self) -> Result<Box<dyn Iterator<Item = Piece> + Send + '_>, Failure> {
        match &self.from {
            From::File { source, .. } => Ok(Box::new(source.lines()?.map(|(number, line)| Piece::Line(number, line)))),
            From::Run { run, is_kept: true } => {
                let lines = run.records().map_err(run_failure)?;
                Ok(Box::new((1..).zip(lines).map(|(number, line)| Piece::Line(number, line))))
            }
            From::Run { run, is_kept: false } => Ok(Box::new(self.blocks(run))),
        }
    }

    /// The blocks of a run that are wanted, line-up by line-up.
    fn blocks<'a>(&self, run: &'a Run) -> impl Iterator<Item = Piece> + Send + use<'a> {
        let Selection { players, line_up, blocks } = self.selection;
        let sizes = run.plan().schedules().entries();
        let wanted = sizes.filter(move |(_, schedule)| players.is_none_or(|players| players == schedule.players));
        wanted.flat_map(move |(table_index, schedule)| {
            let (first, last) = run.blocks(table_index);
            let last = blocks.map_or(last, |blocks| last.min(first.saturating_add(blocks)));
            let line_ups = schedule
                .line_ups
                .indices()
                .filter(move |own| line_up.is_none_or(|wanted| wanted == own.index() as u64));
            let of_block = move |block| {
                let piece = move |line_up| Piece::Block(GameAddress { table_index, line_up, block, rotation: 0 });
                line_ups.clone().map(piece)
            };
            (first..last).flat_map(of_block)
        })
    }

    /// Why there is no row.
    pub(super) fn nothing(&self) -> Failure {
        match &self.from {
            From::File { source, .. } if self.selection.is_all() => source.nothing(),
            _ => Failure::Usage(anyhow!("no game is selected; omit --players, --lineup or --blocks, or give others")),
        }
    }

    /// Plays or reads games on this many threads. Programs may not touch the files that are being written.
    pub(super) fn player(&self, threads: usize, written: &[PathBuf]) -> GamePlayer<'_> {
        let replayers = match &self.from {
            From::Run { run, is_kept: false } => {
                let denied = [&[run.path().to_owned()], written].concat();
                let host = host(Logs::temporary(), &denied);
                (0..threads).map(|_| Mutex::new(Replayer::new(run.plan(), &host))).collect()
            }
            _ => Vec::new(),
        };
        GamePlayer { games: self, replayers }
    }
}

fn open_file(text: &str, selection: &Selection, arguments: &Arguments) -> Result<From, Failure> {
    if selection.blocks.is_some() || arguments.kept {
        return Err(Failure::Usage(anyhow!("--blocks and --kept are for runs; {text} is a file of records")));
    }
    Ok(From::File { source: Source::parse(text)?, edition: edition_or_default(arguments.edition.as_deref())? })
}

fn open_folder(path: &Path, selection: &Selection, arguments: &Arguments) -> Result<From, Failure> {
    let run = open_run(path)?;
    run.check_no_gap().map_err(run_failure)?;
    let refuse = |problem: String| Failure::Usage(anyhow!("{}: {problem}", path.display()));
    if arguments.edition.is_some() {
        return Err(refuse("the worm table of a run is in its manifest; omit --edition".to_owned()));
    }
    let plan = run.plan();
    if let Some(players) = selection.players.filter(|players| plan.table_index(players.count()).is_none()) {
        return Err(refuse(format!("it has no games of {players} players")));
    }
    let line_ups =
        plan.schedules().iter().filter(|schedule| selection.players.is_none_or(|own| own == schedule.players));
    let most = line_ups.map(|schedule| schedule.line_ups.len() as u64).max().unwrap_or(0);
    if let Some(line_up) = selection.line_up.filter(|&line_up| line_up >= most) {
        return Err(refuse(format!("there is no line-up {line_up}; they are 0 to {}", most.saturating_sub(1))));
    }
    let has_all = run.is_over() && plan.keep_every == 1;
    if arguments.kept && (!run.is_over() || plan.keep_every == 0) {
        return Err(refuse(
            "it has no records: it was played without --record, or is not over; omit --kept".to_owned(),
        ));
    }
    let is_kept = arguments.kept || has_all;
    if !is_kept {
        arguments.trust.check(&path.display().to_string(), plan.entrants())?;
    }
    if !run.is_over() {
        note(format_args!("note: {} is not over; this is what was saved so far", path.display()));
    }
    Ok(From::Run { run: Box::new(run), is_kept })
}

impl Selection {
    const fn is_all(&self) -> bool {
        self.players.is_none() && self.line_up.is_none() && self.blocks.is_none()
    }
}

/// Plays or reads the games of pieces.
pub(super) struct GamePlayer<'a> {
    games: &'a Games,
    /// For each thread, if games are played.
    replayers: Vec<Mutex<Replayer>>,
}

impl GamePlayer<'_> {
    /// The games of a piece that are wanted.
    pub(super) fn play(
        &self,
        piece: Piece,
        should_stop: &dyn Fn() -> bool,
        stopped: &dyn Fn() -> Failure,
    ) -> Result<Vec<FlatGame>, Failure> {
        if should_stop() {
            return Err(stopped());
        }
        match (&self.games.from, piece) {
            (From::File { source, edition }, Piece::Line(number, line)) => {
                let place = source.place(number);
                let flat = flatten(&read(line, &place, edition)?, edition, number as u64 - 1, &place)?;
                Ok(if self.games.selection.wants(&flat) { vec![flat] } else { Vec::new() })
            }
            (From::Run { run, .. }, Piece::Line(number, line)) => {
                let place = format!("{}:{number}", run.path().join(GAMES).display());
                let record = read(line, &place, &run.plan().edition)?;
                Ok(self.kept(run, &record, &place)?.into_iter().collect())
            }
            (From::Run { run, .. }, Piece::Block(of)) => self.again(run, of, should_stop)?.ok_or_else(stopped),
            (From::File { .. }, Piece::Block(_)) => Ok(Vec::new()),
        }
    }

    /// A kept record of a run, if it is wanted.
    fn kept(&self, run: &Run, record: &Record, place: &str) -> Result<Option<FlatGame>, Failure> {
        let address = address_in(run, record).ok_or_else(|| anyhow!("{place}: this is not a game of the run"))?;
        let flat = flatten(record, &run.plan().edition, number_in(run, address), place)?;
        let Selection { blocks, .. } = self.games.selection;
        let first = run.blocks(address.table_index).0;
        let is_early = blocks.is_none_or(|blocks| address.block - first < blocks);
        Ok((is_early && self.games.selection.wants(&flat)).then(|| flat.of_run(run.plan())))
    }

    /// All rotations of a block, played again; `None` if it was asked to stop.
    fn again(
        &self,
        run: &Run,
        of: GameAddress,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<FlatGame>>, Failure> {
        let thread = WorkThreads::current();
        let shut_out = run.state().shut_out(of.table_index, of.block);
        // Released before anything is judged: a thread that waits there may take up another piece.
        let records = {
            let mut replayer = self.replayers[thread].lock().unwrap_or_else(PoisonError::into_inner);
            replayer.block(of, &shut_out, should_stop)
        };
        let Some(records) = records else { return Ok(None) };
        let flat = |(rotation, record): (usize, &Record)| {
            let address = GameAddress { rotation, ..of };
            let place = format!("block {}:{rotation} of line-up {}", of.block, of.line_up);
            Ok(flatten(record, &run.plan().edition, number_in(run, address), &place)?.of_run(run.plan()))
        };
        records.iter().enumerate().map(flat).collect::<Result<_, _>>().map(Some)
    }
}

impl Selection {
    /// Whether a game has the players and the line-up that are wanted.
    fn wants(&self, flat: &FlatGame) -> bool {
        self.players.is_none_or(|players| players == flat.players())
            && self.line_up.is_none_or(|line_up| flat.line_up() == Some(line_up))
    }
}

fn flatten(record: &Record, edition: &Edition, number: u64, place: &str) -> Result<FlatGame, Failure> {
    Ok(FlatGame::of(record, edition, number).with_context(|| place.to_owned())?)
}

/// Where a record says that it is in a run; `None` if there is no such game.
fn address_in(run: &Run, record: &Record) -> Option<GameAddress> {
    let plan = run.plan();
    let number = |key: &str| record.extra.get(key).and_then(serde_json::Value::as_u64);
    let table_index = plan.table_index(record.players)?;
    let (line_up, rotation) = (LineUpIndex::new(number("lineup")? as usize), number("rotation")? as usize);
    let (block, (first, last)) = (record.game.checked_sub(plan.first_deal)?, run.blocks(table_index));
    let is_there = plan.schedules()[table_index].line_ups.get(line_up).is_some()
        && rotation < record.players
        && (first..last).contains(&block);
    is_there.then_some(GameAddress { table_index, line_up, block, rotation })
}

/// The number of a game among all games of a run, in their order.
fn number_in(run: &Run, address: GameAddress) -> u64 {
    let schedules = run.plan().schedules();
    let games = |table_index: TableIndex| {
        let (first, last) = run.blocks(table_index);
        (last - first) * schedules[table_index].games_per_block()
    };
    let before: u64 = schedules.indices().take_while(|&own| own < address.table_index).map(games).sum();
    let block = address.block - run.blocks(address.table_index).0;
    before + Plan::game_number(&schedules[address.table_index], block, address.line_up, address.rotation)
}

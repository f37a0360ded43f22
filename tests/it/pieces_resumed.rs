//! A coordinator that is killed and resumed repeats pieces that were in flight, and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::{fs, io};

use karteneck::arena::{Handout, PieceWorker, Taken};
use karteneck::entrants::Catalogue;
use karteneck::game::Stream;
use karteneck::runs::{LiveRun, PIECES, RunEnd};
use serde_json::Value;
use tempfile::TempDir;

use crate::pieces::{RunCoordinator, assert_same, by_threads, coordinate, create, files, finish, plans, play, worker};
use crate::support::stream;

/// A block as a piece has it: number of players, block, and who is shut out of it.
type PlayedBlock = (u64, u64, String);

/// The blocks of a piece.
fn blocks(piece: &Handout) -> Vec<PlayedBlock> {
    let text = std::str::from_utf8(&piece.bytes).unwrap();
    let body: Value = serde_json::from_str(text.split_once('\n').unwrap().1).unwrap();
    let head = &body["piece"];
    let spans = head["spans"].as_array().unwrap().iter().map(|span| span.as_u64().unwrap());
    let (table, first) = (head["table_index"].as_u64().unwrap(), head["first"].as_u64().unwrap());
    (first..first + spans.sum::<u64>()).map(|block| (table, block, head["disqualified"].to_string())).collect()
}

/// Workers that answer in random order, and what they have answered over all lives of a coordinator.
struct Carriers {
    luck: Stream,
    worker: PieceWorker,
    out: Vec<Handout>,
    answered: BTreeSet<PlayedBlock>,
    answers: u64,
}

impl Carriers {
    fn new(seed: u64) -> Carriers {
        Carriers { luck: stream(seed), worker: worker(), out: Vec::new(), answered: BTreeSet::new(), answers: 0 }
    }

    /// Hands out what is wanted and answers a piece; false once all is over.
    fn step(&mut self, coordinator: &RunCoordinator) -> bool {
        while coordinator.wanted() > 0 {
            let Some(piece) = coordinator.next() else { break };
            let again: Vec<_> = blocks(&piece).into_iter().filter(|block| self.answered.contains(block)).collect();
            assert!(again.is_empty(), "answered before, and handed out again in {}: {again:?}", piece.name);
            self.out.push(piece);
        }
        if self.out.is_empty() {
            return !coordinator.is_over();
        }
        let piece = self.out.swap_remove(self.luck.below(self.out.len() as u32) as usize);
        if coordinator.take(&play(&mut self.worker, &piece)).unwrap() == Taken::Used {
            self.answers += 1;
            self.answered.extend(blocks(&piece));
        }
        true
    }
}

/// All files of a folder; an error if one of them is renamed or removed meanwhile.
fn read_all(folder: &Path) -> io::Result<BTreeMap<OsString, Vec<u8>>> {
    fs::read_dir(folder)?
        .map(|entry| entry.and_then(|entry| Ok((entry.file_name(), fs::read(entry.path())?))))
        .collect()
}

/// All files of a folder as they are at one moment, while a run may be writing there: twice the same.
fn snapshot(folder: &Path) -> BTreeMap<OsString, Vec<u8>> {
    loop {
        if let (Ok(one), Ok(other)) = (read_all(folder), read_all(folder))
            && one == other
        {
            return one;
        }
    }
}

/// What a kill leaves behind in a folder, with an answer that was being written; false if the run was over.
fn kill(path: &Path, copy: &Path) -> bool {
    let left = snapshot(path);
    if !left.contains_key(OsStr::new(PIECES)) {
        return false;
    }
    fs::create_dir(copy).unwrap();
    for (file, mut bytes) in left {
        if file == PIECES {
            bytes.extend(b"karteneck-answer/1 incompl");
        }
        fs::write(copy.join(file), bytes).unwrap();
    }
    true
}

fn resume(path: &Path) -> RunCoordinator {
    coordinate(LiveRun::resume(path, &Catalogue::shipped_only()).unwrap())
}

#[test]
fn a_killed_coordinator_repeats_only_what_was_in_flight() {
    for (name, plan) in plans() {
        let home = TempDir::new().unwrap();
        let expected = by_threads(home.path(), &plan);
        for seed in 0..2 {
            println!("{name}, {seed}");
            kill_again_and_again(&home.path().join(seed.to_string()), seed, &expected, |path| create(path, &plan));
        }
    }
}

/// Kills a coordinator after some answers, and those that go on with what is left, until one comes to the end.
fn kill_again_and_again(
    home: &Path,
    seed: u64,
    expected: &BTreeMap<String, Vec<u8>>,
    begin: impl FnOnce(&Path) -> RunCoordinator,
) {
    fs::create_dir(home).unwrap();
    let (mut path, mut carriers) = (home.join("0"), Carriers::new(seed));
    let mut coordinator = begin(&path);
    for life in 1.. {
        let enough = carriers.answers + 3 + u64::from(carriers.luck.below(30));
        while carriers.answers < enough && carriers.step(&coordinator) {}
        let copy = home.join(life.to_string());
        if coordinator.is_over() || !kill(&path, &copy) {
            while !coordinator.is_over() {
                std::thread::yield_now();
            }
            break;
        }
        coordinator.stop();
        drop(finish(coordinator));
        carriers.out.clear();
        coordinator = resume(&copy);
        // Other workers than before: pieces have other sizes.
        coordinator.set_workers(1 + carriers.luck.below(8) as usize);
        path = copy;
    }
    let figures = coordinator.figures();
    assert!(matches!(finish(coordinator), RunEnd::Finished(_)));
    assert_eq!(figures.played + figures.recalled, figures.used + figures.wasted, "{figures:?}");
    assert_same(&files(&path), expected);
}

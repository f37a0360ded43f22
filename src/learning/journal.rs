//! The journal of a learning: all games, in order. To resume after a crash is to read them and to play the rest.

use std::fs::File;
use std::io::{self, Write};

use super::selfplay::Decision;
use crate::game::{Move, Number, Players, Signposts};
use crate::records::hash;
use crate::runs::{JOURNAL, RunError, RunFolder, check_tail};

/// Moves as numbers: a pass, a steal, so many cards of a number, or worms as a bit set.
const STEAL: u32 = 1;
const NUMBERS: u32 = 2;
const PER_NUMBER: u32 = 32;
const WORMS: u32 = 1 << 12;

fn encode(mv: Move) -> u32 {
    match mv {
        Move::Pass => 0,
        Move::Steal => STEAL,
        Move::Lay(bunch) => NUMBERS + PER_NUMBER * (bunch.number() as u32) + u32::from(bunch.count()),
        Move::LayWorms(worms) => WORMS + worms.bits(),
    }
}

fn decode(code: u32) -> Option<Move> {
    match code {
        0 => Some(Move::Pass),
        STEAL => Some(Move::Steal),
        code if code > WORMS => Signposts::from_bits(code - WORMS).map(Move::LayWorms),
        code => {
            let (number, count) = ((code - NUMBERS) / PER_NUMBER, (code - NUMBERS) % PER_NUMBER);
            Number::ALL.get(number as usize).map(|&number| Move::lay(number, count as u8))
        }
    }
}

/// Some games in a row, as a line of the journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chapter {
    pub(super) players: Players,
    /// The index of the first game.
    pub(super) first: u64,
    pub(super) games: Vec<Vec<Decision>>,
}

/// Players, first game, and for each game and decision: the move, then each move that was considered with its visits.
type ChapterNumbers = (usize, u64, Vec<Vec<Vec<u32>>>);

impl Chapter {
    pub(super) fn to_text(&self) -> String {
        let decision = |decision: &Decision| {
            let visits = decision.visits.iter().flat_map(|(mv, visits)| [encode(*mv), *visits]);
            std::iter::once(encode(decision.mv)).chain(visits).collect::<Vec<u32>>()
        };
        let games = self.games.iter().map(|game| game.iter().map(decision).collect::<Vec<_>>()).collect::<Vec<_>>();
        serde_json::to_string(&(self.players.count(), self.first, games)).expect("numbers have a JSON form")
    }

    pub(super) fn parse(text: &str) -> Option<Chapter> {
        let (players, first, games): ChapterNumbers = serde_json::from_str(text).ok()?;
        let decision = |numbers: &Vec<u32>| {
            let (mv, visits) = numbers.split_first()?;
            let pair = |pair: &[u32]| Some((decode(pair[0])?, pair[1]));
            if !visits.len().is_multiple_of(2) {
                return None;
            }
            let visits = visits.chunks_exact(2).map(pair).collect::<Option<Vec<_>>>()?;
            Some(Decision { mv: decode(*mv)?, visits })
        };
        let games = games.iter().map(|game| game.iter().map(decision).collect()).collect::<Option<Vec<_>>>()?;
        Some(Chapter { players: Players::new(players)?, first, games })
    }
}

/// The games that were played so far.
pub struct GameJournal {
    manifest: String,
    /// The lines that have not been read yet, and how many they are.
    lines: Box<dyn Iterator<Item = io::Result<Vec<u8>>> + Send>,
    left: usize,
    games: u64,
    file: File,
    folder: RunFolder,
}

impl GameJournal {
    /// The journal in a folder, with all complete lines; one that a crash left incomplete is cut off. The hash of the
    /// manifest ties every line to it.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is open elsewhere.
    pub fn open(folder: &RunFolder, manifest: &str) -> Result<GameJournal, RunError> {
        let file = folder.locked(JOURNAL)?;
        let (mut left, mut games, mut length) = (0, 0, 0);
        for line in folder.raw_lines(JOURNAL)? {
            let line = line.map_err(|source| failed(folder, "cannot be read", source))?;
            if line.last() != Some(&b'\n') {
                check_tail(folder, JOURNAL, &line)?;
                break;
            }
            let chapter = parse(&line, manifest).ok_or_else(|| damaged(folder, left))?;
            (left, games, length) = (left + 1, games + chapter.games.len() as u64, length + line.len() as u64);
        }
        file.set_len(length).map_err(|source| failed(folder, "cannot be written", source))?;
        // Read as they are needed: a long journal has more games than memory should hold.
        let lines = Box::new(folder.raw_lines(JOURNAL)?);
        Ok(GameJournal { manifest: manifest.to_owned(), lines, left, games, file, folder: folder.clone() })
    }

    /// How many games it has.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Whether every line has been read.
    pub(super) const fn is_read(&self) -> bool {
        self.left == 0
    }

    /// The next games that were known when it was opened.
    pub(super) fn next(&mut self) -> Result<Option<Chapter>, RunError> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let line = self.lines.next().and_then(Result::ok);
        // It was complete a moment ago.
        line.and_then(|line| parse(&line, &self.manifest)).map(Some).ok_or_else(|| damaged(&self.folder, self.left))
    }

    /// Adds chapters, and returns when they are safe.
    pub(super) fn write(&mut self, chapters: &[Chapter]) -> Result<(), RunError> {
        let line = |chapter: &Chapter| {
            let text = chapter.to_text();
            format!("{} {text}\n", seal(&self.manifest, &text))
        };
        let lines: Vec<String> = chapters.iter().map(line).collect();
        let written = self.file.write_all(lines.concat().as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|source| failed(&self.folder, "cannot be written", source))?;
        self.games += chapters.iter().map(|chapter| chapter.games.len() as u64).sum::<u64>();
        Ok(())
    }
}

impl Drop for GameJournal {
    /// Releases the lock at once: a process that was just forked may still hold the same open file for a moment.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

fn seal(manifest: &str, text: &str) -> String {
    hash(format!("{manifest} {text}").as_bytes())
}

fn failed(folder: &RunFolder, doing: &'static str, source: io::Error) -> RunError {
    RunError::File { path: folder.file(JOURNAL), doing, source }
}

/// The line after this many is not one of ours.
fn damaged(folder: &RunFolder, lines: usize) -> RunError {
    let problem = format!("line {} does not match the manifest", lines + 1);
    RunError::Damaged { path: folder.file(JOURNAL), problem }
}

/// A chapter from its line: the seal, a space, and the numbers.
fn parse(line: &[u8], manifest: &str) -> Option<Chapter> {
    let (sealed, text) = std::str::from_utf8(line).ok()?.strip_suffix('\n')?.split_once(' ')?;
    (seal(manifest, text) == sealed).then(|| Chapter::parse(text))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_a_number() {
        let lays = Number::ALL.into_iter().flat_map(|number| (1..=17).map(move |count| Move::lay(number, count)));
        let worms =
            [1, 1 << 24, Signposts::ALL.bits()].map(|bits| Move::LayWorms(Signposts::from_bits(bits).expect("worms")));
        for mv in [Move::Pass, Move::Steal].into_iter().chain(lays).chain(worms) {
            assert_eq!(decode(encode(mv)), Some(mv), "{mv}");
        }
        assert_eq!((decode(WORMS), decode(WORMS + Signposts::ALL.bits() + 1)), (None, None));
        assert_eq!(decode(NUMBERS + 5 * PER_NUMBER), None);
    }

    #[test]
    fn a_chapter_is_read_as_it_was_written() {
        let decisions = vec![
            Decision { mv: Move::Pass, visits: vec![(Move::Steal, 7), (Move::lay(Number::Two, 3), 0)] },
            Decision { mv: Move::Steal, visits: Vec::new() },
        ];
        let chapter = Chapter { players: Players::ALL[3], first: 48, games: vec![decisions, Vec::new()] };
        assert_eq!(Chapter::parse(&chapter.to_text()), Some(chapter));
        for wrong in ["", "[2,0]", "[9,0,[]]", "[2,0,[[[]]]]", "[2,0,[[[0,1]]]]", "[2,0,[[[4294967295]]]]", "[2,-1,[]]"]
        {
            assert_eq!(Chapter::parse(wrong), None, "{wrong}");
        }
    }
}

//! The journal of a tuning: every answer of the arena, in order. A tuning is a function of its manifest and these
//! answers, so to resume after a crash is to tune again with the journal answering first.

use std::fs::File;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::oracle::{Halt, Oracle, Purpose, Question};
use super::scores::Scores;
use crate::records::hash;
use crate::runs::{JOURNAL, RunError, RunFolder, check_tail};

/// One answer.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// The hash of the manifest and the question's name.
    question: String,
    /// The scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scores: Option<Scores>,
    /// Why there are none: the fault of a rival without which the tuning continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

/// An oracle that stores the answers of another one on disk.
pub struct Journal<'a> {
    manifest: String,
    /// The lines of the answers that are left, and how many they are.
    lines: Box<dyn Iterator<Item = io::Result<Vec<u8>>>>,
    known: usize,
    answered: usize,
    file: File,
    folder: RunFolder,
    oracle: &'a mut dyn Oracle,
}

impl<'a> Journal<'a> {
    /// The journal in a folder, with all complete entries; one that a crash left incomplete is cut off. The hash of the
    /// manifest ties every answer to it. It cannot be opened again until this one is dropped.
    ///
    /// # Errors
    /// If it cannot be read, is damaged before its last line, or is open elsewhere.
    pub fn open(folder: &RunFolder, manifest: &str, oracle: &'a mut dyn Oracle) -> Result<Journal<'a>, RunError> {
        let file = folder.locked(JOURNAL)?;
        let Complete { lines: known, bytes } = Complete::of(folder)?;
        file.set_len(bytes).map_err(|source| failed(folder, source))?;
        // Read as they are needed: a long tuning has more answers than memory should hold.
        let lines = Box::new(folder.raw_lines(JOURNAL)?);
        Ok(Journal { manifest: manifest.to_owned(), lines, known, answered: 0, file, folder: folder.clone(), oracle })
    }

    /// How many earlier answers are left.
    pub const fn known(&self) -> usize {
        self.known
    }

    /// Checks at the end that no answer is left over.
    ///
    /// # Errors
    /// If one is: it belongs to another tuning.
    pub fn finish(&self) -> Result<(), Halt> {
        if self.known == 0 { Ok(()) } else { Err(Halt::Journal(self.answered + 1)) }
    }

    /// The next earlier answer.
    fn next(&mut self) -> Result<Option<Entry>, RunError> {
        if self.known == 0 {
            return Ok(None);
        }
        self.known -= 1;
        let line = self.lines.next().and_then(Result::ok);
        // It was complete a moment ago.
        line.and_then(|line| parse(&line)).map(Some).ok_or_else(|| damaged(&self.folder, self.answered))
    }

    fn write(&mut self, entry: &Entry) -> Result<(), RunError> {
        let text = serde_json::to_string(entry).expect("numbers and texts have a JSON form");
        let line = format!("{} {text}\n", hash(text.as_bytes()));
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|source| failed(&self.folder, source))
    }
}

impl Drop for Journal<'_> {
    /// Releases the lock at once: a process that was just forked may still hold the same open file for a moment.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

fn failed(folder: &RunFolder, source: io::Error) -> RunError {
    RunError::File { path: folder.file(JOURNAL), doing: "cannot be written", source }
}

fn damaged(folder: &RunFolder, line: usize) -> RunError {
    let problem = format!("is damaged: the hash of line {line} does not match");
    RunError::Damaged { path: folder.file(JOURNAL), problem }
}

/// The lines at the beginning of a journal that are complete.
struct Complete {
    lines: usize,
    bytes: u64,
}

impl Complete {
    /// All lines; without the last one if a crash left it incomplete.
    fn of(folder: &RunFolder) -> Result<Complete, RunError> {
        let mut complete = Complete { lines: 0, bytes: 0 };
        let mut lines = folder.raw_lines(JOURNAL)?.peekable();
        while let Some(line) = lines.next() {
            let line =
                line.map_err(|source| RunError::File { path: folder.file(JOURNAL), doing: "cannot be read", source })?;
            if parse(&line).is_some() {
                complete = Complete { lines: complete.lines + 1, bytes: complete.bytes + line.len() as u64 };
            } else if lines.peek().is_none() {
                check_tail(folder, JOURNAL, &line)?;
                break;
            } else {
                return Err(damaged(folder, complete.lines + 1));
            }
        }
        Ok(complete)
    }
}

/// An entry from its line: the hash, a space, and the JSON.
fn parse(line: &[u8]) -> Option<Entry> {
    let (seal, text) = std::str::from_utf8(line).ok()?.strip_suffix('\n')?.split_once(' ')?;
    (hash(text.as_bytes()) == seal).then(|| serde_json::from_str(text).ok())?
}

impl Oracle for Journal<'_> {
    fn ask(&mut self, question: &Question) -> Result<Scores, Halt> {
        self.answered += 1;
        let name = hash(format!("{} {}", self.manifest, question.name()).as_bytes());
        let entry = match self.next()? {
            Some(entry) if entry.question == name && entry.scores.iter().all(|scores| scores.fit(question)) => entry,
            Some(_) => return Err(Halt::Journal(self.answered)),
            None => {
                let (scores, fault) = match self.oracle.ask(question) {
                    Ok(scores) => (Some(scores), None),
                    // A comparison continues without a rival that fails, and must do the same when resumed.
                    Err(Halt::Fault(fault)) if question.purpose == Purpose::Transfer => (None, Some(fault)),
                    Err(halt) => return Err(halt),
                };
                let entry = Entry { question: name, scores, fault };
                self.write(&entry)?;
                entry
            }
        };
        entry.scores.ok_or_else(|| Halt::Fault(entry.fault.unwrap_or_default()))
    }
}

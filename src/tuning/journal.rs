//! The journal of a tuning: every answer of the arena, in order. A tuning is a function of its manifest and these
//! answers, so to resume after a crash is to tune again with the journal answering first.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::oracle::{Halt, Oracle, Purpose, Question};
use super::scores::Scores;
use crate::records::hash;
use crate::runs::{JOURNAL, RunError, RunFolder};

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
    answers: VecDeque<Entry>,
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
        let bytes = folder.read(JOURNAL)?;
        let (mut answers, mut length) = (VecDeque::new(), 0);
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            match parse(line) {
                Some(entry) => answers.push_back(entry),
                None if length + line.len() == bytes.len() => break,
                None => {
                    let problem = format!("is damaged: the hash of line {} does not match", answers.len() + 1);
                    return Err(RunError::Damaged { path: folder.file(JOURNAL), problem });
                }
            }
            length += line.len();
        }
        file.set_len(length as u64).map_err(|source| failed(folder, source))?;
        Ok(Journal { manifest: manifest.to_owned(), answers, answered: 0, file, folder: folder.clone(), oracle })
    }

    /// How many earlier answers are left.
    pub fn known(&self) -> usize {
        self.answers.len()
    }

    /// Checks at the end that no answer is left over.
    ///
    /// # Errors
    /// If one is: it belongs to another tuning.
    pub fn finish(&self) -> Result<(), Halt> {
        if self.answers.is_empty() { Ok(()) } else { Err(Halt::Journal(self.answered + 1)) }
    }

    fn write(&mut self, entry: &Entry) -> Result<(), RunError> {
        let text = serde_json::to_string(entry).expect("numbers and texts have a JSON form");
        let line = format!("{} {text}\n", hash(text.as_bytes()));
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|source| failed(&self.folder, source))
    }
}

fn failed(folder: &RunFolder, source: io::Error) -> RunError {
    RunError::File { path: folder.file(JOURNAL), doing: "cannot be written", source }
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
        let entry = match self.answers.pop_front() {
            Some(entry) if entry.question == name => entry,
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

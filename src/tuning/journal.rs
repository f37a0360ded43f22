//! The journal of a tuning: every answer of the arena, in order. A tuning is a function of its manifest and these
//! answers, so to go on after a crash is to tune again with the journal answering first.

use std::collections::VecDeque;
use std::fs::File;
use std::io::Write;

use serde::{Deserialize, Serialize};

use super::oracle::{Halt, Oracle, Question};
use super::scores::Scores;
use crate::records::{JOURNAL, RunError, RunFolder, hash};

/// One answer.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// The name of the question.
    question: String,
    scores: Scores,
}

/// An oracle that remembers on disk what another one says.
pub struct Journal<'a> {
    answers: VecDeque<Entry>,
    answered: usize,
    file: File,
    folder: RunFolder,
    oracle: &'a mut dyn Oracle,
}

impl<'a> Journal<'a> {
    /// The journal in a folder, with all that is whole in it; what was being written when a crash came is cut off.
    ///
    /// # Errors
    /// If it cannot be read, or is damaged before its last line.
    pub fn open(folder: &RunFolder, oracle: &'a mut dyn Oracle) -> Result<Journal<'a>, RunError> {
        let bytes = if folder.file(JOURNAL).is_file() { folder.read(JOURNAL)? } else { Vec::new() };
        let (mut answers, mut length) = (VecDeque::new(), 0);
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            match parse(line) {
                Some(entry) => answers.push_back(entry),
                None if length + line.len() == bytes.len() => break,
                None => {
                    let problem = format!("is damaged: the hash of line {} does not fit", answers.len() + 1);
                    return Err(RunError::Damaged { path: folder.file(JOURNAL), problem });
                }
            }
            length += line.len();
        }
        let file = folder.growing(JOURNAL, length as u64)?;
        Ok(Journal { answers, answered: 0, file, folder: folder.clone(), oracle })
    }

    /// How many answers are still known from before.
    pub fn known(&self) -> usize {
        self.answers.len()
    }

    fn write(&mut self, entry: &Entry) -> Result<(), RunError> {
        let text = serde_json::to_string(entry).expect("numbers and texts have a JSON form");
        let line = format!("{} {text}\n", hash(text.as_bytes()));
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|source| RunError::File { path: self.folder.file(JOURNAL), doing: "cannot be written", source })
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
        let name = question.name();
        if let Some(entry) = self.answers.pop_front() {
            return if entry.question == name { Ok(entry.scores) } else { Err(Halt::Journal(self.answered)) };
        }
        let entry = Entry { question: name, scores: self.oracle.ask(question)? };
        self.write(&entry)?;
        Ok(entry.scores)
    }
}

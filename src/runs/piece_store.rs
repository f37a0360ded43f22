//! Answers that no saved state covers yet, in a file: a coordinator that was killed repeats only what was in flight.

use std::fs::{File, OpenOptions};
use std::io::Write;

use super::error::{RunError, failed};
use super::files::PIECES;
use super::folder::RunFolder;
use crate::arena::PieceExchange;

/// The file is written anew when it has this many times the bytes that are needed.
const SPARE: u64 = 4;
/// But not before it has so many.
const SMALL: u64 = 1 << 22;

/// The file of the answers that no saved state covers yet.
pub(super) struct PieceStore {
    folder: RunFolder,
    file: Option<File>,
    bytes: u64,
}

impl PieceStore {
    /// The store of a folder; the exchange remembers the answers that are in it. An incomplete one, which a kill left behind, and those
    /// of another program are dropped.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub(super) fn open(folder: &RunFolder, exchange: &PieceExchange) -> Result<PieceStore, RunError> {
        let mut kept: Vec<u8> = Vec::new();
        if folder.file(PIECES).exists() {
            let mut lines = folder.raw_lines(PIECES)?.map_while(Result::ok);
            while let Some((head, body)) = lines.next().zip(lines.next()) {
                let answer = [head, body].concat();
                if exchange.remember(&answer).is_ok() {
                    kept.extend(&answer);
                }
            }
        }
        let mut store = PieceStore { folder: folder.clone(), file: None, bytes: 0 };
        store.rewrite(&kept)?;
        Ok(store)
    }

    /// Adds an answer that is about to count.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn add(&mut self, answer: &[u8], exchange: &PieceExchange) -> Result<(), RunError> {
        if self.bytes > SMALL.max(SPARE * exchange.unsaved_bytes()) {
            return self.rewrite(&[&exchange.unsaved().concat(), answer].concat());
        }
        if let Some(file) = &mut self.file {
            file.write_all(answer).map_err(|source| {
                // What follows a part of an answer could not be read.
                let _ = file.set_len(self.bytes);
                failed(&self.folder.file(PIECES), "cannot be written", source)
            })?;
            self.bytes += answer.len() as u64;
        }
        Ok(())
    }

    fn rewrite(&mut self, bytes: &[u8]) -> Result<(), RunError> {
        self.folder.write(PIECES, bytes)?;
        let path = self.folder.file(PIECES);
        let file = OpenOptions::new().append(true).open(&path);
        self.file = Some(file.map_err(|source| failed(&path, "cannot be written", source))?);
        self.bytes = bytes.len() as u64;
        Ok(())
    }

    /// Removes the file: everything is saved elsewhere.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub(super) fn remove(mut self) -> Result<(), RunError> {
        self.file = None;
        self.folder.remove(PIECES)
    }
}

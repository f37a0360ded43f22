//! Files that grow while a run is played: a saved state knows their lengths and hashes.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Read, Write};

use super::error::{RunError, failed};
use super::folder::RunFolder;
use super::grown::Grown;

/// A file that grows.
struct GrowingFile {
    writer: BufWriter<File>,
    hasher: blake3::Hasher,
    bytes: u64,
}

/// The files of a run that grow while it is played.
pub(crate) struct GrowingFiles {
    folder: RunFolder,
    files: BTreeMap<String, GrowingFile>,
}

impl GrowingFiles {
    /// Opens files by name, each truncated to what belongs to the saved state; a new one begins with its header.
    ///
    /// # Errors
    /// If one cannot be opened, is a link, or was changed since the state was saved.
    pub(crate) fn open(
        folder: &RunFolder,
        wanted: &[(&str, &str)],
        saved: &BTreeMap<String, Grown>,
    ) -> Result<GrowingFiles, RunError> {
        let mut growing = GrowingFiles { folder: folder.clone(), files: BTreeMap::new() };
        for (name, header) in wanted {
            let file = open(folder, name, saved.get(*name))?;
            let is_new = file.bytes == 0;
            growing.files.insert((*name).to_owned(), file);
            if is_new {
                growing.add(name, header)?;
            }
        }
        Ok(growing)
    }

    /// Appends text to a file; does nothing if it is not open.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn add(&mut self, name: &str, text: &str) -> Result<(), RunError> {
        let Some(file) = self.files.get_mut(name) else { return Ok(()) };
        let written = file.writer.write_all(text.as_bytes());
        written.map_err(|source| failed(&self.folder.file(name), "cannot be written", source))?;
        file.hasher.update(text.as_bytes());
        file.bytes += text.len() as u64;
        Ok(())
    }

    /// Whether a file is open.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    /// Lets readers see what was appended to a file so far.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn show(&mut self, name: &str) -> Result<(), RunError> {
        let Some(file) = self.files.get_mut(name) else { return Ok(()) };
        file.writer.flush().map_err(|source| failed(&self.folder.file(name), "cannot be written", source))
    }

    /// Writes everything to disk, and returns how far each file has come.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(crate) fn flush(&mut self) -> Result<BTreeMap<String, Grown>, RunError> {
        let mut grown = BTreeMap::new();
        for (name, file) in &mut self.files {
            let flushed = file.writer.flush().and_then(|()| file.writer.get_ref().sync_data());
            flushed.map_err(|source| failed(&self.folder.file(name), "cannot be written", source))?;
            grown.insert(name.clone(), Grown { bytes: file.bytes, hash: short(&file.hasher) });
        }
        Ok(grown)
    }
}

impl Drop for GrowingFiles {
    /// At once, since a process that was just forked may still hold the same open file for a moment.
    fn drop(&mut self) {
        for file in self.files.values() {
            let _ = file.writer.get_ref().unlock();
        }
    }
}

fn short(hasher: &blake3::Hasher) -> String {
    hasher.finalize().to_hex()[..32].to_owned()
}

fn open(folder: &RunFolder, name: &str, saved: Option<&Grown>) -> Result<GrowingFile, RunError> {
    let path = folder.file(name);
    let mut file = folder.locked(name)?;
    let bytes = saved.map_or(0, |grown| grown.bytes);
    let mut hasher = blake3::Hasher::new();
    let read = hasher.update_reader(Read::by_ref(&mut file).take(bytes)).map(|_| ());
    read.map_err(|source| failed(&path, "cannot be continued", source))?;
    // Before it is truncated: a length beyond its end would make the file longer.
    if saved.is_some_and(|grown| hasher.count() != bytes || short(&hasher) != grown.hash) {
        let problem = "was changed since the run was interrupted: it does not match the saved state; play the run again \
                       with --from";
        return Err(RunError::Damaged { path, problem: problem.to_owned() });
    }
    file.set_len(bytes).map_err(|source| failed(&path, "cannot be continued", source))?;
    Ok(GrowingFile { writer: BufWriter::new(file), hasher, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_files_are_not_continued() {
        let temp = tempfile::tempdir().expect("a folder");
        let folder = RunFolder::create(&temp.path().join("run"), false).expect("a new folder");
        let mut growing = GrowingFiles::open(&folder, &[("blocks.csv", "head\n")], &BTreeMap::new()).expect("new");
        growing.add("blocks.csv", "one\n").expect("written");
        let saved = growing.flush().expect("flushed");
        growing.add("blocks.csv", "two\n").expect("written");
        drop(growing);
        let again = || GrowingFiles::open(&folder, &[("blocks.csv", "head\n")], &saved).map(drop);
        let path = folder.file("blocks.csv");
        again().expect("what was written later is cut off");
        assert_eq!(std::fs::read(&path).expect("there"), b"head\none\n");
        for changed in [&b"head\nOne\n"[..], b"head\n", b""] {
            std::fs::write(&path, changed).expect("written");
            let refused = again().expect_err("it is another").to_string();
            assert!(refused.contains("was changed"), "{refused}");
        }
    }
}

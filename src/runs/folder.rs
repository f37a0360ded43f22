//! The folder of a run: files that are complete or absent, and errors that say why not.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::error::{RunError, failed};
use super::files::{GAMES, LOCK, LOGS, MANIFEST, SEALED_GAMES, SECRET, is_ours, is_temporary, max_bytes};
use super::manifest::{Manifest, RunFormat, check_format};
use crate::entrants::Catalogue;
use crate::files::{has_bytes, lines_of, open_regular, raw_lines_of, read_regular, text_of, too_large};
use crate::game::{Seed, SeedError};
use crate::records::{NewFile, new_file_in, private_file_in, unseal_line};

/// The folder of a run.
#[derive(Clone, Debug)]
pub struct RunFolder {
    path: PathBuf,
    /// Held by the process that writes; released however it ends.
    #[expect(dead_code, reason = "held, not read: the lock ends with the last copy")]
    lock: Option<Arc<FolderLock>>,
}

/// The lock on a folder, released on drop: a process that was just forked may still hold the same open file for a moment.
#[derive(Debug)]
struct FolderLock(File);

impl Drop for FolderLock {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// Makes a new name in a folder survive a crash of the machine, where the system supports it.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
}

impl RunFolder {
    /// A new folder, locked for this process. What one of our runs left behind before its manifest was written is
    /// discarded; a run or a tuning is replaced only with `force`; anything else is left alone.
    ///
    /// # Errors
    /// If the folder already exists and may not be replaced, another process works there, or it cannot be created.
    pub fn create(path: &Path, force: bool) -> Result<RunFolder, RunError> {
        fs::create_dir_all(path).map_err(|source| failed(path, "cannot be created", source))?;
        let folder = RunFolder { path: path.to_owned(), lock: None }.locked_for_writing()?;
        let names = folder.names()?;
        if names.iter().any(|name| name == MANIFEST) {
            if !force {
                return Err(RunError::Exists(path.to_owned()));
            }
            folder.refuse_foreign_manifest()?;
        } else if let Some(other) = names.iter().find(|name| !is_ours(name)) {
            let problem = format!("it has {other} but no manifest.json; only runs are replaced");
            return Err(RunError::NoRun { path: path.to_owned(), problem });
        }
        folder.clear(&names)?;
        Ok(folder)
    }

    /// A new folder with the next free number, like `results/match-003`: two simultaneous calls get different ones.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create_next(parent: &Path, stem: &str) -> Result<RunFolder, RunError> {
        fs::create_dir_all(parent).map_err(|source| failed(parent, "cannot be created", source))?;
        for number in 1..u32::MAX {
            let path = parent.join(format!("{stem}-{number:03}"));
            match fs::create_dir(&path) {
                Ok(()) => return RunFolder { path, lock: None }.locked_for_writing(),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(source) => return Err(failed(&path, "cannot be created", source)),
            }
        }
        Err(RunError::Exists(parent.to_owned()))
    }

    /// The same folder, for writing: no other process may write there while this one does.
    ///
    /// # Errors
    /// If another process works there.
    pub fn locked_for_writing(self) -> Result<RunFolder, RunError> {
        // The folder itself is locked where possible, so that no file is left behind.
        let file = if cfg!(unix) {
            File::open(&self.path)
        } else {
            OpenOptions::new().create(true).append(true).open(self.file(LOCK))
        };
        let file = file.map_err(|source| failed(&self.path, "cannot be opened", source))?;
        match file.try_lock() {
            Ok(()) => Ok(RunFolder { lock: Some(Arc::new(FolderLock(file))), ..self }),
            Err(TryLockError::WouldBlock) => Err(RunError::Busy(self.path)),
            Err(TryLockError::Error(source)) => Err(failed(&self.path, "cannot be locked", source)),
        }
    }

    /// Whether another process works there now. It is asked with a shared lock, which is released at once.
    pub fn is_busy(&self) -> bool {
        let file = if cfg!(unix) { File::open(&self.path) } else { File::open(self.file(LOCK)) };
        file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// The names of everything in it.
    fn names(&self) -> Result<Vec<String>, RunError> {
        let entries = fs::read_dir(&self.path).map_err(|source| failed(&self.path, "cannot be read", source))?;
        Ok(entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
    }

    /// Only our own runs and tunings are replaced.
    fn refuse_foreign_manifest(&self) -> Result<(), RunError> {
        let format = |text: Vec<u8>| {
            let value: serde_json::Value = serde_json::from_slice(&text).ok()?;
            Some(value["format"].as_str()?.to_owned())
        };
        let format = format(self.read(MANIFEST)?);
        // A damaged manifest is still ours if all other files are.
        let is_ours = format.is_some_and(|format| format.starts_with("karteneck-"))
            || self.names()?.iter().all(|name| is_ours(name));
        if is_ours {
            return Ok(());
        }
        let problem = "its manifest.json is not ours, and only runs are replaced".to_owned();
        Err(RunError::NoRun { path: self.path.clone(), problem })
    }

    /// An existing folder, for reading.
    pub fn at(path: &Path) -> RunFolder {
        RunFolder { path: path.to_owned(), lock: None }
    }

    /// The manifest of the run in this folder, with the secret seed if it has one.
    ///
    /// # Errors
    /// If there is no manifest that this version can read, or it names an entrant that the catalogue does not know.
    pub fn manifest(&self, catalogue: &Catalogue) -> Result<Manifest, RunError> {
        let (text, secret) = (self.manifest_text()?, self.secret()?);
        Manifest::read(&text, catalogue, secret).map_err(|problem| self.no_run(problem))
    }

    /// Whether there is a run in this folder that is not over.
    pub fn is_unfinished(&self) -> bool {
        let is_unfinished = |text: String| {
            let value: serde_json::Value = serde_json::from_str(&text).ok()?;
            Some(RunFormat::named(value["format"].as_str()?).is_some() && value["result"].is_null())
        };
        self.manifest_text().ok().and_then(is_unfinished).unwrap_or(false)
    }

    fn manifest_text(&self) -> Result<String, RunError> {
        let text = self.bytes(MANIFEST).and_then(text_of);
        text.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound if !self.path.exists() => RunError::NoFolder(self.path.clone()),
            io::ErrorKind::NotFound => {
                self.no_run("this is not the folder of a run: it has no manifest.json".to_owned())
            }
            _ if self.path.is_file() => self.no_run("this is a file, not the folder of a run".to_owned()),
            _ => failed(&self.file(MANIFEST), "cannot be read", error),
        })
    }

    fn no_run(&self, problem: String) -> RunError {
        RunError::NoRun { path: self.path.clone(), problem }
    }

    /// The secret seed, if there is one here.
    ///
    /// # Errors
    /// If the file cannot be read, or does not contain a seed.
    pub fn secret(&self) -> Result<Option<Seed>, RunError> {
        let path = self.file(SECRET);
        let text = match self.bytes(SECRET).and_then(text_of) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|source| failed(&path, "cannot be read", source))?,
        };
        let damaged = |error: SeedError| RunError::Damaged { path, problem: error.to_string() };
        text.trim_end().parse().map(Some).map_err(damaged)
    }

    /// Stores a secret seed, readable only by the owner of the folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep_secret(&self, seed: Seed) -> Result<(), RunError> {
        self.write_from(SECRET, private_file_in, format!("{seed}\n").as_bytes())
    }

    /// A folder with a manifest of another format, not that of a run.
    ///
    /// # Errors
    /// If it has no manifest of this format that this version can read.
    pub(crate) fn open_as<M: DeserializeOwned>(path: &Path, format: &str) -> Result<(RunFolder, M), RunError> {
        let folder = RunFolder::at(path);
        let text = folder.manifest_text()?;
        check_format(&text, format).map_err(|problem| folder.no_run(problem))?;
        let manifest = serde_json::from_str(&text);
        let manifest = manifest.map_err(|error| folder.no_run(format!("manifest.json is damaged: {error}")))?;
        Ok((folder, manifest))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Removes the files of a run, and nothing else. Its manifest stays until another one is renamed over it: without one, a
    /// folder with a foreign file could not be told from a foreign folder.
    fn clear(&self, names: &[String]) -> Result<(), RunError> {
        let is_kept = |name: &str| [LOGS, LOCK, MANIFEST].contains(&name);
        names.iter().filter(|name| is_ours(name) && !is_kept(name)).try_for_each(|name| self.remove(name))
    }

    /// Removes the temporary files of processes that were killed while writing. Only for the process that holds the lock.
    ///
    /// # Errors
    /// If one cannot be removed.
    pub fn sweep(&self) -> Result<(), RunError> {
        self.names()?.iter().filter(|name| is_temporary(name)).try_for_each(|name| self.remove(name))
    }

    /// Writes a file under another name and renames it: a reader finds the old or the new one, complete.
    ///
    /// # Errors
    /// If it cannot be written; the old one then remains.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), RunError> {
        self.write_from(name, new_file_in, bytes)
    }

    fn write_from(&self, name: &str, new: NewFile, bytes: &[u8]) -> Result<(), RunError> {
        let path = self.file(name);
        let written = new(&self.path, &format!(".{name}-")).and_then(|mut file| {
            // Nothing is written that could not be read again.
            if bytes.len() as u64 > max_bytes(name) {
                return Err(too_large("it would have", bytes.len() as u64, max_bytes(name)));
            }
            file.write_all(bytes)?;
            file.as_file().sync_all()?;
            file.persist(&path).map_err(|error| error.error)?;
            sync_folder(&self.path)
        });
        written.map_err(|source| failed(&path, "cannot be written", source))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or is larger than such a file can be.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, RunError> {
        self.bytes(name).map_err(|source| self.unreadable(name, source))
    }

    fn bytes(&self, name: &str) -> io::Result<Vec<u8>> {
        read_regular(&self.file(name), max_bytes(name))
    }

    /// Whether a file has exactly these bytes.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn has(&self, name: &str, bytes: &[u8]) -> Result<bool, RunError> {
        has_bytes(&self.file(name), bytes).map_err(|source| self.unreadable(name, source))
    }

    /// The hash of a file of any size.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn hash(&self, name: &str) -> Result<String, RunError> {
        let path = self.file(name);
        let mut hasher = blake3::Hasher::new();
        let read = open_regular(&path).and_then(|file| hasher.update_reader(file).map(|_| ()));
        read.map_err(|source| failed(&path, "cannot be read", source))?;
        Ok(hasher.finalize().to_hex()[..32].to_owned())
    }

    /// The lines of a file.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn lines(&self, name: &str) -> Result<impl Iterator<Item = io::Result<String>> + use<>, RunError> {
        Ok(lines_of(self.opened(name)?))
    }

    /// The lines of a file as they are, with their line breaks.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn raw_lines(&self, name: &str) -> Result<impl Iterator<Item = io::Result<Vec<u8>>> + use<>, RunError> {
        Ok(raw_lines_of(self.opened(name)?))
    }

    fn opened(&self, name: &str) -> Result<File, RunError> {
        open_regular(&self.file(name)).map_err(|source| self.unreadable(name, source))
    }

    /// Why a line of a file cannot be read.
    pub(super) fn unreadable(&self, name: &str, source: io::Error) -> RunError {
        failed(&self.file(name), "cannot be read", source)
    }

    /// Writes the kept records with the seed in place of its seal.
    ///
    /// # Errors
    /// If they cannot be read or written.
    pub fn unseal_games(&self, seed: Seed) -> Result<(), RunError> {
        let path = self.file(GAMES);
        let lines = self.lines(SEALED_GAMES)?;
        let written = new_file_in(&self.path, &format!(".{GAMES}-")).and_then(|file| {
            let mut file = io::BufWriter::new(file);
            for line in lines {
                writeln!(file, "{}", unseal_line(&line?, seed))?;
            }
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.as_file().sync_all()?;
            file.persist(&path).map_err(|error| error.error)?;
            Ok(())
        });
        written.map_err(|source| failed(&path, "cannot be written", source))
    }

    /// Checks that all files have the hashes in the manifest.
    ///
    /// # Errors
    /// Which one is not.
    pub fn check_files(&self, result: &super::manifest::RunRecord) -> Result<(), RunError> {
        for (name, expected) in &result.files {
            if self.hash(name)? != *expected {
                let problem = "was changed since the run: its hash does not match".to_owned();
                return Err(RunError::Damaged { path: self.file(name), problem });
            }
        }
        Ok(())
    }

    /// Removes a file if it exists.
    ///
    /// # Errors
    /// If it exists and cannot be removed.
    pub(crate) fn remove(&self, name: &str) -> Result<(), RunError> {
        let path = self.file(name);
        match fs::remove_file(&path) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => Err(failed(&path, "cannot be removed", source)),
            _ => Ok(()),
        }
    }

    /// A growing file, open for reading and appending by this process alone.
    ///
    /// # Errors
    /// If it cannot be opened, is a link or no regular file, or another process has locked it.
    pub fn locked(&self, name: &str) -> Result<File, RunError> {
        let path = self.file(name);
        let refuse = |problem: &str| Err(RunError::Damaged { path: path.clone(), problem: problem.to_owned() });
        // A link could lead anywhere, and its target would be truncated and written to; opening a pipe can block forever.
        match fs::symlink_metadata(&path) {
            Ok(there) if there.is_symlink() => return refuse("is a link, and links are not followed for writing"),
            Ok(there) if !there.is_file() => return refuse("is not a regular file"),
            _ => {}
        }
        let opened = OpenOptions::new().create(true).read(true).append(true).open(&path);
        let file = opened.map_err(|source| failed(&path, "cannot be opened", source))?;
        // Some network file systems share the locks of files between machines, but not those of folders.
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(RunError::Busy(self.path.clone())),
            Err(TryLockError::Error(source)) => Err(failed(&path, "cannot be locked", source)),
        }
    }
}

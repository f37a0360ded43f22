//! The folder of a run: files that are whole or not there, a checkpoint that can be trusted, and reasons why not.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::manifest::{Manifest, RUN_FORMAT, hash};
use super::new_file::{NewFile, new_file_in, private_file_in};
use super::seed_name::unseal_line;
use crate::game::{Seed, SeedError};

/// The folder of a run.
#[derive(Clone, Debug)]
pub struct RunFolder {
    path: PathBuf,
}

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum RunError {
    /// A file cannot be read or written.
    #[error("{}: {doing}", .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What was tried.
        doing: &'static str,
        /// Why it failed.
        source: io::Error,
    },
    /// There is something already.
    #[error("{} exists already; choose another folder with --out, go on with --resume, or give --force to replace it", .0.display())]
    Exists(PathBuf),
    /// It is no run.
    #[error("{}: no run is there: {problem}", .path.display())]
    NoRun {
        /// Where.
        path: PathBuf,
        /// What is missing or wrong.
        problem: String,
    },
    /// Somebody else is at it.
    #[error("{}: another process is working here; wait for it, or stop it first", .0.display())]
    Busy(PathBuf),
    /// A file is not what it was.
    #[error("{}: {problem}", .path.display())]
    Damaged {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
}

fn failed(path: &Path, doing: &'static str, source: io::Error) -> RunError {
    RunError::File { path: path.to_owned(), doing, source }
}

/// A saved state, and how long the files were that grow with it.
#[derive(Serialize, Deserialize)]
struct Checkpoint<S> {
    /// The hash of the plan it belongs to.
    plan: String,
    /// Bytes of each growing file that belong to the state.
    files: BTreeMap<String, u64>,
    state: S,
}

/// The names of the CSV files that every run has.
pub const RESULT_FILES: [&str; 6] =
    ["standings.csv", "matchups.csv", "portions.csv", "seats.csv", "lineups.csv", "histograms.csv"];
/// The other files that a run may have.
const OTHER_FILES: [&str; 10] =
    [MANIFEST, CHECKPOINT, TALLY, GAMES, SEALED_GAMES, BLOCKS, TIMING, REPORT, COMPARISON, SECRET];
/// The files that a tuning may have besides its manifest and the timing.
const TUNING_FILES: [&str; 7] =
    [JOURNAL, HISTORY, TRANSFER, SENSITIVITY, TUNED, CONVERGENCE_PICTURE, SENSITIVITY_PICTURE];
/// The name of the file of all answers of the arena in a tuning.
pub const JOURNAL: &str = "journal.jsonl";
/// The name of the file of all candidates of a tuning.
pub const HISTORY: &str = "history.csv";
/// The name of the file of start and result of a tuning against others.
pub const TRANSFER: &str = "transfer.csv";
/// The name of the file of the effects of single parameters.
pub const SENSITIVITY: &str = "sensitivity.csv";
/// The name of the file of the tuned entrant.
pub const TUNED: &str = "tuned.toml";
/// The name of the picture of a search.
pub const CONVERGENCE_PICTURE: &str = "convergence.svg";
/// The name of the picture of the effects of single parameters.
pub const SENSITIVITY_PICTURE: &str = "sensitivity.svg";
/// The name of the file of all that hangs on the machine.
pub const TIMING: &str = "timing.json";

/// The name of the page of a run.
pub const REPORT: &str = "report.html";
/// The name of the page of several runs, in the folder of the first.
pub const COMPARISON: &str = "comparison.html";

/// The name of the file of kept records.
pub const GAMES: &str = "games.jsonl";
/// The name of the file of kept records as long as the seed is a secret: they tell its seal.
pub const SEALED_GAMES: &str = "games.sealed.jsonl";
/// The name of the file with a seed that is a secret until the run is over. To go on with the run needs it.
pub const SECRET: &str = "seed.secret";
/// The name of the file of the results of blocks.
pub const BLOCKS: &str = "blocks.csv";
/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";
/// The name of the saved state of a run that is not over.
pub const CHECKPOINT: &str = "checkpoint.json";
/// The name of the exact sums of a run that is over.
pub const TALLY: &str = "tally.json";

impl RunFolder {
    /// A new folder.
    ///
    /// # Errors
    /// If there is something already and it is not to be replaced, or the folder cannot be made.
    pub fn create(path: &Path, force: bool) -> Result<RunFolder, RunError> {
        let folder = RunFolder { path: path.to_owned() };
        let occupied = fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_some()) || path.is_file();
        if occupied && !force {
            return Err(RunError::Exists(path.to_owned()));
        }
        if occupied && (path.is_file() || !path.join(MANIFEST).is_file()) {
            let problem = "it has no manifest.json, and only runs are replaced".to_owned();
            return Err(RunError::NoRun { path: path.to_owned(), problem });
        }
        if occupied {
            folder.clear()?;
        }
        fs::create_dir_all(path).map_err(|source| failed(path, "cannot be made", source))?;
        Ok(folder)
    }

    /// A folder that is there.
    ///
    /// # Errors
    /// If it has no manifest of a version that this program can read.
    pub fn open(path: &Path) -> Result<(RunFolder, Manifest), RunError> {
        let (folder, manifest): (RunFolder, Manifest) = RunFolder::open_as(path, RUN_FORMAT)?;
        let plan = match folder.secret()? {
            Some(seed) => manifest
                .plan
                .unsealed(seed)
                .map_err(|problem| RunError::Damaged { path: folder.file(SECRET), problem })?,
            None => manifest.plan,
        };
        plan.check_seal().map_err(|problem| RunError::Damaged { path: folder.file(MANIFEST), problem })?;
        Ok((folder, Manifest { plan, ..manifest }))
    }

    /// The seed that is a secret, if there is one here.
    ///
    /// # Errors
    /// If the file cannot be read, or holds no seed.
    pub fn secret(&self) -> Result<Option<Seed>, RunError> {
        let path = self.file(SECRET);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|source| failed(&path, "cannot be read", source))?,
        };
        let damaged = |error: SeedError| RunError::Damaged { path, problem: error.to_string() };
        text.trim_end().parse().map(Some).map_err(damaged)
    }

    /// Keeps a secret seed, for the owner of the folder only.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep_secret(&self, seed: Seed) -> Result<(), RunError> {
        self.write_from(SECRET, private_file_in, format!("{seed}\n").as_bytes())
    }

    /// A folder with a manifest of another format.
    ///
    /// # Errors
    /// If it has no manifest of this format, and of a version that this program can read.
    pub fn open_as<M: DeserializeOwned>(path: &Path, format: &str) -> Result<(RunFolder, M), RunError> {
        let folder = RunFolder { path: path.to_owned() };
        let no_run = |problem: String| RunError::NoRun { path: path.to_owned(), problem };
        let text =
            fs::read_to_string(path.join(MANIFEST)).map_err(|error| no_run(format!("manifest.json: {error}")))?;
        let damaged = |error: serde_json::Error| no_run(format!("manifest.json is damaged: {error}"));
        let value: serde_json::Value = serde_json::from_str(&text).map_err(damaged)?;
        if value["format"] != format {
            return Err(no_run(format!("expected the format {format:?}, got {}", value["format"])));
        }
        let own = env!("CARGO_PKG_VERSION");
        if value["version"] != own {
            return Err(no_run(format!(
                "played by version {}, which may play otherwise than this one ({own})",
                value["version"].as_str().unwrap_or("unknown")
            )));
        }
        let manifest = serde_json::from_value(value).map_err(damaged)?;
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

    /// Removes the files of a run, and nothing else.
    fn clear(&self) -> Result<(), RunError> {
        let entries = fs::read_dir(&self.path).map_err(|source| failed(&self.path, "cannot be read", source))?;
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let ours = RESULT_FILES.iter().chain(&OTHER_FILES).chain(&TUNING_FILES);
            if ours.into_iter().any(|file| *file == name) {
                let path = entry.path();
                fs::remove_file(&path).map_err(|source| failed(&path, "cannot be removed", source))?;
            }
        }
        Ok(())
    }

    /// Writes a file under another name and renames it: whoever looks finds the old one or the new one, whole.
    ///
    /// # Errors
    /// If it cannot be written; the old one is still there then.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), RunError> {
        self.write_from(name, new_file_in, bytes)
    }

    fn write_from(&self, name: &str, new: NewFile, bytes: &[u8]) -> Result<(), RunError> {
        let path = self.file(name);
        let written = new(&self.path, &format!(".{name}-")).and_then(|mut file| {
            file.write_all(bytes)?;
            file.as_file().sync_all()?;
            file.persist(&path).map_err(|error| error.error)?;
            Ok(())
        });
        written.map_err(|source| failed(&path, "cannot be written", source))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, RunError> {
        let path = self.file(name);
        fs::read(&path).map_err(|source| failed(&path, "cannot be read", source))
    }

    /// The hash of a file, however big.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn hash(&self, name: &str) -> Result<String, RunError> {
        let path = self.file(name);
        let mut hasher = blake3::Hasher::new();
        let read = File::open(&path).and_then(|file| hasher.update_reader(file).map(|_| ()));
        read.map_err(|source| failed(&path, "cannot be read", source))?;
        Ok(hasher.finalize().to_hex()[..32].to_owned())
    }

    /// The lines of a file.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn lines(&self, name: &str) -> Result<impl Iterator<Item = io::Result<String>> + use<>, RunError> {
        let path = self.file(name);
        let file = File::open(&path).map_err(|source| failed(&path, "cannot be read", source))?;
        Ok(io::BufReader::new(file).lines())
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

    /// Whether all files are what the manifest says.
    ///
    /// # Errors
    /// Which one is not.
    pub fn check_files(&self, result: &super::manifest::RunRecord) -> Result<(), RunError> {
        for (name, expected) in &result.files {
            if self.hash(name)? != *expected {
                let problem = "was changed since the run: its hash does not fit".to_owned();
                return Err(RunError::Damaged { path: self.file(name), problem });
            }
        }
        Ok(())
    }

    /// Removes a file if it is there.
    pub fn remove(&self, name: &str) {
        let _ = fs::remove_file(self.file(name));
    }

    /// A file that grows, cut to a length, to be written at its end.
    ///
    /// # Errors
    /// If it cannot be opened, or is shorter.
    pub fn growing(&self, name: &str, length: u64) -> Result<File, RunError> {
        let path = self.file(name);
        let opened = OpenOptions::new().create(true).append(true).open(&path).and_then(|file| {
            if file.metadata()?.len() < length {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it is shorter than it was"));
            }
            file.set_len(length)?;
            Ok(file)
        });
        opened.map_err(|source| failed(&path, "cannot be continued", source))
    }

    /// A file that grows, to be written at its end, by nobody else as long as it is open.
    ///
    /// # Errors
    /// If it cannot be opened, or somebody else has it.
    pub fn locked(&self, name: &str) -> Result<File, RunError> {
        let path = self.file(name);
        let opened = OpenOptions::new().create(true).append(true).open(&path);
        let file = opened.map_err(|source| failed(&path, "cannot be opened", source))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(RunError::Busy(self.path.clone())),
            Err(TryLockError::Error(source)) => Err(failed(&path, "cannot be locked", source)),
        }
    }

    /// Saves a state with the lengths of the growing files, and with a hash by which damage is noticed.
    ///
    /// # Errors
    /// If it cannot be written.
    ///
    /// # Panics
    /// If the state has no JSON form.
    pub fn save<S: Serialize>(
        &self,
        name: &str,
        plan: &str,
        files: &BTreeMap<String, u64>,
        state: &S,
    ) -> Result<(), RunError> {
        let checkpoint = Checkpoint { plan: plan.to_owned(), files: files.clone(), state };
        let text = serde_json::to_string(&checkpoint).expect("a state has a JSON form");
        self.write(name, format!("{}\n{text}\n", hash(text.as_bytes())).as_bytes())
    }

    /// Loads a saved state and the lengths of the growing files.
    ///
    /// # Errors
    /// If it is not there, is damaged, or belongs to another plan.
    pub fn load<S: DeserializeOwned>(&self, name: &str, plan: &str) -> Result<(S, BTreeMap<String, u64>), RunError> {
        let damaged = |problem: String| RunError::Damaged { path: self.file(name), problem };
        let text = String::from_utf8(self.read(name)?).map_err(|_| damaged("is damaged: it is no text".to_owned()))?;
        let (seal, body) = text.split_once('\n').unwrap_or(("", ""));
        if hash(body.trim_end().as_bytes()) != seal {
            return Err(damaged("is damaged: its hash does not fit".to_owned()));
        }
        let checkpoint: Checkpoint<S> =
            serde_json::from_str(body).map_err(|error| damaged(format!("is damaged: {error}")))?;
        if checkpoint.plan != plan {
            return Err(damaged("belongs to another plan than the manifest beside it".to_owned()));
        }
        Ok((checkpoint.state, checkpoint.files))
    }
}

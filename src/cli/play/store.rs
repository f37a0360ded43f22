//! Where an unfinished game and the record of a finished one go.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use super::Arguments;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::records::{Record, SavedGame};

/// The folder for files that were not named.
const FOLDER: &str = "results";

/// The files of a game.
pub(super) struct Store {
    /// Where the unfinished game goes, once that is known.
    save: Option<PathBuf>,
    /// Whether an existing file may be replaced: it is this same game, or the player said so.
    may_replace: bool,
    out: Option<(PathBuf, Output)>,
}

impl Store {
    /// The files that the arguments name; one that cannot be written is rejected before the game and not after it.
    pub(super) fn open(arguments: &Arguments) -> Result<Store, Failure> {
        let save = arguments.save.clone();
        if let Some(path) = &save {
            refuse_occupied(path, arguments.force)?;
        }
        let open = |path: &PathBuf| Ok::<_, Failure>((path.clone(), Output::open(Some(path), arguments.force)?));
        let out = arguments.out.as_ref().map(open).transpose()?;
        // The file that a game was resumed from is the natural place to save it again.
        let may_replace = arguments.force || save.is_none() && arguments.resume.is_some();
        Ok(Store { save: save.or_else(|| arguments.resume.clone()), may_replace, out })
    }

    /// All files known so far, which programs must not read.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        let out = self.out.iter().flat_map(|(_, output)| output.paths());
        self.save.iter().cloned().chain(out).collect()
    }

    /// Saves an unfinished game: to a file that the player names, or to the previous one, or to a new one.
    pub(super) fn save(&mut self, game: &SavedGame, named: Option<&Path>) -> Result<PathBuf, Failure> {
        let is_known = |path: &Path| self.may_replace && self.save.as_deref() == Some(path);
        let path = match named.or(self.save.as_deref()) {
            Some(path) => path.to_owned(),
            None => new_file("json")?,
        };
        let mut output = Output::open(Some(&path), is_known(&path))?;
        output.write_all(game.to_text().as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
        output.finish()?;
        (self.save, self.may_replace) = (Some(path.clone()), true);
        Ok(path)
    }

    /// Writes the record of a finished game.
    pub(super) fn record(self, record: &Record) -> Result<PathBuf, Failure> {
        let open_new = || {
            let path = new_file("jsonl")?;
            let output = Output::open(Some(&path), false)?;
            Ok::<_, Failure>((path, output))
        };
        let (path, mut output) = self.out.map_or_else(open_new, Ok)?;
        writeln!(output, "{}", record.to_line()).with_context(|| format!("cannot write {}", path.display()))?;
        output.finish()?;
        Ok(path)
    }
}

/// Writes a text to a temporary file that is kept: the last resort, so that no game is lost.
pub(super) fn write_anywhere(text: &str, ending: &str) -> Result<PathBuf, Failure> {
    let mut file = tempfile::Builder::new().prefix("karteneck-play-").suffix(ending).tempfile()?;
    file.write_all(text.as_bytes())?;
    Ok(file.keep().map_err(|error| error.error)?.1)
}

/// Rejects a file that already exists, unless it may be replaced, and a folder that does not exist.
fn refuse_occupied(path: &Path, force: bool) -> Result<(), Failure> {
    let is_device = fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir());
    if is_device {
        return Err(Failure::Usage(anyhow!("--save {}: expected the name of a file", path.display())));
    }
    Output::open(Some(path), force).map(drop)
}

/// A name in the folder for results that is free with every extension.
fn new_file(ending: &str) -> Result<PathBuf, Failure> {
    fs::create_dir_all(FOLDER).with_context(|| format!("cannot create the folder {FOLDER}"))?;
    let path = |number: u32, ending: &str| Path::new(FOLDER).join(format!("play-{number:03}.{ending}"));
    let is_free =
        |number: &u32| ["json", "jsonl"].iter().all(|ending| fs::symlink_metadata(path(*number, ending)).is_err());
    Ok(path((1..u32::MAX).find(is_free).unwrap_or(0), ending))
}

//! Where an unfinished game and the record of a finished one go.
//!
//! The laboratory keeps a save of its own, `results/play-NNN.json`, up to date after every move of the player, so that even a power cut loses
//! nothing. It is gone once the game is over, whose record has its number, or once the player has the game in a file that they named. A
//! file that the player named is written only when they ask for it or leave, and is never removed.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use super::Arguments;
use crate::cli::failure::Failure;
use crate::cli::output::{Output, write_text};
use crate::files::read_text;
use crate::records::{Record, SavedGame};

/// The folder for files that were not named.
const FOLDER: &str = "results";

/// The files of a game.
pub(super) struct Store {
    /// The file of the unfinished game that the player named, and whether it may be replaced: it is this same game, or the player said so.
    named: Option<(PathBuf, bool)>,
    /// The laboratory's own save of this game, and what is in it.
    own: Option<(PathBuf, String)>,
    out: Option<(PathBuf, Output)>,
    /// Whether the folder for files that were not named was created for this game.
    made_folder: bool,
}

impl Store {
    /// The files that the arguments name; one that cannot be written is rejected before the game and not after it.
    pub(super) fn open(arguments: &Arguments) -> Result<Store, Failure> {
        if let Some(path) = &arguments.save {
            refuse_occupied(path, arguments.force)?;
        }
        let open = |path: &PathBuf| Ok::<_, Failure>((path.clone(), Output::open(Some(path), arguments.force)?));
        let out = arguments.out.as_ref().map(open).transpose()?;
        let mut store = Store { named: None, own: None, out, made_folder: false };
        // The file that a game was resumed from is the natural place to save it again.
        match (&arguments.save, &arguments.resume) {
            (Some(path), _) => store.named = Some((path.clone(), arguments.force)),
            (None, Some(path)) if is_own_name(path) => store.own = Some((path.clone(), text_of(path))),
            (None, Some(path)) => store.named = Some((path.clone(), true)),
            (None, None) => {}
        }
        Ok(store)
    }

    /// All files known so far, which programs must not read.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        let out = self.out.iter().flat_map(|(_, output)| output.paths());
        let own = self.own.iter().map(|(path, _)| path.clone());
        self.named.iter().map(|(path, _)| path.clone()).chain(own).chain(out).collect()
    }

    /// Keeps the laboratory's own save up to date. Not with programs at the table: they could read the seed in it.
    pub(super) fn keep_up(&mut self, game: &SavedGame) -> Result<(), Failure> {
        if game.entrants.iter().any(|entrant| entrant.command.is_some()) {
            return Ok(());
        }
        self.save_own(game).map(drop)
    }

    /// Saves an unfinished game: to a file that the player names, or to the previous one, or to a new one.
    pub(super) fn save(&mut self, game: &SavedGame, named: Option<&Path>) -> Result<PathBuf, Failure> {
        let known = self.named.as_ref().map(|(path, _)| path.clone());
        let Some(path) = named.map(Path::to_owned).or(known) else { return self.save_own(game) };
        let may_replace = self.named.as_ref().is_some_and(|(known, may_replace)| *may_replace && *known == path);
        write_text(&path, &game.to_text(), may_replace)?;
        self.named = Some((path.clone(), true));
        self.remove_own();
        Ok(path)
    }

    /// Writes the laboratory's own save.
    fn save_own(&mut self, game: &SavedGame) -> Result<PathBuf, Failure> {
        let text = game.to_text();
        // What another process has put there since is not ours to replace.
        let known =
            self.own.take().filter(|(path, before)| fs::symlink_metadata(path).is_err() || text_of(path) == *before);
        let (path, may_replace) = match known {
            Some((path, _)) => (path, true),
            None => (self.new_file("json")?, false),
        };
        write_text(&path, &text, may_replace)?;
        self.own = Some((path.clone(), text));
        Ok(path)
    }

    /// Removes the laboratory's own save, unless something else is there by now.
    fn remove_own(&mut self) {
        if let Some((path, text)) = self.own.take()
            && text_of(&path) == text
        {
            // If it cannot be removed, an old save is left, which does no harm.
            let _ = fs::remove_file(path);
        }
        if self.made_folder {
            // It stays if there is anything in it.
            let _ = fs::remove_dir(FOLDER);
        }
    }

    /// Writes the record of a finished game, whose save is then gone.
    pub(super) fn record(&mut self, record: &Record) -> Result<PathBuf, Failure> {
        let (path, mut output) = if let Some(out) = self.out.take() {
            out
        } else {
            let path = self.record_path()?;
            let output = Output::open(Some(&path), false)?;
            (path, output)
        };
        writeln!(output, "{}", record.to_line()).with_context(|| format!("cannot write {}", path.display()))?;
        output.finish()?;
        self.remove_own();
        Ok(path)
    }

    /// The file of the player's that still has the unfinished game.
    pub(super) fn left_over(&self) -> Option<&Path> {
        self.named.as_ref().map(|(path, _)| path.as_path()).filter(|path| path.exists())
    }

    /// The number of the save, if it is free.
    fn record_path(&mut self) -> Result<PathBuf, Failure> {
        let beside = self.own.as_ref().map(|(path, _)| path.with_extension("jsonl"));
        match beside.filter(|path| fs::symlink_metadata(path).is_err()) {
            Some(path) => Ok(path),
            None => self.new_file("jsonl"),
        }
    }

    /// A name in the folder for results that is free with every extension.
    fn new_file(&mut self, ending: &str) -> Result<PathBuf, Failure> {
        if !Path::new(FOLDER).is_dir() {
            fs::create_dir_all(FOLDER).with_context(|| format!("cannot create the folder {FOLDER}"))?;
            self.made_folder = true;
        }
        let path = |number: u32, ending: &str| Path::new(FOLDER).join(format!("{PREFIX}{number:03}.{ending}"));
        let is_free =
            |number: &u32| ["json", "jsonl"].iter().all(|ending| fs::symlink_metadata(path(*number, ending)).is_err());
        Ok(path((1..u32::MAX).find(is_free).unwrap_or(0), ending))
    }
}

/// How the names of our own files begin.
const PREFIX: &str = "play-";

/// Whether the laboratory itself gave a save this name.
fn is_own_name(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let number = name.strip_prefix(PREFIX).and_then(|name| name.strip_suffix(".json"));
    let is_numbered =
        number.is_some_and(|number| number.len() >= 3 && number.bytes().all(|byte| byte.is_ascii_digit()));
    let folder = fs::canonicalize(path).ok().and_then(|path| Some(path.parent()?.file_name()? == FOLDER));
    is_numbered && !path.is_symlink() && folder == Some(true)
}

/// The latest unfinished game among the saves of the laboratory, and how many there are.
pub(super) fn unfinished() -> Option<(PathBuf, usize)> {
    let files = fs::read_dir(FOLDER).into_iter().flatten().flatten().map(|entry| entry.path());
    let saves: Vec<PathBuf> = files.filter(|path| is_own_name(path)).collect();
    let latest = saves.iter().max_by_key(|path| fs::metadata(path).and_then(|about| about.modified()).ok());
    latest.cloned().map(|path| (path, saves.len()))
}

/// What is in a file, nothing if it cannot be read.
fn text_of(path: &Path) -> String {
    read_text(path).unwrap_or_default()
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

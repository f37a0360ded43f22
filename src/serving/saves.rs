//! Files of games of people: an unfinished game, and the record of a finished one under the same number.

use std::fs::{self, DirEntry};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::files::{lines_of, open_regular, read_text};
use crate::records::{Record, SavedGame, new_file_in};

/// How the names of these files begin; `karteneck play` uses the same ones.
const PREFIX: &str = "play-";

/// Whether a name is that of a game of a person.
pub(super) fn is_game_name(name: &str) -> bool {
    let number = name.strip_prefix(PREFIX).unwrap_or_default();
    number.len() >= 3 && number.len() < 9 && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// A game of a person, as a list shows it.
pub(super) struct ListedGame {
    pub(super) name: String,
    pub(super) is_over: bool,
    /// When it was written last.
    pub(super) modified: Option<SystemTime>,
    path: PathBuf,
}

impl ListedGame {
    fn of(entry: &DirEntry) -> Option<ListedGame> {
        let file = entry.file_name().into_string().ok()?;
        let (name, ending) = file.rsplit_once('.')?;
        let about = entry.metadata().ok().filter(fs::Metadata::is_file)?;
        let is_ours = is_game_name(name) && ["json", "jsonl"].contains(&ending);
        is_ours.then(|| ListedGame {
            name: name.to_owned(),
            is_over: ending == "jsonl",
            modified: about.modified().ok(),
            path: entry.path(),
        })
    }

    /// Who plays, by seat; none if the file cannot be read.
    pub(super) fn players(&self) -> Vec<String> {
        if self.is_over {
            let line = open_regular(&self.path).ok().and_then(|file| lines_of(file).next()?.ok());
            return line
                .and_then(|line| Record::from_line(&line).ok())
                .map_or_else(Vec::new, |record| record.strategies);
        }
        let saved = read_text(&self.path).ok().and_then(|text| SavedGame::from_text(&text).ok());
        saved.map_or_else(Vec::new, |saved| {
            let mut names: Vec<String> = saved.entrants.into_iter().map(|entrant| entrant.name).collect();
            names.insert(saved.seat.min(names.len()), saved.name);
            names
        })
    }
}

/// All games of people in a folder, the latest first.
pub(super) fn list(folder: &Path) -> Vec<ListedGame> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut games: Vec<ListedGame> = entries.filter_map(|entry| ListedGame::of(&entry)).collect();
    games.sort_by(|one, other| (other.modified, &other.name).cmp(&(one.modified, &one.name)));
    games
}

/// A name that is free with both endings.
pub(super) fn free_name(folder: &Path, is_taken: &dyn Fn(&str) -> bool) -> String {
    let is_there = |name: &str, ending: &str| fs::symlink_metadata(folder.join(format!("{name}.{ending}"))).is_ok();
    let mut names = (1..u32::MAX).map(|number| format!("{PREFIX}{number:03}"));
    let free = names.find(|name| !is_taken(name) && !is_there(name, "json") && !is_there(name, "jsonl"));
    free.unwrap_or_else(|| format!("{PREFIX}000"))
}

/// The save of one game: what we have written there, so that nothing of another process is replaced.
#[derive(Debug)]
pub(super) struct Save {
    path: PathBuf,
    written: Option<String>,
}

impl Save {
    /// For a game that has not been saved, or was read from there.
    pub(super) fn new(folder: &Path, name: &str, written: Option<String>) -> Save {
        Save { path: folder.join(format!("{name}.json")), written }
    }

    /// Writes the game.
    ///
    /// # Errors
    /// If it cannot be written, or another process has put something else there.
    pub(super) fn write(&mut self, text: String) -> io::Result<()> {
        if self.written.as_ref() == Some(&text) {
            return Ok(());
        }
        let there = read_text(&self.path).ok();
        if there.is_some() && there != self.written {
            return Err(io::Error::other(format!("{} was changed by another process", self.path.display())));
        }
        put(&self.path, &text, self.written.is_some())?;
        self.written = Some(text);
        Ok(())
    }

    /// Writes the record of the game, which is over, and removes the save.
    ///
    /// # Errors
    /// If it cannot be written; then the save stays.
    pub(super) fn finish(&mut self, line: &str) -> io::Result<()> {
        put(&self.path.with_extension("jsonl"), &format!("{line}\n"), false)?;
        if self.written.is_some() && read_text(&self.path).ok() == self.written {
            // If it cannot be removed, an old save is left, which does no harm.
            let _ = fs::remove_file(&self.path);
        }
        Ok(())
    }
}

/// Writes a file that appears whole or not at all.
fn put(path: &Path, text: &str, may_replace: bool) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = new_file_in(folder, ".play-")?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    let put = if may_replace { file.persist(path) } else { file.persist_noclobber(path) };
    put.map(drop).map_err(|error| error.error)
}

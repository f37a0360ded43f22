//! The folder that is served: names in it, and nothing outside of it.

use std::fs;
use std::path::{Path, PathBuf};

use super::answer::Answer;
use crate::runs::MANIFEST;

/// How deep runs may lie.
const DEPTH: usize = 4;
/// The most runs that are listed.
const MAX_RUNS: usize = 5000;

/// The folder of all runs, which need not exist yet.
pub(super) struct Folder {
    root: PathBuf,
}

impl Folder {
    pub(super) const fn new(root: PathBuf) -> Folder {
        Folder { root }
    }

    /// As it was given.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// What lies under a name like `tournament-001` or `old/match-002`, if it lies inside, also after following links.
    ///
    /// # Errors
    /// If it does not, or is not there.
    pub(super) fn find(&self, name: &str) -> Result<PathBuf, Answer> {
        let missing = || Answer::missing(format!("there is no {name:?} in the folder that is served"));
        let is_plain = |part: &str| {
            !part.is_empty()
                && part != "."
                && part != ".."
                && !part.contains(['\\', ':', '\0'])
                && !part.starts_with('.')
        };
        if name.len() > 512 || !name.split('/').all(is_plain) {
            return Err(missing());
        }
        let path = self.root.join(name);
        if self.contains(&path) { Ok(path) } else { Err(missing()) }
    }

    /// The folder of a run: none of its files may lead elsewhere.
    ///
    /// # Errors
    /// If there is none, or one of its files is a link that leads out of the folder.
    pub(super) fn find_run(&self, name: &str) -> Result<PathBuf, Answer> {
        let path = self.find(name)?;
        let entries = fs::read_dir(&path).map_err(|_| Answer::missing(format!("{name:?} is not a folder")))?;
        let links = entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_symlink()));
        match links.into_iter().find(|entry| !self.contains(&entry.path())) {
            Some(link) => {
                let link = link.file_name().to_string_lossy().into_owned();
                Err(Answer::error(
                    403,
                    format!("{name:?} is not shown: its {link} leads out of the folder that is served"),
                ))
            }
            None => Ok(path),
        }
    }

    fn contains(&self, path: &Path) -> bool {
        let inside = || Some(fs::canonicalize(path).ok()?.starts_with(fs::canonicalize(&self.root).ok()?));
        inside().unwrap_or(false)
    }

    /// The names of all folders with a manifest.
    pub(super) fn run_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        collect(&self.root, "", DEPTH, &mut names);
        names.sort();
        names
    }
}

/// Adds the names of all folders with a manifest below a folder.
fn collect(folder: &Path, name: &str, depth: usize, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Some(own) = entry.file_name().to_str().map(str::to_owned) else { continue };
        // Links are not followed: they could lead outside, or around in circles.
        if names.len() >= MAX_RUNS || own.starts_with('.') || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let full = if name.is_empty() { own } else { format!("{name}/{own}") };
        if entry.path().join(MANIFEST).is_file() {
            names.push(full);
        } else if depth > 1 {
            collect(&entry.path(), &full, depth - 1, names);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_is_found() {
        let home = tempfile::tempdir().expect("a folder");
        let (inside, outside) = (home.path().join("in"), home.path().join("out"));
        for folder in [&inside.join("run"), &outside] {
            fs::create_dir_all(folder).expect("a folder");
        }
        fs::write(inside.join("run").join(MANIFEST), "{}").expect("a file");
        fs::write(outside.join(MANIFEST), "{}").expect("a file");
        let folder = Folder::new(inside.clone());
        assert!(folder.find_run("run").is_ok());
        let absolute = outside.to_str().expect("a text").to_owned();
        let names = ["../out", "run/../../out", "..", ".", "", "/", "run/", "run//x", "run/./x", "..\\out", &absolute];
        for name in names {
            assert!(folder.find(name).is_err(), "{name}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&outside, inside.join("link")).expect("a link");
            assert!(folder.find("link").is_err());
            std::os::unix::fs::symlink(outside.join(MANIFEST), inside.join("run/games.jsonl")).expect("a link");
            assert!(folder.find_run("run").is_err());
        }
        assert_eq!(folder.run_names(), ["run"]);
    }
}

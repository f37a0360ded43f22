//! The nets that a learning is given, and where its folder keeps them.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::files::{MAX_TEXT_BYTES, read_regular, read_text, text_of};
use crate::runs::{JUDGE_NET, RunError, RunFolder, START_NET};
use crate::strategies::nets::NetFile;

/// The nets that a learning is given.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct LearningNets {
    /// Where the weights start.
    pub start: Option<NetFile>,
    /// What judges the ends of rounds.
    pub judge: Option<NetFile>,
}

/// Why there is no net in a file.
#[derive(Debug, Error)]
pub enum NetFileError {
    /// It cannot be read.
    #[error("{} cannot be read: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: io::Error,
    },
    /// It can be read, but is not a net.
    #[error("{} {problem}", path.display())]
    NotANet {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
}

impl LearningNets {
    /// The nets of these files.
    ///
    /// # Errors
    /// If one cannot be read, or is not a net.
    pub fn read(start: Option<&Path>, judge: Option<&Path>) -> Result<LearningNets, NetFileError> {
        let read = |path| read_net(path, read_text);
        Ok(LearningNets { start: start.map(read).transpose()?, judge: judge.map(read).transpose()? })
    }

    /// Those of a folder that is said to have them.
    pub(super) fn of_folder(
        folder: &RunFolder,
        has_start: bool,
        has_judge: bool,
    ) -> Result<LearningNets, NetFileError> {
        // A folder may come from a stranger: nothing but a regular file is opened.
        let text = |path: &Path| read_regular(path, MAX_TEXT_BYTES).and_then(text_of);
        let read = |has: bool, name| has.then(|| read_net(&folder.file(name), text)).transpose();
        Ok(LearningNets { start: read(has_start, START_NET)?, judge: read(has_judge, JUDGE_NET)? })
    }
}

/// Writes the nets that a learning is given into its folder.
pub(super) fn keep_nets(folder: &RunFolder, start: Option<&NetFile>, judge: Option<&NetFile>) -> Result<(), RunError> {
    for (name, net) in [(START_NET, start), (JUDGE_NET, judge)] {
        if let Some(net) = net {
            folder.write(name, net.to_text().as_bytes())?;
        }
    }
    Ok(())
}

fn read_net(path: &Path, read: impl FnOnce(&Path) -> io::Result<String>) -> Result<NetFile, NetFileError> {
    let file = || path.to_owned();
    let text = read(path).map_err(|why| NetFileError::Unreadable { path: file(), why })?;
    NetFile::parse(&text).map_err(|problem| NetFileError::NotANet { path: file(), problem })
}

//! The nets that a learning is given, and where its folder keeps them.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::files::read_text;
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
        Ok(LearningNets { start: start.map(read_net).transpose()?, judge: judge.map(read_net).transpose()? })
    }

    /// Those of a folder that is said to have them.
    pub(super) fn of_folder(
        folder: &RunFolder,
        has_start: bool,
        has_judge: bool,
    ) -> Result<LearningNets, NetFileError> {
        let [start, judge] = [START_NET, JUDGE_NET].map(|name| folder.file(name));
        LearningNets::read(has_start.then_some(&*start), has_judge.then_some(&*judge))
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

fn read_net(path: &Path) -> Result<NetFile, NetFileError> {
    let file = || path.to_owned();
    let text = read_text(path).map_err(|why| NetFileError::Unreadable { path: file(), why })?;
    NetFile::parse(&text).map_err(|problem| NetFileError::NotANet { path: file(), problem })
}

//! The nets that a learning is given, and where its folder keeps them.

use std::path::Path;

use super::request::{LearningManifest, LearningRequest};
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

impl LearningNets {
    /// The nets of these files.
    ///
    /// # Errors
    /// If one cannot be read, or is none.
    pub fn read(start: Option<&Path>, judge: Option<&Path>) -> Result<LearningNets, String> {
        Ok(LearningNets { start: start.map(read_net).transpose()?, judge: judge.map(read_net).transpose()? })
    }
}

fn read_net(path: &Path) -> Result<NetFile, String> {
    let text = read_text(path).map_err(|why| format!("{} cannot be read: {why}", path.display()))?;
    NetFile::parse(&text).map_err(|problem| format!("{} {problem}", path.display()))
}

impl LearningRequest {
    /// Writes the nets into the folder, so that it can be resumed without their files.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn keep_nets(&self, folder: &RunFolder) -> Result<(), RunError> {
        for (name, net) in [(START_NET, &self.start), (JUDGE_NET, &self.judge)] {
            if let Some(net) = net {
                folder.write(name, net.to_text().as_bytes())?;
            }
        }
        Ok(())
    }
}

impl LearningManifest {
    /// The nets next to the manifest.
    ///
    /// # Errors
    /// If one is missing, or is none.
    pub fn nets(&self, folder: &RunFolder) -> Result<LearningNets, String> {
        let [start, judge] = [START_NET, JUDGE_NET].map(|name| folder.file(name));
        LearningNets::read(self.start.is_some().then_some(&*start), self.judge.is_some().then_some(&*judge))
    }
}

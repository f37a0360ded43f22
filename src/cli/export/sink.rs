//! Where a table goes: a file that appears only when it is complete, compressed or not, or stdout.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::cli::Failure;
use crate::cli::output::Output;

/// A destination for the bytes of a table.
pub(super) struct Sink {
    name: String,
    output: Packed,
}

enum Packed {
    Plain(Output),
    Gzip(GzEncoder<Output>),
}

impl Sink {
    /// Stdout for `-`, else a file, compressed if its name ends in `.gz`.
    pub(super) fn open(path: &Path, force: bool) -> Result<Sink, Failure> {
        let name = path.display().to_string();
        let output = Output::open(Some(path).filter(|path| !is_stdout(path)), force)?;
        let is_packed = path.extension().is_some_and(|ending| ending == "gz");
        let output = if is_packed {
            Packed::Gzip(GzEncoder::new(output, Compression::default()))
        } else {
            Packed::Plain(output)
        };
        Ok(Sink { name, output })
    }

    /// Where the data will be, and where it is until then.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        match &self.output {
            Packed::Plain(output) => output.paths(),
            Packed::Gzip(packer) => packer.get_ref().paths(),
        }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = match &mut self.output {
            Packed::Plain(output) => output.write_all(bytes),
            Packed::Gzip(packer) => packer.write_all(bytes),
        };
        Ok(written.with_context(|| format!("cannot write {}", self.name))?)
    }

    /// Makes the file final.
    pub(super) fn finish(self) -> Result<(), Failure> {
        match self.output {
            Packed::Plain(output) => output.finish(),
            Packed::Gzip(packer) => packer.finish().with_context(|| format!("cannot write {}", self.name))?.finish(),
        }
    }
}

/// Whether a path means stdout.
fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

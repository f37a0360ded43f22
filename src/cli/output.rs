//! Where data goes: to stdout, or to a file that appears only when it is whole.

use std::io::{self, BufWriter, IntoInnerError, StdoutLock, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use tempfile::NamedTempFile;

use super::Failure;

/// A place for data.
pub(super) enum Output {
    /// The terminal or a pipe.
    Stdout(BufWriter<StdoutLock<'static>>),
    /// A file, written under a temporary name beside it and renamed at the end.
    File { writer: BufWriter<NamedTempFile>, path: PathBuf, force: bool },
}

impl Output {
    /// Stdout, or the file if there is one. An existing file is refused at once, not after the work, unless `force`.
    pub(super) fn open(path: Option<&Path>, force: bool) -> Result<Output, Failure> {
        let Some(path) = path else {
            return Ok(Output::Stdout(BufWriter::new(io::stdout().lock())));
        };
        if !force && path.exists() {
            return Err(Failure::Usage(anyhow!(
                "{} exists already; choose another file, or give --force to replace it",
                path.display()
            )));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = NamedTempFile::new_in(folder)
            .with_context(|| format!("cannot write into the folder {}", folder.display()))?;
        Ok(Output::File { writer: BufWriter::new(file), path: path.to_owned(), force })
    }

    /// Makes the data final.
    pub(super) fn finish(self) -> Result<(), Failure> {
        match self {
            Output::Stdout(mut writer) => writer.flush()?,
            Output::File { writer, path, force } => {
                let file = writer.into_inner().map_err(IntoInnerError::into_error)?;
                file.as_file().sync_all()?;
                let renamed = if force { file.persist(&path) } else { file.persist_noclobber(&path) };
                renamed.map_err(|error| error.error).with_context(|| format!("cannot write {}", path.display()))?;
            }
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Stdout(writer) => writer.write(bytes),
            Output::File { writer, .. } => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Stdout(writer) => writer.flush(),
            Output::File { writer, .. } => writer.flush(),
        }
    }
}

//! Where data goes: to stdout, or to a file that appears only when it is complete.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, IntoInnerError, IsTerminal, StdoutLock, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use tempfile::NamedTempFile;

use super::Failure;
use crate::files::has_bytes;
use crate::game::Seed;
use crate::records::{new_file_in, unseal_line};

/// A destination for data.
pub(super) enum Output {
    /// The terminal or a pipe.
    Stdout(BufWriter<StdoutLock<'static>>),
    /// A device or a named pipe, written as it is.
    Device(BufWriter<File>),
    /// A file, written under a temporary name next to it and renamed at the end.
    File { writer: BufWriter<NamedTempFile>, path: PathBuf, force: bool },
}

/// Rejects a file that cannot be written now, not after hours. One with the bytes `own`, which the interrupted command itself
/// wrote, stays.
pub(super) fn check_new_file(path: &Path, ending: &str, own: Option<&[u8]>, force: bool) -> Result<(), Failure> {
    if path.extension().is_none_or(|found| found != ending) {
        let name = path.display();
        return Err(Failure::Usage(anyhow!("--out {name}: expected a name that ends in .{ending}")));
    }
    let is_own = own.is_some_and(|own| has_bytes(path, own).unwrap_or(false));
    Output::open(Some(path), force || is_own).map(drop)
}

impl Output {
    /// Stdout, or the file if there is one. An existing file is rejected at once, not after the work, unless `force`.
    pub(super) fn open(path: Option<&Path>, force: bool) -> Result<Output, Failure> {
        let Some(path) = path else {
            return Ok(Output::Stdout(BufWriter::new(io::stdout().lock())));
        };
        let cannot_write = || format!("cannot write {}", path.display());
        if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
            let device = fs::OpenOptions::new().write(true).open(path).with_context(cannot_write)?;
            return Ok(Output::Device(BufWriter::new(device)));
        }
        if path.is_dir() {
            return Err(Failure::Usage(anyhow!("{} is a folder; give the name of a file", path.display())));
        }
        if !force && fs::symlink_metadata(path).is_ok() {
            return Err(Failure::Usage(anyhow!(
                "{} exists already; choose another file, or give --force to replace it",
                path.display()
            )));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folder.is_dir() {
            return Err(Failure::Usage(anyhow!(
                "{}: there is no folder {}; create it first",
                path.display(),
                folder.display()
            )));
        }
        // For a link, its target is replaced and not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // Its name says what it would have become, in case it is found after a crash of the machine.
        let prefix = format!("{name}.part-");
        sweep(folder, &prefix);
        let file = new_file_in(folder, &prefix).with_context(cannot_write)?;
        // Held until it is renamed or this process ends: by this others know that it is not left over.
        let _ = file.as_file().try_lock();
        Ok(Output::File { writer: BufWriter::new(file), path, force })
    }

    /// Replaces the seal by the seed in records in a file that is not final yet. What has gone elsewhere cannot be changed.
    pub(super) fn unseal(self, seed: Seed) -> Result<Output, Failure> {
        let Output::File { writer, path, force } = self else { return Ok(self) };
        let sealed = writer.into_inner().map_err(IntoInnerError::into_error)?;
        let mut open = Output::open(Some(&path), force)?;
        for line in BufReader::new(sealed.reopen()?).lines() {
            writeln!(open, "{}", unseal_line(&line?, seed))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(open)
    }

    /// Where the data will be, and where it is until then.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        match self {
            Output::Stdout(_) | Output::Device(_) => Vec::new(),
            Output::File { writer, path, .. } => vec![path.clone(), writer.get_ref().path().to_owned()],
        }
    }

    /// On a terminal: shows what was written so far.
    pub(super) fn show(&mut self) -> io::Result<()> {
        match self {
            Output::Stdout(writer) if io::stdout().is_terminal() => writer.flush(),
            _ => Ok(()),
        }
    }

    /// Makes the data final.
    pub(super) fn finish(self) -> Result<(), Failure> {
        match self {
            Output::Stdout(mut writer) => writer.flush()?,
            Output::Device(mut writer) => writer.flush()?,
            Output::File { writer, path, force } => {
                let finished = writer.into_inner().map_err(IntoInnerError::into_error).and_then(|file| {
                    file.as_file().sync_all()?;
                    let renamed = if force { file.persist(&path) } else { file.persist_noclobber(&path) };
                    renamed.map_err(|error| error.error)
                });
                finished.with_context(|| format!("cannot write {}", path.display()))?;
            }
        }
        Ok(())
    }
}

/// Removes what is left of processes that were killed while they wrote the same file: no process holds their lock.
fn sweep(folder: &Path, prefix: &str) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(prefix)) {
        if File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Writes a whole file; an existing one is replaced only by `force`.
pub(super) fn write_text(path: &Path, text: &str, force: bool) -> Result<(), Failure> {
    let mut output = Output::open(Some(path), force)?;
    output.write_all(text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    output.finish()
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Stdout(writer) => writer.write(bytes),
            Output::Device(writer) => writer.write(bytes),
            Output::File { writer, .. } => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Stdout(writer) => writer.flush(),
            Output::Device(writer) => writer.flush(),
            Output::File { writer, .. } => writer.flush(),
        }
    }
}

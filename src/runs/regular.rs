//! Reading files that may be a stranger's: only regular ones, since a device never ends and a pipe waits for ever.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Opens a file for reading if it is a regular one, or a link to one.
pub(super) fn open_regular(path: &Path) -> io::Result<File> {
    // Looked at before it is opened: to open a pipe can wait for ever already.
    if fs::metadata(path)?.is_file() {
        return File::open(path);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file"))
}

/// Reads the whole of a regular file.
pub(super) fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Bytes as a text.
pub(super) fn text_of(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

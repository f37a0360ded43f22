//! Files that anyone may have written, read within limits.
//!
//! This room owns how much of a file is read, and of which kind it may be. It refuses to know what is in it. Everything that is
//! read from a file as a whole, or line by line, comes through here: a file of gigabytes is refused before it is in memory, a device
//! or a pipe in a folder from a stranger before it is opened.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The largest text that people write or that is one line of a file: an entrant, an edition, a position, a saved game, the
/// record of a game. Real ones have kilobytes.
pub(crate) const MAX_TEXT_BYTES: u64 = 16 << 20;

/// Opens a file for reading if it is regular, or a link to a regular file: a device never ends, and a pipe may block forever.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    // Checked before it is opened: opening a pipe can block forever.
    if fs::metadata(path)?.is_file() {
        return File::open(path);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"))
}

/// Reads the whole of a regular file of at most so many bytes.
pub(crate) fn read_regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open_regular(path)?;
    if file.metadata()?.len() > most {
        return Err(too_large("it has", file.metadata()?.len(), most));
    }
    read_within(file, most)
}

/// Reads a text that the user names, also from a pipe or a terminal.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    text_of(read_within(File::open(path)?, MAX_TEXT_BYTES)?)
}

/// Reads until the end, which must come in time.
fn read_within(mut from: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.by_ref().take(most).read_to_end(&mut bytes)?;
    if from.read(&mut [0])? > 0 {
        return Err(too_large("it has more than", most, most));
    }
    Ok(bytes)
}

/// The error of a file that is larger than expected.
pub(crate) fn too_large(has: &str, bytes: u64, most: u64) -> io::Error {
    let why = format!("{has} {bytes} bytes; expected at most {most}");
    io::Error::new(io::ErrorKind::FileTooLarge, why)
}

/// Bytes as text.
pub(crate) fn text_of(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Whether a regular file has these bytes and no others.
pub(crate) fn has_bytes(path: &Path, expected: &[u8]) -> io::Result<bool> {
    let file = open_regular(path)?;
    if file.metadata()?.len() != expected.len() as u64 {
        return Ok(false);
    }
    let mut there = Vec::new();
    file.take(expected.len() as u64 + 1).read_to_end(&mut there)?;
    Ok(there == expected)
}

/// The lines of a text without their line breaks, like [`BufRead::lines`], except that none may be endless.
pub(crate) fn lines_of(reader: impl Read) -> impl Iterator<Item = io::Result<String>> {
    let without_break = |mut line: Vec<u8>| {
        if line.pop_if(|last| *last == b'\n').is_some() {
            line.pop_if(|last| *last == b'\r');
        }
        text_of(line)
    };
    raw_lines_of(reader).map(move |line| line.and_then(without_break))
}

/// The lines of a file as they are, with their line breaks.
pub(crate) fn raw_lines_of(reader: impl Read) -> impl Iterator<Item = io::Result<Vec<u8>>> {
    let mut reader = BufReader::new(reader);
    std::iter::from_fn(move || next_line(&mut reader).transpose())
}

fn next_line(reader: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    reader.take(MAX_TEXT_BYTES).read_until(b'\n', &mut line)?;
    if line.len() as u64 >= MAX_TEXT_BYTES && !line.ends_with(b"\n") {
        return Err(too_large("a line has more than", MAX_TEXT_BYTES, MAX_TEXT_BYTES));
    }
    Ok(Some(line).filter(|line| !line.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limit_and_not_beyond() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, "12345").expect("written");
        assert_eq!(read_regular(&path, 5).expect("five bytes"), b"12345");
        assert_eq!(read_regular(&path, 4).expect_err("too large").to_string(), "it has 5 bytes; expected at most 4");
        assert!(has_bytes(&path, b"12345").expect("there") && !has_bytes(&path, b"1234").expect("there"));
        // Four gigabytes without a block on the disk.
        File::create(&path).and_then(|file| file.set_len(4 << 30)).expect("a hole");
        for error in [read_regular(&path, 1 << 30).expect_err("too large"), read_text(&path).expect_err("too large")] {
            assert_eq!(error.kind(), io::ErrorKind::FileTooLarge, "{error}");
        }
        assert!(!has_bytes(&path, b"12345").expect("there"));
        let line = lines_of(File::open(&path).expect("there")).next().expect("a line").expect_err("endless");
        assert_eq!(line.kind(), io::ErrorKind::FileTooLarge, "{line}");
    }

    #[test]
    fn lines_are_those_of_the_standard_library() {
        for text in ["", "\n", "a", "a\n", "a\nb", "a\r\n\r\nb\r\n", "\r", "a\n\n", "x\rb\n"] {
            let expected: Vec<String> = text.lines().map(str::to_owned).collect();
            let found: Vec<String> = lines_of(text.as_bytes()).collect::<io::Result<_>>().expect("text");
            let standard: Vec<String> = text.as_bytes().lines().collect::<io::Result<_>>().expect("text");
            assert_eq!(found, standard, "{text:?}, {expected:?}");
        }
        let mut lines = lines_of(&b"\xff\nfine\n"[..]);
        assert_eq!(lines.next().expect("a line").expect_err("no text").kind(), io::ErrorKind::InvalidData);
        assert_eq!(lines.next().expect("a line").expect("text"), "fine");
    }
}

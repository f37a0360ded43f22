//! What programs write to stderr: kept in a file, with its end available for the report of a fault.

use std::fs::{self, OpenOptions};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::ChildStderr;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The most bytes that one process of a program may add to its log.
const LONGEST_LOG: usize = 1 << 20;
/// Bytes at the end of it that a fault reports.
const TAIL: usize = 2000;
/// How long to wait for the stderr of a dead program.
const PATIENCE: Duration = Duration::from_millis(200);

/// Where logs go: a folder, made when the first byte is written.
#[derive(Clone, Debug, Default)]
pub struct Logs {
    target: Arc<Mutex<Target>>,
}

#[derive(Debug, Default)]
struct Target {
    /// `None` for a temporary folder that is yet to be made.
    folder: Option<PathBuf>,
    written: Vec<PathBuf>,
}

impl Logs {
    /// In a temporary folder, which is kept if anything is written.
    pub fn temporary() -> Logs {
        Logs::default()
    }

    /// In this folder.
    pub fn in_folder(folder: PathBuf) -> Logs {
        Logs { target: Arc::new(Mutex::new(Target { folder: Some(folder), written: Vec::new() })) }
    }

    /// The files that were written.
    pub fn written(&self) -> Vec<PathBuf> {
        self.target.lock().unwrap_or_else(PoisonError::into_inner).written.clone()
    }

    /// The log of an entrant.
    pub(super) fn file_of(&self, name: &str) -> LogFile {
        let safe = |c: char| if c.is_ascii_alphanumeric() || "-_.=".contains(c) { c } else { '-' };
        let stem: String = name.chars().map(safe).take(80).collect();
        LogFile { logs: self.clone(), name: format!("{stem}.stderr.log"), left: LONGEST_LOG }
    }

    /// Appends to a file; a log that cannot be written does not stop a game.
    fn append(&self, name: &str, bytes: &[u8]) -> std::io::Result<()> {
        let mut target = self.target.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = match target.folder.clone() {
            Some(folder) => folder,
            None => tempfile::Builder::new().prefix("karteneck-").tempdir()?.keep(),
        };
        fs::create_dir_all(&folder)?;
        let path = folder.join(name);
        target.folder = Some(folder);
        OpenOptions::new().create(true).append(true).open(&path)?.write_all(bytes)?;
        if !target.written.contains(&path) {
            target.written.push(path);
        }
        Ok(())
    }
}

/// The log of one process of a program.
pub(super) struct LogFile {
    logs: Logs,
    name: String,
    left: usize,
}

impl LogFile {
    fn write(&mut self, bytes: &[u8]) {
        let some = &bytes[..bytes.len().min(self.left)];
        self.left -= some.len();
        if !some.is_empty() {
            let _ = self.logs.append(&self.name, some);
        }
    }
}

/// The end of what a program has written to stderr so far.
pub(super) struct StderrTail {
    tail: Arc<Mutex<Vec<u8>>>,
    end: Receiver<()>,
}

impl StderrTail {
    /// Listens until the program closes its stderr.
    pub(super) fn listen(mut stderr: ChildStderr, mut log: LogFile) -> StderrTail {
        let tail = Arc::new(Mutex::new(Vec::new()));
        let (ended, end) = channel();
        let shared = tail.clone();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = stderr.read(&mut buffer) {
                log.write(&buffer[..read]);
                let mut tail = shared.lock().unwrap_or_else(PoisonError::into_inner);
                tail.extend_from_slice(&buffer[..read]);
                let excess = tail.len().saturating_sub(TAIL);
                tail.drain(..excess);
            }
            let _ = ended.send(());
        });
        StderrTail { tail, end }
    }

    /// The end of what a dead program wrote.
    pub(super) fn take(&self) -> String {
        let _ = self.end.recv_timeout(PATIENCE);
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&tail).into_owned()
    }
}

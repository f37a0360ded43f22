//! A thread for the pipes of a program: it carries lines and answers, so that no other thread can be blocked.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// The longest line that is read, in bytes, with its line break.
pub(super) const MAX_LINE_BYTES: u64 = 1 << 20;

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum NoAnswer {
    /// None came in time.
    Timeout,
    /// The program has closed its output.
    End,
    /// The line does not end; this is its beginning.
    TooLong(String),
    /// The line is not text; this is what it looks like.
    NoText(String),
}

enum Message {
    Tell(String),
    Ask(String),
}

/// Carries lines. It ends when it is dropped, or when the program's pipes close.
pub(super) struct PipeThread {
    messages: Sender<Message>,
    answers: Receiver<Result<String, NoAnswer>>,
}

impl PipeThread {
    pub(super) fn new(stdin: ChildStdin, stdout: ChildStdout) -> PipeThread {
        let (messages, to_do) = channel();
        let (answer, answers) = channel();
        // Never joined: if the program keeps a pipe open forever, only this thread waits for it.
        thread::spawn(move || run(stdin, BufReader::new(stdout), &to_do, &answer));
        PipeThread { messages, answers }
    }

    /// Sends a line. If the program is gone, the next question will show it.
    pub(super) fn tell(&self, line: String) {
        let _ = self.messages.send(Message::Tell(line));
    }

    /// Sends a line and waits for the answer.
    pub(super) fn ask(&self, line: String, limit: Duration) -> Result<String, NoAnswer> {
        if self.messages.send(Message::Ask(line)).is_err() {
            return Err(NoAnswer::End);
        }
        match self.answers.recv_timeout(limit) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Timeout) => Err(NoAnswer::Timeout),
            Err(RecvTimeoutError::Disconnected) => Err(NoAnswer::End),
        }
    }
}

fn run(
    mut stdin: ChildStdin,
    mut stdout: BufReader<ChildStdout>,
    messages: &Receiver<Message>,
    answers: &Sender<Result<String, NoAnswer>>,
) {
    while let Ok(message) = messages.recv() {
        let (Message::Tell(line) | Message::Ask(line)) = &message;
        // A program may have closed its input and still have an answer to give, so it is always looked for.
        let _ = stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush());
        if matches!(message, Message::Ask(_)) && answers.send(read_line(&mut stdout)).is_err() {
            return;
        }
    }
}

fn read_line(stdout: &mut BufReader<ChildStdout>) -> Result<String, NoAnswer> {
    let mut line = Vec::new();
    let read = stdout.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line);
    if read.is_err() || line.is_empty() {
        return Err(NoAnswer::End);
    }
    if line.last() != Some(&b'\n') && line.len() as u64 >= MAX_LINE_BYTES {
        return Err(NoAnswer::TooLong(String::from_utf8_lossy(&line[..1000]).into_owned()));
    }
    let text = String::from_utf8(line)
        .map_err(|error| NoAnswer::NoText(String::from_utf8_lossy(error.as_bytes()).trim_end().to_owned()))?;
    Ok(text.trim_end_matches(['\n', '\r']).to_owned())
}

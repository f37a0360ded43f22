//! Answers that grow: events, sent as they come, by a thread of their own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hyper::body::Bytes;
use serde_json::{Value, json};
use tokio::sync::mpsc::{Sender, channel};

use super::answer::Answer;

/// Events that may wait for a client: one that is slower holds up its own stream alone.
const WAITING: usize = 16;

/// Where events go.
pub(super) struct Events {
    sender: Sender<Bytes>,
    stopping: Arc<AtomicBool>,
}

/// The client has gone, or the server stops.
#[derive(Debug)]
pub(super) struct Gone;

impl Events {
    /// Sends an event, and waits until the client has room for it.
    ///
    /// # Errors
    /// If it is of no use anymore.
    pub(super) fn send(&self, event: &Value) -> Result<(), Gone> {
        self.send_text(format!("data: {event}\n\n"))
    }

    /// Sends nothing, to learn whether the client is still there.
    ///
    /// # Errors
    /// If it is not.
    pub(super) fn beat(&self) -> Result<(), Gone> {
        self.send_text(":\n\n".to_owned())
    }

    fn send_text(&self, text: String) -> Result<(), Gone> {
        if self.is_gone() {
            return Err(Gone);
        }
        self.sender.blocking_send(text.into()).map_err(|_| Gone)
    }

    /// Whether events are of no use anymore.
    pub(super) fn is_gone(&self) -> bool {
        self.sender.is_closed() || self.stopping.load(Ordering::Relaxed)
    }
}

/// An answer whose events are made by `work`, in a thread of its own. If it fails, the last event says why.
pub(super) fn stream(
    stopping: &Arc<AtomicBool>,
    work: impl FnOnce(&Events) -> Result<(), StreamError> + Send + 'static,
) -> Answer {
    let (sender, receiver) = channel(WAITING);
    let events = Events { sender, stopping: Arc::clone(stopping) };
    let started = std::thread::Builder::new().name("stream".to_owned()).spawn(move || {
        if let Err(StreamError::Words(words)) = work(&events) {
            let _ = events.send(&json!({ "error": words }));
        }
    });
    match started {
        Ok(_) => Answer::growing(receiver),
        Err(error) => Answer::failed(format!("no thread could be started: {error}")),
    }
}

/// Why a stream ended early.
#[derive(Debug)]
pub(super) enum StreamError {
    /// Without anyone to tell.
    Gone,
    /// In words for the reader.
    Words(String),
}

impl From<Gone> for StreamError {
    fn from(_: Gone) -> StreamError {
        StreamError::Gone
    }
}

impl StreamError {
    pub(super) fn words(words: impl std::fmt::Display) -> StreamError {
        StreamError::Words(format!("{words}"))
    }
}

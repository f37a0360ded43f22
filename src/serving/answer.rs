//! Answers: their kinds, their headers, and how they are sent.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::Response;
use hyper::body::{Body, Bytes, Frame};
use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use serde_json::{Value, json};
use tokio::sync::mpsc::Receiver;

use super::activity::Activity;

/// The policy of our own pages: everything comes from here, and nothing is written into a page but its own style, see [`Answer::page`].
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                           frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// What is never kept by a browser: pages change with the folder, and a game in progress belongs to one person.
const FLEETING: &str = "no-store";
/// What never changes under its address: scripts, whose addresses change with them.
const LASTING: &str = "private, max-age=31536000, immutable";
/// The policy of a report, which is one file and loads nothing; shown inside the page of its run.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; \
                             form-action 'none'; base-uri 'none'; frame-ancestors 'self'";
/// The policy of everything else.
const DATA_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/// What is sent, and under which policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Media {
    Page,
    Report,
    Json,
    Script,
    Picture,
    Events,
}

impl Media {
    const fn content_type(self) -> &'static str {
        match self {
            Media::Page | Media::Report => "text/html; charset=utf-8",
            Media::Json => "application/json",
            Media::Script => "text/javascript; charset=utf-8",
            Media::Picture => "image/svg+xml",
            Media::Events => "text/event-stream",
        }
    }

    const fn policy(self) -> &'static str {
        match self {
            Media::Page => PAGE_POLICY,
            Media::Report => REPORT_POLICY,
            _ => DATA_POLICY,
        }
    }

    const fn keeping(self) -> &'static str {
        if matches!(self, Media::Script) { LASTING } else { FLEETING }
    }
}

/// An answer.
pub(super) struct Answer {
    pub(super) status: u16,
    media: Media,
    body: AnswerContent,
    /// A cookie to be kept by the browser, and where to go next.
    cookie: Option<String>,
    /// What marks the style in a page as its own.
    nonce: Option<String>,
    location: Option<&'static str>,
}

/// What an answer consists of.
enum AnswerContent {
    Whole(Bytes),
    Growing(Receiver<Bytes>),
}

impl Answer {
    pub(super) fn new(media: Media, body: impl Into<Bytes>) -> Answer {
        Answer {
            status: 200,
            media,
            body: AnswerContent::Whole(body.into()),
            cookie: None,
            nonce: None,
            location: None,
        }
    }

    /// A page with its style in it, marked by `nonce`: it is painted without waiting for another answer.
    pub(super) fn page(text: String, nonce: String) -> Answer {
        Answer { nonce: Some(nonce), ..Answer::new(Media::Page, text) }
    }

    pub(super) fn json(value: &Value) -> Answer {
        Answer::new(Media::Json, value.to_string())
    }

    /// Events, as they come.
    pub(super) fn growing(events: Receiver<Bytes>) -> Answer {
        Answer { body: AnswerContent::Growing(events), ..Answer::new(Media::Events, "") }
    }

    /// A refusal, in words for the reader.
    pub(super) fn error(status: u16, words: impl Into<String>) -> Answer {
        Answer { status, ..Answer::json(&json!({ "error": words.into() })) }
    }

    /// The request makes no sense.
    pub(super) fn wrong(words: impl Into<String>) -> Answer {
        Answer::error(400, words)
    }

    pub(super) fn missing(words: impl Into<String>) -> Answer {
        Answer::error(404, words)
    }

    /// It cannot be done.
    pub(super) fn failed(words: impl Into<String>) -> Answer {
        Answer::error(500, words)
    }

    pub(super) fn too_large() -> Answer {
        Answer::error(413, "the request is larger than any page sends")
    }

    /// What a refusal says.
    pub(super) fn words(&self) -> String {
        let AnswerContent::Whole(bytes) = &self.body else { return String::new() };
        let value: Value = serde_json::from_slice(bytes).unwrap_or_default();
        value["error"].as_str().unwrap_or_default().to_owned()
    }

    pub(super) fn with_status(self, status: u16) -> Answer {
        Answer { status, ..self }
    }

    /// Sends the browser to the list, with a cookie.
    pub(super) fn welcome(cookie: String) -> Answer {
        Answer { status: 303, cookie: Some(cookie), location: Some("/"), ..Answer::new(Media::Page, "") }
    }
}

/// The body of an answer on its way; the connection learns that something is taken.
pub(super) struct AnswerBody {
    content: AnswerContent,
    activity: Activity,
}

impl Body for AnswerBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let next = match &mut self.content {
            AnswerContent::Whole(bytes) if bytes.is_empty() => Poll::Ready(None),
            AnswerContent::Whole(bytes) => Poll::Ready(Some(std::mem::take(bytes))),
            AnswerContent::Growing(events) => events.poll_recv(context),
        };
        // What grows slowly is not the client's fault.
        self.activity.set_working(next.is_pending());
        next.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        match &self.content {
            AnswerContent::Whole(bytes) => hyper::body::SizeHint::with_exact(bytes.len() as u64),
            AnswerContent::Growing(_) => hyper::body::SizeHint::default(),
        }
    }
}

/// An answer with all its headers.
pub(super) fn respond(answer: Answer, activity: Activity) -> Response<AnswerBody> {
    let media = answer.media;
    let mut response = Response::new(AnswerBody { content: answer.body, activity });
    *response.status_mut() = hyper::StatusCode::from_u16(answer.status).unwrap_or_default();
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_TYPE, media.content_type()),
        (CONTENT_SECURITY_POLICY, media.policy()),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // Not `no-referrer`: then a browser would not say where a form of ours comes from, and the token could not be given.
        (REFERRER_POLICY, "same-origin"),
        (CACHE_CONTROL, if answer.status == 200 { media.keeping() } else { FLEETING }),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let own_style = answer.nonce.map(|nonce| PAGE_POLICY.replace("style-src", &format!("style-src 'nonce-{nonce}'")));
    if let Some(policy) = own_style.and_then(|policy| HeaderValue::from_str(&policy).ok()) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    if let Some(cookie) = answer.cookie.and_then(|cookie| HeaderValue::from_str(&cookie).ok()) {
        headers.insert(hyper::header::SET_COOKIE, cookie);
    }
    if let Some(location) = answer.location {
        headers.insert(hyper::header::LOCATION, HeaderValue::from_static(location));
    }
    response
}

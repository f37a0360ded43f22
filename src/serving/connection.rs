//! One connection: how many there may be, how long it may do nothing, and how large a request may be.

use std::convert::Infallible;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;
use std::time::Duration;

use http_body_util::{BodyExt, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::CONTENT_LENGTH;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;

use super::activity::Activity;
use super::answer::{Answer, AnswerBody, respond};
use super::pages::asset;
use super::request::{MAX_BODY, Request};
use super::route::route;
use super::site::Site;

/// Connections at a time: a browser opens six.
const MAX_CONNECTIONS: usize = 128;
/// The longest wait for the head of a request, also on a connection that is kept open.
const HEAD: Duration = Duration::from_secs(10);
/// The longest wait for the body of a request.
const BODY: Duration = Duration::from_secs(10);
/// How often it is looked at whether a client has stalled.
const LOOK: Duration = Duration::from_secs(2);

/// How many connections there are.
#[derive(Clone, Default)]
pub(super) struct Connections(Arc<AtomicUsize>);

/// A connection that counts, until it is dropped.
struct Counted(Connections);

impl Connections {
    /// One more, if there is room.
    fn enter(&self) -> Option<Counted> {
        let counted = (self.0.fetch_add(1, Ordering::Relaxed) < MAX_CONNECTIONS, Counted(self.clone()));
        counted.0.then_some(counted.1)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Answers on a connection until it is closed, stalls, or the server is full.
pub(super) async fn converse(stream: TcpStream, site: Arc<Site>, connections: Connections) {
    let Some(_counted) = connections.enter() else { return };
    // Small events are of use at once; without this the system waits for more to send. If it refuses, they come later.
    let _ = stream.set_nodelay(true);
    let activity = Activity::new();
    let seen = activity.clone();
    let service = service_fn(move |request| serve(request, Arc::clone(&site), activity.clone()));
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(32 << 10).max_headers(64);
    let connection = server.serve_connection(TokioIo::new(stream), service);
    // What goes wrong on a connection concerns its client alone.
    until_stalled(connection, &seen).await;
}

/// Drives a connection; drops it once it has stalled.
async fn until_stalled(connection: impl Future, activity: &Activity) {
    let mut connection = pin!(connection);
    loop {
        let mut pause = pin!(tokio::time::sleep(LOOK));
        let is_over = std::future::poll_fn(|context| {
            if connection.as_mut().poll(context).is_ready() {
                return Poll::Ready(true);
            }
            pause.as_mut().poll(context).map(|()| false)
        });
        if is_over.await || activity.is_stalled() {
            return;
        }
    }
}

async fn serve(
    request: hyper::Request<Incoming>,
    site: Arc<Site>,
    activity: Activity,
) -> Result<hyper::Response<AnswerBody>, Infallible> {
    activity.set_working(true);
    let answer = answer(request, &site).await;
    activity.set_working(false);
    Ok(respond(answer, activity))
}

async fn answer(request: hyper::Request<Incoming>, site: &Arc<Site>) -> Answer {
    let (head, body) = request.into_parts();
    let told: Option<u64> = head.headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    if told.is_some_and(|bytes| bytes > MAX_BODY as u64) {
        return Answer::too_large();
    }
    let body = match read(body).await {
        Ok(body) => body,
        Err(answer) => return answer,
    };
    let request = match Request::new(&head, body) {
        Ok(request) => request,
        Err(answer) => return answer,
    };
    if let Err(answer) = site.guard.check(&request) {
        return answer;
    }
    // What is in the program need not wait for a thread.
    if let Some(asset) = asset(&request.path).filter(|_| !request.is_post) {
        return asset;
    }
    let site = Arc::clone(site);
    let work = tokio::task::spawn_blocking(move || route(&site, &request));
    work.await.unwrap_or_else(|_| Answer::failed("this request made the server stumble; the others are not affected"))
}

/// The body of a request, if it is small and comes soon.
async fn read(body: Incoming) -> Result<Bytes, Answer> {
    if body.is_end_stream() {
        return Ok(Bytes::new());
    }
    match tokio::time::timeout(BODY, Limited::new(body, MAX_BODY).collect()).await {
        Ok(Ok(read)) => Ok(read.to_bytes()),
        Ok(Err(_)) => Err(Answer::too_large()),
        Err(_) => Err(Answer::error(408, "the request did not come to its end in time")),
    }
}

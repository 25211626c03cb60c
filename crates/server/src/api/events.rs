//! `/api/v1/events`: the stream of events as server-sent events. Who comes back with `Last-Event-ID` goes on behind it.

use super::{Call, Problem, ProblemKind};
use crate::http::{ChunkBody, work};
use axum::body::Body;
use axum::http::{HeaderValue, Response, header};
use bytes::Bytes;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use stodola_app::events::{ArchiveEvent, EventLog, EventsError};
use stodola_app::webhooks::message;
use tokio::sync::mpsc;

/// How often the stream is looked at.
const PAUSE: Duration = Duration::from_secs(1);
/// After so long without an event a word is sent, so that proxies and browsers see that the connection lives.
const SILENCE: Duration = Duration::from_secs(15);
/// After so long the connection ends, and the program comes back: so whoever lost their rights is told no more.
const LONGEST: Duration = Duration::from_secs(600);
/// So many programs can listen at a time.
const LISTENERS_MAX: usize = 200;
const EVENTS_AT_A_TIME: usize = 100;

/// Programs that listen.
static LISTENERS: AtomicUsize = AtomicUsize::new(0);

/// One program that listens, counted as long as it does.
pub(super) struct Listener;

impl Listener {
    pub(super) fn new() -> Option<Listener> {
        let listener = Listener;
        (LISTENERS.fetch_add(1, Ordering::Relaxed) < LISTENERS_MAX).then_some(listener)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        LISTENERS.fetch_sub(1, Ordering::Relaxed);
    }
}

pub(crate) async fn events(call: Call) -> Response<Body> {
    let Some(listener) = Listener::new() else {
        let problem = Problem::new(ProblemKind::TooMany).after(60);
        return problem.respond(call.language, call.uri.path());
    };
    let last = call.headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let last = last.or_else(|| call.query.get("after"));
    let after: Option<i64> = match last.map(str::parse) {
        None => None,
        Some(Ok(number)) => Some(number),
        Some(Err(_)) => {
            let problem = Problem::with(ProblemKind::BadRequest, "Last-Event-ID: not a number");
            return problem.respond(call.language, call.uri.path());
        }
    };
    let (sender, pieces) = mpsc::channel(4);
    let archive = call.shared.archive.clone();
    tokio::spawn(async move {
        if let Err(error) = tell(archive, after, &sender).await {
            tracing::warn!(%error, "events could not be told");
        }
        drop(listener);
    });
    stream(pieces)
}

/// An answer that is a stream of events.
pub(super) fn stream(pieces: mpsc::Receiver<io::Result<Bytes>>) -> Response<Body> {
    let mut answer = Response::new(ChunkBody::of(pieces));
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

/// The events behind a number; without one, the number to begin with.
fn read(
    archive: &std::path::Path,
    after: Option<i64>,
) -> Result<(i64, Vec<ArchiveEvent>), EventsError> {
    let Some(log) = EventLog::open_to_read(archive)? else {
        return Ok((after.unwrap_or(0), Vec::new()));
    };
    match after {
        None => Ok((log.last()?, Vec::new())),
        Some(number) => {
            let events = log.after(number, EVENTS_AT_A_TIME)?;
            Ok((events.last().map_or(number, |event| event.number), events))
        }
    }
}

async fn tell(
    archive: PathBuf,
    mut after: Option<i64>,
    sender: &mpsc::Sender<io::Result<Bytes>>,
) -> Result<(), EventsError> {
    let (start, mut spoke) = (Instant::now(), Instant::now());
    // The head of the answer goes out at once.
    if sender.send(Ok(Bytes::from_static(b"retry: 2000\n\n"))).await.is_err() {
        return Ok(());
    }
    while start.elapsed() < LONGEST {
        let folder = archive.clone();
        let Ok(found) = work(move || read(&folder, after)).await else { return Ok(()) };
        let (last, events) = found?;
        after = Some(last);
        let is_more = events.len() == EVENTS_AT_A_TIME;
        let text: String = events.iter().map(frame).collect();
        if !text.is_empty() || spoke.elapsed() > SILENCE {
            let text = if text.is_empty() { ":\n\n".to_owned() } else { text };
            if sender.send(Ok(text.into())).await.is_err() {
                return Ok(());
            }
            spoke = Instant::now();
        }
        if !is_more && tokio::time::timeout(PAUSE, sender.closed()).await.is_ok() {
            return Ok(());
        }
    }
    Ok(())
}

/// An event as it goes over the wire. JSON has no line ends.
fn frame(event: &ArchiveEvent) -> String {
    format!("id: {}\nevent: {}\ndata: {}\n\n", event.number, event.kind, message(event))
}

//! `/api/v1/jobs/NAME/live`: the numbers of a harvest once a second, as server-sent events.
//!
//! A message is `{path: text}`: what the elements of a page with that `data-live` show, in the language of whoever
//! asks. When the harvest has ended, the event `end` says how, and the stream ends.

use super::events::{Listener, stream};
use super::jobs::stored;
use super::{Call, Problem, ProblemKind};
use crate::app_pages::live_texts::{self, LiveText};
use crate::http::work;
use axum::body::Body;
use axum::http::Response;
use bytes::Bytes;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stodola_app::job::StoredJob;

/// How often the page is told to draw its charts again.
const DRAW: Duration = Duration::from_secs(15);
/// How often the harvest is asked.
const PAUSE: Duration = Duration::from_secs(1);
/// After so long the connection ends, and the page comes back: so whoever lost their rights is told no more.
const LONGEST: Duration = Duration::from_secs(600);

pub(crate) async fn live(call: Call) -> Response<Body> {
    let call = Arc::new(call);
    let refuse = |problem: &Problem| problem.respond(call.language, call.uri.path());
    let Some(listener) = Listener::new() else {
        return refuse(&Problem::new(ProblemKind::TooMany).after(60));
    };
    let asked = call.clone();
    match work(move || stored(&asked).map(|_| ())).await {
        Ok(Ok(())) => {}
        Ok(Err(problem)) => return refuse(&problem),
        Err(error) => return refuse(&Problem::caused(ProblemKind::Fault, error)),
    }
    let (sender, pieces) = tokio::sync::mpsc::channel(2);
    let asked = call.clone();
    tokio::spawn(async move {
        let (start, mut drawn) = (Instant::now(), Instant::now());
        while start.elapsed() < LONGEST {
            let call = asked.clone();
            // Whoever cannot be told now comes back.
            let Ok(Some((is_running, message))) = work(move || message(&call)).await else { break };
            let kind = if is_running { "" } else { "event: end\n" };
            let mut text = format!("{kind}data: {message}\n\n");
            if drawn.elapsed() >= DRAW {
                drawn = Instant::now();
                text.push_str("event: draw\ndata: {}\n\n");
            }
            if sender.send(Ok(Bytes::from(text))).await.is_err() || !is_running {
                break;
            }
            if tokio::time::timeout(PAUSE, sender.closed()).await.is_ok() {
                break;
            }
        }
        drop(listener);
    });
    stream(pieces)
}

/// How many troubles there are that whoever looks has not seen: `seen` is the number of those when the page was drawn.
fn news(call: &Call, job: &StoredJob) -> Option<LiveText> {
    let seen = call.query.number("seen").ok().flatten()?;
    let tally = call.shared.jobs.tally(job).ok().flatten()?;
    Some(("news", live_texts::news(call.language, tally.trouble_number.saturating_sub(seen))))
}

/// Whether the harvest runs, and the message.
fn message(call: &Call) -> Option<(bool, String)> {
    let job = stored(call).ok()?;
    let status = job.status();
    let texts = match &status {
        Some(status) => {
            let mut texts = live_texts::running(call.language, status);
            texts.extend(news(call, &job));
            texts
        }
        None => live_texts::ended(call.language, &call.shared.jobs.row(&job).ok()?),
    };
    let texts: serde_json::Map<_, _> =
        texts.into_iter().map(|(path, text)| (path.to_owned(), text.into())).collect();
    Some((status.is_some(), serde_json::Value::Object(texts).to_string()))
}

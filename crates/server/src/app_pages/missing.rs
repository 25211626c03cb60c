//! "Not archived", with what is near and what harvests did.

use super::addresses::AddressLine;
use super::captures::AskedPage;
use super::format::moment;
use super::home::readable;
use super::page::PageFrame;
use crate::http::work;
use crate::state::AskError;
use askama::Template;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_access::Moment;
use stodola_app::cdx::form_encoded;
use stodola_app::reading::{HarvestOutcome, NearbyAddresses};
use stodola_archive::Stamp;
use stodola_replay::ReplayAddress;

#[derive(Template)]
#[template(path = "missing.html")]
struct MissingPage<'p> {
    page: &'p PageFrame,
    url: String,
    near: Vec<AddressLine>,
    outcomes: Vec<OutcomeLine>,
    host: Option<String>,
    live: Option<String>,
    /// Where the same is searched for as words; `None` without a search index.
    search: Option<String>,
}

struct OutcomeLine {
    job: String,
    time: String,
    words: String,
    detail: String,
}

/// The page for an address that has no captures.
pub(super) async fn missing(asked: AskedPage) -> Response<Body> {
    asked.shared.counters.missing.increment(1);
    let url = asked.url();
    let AskedPage { shared, reader, page, uri, .. } = asked;
    let wanted = uri.clone();
    let found = work(move || {
        let gate = shared.gate(&reader)?;
        let near = NearbyAddresses::find(&wanted, &shared.captures, &gate)?;
        Ok::<_, AskError>((near, shared.finder().is_ok()))
    });
    let (near, is_searchable) = match found.await {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => return page.fault(&error),
        Err(error) => return page.fault(&error),
    };
    let host = stodola_uri::host(&uri).filter(|host| !host.is_empty());
    let is_web = url.starts_with("http://") || url.starts_with("https://");
    let lines = near.without_query.iter().chain(&near.same_host);
    let shown = MissingPage {
        near: lines.map(|address| AddressLine::new(&page, address)).collect(),
        outcomes: near.outcomes.iter().map(|outcome| line(&page, outcome)).collect(),
        host: host
            .map(|host| format!("{}/captures/http://{host}/*", page.root))
            .filter(|_| !near.same_host.is_empty()),
        live: is_web.then(|| ReplayAddress::new(&uri, None, None).to_path()),
        search: is_searchable.then(|| words_link(&page, &uri)),
        url,
        page: &page,
    };
    page.answer(StatusCode::NOT_FOUND, &shown)
}

/// The search for the words of an address.
fn words_link(page: &PageFrame, uri: &[u8]) -> String {
    let readable = readable(uri);
    let words = readable.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.filter(|word| *word != "www").take(10).collect();
    page.link("/search", &[("q", &form_encoded(&words.join(" ")))])
}

fn line(page: &PageFrame, outcome: &HarvestOutcome) -> OutcomeLine {
    let seconds = i64::try_from(outcome.time / 1000).unwrap_or(0);
    let time = u64::try_from(Moment(seconds).digits()).ok().and_then(Stamp::from_number);
    let key = format!("web-outcome-{}", outcome.outcome);
    let words = page.t(&key);
    OutcomeLine {
        job: outcome.job.clone(),
        time: time.map(|time| moment(page.language, time)).unwrap_or_default(),
        // An outcome that has no words is shown by its name.
        words: if words == key { outcome.outcome.clone() } else { words },
        detail: outcome.detail.clone().unwrap_or_default(),
    }
}

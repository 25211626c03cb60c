//! `/maps/HOST/changes.atom` and `.rss`: what is new, changed or gone on a site, for programs that read feeds.
//!
//! A feed has only captures that are shown to whoever asks for it; a capture under an embargo appears when that ends.
//! A site of which nothing may be known is the same as one that the archive does not have.

use crate::api::maps::site;
use crate::api::{Call, Problem, ProblemKind};
use crate::app_pages::page::{PageFrame, problem_page};
use crate::app_pages::sheet::frame;
use crate::state::now;
use axum::body::Body;
use axum::http::{HeaderValue, Response, header};
use stodola_app::Quiet;
use stodola_app::cdx::form_encoded;
use stodola_app::changes::{
    CHANGES_MAX, ChangesError, ChangesQuery, FeedFormat, FeedTexts, SiteChange, changes_of,
    stamp_at, write_feed,
};
use stodola_replay::ReplayAddress;
use stodola_text::{change_feed_words, change_words};

/// Captures of a site that are looked at for a feed.
const CAPTURES_MAX: u64 = 200_000;

pub(crate) fn atom(call: &Call) -> Response<Body> {
    feed(call, FeedFormat::Atom)
}

pub(crate) fn rss(call: &Call) -> Response<Body> {
    feed(call, FeedFormat::Rss)
}

fn feed(call: &Call, format: FeedFormat) -> Response<Body> {
    match made(call, format) {
        Ok(text) => {
            let mut answer = Response::new(Body::from(text));
            let kind = HeaderValue::try_from(format!("{}; charset=utf-8", format.media_type()));
            let headers = answer.headers_mut();
            if let Ok(kind) = kind {
                headers.insert(header::CONTENT_TYPE, kind);
            }
            // What may be seen can change at any time.
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
            answer
        }
        Err(problem) => problem_page(&frame(call, "maps"), &problem),
    }
}

fn made(call: &Call, format: FeedFormat) -> Result<Vec<u8>, Problem> {
    let host = call.path("host").to_lowercase();
    site(&host)?;
    let newest = call.query.number("newest").map_err(|_| wrong())?;
    let newest = newest.map_or(Ok(0), |it| match usize::try_from(it) {
        Ok(it @ 1..=CHANGES_MAX) => Ok(it),
        Ok(_) | Err(_) => Err(wrong()),
    })?;
    let query = ChangesQuery {
        site: host.clone(),
        newest,
        captures_max: Some(CAPTURES_MAX),
        ..ChangesQuery::default()
    };
    let gate = call.shared.gate(&call.reader)?;
    let changes = changes_of(&call.shared.captures, &gate, &query, &Quiet)?;
    if changes.changes.is_empty() {
        return Err(Problem::new(ProblemKind::NotFound));
    }
    let page = frame(call, "maps");
    let app = call.shared.origins.app.as_str();
    let (title, about) = change_feed_words(call.language, &host);
    let own = call.uri.path_and_query().map_or("", |it| it.as_str());
    let texts = FeedTexts {
        title,
        about,
        author: "Stodola".to_owned(),
        language: call.language.tag(),
        home: format!("{app}{}", page.link(&format!("/maps/{}", form_encoded(&host)), &[])),
        own_address: Some(format!("{app}{own}")),
        made: stamp_at(now()).ok_or_else(|| Problem::new(ProblemKind::Fault))?,
        entry: &|change| change_words(call.language, change),
        link: &|change| format!("{app}{}", shown(&page, change)),
    };
    let mut text = Vec::new();
    write_feed(&changes, format, &texts, &mut text)
        .map_err(|error| Problem::caused(ProblemKind::Fault, error))?;
    Ok(text)
}

/// Where a change is shown: the page as it was then.
fn shown(page: &PageFrame, change: &SiteChange) -> String {
    let path = ReplayAddress::new(&change.uri, Some(change.time), None).to_path();
    page.link(&format!("/replay/{path}"), &[])
}

fn wrong() -> Problem {
    Problem::with(ProblemKind::BadRequest, format!("newest: not a number from 1 to {CHANGES_MAX}"))
}

impl From<ChangesError> for Problem {
    fn from(error: ChangesError) -> Problem {
        Problem::caused(ProblemKind::Fault, error)
    }
}

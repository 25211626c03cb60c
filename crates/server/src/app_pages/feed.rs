//! `/captures/URL?view=feed`: an Atom feed of the captures in which the content of an address changed.
//!
//! It has captures that may be shown to whoever reads the feed. So one that is under an embargo appears when that ends.

use super::captures::AskedPage;
use super::format::{escaped, iso, moment};
use crate::http::{plain, work};
use crate::state::AskError;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use std::fmt::Write as _;
use stodola_app::reading::{ContentChange, DayCapture, UrlHistory};
use stodola_replay::ReplayAddress;

/// Changes in a feed at most.
const ENTRIES: u32 = 50;
/// Captures that are counted, and that are read for the entries.
const COUNTED: u64 = 200_000;
const LISTED: usize = 5000;

pub(super) async fn feed(asked: AskedPage) -> Response<Body> {
    let (shared, reader, uri) = (asked.shared.clone(), asked.reader.clone(), asked.uri.clone());
    let found = work(move || {
        let gate = shared.gate(&reader)?;
        let history = UrlHistory::count(&uri, COUNTED, &shared.captures, &gate)?;
        // The last days that have enough changes; the first capture is one as well.
        let (mut start, mut changes) = (0, 0);
        for (day, tally) in history.days.iter().rev() {
            start = *day;
            changes += tally.changes;
            if changes >= ENTRIES {
                break;
            }
        }
        let span = (u64::from(start) * 1_000_000, u64::MAX / 2);
        let listed = DayCapture::list(&uri, span, LISTED, &shared.captures, &gate)?;
        Ok::<_, AskError>((history, listed))
    });
    let (history, listed) = match found.await {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => return asked.page.fault(&error),
        Err(error) => return asked.page.fault(&error),
    };
    if history.captures == 0 {
        return super::missing::missing(asked).await;
    }
    let mut answer = plain(StatusCode::OK, written(&asked, &listed));
    let kind = HeaderValue::from_static("application/atom+xml; charset=utf-8");
    answer.headers_mut().insert(header::CONTENT_TYPE, kind);
    answer
}

fn written(asked: &AskedPage, listed: &[DayCapture]) -> String {
    let page = &asked.page;
    let app = asked.shared.origins.app.as_str();
    let is_change = |capture: &&DayCapture| {
        matches!(capture.change, ContentChange::First | ContentChange::Changed)
    };
    let changes: Vec<&DayCapture> =
        listed.iter().filter(is_change).rev().take(ENTRIES as usize).collect();
    let calendar = escaped(&format!("{app}{}", asked.calendar()));
    let title = escaped(&page.say("web-feed-title", &[("url", asked.url().into())]));
    // An address that was never captured in a way that can be shown has a feed without entries.
    let updated = changes.first().map_or("1970-01-01T00:00:00Z".to_owned(), |it| iso(it.time));
    let mut feed = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" \
         xml:lang=\"{}\">\n<title>{title}</title>\n<id>{calendar}</id>\n<link href=\"{calendar}\"/>\n\
         <updated>{updated}</updated>\n<author><name>Stodola</name></author>\n",
        page.lang
    );
    for capture in changes {
        let path = ReplayAddress::new(&capture.uri, Some(capture.time), None).to_path();
        let link = escaped(&format!("{app}{}", page.link(&format!("/replay/{path}"), &[])));
        let title = escaped(&moment(page.language, capture.time));
        let time = iso(capture.time);
        let summary = escaped(&page.t(match capture.change {
            ContentChange::First => "web-change-first",
            _ => "web-change-changed",
        }));
        // Writing to a string cannot fail.
        let _ = writeln!(
            feed,
            "<entry><title>{title}</title><id>{link}</id><link href=\"{link}\"/>\
             <updated>{time}</updated><summary>{summary}</summary></entry>"
        );
    }
    feed.push_str("</feed>\n");
    feed
}

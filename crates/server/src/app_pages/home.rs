//! `/`: what the archive has, and the box for an address.

use super::charts::year_bars;
use super::format::{bold, day, day_number, grouped, markup};
use super::page::PageFrame;
use crate::http::{ClientAddress, redirect, work};
use crate::state::{AskError, Shared};
use askama::Template;
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use std::sync::Arc;
use stodola_app::cdx::QueryParams;
use stodola_app::reading::ArchiveFront;
use stodola_replay::ReplayAddress;

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage<'p> {
    barn: &'static str,
    page: &'p PageFrame,
    sentence: String,
    chart: String,
    years: Vec<(u16, String)>,
    /// Addresses to try: where their calendars are, and what they are called.
    examples: Vec<(String, String)>,
    is_empty: bool,
}

pub(crate) async fn home(
    State(shared): State<Arc<Shared>>,
    Extension(client): Extension<ClientAddress>,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    let params = QueryParams::parse(uri.query().unwrap_or("")).unwrap_or_default();
    if let Some(words) = params.get("q").map(str::trim).filter(|words| !words.is_empty()) {
        return redirect(StatusCode::SEE_OTHER, &calendar_of(words));
    }
    let page = PageFrame::new(&uri, &headers, "/");
    let front = work(move || {
        let gate = shared.gate(client)?;
        Ok::<_, AskError>(ArchiveFront::read(&shared.captures, &gate)?)
    });
    let shown = match front.await {
        Ok(Ok(front)) => home_page(&page, &front),
        failed => {
            if let Ok(Err(error)) = failed {
                tracing::error!(%error, "the archive could not be asked");
            }
            let sentence = markup(&page.t("web-home-unknown"));
            let (chart, years, examples) = Default::default();
            HomePage {
                barn: "open",
                page: &page,
                sentence,
                chart,
                years,
                examples,
                is_empty: false,
            }
        }
    };
    page.answer(StatusCode::OK, &shown)
}

/// The calendar of what stands in the box; with a star at its end, the list of addresses that begin so.
fn calendar_of(words: &str) -> String {
    let (address, star) = words.strip_suffix('*').map_or((words, ""), |address| (address, "*"));
    let path = ReplayAddress::new(address.as_bytes(), None, None).to_path();
    format!("/captures/{path}{star}")
}

fn home_page<'p>(page: &'p PageFrame, front: &ArchiveFront) -> HomePage<'p> {
    let mut sentences = Vec::new();
    let count = |key: &str, n: u64| bold(&page.count(key, n));
    match (front.captures, front.size) {
        (Some(0), _) => sentences.push(page.t("web-home-empty")),
        (Some(captures), Some((hosts, bytes))) => sentences.push(page.say(
            "web-home-holds",
            &[
                ("captures", count("web-n-captures", captures).into()),
                ("hosts", count("web-on-n-hosts", hosts).into()),
                (
                    "size",
                    bold(&stodola_text::size(page.language, bytes).replace(' ', "\u{a0}")).into(),
                ),
            ],
        )),
        (Some(captures), None) => {
            sentences.push(page.say(
                "web-home-captures",
                &[("captures", count("web-n-captures", captures).into())],
            ));
        }
        (None, _) => sentences.push(page.t("web-home-no-figures")),
    }
    if let Some((first, last)) = front.span {
        let shown = |time| day(page.language, day_number(time));
        sentences.push(
            page.say(
                "web-home-span",
                &[("first", shown(first).into()), ("last", shown(last).into())],
            ),
        );
    }
    let caption = page.t("web-home-years");
    HomePage {
        barn: "open",
        sentence: markup(&sentences.join(" ")),
        chart: year_bars(page.language, &front.years, &caption),
        years: front.years.iter().map(|(year, count)| (*year, grouped(*count))).collect(),
        examples: front
            .examples
            .iter()
            .map(|uri| {
                let path = ReplayAddress::new(uri, None, None).to_path();
                (super::own_query::own_link(&format!("/captures/{path}"), &[]), readable(uri))
            })
            .collect(),
        is_empty: front.captures == Some(0),
        page,
    }
}

/// An address as people write it: without its scheme, and without a slash at the end of a host.
pub(super) fn readable(uri: &[u8]) -> String {
    let text = String::from_utf8_lossy(uri);
    let text = text.strip_prefix("http://").or(text.strip_prefix("https://")).unwrap_or(&text);
    let text = text.strip_suffix('/').filter(|host| !host.contains('/')).unwrap_or(text);
    text.to_owned()
}

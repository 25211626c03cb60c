//! `/replay/TIME/URL`: the frame around an archived page, with what the reader has to know about it.

use super::page::{PageFrame, address_in};
use crate::http::{plain, redirect};
use crate::state::Shared;
use askama::Template;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use std::sync::Arc;
use stodola_replay::{AskedTime, Modifier, ReplayAddress};
use stodola_text::text;

#[derive(Template)]
#[template(path = "shell.html")]
struct ShellPage<'p> {
    page: &'p PageFrame,
    url: String,
    time: String,
    calendar: String,
    frame: String,
    alone: String,
}

pub(super) async fn shell(
    State(shared): State<Arc<Shared>>,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    let page = PageFrame::new(&uri, &headers, "/");
    let address = address_in(&uri, "/replay/").unwrap_or_default();
    let address = match ReplayAddress::parse(address.as_bytes()) {
        Ok(address) => address,
        Err(error) => return plain(StatusCode::BAD_REQUEST, format!("{error}\n")),
    };
    let bare = ReplayAddress::new(&address.uri, None, None).to_path();
    let time = match address.time {
        AskedTime::At(time) => text!(page.language, "web-time", time = spaced(&time.to_string())),
        AskedTime::Latest => page.t("web-shell-latest"),
        AskedTime::All | AskedTime::Between { .. } => {
            return redirect(StatusCode::FOUND, &format!("/captures/{bare}"));
        }
    };
    let replay = shared.origins.replay.as_str();
    let with = |modifier| {
        let framed = ReplayAddress { modifier: Some(modifier), ..address.clone() };
        format!("{replay}/web/{}", framed.to_path())
    };
    let shell = ShellPage {
        url: String::from_utf8_lossy(&address.uri).into_owned(),
        time,
        calendar: format!("/captures/{bare}"),
        frame: with(Modifier::Page),
        // A page that is asked for as a page would come back here.
        alone: with(Modifier::Iframe),
        page: &page,
    };
    page.answer(StatusCode::OK, &shell)
}

/// `20140126200624` as `2014-01-26 20:06:24`.
pub(crate) fn spaced(digits: &str) -> String {
    let part = |from: usize, to: usize| digits.get(from..to).unwrap_or("");
    format!(
        "{}-{}-{} {}:{}:{}",
        part(0, 4),
        part(4, 6),
        part(6, 8),
        part(8, 10),
        part(10, 12),
        part(12, 14)
    )
}

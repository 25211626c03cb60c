//! `/`: what the archive has, and the box for an address.

use super::page::PageFrame;
use crate::http::{redirect, work};
use crate::state::Shared;
use askama::Template;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use std::sync::Arc;
use stodola_app::cdx::QueryParams;
use stodola_replay::ReplayAddress;
use stodola_text::text;

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage<'p> {
    page: &'p PageFrame,
    sentence: String,
}

pub(super) async fn home(
    State(shared): State<Arc<Shared>>,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    let params = QueryParams::parse(uri.query().unwrap_or("")).unwrap_or_default();
    if let Some(words) = params.get("q").map(str::trim).filter(|words| !words.is_empty()) {
        let address = ReplayAddress::new(words.as_bytes(), None, None).to_path();
        return redirect(StatusCode::SEE_OTHER, &format!("/captures/{address}"));
    }
    let page = PageFrame::new(&uri, &headers, "/");
    let totals = work(move || shared.captures.catalogue().and_then(|it| it.totals())).await;
    let sentence = match totals {
        Ok(Ok(totals)) if totals.captures > 0 => {
            text!(page.language, "web-home-holds", captures = totals.captures, files = totals.files)
        }
        Ok(Ok(_)) => page.t("web-home-empty"),
        _ => page.t("web-home-unknown"),
    };
    page.answer(StatusCode::OK, &HomePage { page: &page, sentence })
}

//! `/why?url=`, `/why/URL`: what became of an address in each harvest, and why.

use super::page::address_in;
use super::sheet::{Block, FieldView, FormView, Sheet, frame};
use crate::api::Call;
use crate::api::findings::{inquire, why_words};
use crate::http::redirect;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_app::cdx::form_encoded;

pub(crate) fn why(call: &Call) -> Response<Body> {
    let page = frame(call, "jobs");
    let url = call.query.get("url").unwrap_or("").trim().to_owned();
    let mut sheet = Sheet::new(&page, page.t("web-why-ask"));
    sheet.crumbs.push(("/jobs".to_owned(), page.t("web-jobs")));
    let form = FormView::get("/why", page.t("web-why-button"))
        .field(FieldView::new("url", page.t("web-address"), &*url).needed());
    sheet.section("ask", page.t("web-why-which"), vec![Block::Form(form)]);
    if url.is_empty() {
        return sheet.respond(StatusCode::OK);
    }
    let told = inquire(call, &url).and_then(|report| {
        let words = why_words(call, &report)?;
        Ok((report, words))
    });
    match told {
        Err(problem) => {
            let status = sheet.wrong(&problem);
            sheet.respond(status)
        }
        Ok((report, words)) => {
            let uri = String::from_utf8_lossy(&report.uri).into_owned();
            let links = vec![(format!("/captures/{uri}"), page.t("web-why-captures"))];
            let blocks = vec![Block::Plain(words), Block::Links(links)];
            sheet.section("told", uri, blocks);
            sheet.respond(StatusCode::OK)
        }
    }
}

/// An address behind the path.
pub(crate) fn why_address(call: &Call) -> Response<Body> {
    let url = address_in(&call.uri, "/why/").unwrap_or_default();
    redirect(StatusCode::FOUND, &format!("/why?url={}", form_encoded(&url)))
}

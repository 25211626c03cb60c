//! `/captures/URL/TIME?view=text`: the text of a capture alone.

use super::capture_page::about_link;
use super::captures::AskedPage;
use super::compare::problem_words;
use super::format::{iso, moment};
use super::page::PageFrame;
use crate::http::work;
use crate::state::AskError;
use askama::Template;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_app::reading::{CapturePlace, CaptureText, ComparedAspect, UnreadableText};
use stodola_archive::Stamp;
use stodola_replay::ReplayAddress;

#[derive(Template)]
#[template(path = "text.html")]
struct TextPage<'p> {
    page: &'p PageFrame,
    url: String,
    captured: String,
    iso: String,
    title: Option<String>,
    lang: String,
    paragraphs: Vec<String>,
    problem: Option<String>,
    is_cut: bool,
    about: String,
    replay: String,
}

/// The page with the text of a capture.
pub(super) async fn show(asked: AskedPage, time: Stamp) -> Response<Body> {
    let (shared, reader) = (asked.shared.clone(), asked.reader.clone());
    let place = CapturePlace { uri: asked.uri.clone(), time };
    let read = work(move || {
        let gate = shared.gate(&reader)?;
        Ok::<_, AskError>(CaptureText::read(&place, ComparedAspect::Text, &shared.captures, &gate)?)
    });
    let page = &asked.page;
    let (text, problem) = match read.await {
        Ok(Ok(Ok(text))) => (text, None),
        Ok(Ok(Err(UnreadableText::NotArchived))) => return super::missing::missing(asked).await,
        Ok(Ok(Err(problem))) => (CaptureText::default(), Some(problem_words(page, &problem))),
        Ok(Err(error)) => return page.fault(&error),
        Err(error) => return page.fault(&error),
    };
    let path = ReplayAddress::new(&asked.uri, Some(time), None).to_path();
    let shown = TextPage {
        url: asked.url(),
        captured: moment(page.language, time),
        iso: iso(time),
        title: text.title,
        lang: text.language.unwrap_or_default(),
        paragraphs: text.paragraphs,
        problem,
        is_cut: text.is_cut,
        about: about_link(page, &asked.uri, time),
        replay: page.link(&format!("/replay/{path}"), &[]),
        page,
    };
    page.answer(StatusCode::OK, &shown)
}

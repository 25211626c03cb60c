//! What all pages share: the frame around them, and pages that are a message.

use crate::assets::asset_path;
use crate::http::html;
use crate::language::{COOKIE, chosen, language_of};
use crate::state::Shared;
use askama::Template;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header};
use std::sync::Arc;
use stodola_text::{Language, text};

/// The frame of a page: its language, and what stands in its header.
pub(crate) struct PageFrame {
    pub(crate) language: Language,
    pub(crate) lang: &'static str,
    pub(crate) style: &'static str,
    /// The address of the first page: on the replay origin it is another origin.
    pub(crate) home: String,
    /// What stands in the box for addresses.
    pub(crate) box_text: String,
    /// Whether the address says the language, which is remembered then.
    is_chosen: bool,
    /// The address of this page, up to the value of `lang`. On the replay origin a query belongs to the archived URL.
    here: Option<String>,
}

impl PageFrame {
    /// The frame for a request.
    pub(crate) fn new(uri: &Uri, headers: &HeaderMap, home: &str) -> PageFrame {
        let language = language_of(uri.query(), headers);
        PageFrame {
            language,
            lang: language.tag(),
            style: asset_path("style.css"),
            home: home.to_owned(),
            box_text: String::new(),
            is_chosen: chosen(uri.query()).is_some(),
            here: (home == "/").then(|| address_for_language(uri)),
        }
    }

    /// The text of a key.
    pub(crate) fn t(&self, key: &str) -> String {
        text!(self.language, key)
    }

    /// This page in the other languages: tags, names and addresses.
    pub(crate) fn languages(&self) -> Vec<(&'static str, &'static str, String)> {
        let Some(here) = &self.here else { return Vec::new() };
        let name = |language: &Language| match language {
            Language::English => "English",
            Language::Czech => "čeština",
        };
        let others = Language::ALL.iter().filter(|it| **it != self.language);
        others.map(|it| (it.tag(), name(it), format!("{here}{}", it.tag()))).collect()
    }

    /// A page as an answer.
    pub(crate) fn answer(&self, status: StatusCode, page: &impl Template) -> Response<Body> {
        let mut answer = match page.render() {
            Ok(page) => html(status, page),
            Err(error) => {
                tracing::error!(%error, "a page could not be made");
                html(StatusCode::INTERNAL_SERVER_ERROR, String::new())
            }
        };
        let headers = answer.headers_mut();
        headers.insert(header::VARY, HeaderValue::from_static("accept-language, cookie"));
        headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(self.lang));
        let cookie = format!("{COOKIE}={}; Path=/; Max-Age=31536000; SameSite=Lax", self.lang);
        if let (true, Ok(cookie)) = (self.is_chosen, HeaderValue::try_from(cookie)) {
            headers.insert(header::SET_COOKIE, cookie);
        }
        answer
    }
}

/// The address of a page up to the value of `lang`.
fn address_for_language(uri: &Uri) -> String {
    let query = uri.query().unwrap_or("");
    let others: Vec<&str> =
        query.split('&').filter(|pair| !pair.is_empty() && !pair.starts_with("lang=")).collect();
    let others = others.join("&");
    let separator = if others.is_empty() { "" } else { "&" };
    format!("{}?{others}{separator}lang=", uri.path())
}

/// A link under a message.
pub(crate) struct MessageLink {
    pub(crate) href: String,
    pub(crate) text: String,
    /// Whether it leads to the live web.
    pub(crate) is_outside: bool,
}

/// A page that says why there is nothing else, and what can be done.
#[derive(Template)]
#[template(path = "message.html")]
pub(crate) struct MessagePage<'p> {
    pub(crate) page: &'p PageFrame,
    pub(crate) title: String,
    pub(crate) paragraphs: Vec<String>,
    pub(crate) links: Vec<MessageLink>,
}

/// A page that there is not.
pub(super) async fn not_found(
    State(_): State<Arc<Shared>>,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    let page = PageFrame::new(&uri, &headers, "/");
    let message = MessagePage {
        title: page.t("web-no-page"),
        paragraphs: vec![text!(page.language, "web-no-page-why", path = uri.path())],
        links: Vec::new(),
        page: &page,
    };
    page.answer(StatusCode::NOT_FOUND, &message)
}

/// The URL behind a prefix of the path, with its query, as it came over the wire; without `lang`, which is for us.
pub(crate) fn address_in(uri: &Uri, prefix: &str) -> Option<String> {
    let path = uri.path_and_query()?.as_str().strip_prefix(prefix)?;
    let (path, query) =
        path.split_once('?').map_or((path, None), |(path, query)| (path, Some(query)));
    let query: Option<Vec<&str>> = query.map(|query| {
        let is_own = |pair: &&str| ["lang=", "year="].iter().any(|own| pair.starts_with(own));
        query.split('&').filter(|pair| !is_own(pair)).collect()
    });
    Some(match query.map(|query| query.join("&")) {
        Some(query) if !query.is_empty() => format!("{path}?{query}"),
        _ => path.to_owned(),
    })
}

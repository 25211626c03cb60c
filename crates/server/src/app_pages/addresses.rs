//! The list of addresses that begin alike.

use super::captures::AskedPage;
use super::format::{day_number, grouped, short_day};
use super::home::readable;
use super::own_query::own_value;
use super::page::PageFrame;
use crate::http::work;
use crate::state::AskError;
use askama::Template;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_app::cdx::QueryParams;
use stodola_app::reading::{AddressList, ListedAddress};
use stodola_replay::ReplayAddress;

/// Addresses on one page.
const LISTED: usize = 200;

#[derive(Template)]
#[template(path = "addresses.html")]
struct AddressesPage<'p> {
    page: &'p PageFrame,
    prefix: String,
    rows: Vec<AddressLine>,
    next: Option<String>,
    is_continued: bool,
}

/// An address in a table.
pub(super) struct AddressLine {
    pub(super) href: String,
    pub(super) text: String,
    pub(super) captures: String,
    pub(super) is_blocked: bool,
    pub(super) first: String,
    pub(super) last: String,
}

impl AddressLine {
    pub(super) fn new(page: &PageFrame, address: &ListedAddress) -> AddressLine {
        let path = ReplayAddress::new(&address.uri, None, None).to_path();
        let more = if address.is_more { "+" } else { "" };
        AddressLine {
            href: page.link(&format!("/captures/{path}"), &[]),
            text: readable(&address.uri),
            captures: format!("{}{more}", grouped(address.captures)),
            is_blocked: address.blocked > 0,
            first: short_day(page.language, day_number(address.first)),
            last: short_day(page.language, day_number(address.last)),
        }
    }
}

pub(super) async fn list(asked: AskedPage) -> Response<Body> {
    let AskedPage { shared, reader, page, uri, .. } = asked;
    // What stands in the address is decoded once.
    let after = page.own("after").map(|after| format!("after={after}"));
    let after =
        after.and_then(|pair| QueryParams::parse(&pair).ok()?.get("after").map(str::to_owned));
    let is_continued = after.is_some();
    let wanted = uri.clone();
    let found = work(move || {
        let gate = shared.gate(&reader)?;
        let after = after.as_deref().map(str::as_bytes);
        Ok::<_, AskError>(AddressList::read(&wanted, after, LISTED, &shared.captures, &gate)?)
    });
    let list = match found.await {
        Ok(Ok(list)) => list,
        Ok(Err(error)) => return page.fault(&error),
        Err(error) => return page.fault(&error),
    };
    let status = match list.addresses.is_empty() {
        true => StatusCode::NOT_FOUND,
        false => StatusCode::OK,
    };
    let path = ReplayAddress::new(&uri, None, None).to_path();
    let next = list.next.map(|next| {
        let after = own_value(&String::from_utf8_lossy(&next));
        page.link(&format!("/captures/{path}"), &[("prefix", "1"), ("after", &after)])
    });
    let shown = AddressesPage {
        prefix: String::from_utf8_lossy(&uri).into_owned(),
        rows: list.addresses.iter().map(|address| AddressLine::new(&page, address)).collect(),
        next,
        is_continued,
        page: &page,
    };
    page.answer(status, &shown)
}

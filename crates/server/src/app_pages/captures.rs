//! `/captures/…`: the calendar of an address, the list of addresses that begin alike, or one capture.

use super::page::{PageFrame, address_in};
use super::{addresses, calendar, capture_page, feed};
use crate::reader::Reader;
use crate::state::Shared;
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, Uri};
use std::sync::Arc;
use stodola_archive::Stamp;
use stodola_replay::ReplayAddress;

/// A request about an archived address.
pub(super) struct AskedPage {
    pub(super) shared: Arc<Shared>,
    pub(super) reader: Reader,
    pub(super) page: PageFrame,
    pub(super) headers: HeaderMap,
    /// The archived address.
    pub(super) uri: Vec<u8>,
}

impl AskedPage {
    /// The archived address for people.
    pub(super) fn url(&self) -> String {
        String::from_utf8_lossy(&self.uri).into_owned()
    }

    /// Our address of the feed of its changes.
    pub(super) fn feed(&self) -> String {
        let path = ReplayAddress::new(&self.uri, None, None).to_path();
        self.page.link(&format!("/captures/{path}"), &[("view", "feed")])
    }

    /// Our address of its calendar.
    pub(super) fn calendar(&self) -> String {
        let path = ReplayAddress::new(&self.uri, None, None).to_path();
        self.page.link(&format!("/captures/{path}"), &[])
    }
}

pub(crate) async fn captures(
    State(shared): State<Arc<Shared>>,
    Extension(reader): Extension<Reader>,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    let mut page = PageFrame::of(&uri, &headers, &reader);
    page.section = "captures";
    let written = address_in(&uri, "/captures/").unwrap_or_default();
    let (written, is_prefix) = match written.strip_suffix('*') {
        Some(written) => (written, true),
        None => (&*written, page.own("prefix").is_some()),
    };
    let parsed = match ReplayAddress::parse(written.as_bytes()) {
        Ok(parsed) => parsed,
        Err(error) => return page.no_address(&error),
    };
    page.box_text = String::from_utf8_lossy(&parsed.uri).into_owned();
    let mut asked = AskedPage { shared, reader, page, headers, uri: parsed.uri };
    if is_prefix {
        asked.page.box_text.push('*');
        return addresses::list(asked).await;
    }
    if let Some((uri, time)) = with_time(&asked.uri) {
        // An archived address may end in fourteen digits itself: it is a capture if there is one.
        match capture_page::show(asked, uri, time).await {
            Ok(answer) => return answer,
            Err(back) => asked = *back,
        }
    }
    match asked.page.own("view") {
        Some("feed") => feed::feed(asked).await,
        _ => calendar::show(asked).await,
    }
}

/// An address with a time behind it: `http://a.cz/x/20200101000000`.
fn with_time(uri: &[u8]) -> Option<(Vec<u8>, Stamp)> {
    let at = uri.iter().rposition(|byte| *byte == b'/')?;
    let (uri, digits) = (&uri[..at], std::str::from_utf8(&uri[at + 1..]).ok()?);
    let is_time = digits.len() == 14 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let time = Stamp::parse(digits).filter(|_| is_time)?;
    uri.windows(3).any(|it| it == b"://").then(|| (uri.to_vec(), time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_stand_behind_addresses() {
        let time = Stamp::parse("20200101000000").unwrap();
        let found = with_time(b"http://a.cz/?q=1/20200101000000");
        assert_eq!(found, Some((b"http://a.cz/?q=1".to_vec(), time)));
        for none in ["http://20200101000000", "http://a.cz/2020", "http://a.cz/20209901000000", ""]
        {
            assert_eq!(with_time(none.as_bytes()), None, "{none}");
        }
    }
}

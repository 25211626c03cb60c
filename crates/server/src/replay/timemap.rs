//! TimeMaps: all captures of a URL, as links, JSON or CDXJ, in pages.

use super::collection::Collection;
use super::message::unanswerable;
use super::{Asked, cdx};
use crate::http::{plain, work};
use crate::state::AskError;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use stodola_app::cdx::{CdxDialect, CdxQuery, QueryParams, form_encoded};
use stodola_app::memento::{TimeMap, TimeMapAddresses, TimeMapPage};
use stodola_replay::ReplayAddress;

/// Captures of a page as CDXJ.
const CDXJ_PAGE: u64 = 5000;

/// Which TimeMap an address asks for.
struct AskedMap<'a> {
    form: &'a str,
    page: u64,
    url: &'a str,
}

/// `/COLLECTION/timemap/[PAGE/]{link,json,cdxj}/URL`.
pub(super) async fn timemap(asked: Asked, collection: Collection, path: &str) -> Response<Body> {
    let query = asked.query();
    // The Internet Archive's other address of its CDX server.
    let params = QueryParams::parse(query).unwrap_or_default();
    if path == "timemap/json" && params.get("url").is_some() {
        let query = format!("{query}&output=json");
        let query = QueryParams::parse(&query)
            .and_then(|params| CdxQuery::read(&params, CdxDialect::InternetArchive));
        return match query {
            Ok(query) => cdx::rows(asked, collection, query).await,
            Err(error) => plain(StatusCode::BAD_REQUEST, format!("{error}\n")),
        };
    }
    let whole = match query.is_empty() {
        true => path.to_owned(),
        false => format!("{path}?{query}"),
    };
    let Some(AskedMap { form, page, url }) = AskedMap::read(&whole) else {
        return plain(StatusCode::BAD_REQUEST, "a TimeMap is link, json or cdxj, then a URL\n");
    };
    let url = match ReplayAddress::parse(url.as_bytes()) {
        Ok(address) => String::from_utf8_lossy(&address.uri).into_owned(),
        Err(error) => return plain(StatusCode::BAD_REQUEST, format!("{error}\n")),
    };
    if form == "cdxj" {
        let offset = page.saturating_sub(1).saturating_mul(CDXJ_PAGE);
        let query =
            format!("url={}&matchType=exact&limit={CDXJ_PAGE}&offset={offset}", form_encoded(&url));
        let query = QueryParams::parse(&query).and_then(|it| CdxQuery::read(&it, CdxDialect::Pywb));
        return match query {
            Ok(query) => cdx::rows(asked, collection, query).await,
            Err(error) => plain(StatusCode::BAD_REQUEST, format!("{error}\n")),
        };
    }
    let is_json = form == "json";
    let base = collection.base(asked.origin());
    let (shared, client) = (asked.shared.clone(), asked.client.clone());
    let made = work(move || {
        let gate = shared.gate(client)?;
        let wanted =
            TimeMapPage { captures: &shared.captures, gate: &gate, job: collection.job(), page };
        let addresses = TimeMapAddresses { base: &base, url: &url };
        let map = TimeMap::read(&url, wanted)?;
        Ok::<_, AskError>(map.map(|map| match is_json {
            true => map.json(addresses),
            false => map.links(addresses),
        }))
    });
    let kind = if is_json { "application/json" } else { "application/link-format" };
    match made.await {
        Ok(Ok(Some(map))) => {
            let mut answer = plain(StatusCode::OK, map);
            let headers = answer.headers_mut();
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
            answer
        }
        Ok(Ok(None)) => plain(StatusCode::NOT_FOUND, "no captures\n"),
        Ok(Err(error)) => unanswerable(&error),
        Err(error) => plain(StatusCode::INTERNAL_SERVER_ERROR, format!("{error}\n")),
    }
}

impl AskedMap<'_> {
    fn read(path: &str) -> Option<AskedMap<'_>> {
        let mut rest = path.strip_prefix("timemap/")?;
        let mut page = 1;
        let (first, behind) = rest.split_once('/')?;
        if !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit()) {
            page = first.parse().ok().filter(|page| *page > 0)?;
            rest = behind;
        }
        let (form, url) = rest.split_once('/')?;
        matches!(form, "link" | "json" | "cdxj").then_some(AskedMap { form, page, url })
    }
}

#[cfg(test)]
mod tests {
    use super::AskedMap;

    #[test]
    fn timemaps_have_a_form_and_perhaps_a_page() {
        let read = |path| AskedMap::read(path).map(|it| (it.form, it.page, it.url));
        assert_eq!(read("timemap/link/http://a.cz/"), Some(("link", 1, "http://a.cz/")));
        assert_eq!(read("timemap/3/json/a.cz"), Some(("json", 3, "a.cz")));
        for wrong in [
            "timemap/",
            "timemap/xml/a",
            "timemap/0/link/a",
            "timemap/link",
            "timemap/99999999999999999999999/link/a",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}

//! Header fields of answers on the replay origin: the barrier around archived scripts, and the links of Memento.

use crate::collection::Collection;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use stodola_app::memento::{MementoNeighbours, TimeMapAddresses, http_date, in_link, memento_link};
use stodola_archive::Stamp;

/// Bytes of the header fields of a capture that are sent; what is more is left out, fields that are only shown first.
const MAX_BYTES: usize = 24 << 10;
/// Number of these fields.
const MAX_FIELDS: usize = 80;

/// Fields that a proxy in front of this server would obey: they name files on its disk, or make it ask elsewhere.
const FOR_PROXIES: &[&str] =
    &["x-accel-", "x-sendfile", "x-lighttpd-", "x-litespeed-", "x-reproxy-"];

/// Adds what every answer of the replay origin has.
pub(super) fn protect(headers: &mut HeaderMap) {
    // Browsers look up the names of hosts in links otherwise, and so tell the world what is read.
    let name = HeaderName::from_static("x-dns-prefetch-control");
    headers.insert(name, HeaderValue::from_static("off"));
    headers.entry(header::REFERRER_POLICY).or_insert(HeaderValue::from_static("same-origin"));
}

/// The policy for archived documents: they may do what they like, but with this origin only. Only the app may frame
/// them. What it stops is reported. A document as it was captured (`is_raw`) is only looked at: its scripts, refreshes
/// and forms would act on the live web.
pub(super) fn policy(app: &str, is_raw: bool) -> Option<HeaderValue> {
    let sources = "'self' 'unsafe-inline' 'unsafe-eval' data: blob:";
    let policy = format!(
        "default-src {sources}; \
         script-src 'self' 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' data: blob:; \
         worker-src 'self' blob:; frame-src 'self' data: blob: about:; connect-src 'self' data: blob:; \
         form-action 'self'; base-uri 'self'; object-src 'self'; frame-ancestors 'self' {app}; \
         report-uri {}{}",
        super::report::PATH,
        if is_raw { "; sandbox" } else { "" }
    );
    HeaderValue::try_from(policy).ok()
}

/// The policy for messages of this server on the replay origin: no scripts at all, and an origin of its own, so that
/// archived scripts that have one in a frame cannot use its window, which has the browser's own functions.
pub(super) fn message_policy(app: &str) -> Option<HeaderValue> {
    let policy = format!(
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action {app}; base-uri 'none'; \
         frame-ancestors 'self' {app}; sandbox allow-forms allow-popups allow-popups-to-escape-sandbox \
         allow-top-navigation-by-user-activation"
    );
    HeaderValue::try_from(policy).ok()
}

/// Adds the fields of a capture. Names and values that HTTP does not allow are left out.
pub(super) fn add_captured(headers: &mut HeaderMap, fields: Vec<(Vec<u8>, Vec<u8>)>) {
    let mut left = MAX_BYTES;
    let is_shown_only =
        |name: &[u8]| name.len() > 15 && name[..15].eq_ignore_ascii_case(b"x-archive-orig-");
    let (shown, obeyed): (Vec<_>, Vec<_>) =
        fields.into_iter().partition(|(name, _)| is_shown_only(name));
    for (name, value) in obeyed.into_iter().chain(shown).take(MAX_FIELDS) {
        let name = String::from_utf8_lossy(&name).to_ascii_lowercase();
        let name = match FOR_PROXIES.iter().any(|prefix| name.starts_with(prefix)) {
            true => format!("x-archive-orig-{name}"),
            false => name,
        };
        let size = name.len() + value.len();
        let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::from_bytes(&value))
        else {
            continue;
        };
        if size > left {
            continue;
        }
        left -= size;
        headers.append(name, value);
    }
}

/// Adds what Memento says about a capture: its time, and links to the others.
pub(super) fn add_memento(
    headers: &mut HeaderMap,
    time: Stamp,
    url: &str,
    neighbours: &MementoNeighbours,
    collection: &Collection,
    origin: &str,
) {
    let base = collection.base(origin);
    let addresses = TimeMapAddresses { base: &base, url };
    let mut links = timegate_links(addresses);
    links.extend(memento_links(time, url, neighbours, &base));
    if let Ok(date) = HeaderValue::try_from(http_date(time)) {
        headers.insert("memento-datetime", date);
    }
    add_link(headers, &links);
}

/// Links to a capture and to those of the same URL around it.
pub(super) fn memento_links(
    time: Stamp,
    url: &str,
    neighbours: &MementoNeighbours,
    base: &str,
) -> Vec<String> {
    let MementoNeighbours { first, previous, next, last } = neighbours;
    let all = [(first, "first"), (previous, "prev"), (next, "next"), (last, "last")];
    // The capture itself is told once, with all it is.
    let others = all.into_iter().filter_map(|(other, rel)| {
        let (other, uri) = other.as_ref().filter(|(other, _)| *other != time)?;
        let uri = String::from_utf8_lossy(uri);
        Some(memento_link(base, *other, &uri, &format!("{rel} memento")))
    });
    let is = |other: &Option<(Stamp, Vec<u8>)>| other.as_ref().is_some_and(|it| it.0 == time);
    let own = match (is(first), is(last)) {
        (true, true) => "first last memento",
        (true, false) => "first memento",
        (false, true) => "last memento",
        (false, false) => "memento",
    };
    others.chain([memento_link(base, time, url, own)]).collect()
}

/// The links that every answer about a URL has.
pub(super) fn timegate_links(addresses: TimeMapAddresses<'_>) -> Vec<String> {
    vec![
        format!("<{}>; rel=\"original\"", in_link(addresses.url)),
        format!("<{}>; rel=\"timegate\"", addresses.timegate()),
        format!(
            "<{}>; rel=\"timemap\"; type=\"application/link-format\"",
            addresses.timemap("link", 1)
        ),
    ]
}

/// Adds links to those that the capture had itself.
pub(super) fn add_link(headers: &mut HeaderMap, links: &[String]) {
    // A very long URL stands in each of them; the capture matters more than its neighbours.
    let text = links.join(", ");
    if text.len() <= 48 << 10
        && let Ok(value) = HeaderValue::try_from(text)
    {
        headers.append(header::LINK, value);
    }
}
